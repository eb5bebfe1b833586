import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvRecord } from '../../src/core/wire/csv.js';
import { openStore } from '../../src/store/store.js';
import { answered, deduct } from '../contract/samples.js';
import { temporaryFolder } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import { type InProcessGateway, startInProcess } from '../support/in-process.js';
import { asking, cardway, databaseIn } from './command.js';

const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const COUNT = 40;

const folder = temporaryFolder();
let gateway: InProcessGateway;
let env: Record<string, string>;

/** Seeds forty Deducts, one a day from 1 January 2026; the second is pending. */
beforeAll(async () => {
  const database = databaseIn(folder);
  const store = await openStore({
    databaseUrl: database['CARDWAY_DATABASE_URL'] ?? '',
    clock: machineClock,
  });
  await store.migrate();
  for (let index = 1; index <= COUNT; index += 1) {
    const requestId = `5001_20260101220405_${String(index)}`;
    const request = JSON.stringify({ request: { checksum: 'c0ffee', narrative: 'Shop "A", Hanoi' } });
    await store.ledger.claim(
      deduct({
        requestId,
        request,
        transactionId: `T-${String(index)}`,
        receivedAtMs: START_MS + index * DAY_MS,
      }),
    );
    if (index !== 2) await store.ledger.apply(answered(requestId));
  }
  await store.close();
  gateway = await startInProcess(database);
  env = asking(gateway);
});

afterAll(() => gateway.stop());

describe('transactions export', () => {
  const range = ['--since', '2026-01-03', '--until', '2026-01-06T00:00:00Z'];

  it('prints one JSON object a line, oldest first, without checksums', async () => {
    const { status, out, err } = await cardway(['transactions', 'export', ...range], env);
    expect([status, err]).toEqual([0, '']);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ transactionId }) => transactionId)).toEqual(['T-2', 'T-3', 'T-4']);
    expect(lines[0]).toMatchObject({
      state: 'pending',
      receivedAt: '2026-01-03T00:00:00.000Z',
      answer: null,
    });
    expect(lines[1]).toMatchObject({ state: 'answered', resultCode: 1, default: false });
    expect(lines[1]?.['request']).toEqual({ request: { narrative: 'Shop "A", Hanoi' } });
    expect(out).not.toContain('c0ffee');
  });

  it('writes a table whose cells keep commas and quotes, to a file that only its owner reads', async () => {
    const file = join(folder, 'january.csv');
    const options = ['--format', 'csv', '--out', file];
    const { status, out, err } = await cardway(['transactions', 'export', ...range, ...options], env);
    expect([status, out, err]).toEqual([0, '', '']);
    const lines = readFileSync(file, 'utf8').split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^requestId,receivedAt,state,/);
    expect(lines[1]).toContain('"{""request"":{""narrative"":""Shop \\""A\\"", Hanoi""}}"');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('refuses an existing file, and leaves it unchanged', async () => {
    const file = join(folder, 'mine');
    writeFileSync(file, 'mine');
    const ended = await cardway(['transactions', 'export', '--since', '2026-01-01', '--out', file], env);
    expect([ended.status, ended.err]).toEqual([1, expect.stringContaining('there already')]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.each([
    [['--since', 'yesterday'], '--since'],
    [['--since', '2026-01-01', '--until', '2026-13-01'], '--until'],
    [['--since', '2026-01-01', '--format', 'xml'], 'ndjson'],
    [['--since', '2026-01-01', '--json', '--format', 'csv'], '--format'],
    [[], '--since'],
  ])('%j is a wrong usage that names %s', async (args, named) => {
    const { status, err } = await cardway(['transactions', 'export', ...args], env);
    expect([status, err]).toEqual([2, expect.stringContaining(named)]);
  });
});

describe('a CSV cell', () => {
  it.each([
    ['=cmd|x', "'=cmd|x"],
    ['+31', "'+31"],
    ['＝1+1', "'＝1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['\n=1+1', '"\'\n=1+1"'],
    ['-5', '-5'],
    ['a,b', '"a,b"'],
    ['two\nlines', '"two\nlines"'],
    ['"', '""""'],
  ])('of %j is %j', (text, cell) => {
    expect(csvRecord([text])).toBe(`${cell}\r\n`);
  });
});
