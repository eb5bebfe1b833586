import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withProgress, writeOutput } from '../../src/cli/output.js';
import { csvRecord } from '../../src/core/wire/csv.js';
import { openStore } from '../../src/store/store.js';
import { answered, deduct } from '../contract/samples.js';
import { temporaryFolder } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import { type InProcessGateway, startInProcess } from '../support/in-process.js';
import { asking, cardway, cardwayProcess, databaseIn, HAS_STACK } from './command.js';

const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const COUNT = 40;
/** Transactions of a file that drains more often than Node allows listeners. */
const LONG = 4000;

let folder: string;
let gateway: InProcessGateway;
let env: Record<string, string>;

/** Seeds forty Deducts, one a day from 1 January 2026; the second is pending. */
beforeAll(async () => {
  folder = temporaryFolder();
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

  it.each([
    ['long', 'short'],
    ['short', 'long'],
  ] as const)(
    'of two exports to one file at once, a %s and a %s one, one is whole and one is refused',
    async (...kinds) => {
      const ranges = { long: ['--since', '2026-01-03'], short: ['--since', '2026-02-01'] };
      const file = join(folder, `${kinds.join('-')}.ndjson`);
      const ended = await Promise.all(
        kinds.map((kind) => cardway(['transactions', 'export', ...ranges[kind], '--out', file], env)),
      );
      expect(ended.map(({ status }) => status).sort()).toEqual([0, 1]);
      const [whole, refused] = ended[0]?.status === 0 ? [0, 1] : [1, 0];
      expect(ended[refused]?.err).toContain('is there already');
      const alone = await cardway(['transactions', 'export', ...ranges[kinds[whole] ?? 'long']], env);
      // The gateway may end the lease of the pending one meanwhile.
      const idsOf = (text: string): unknown => text.match(/"requestId":"[^"]*"/g);
      expect(idsOf(readFileSync(file, 'utf8'))).toEqual(idsOf(alone.out));
      expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
    },
  );

  it('writes a long file without a warning', async () => {
    const ownFolder = join(folder, 'many');
    mkdirSync(ownFolder);
    const many = databaseIn(ownFolder);
    const store = await openStore({ databaseUrl: many['CARDWAY_DATABASE_URL'] ?? '', clock: machineClock });
    await store.migrate();
    const request = JSON.stringify({ request: { narrative: 'x'.repeat(3000) } });
    const claims = Array.from({ length: LONG }, (_, index) =>
      store.ledger.claim(
        deduct({
          requestId: `5001_20260101220405_${String(index)}`,
          transactionId: `L-${String(index)}`,
          request,
          receivedAtMs: START_MS + index,
        }),
      ),
    );
    await Promise.all(claims);
    await store.close();
    const order = ['transactions', 'export', '--since', '2026-01-01', '--out', join(ownFolder, 'long')];
    const own = await startInProcess(many);
    const { status, err } = await cardwayProcess(order, asking(own));
    await own.stop();
    expect([status, err]).toEqual([0, '']);
    expect(readFileSync(join(ownFolder, 'long'), 'utf8').trimEnd().split('\n')).toHaveLength(LONG);
  });

  it('that is stopped says so, and leaves no part of its file', async () => {
    const file = join(folder, 'stopped');
    let stop = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    async function* pieces(): AsyncGenerator<string> {
      yield 'first';
      stop();
      await stopped;
      yield 'second';
    }
    const runtime = { clock: machineClock };
    const shell = { isErrTerminal: false, runtime, untilStopped: () => stopped };
    const writing = writeOutput(shell as Parameters<typeof writeOutput>[0], file, pieces());
    await expect(writing).rejects.toThrow(`Stopped. ${file} was not written.`);
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });

  it('ends without an error when its reader closes the pipe', async () => {
    const args = [resolve('dist/main.js'), 'transactions', 'export', '--since', '2026-01-01'];
    const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
    const [status] = (await once(child, 'close')) as [number | null];
    expect([status, err]).toEqual([0, '']);
  });

  it('--json is one JSON object a line, as without it', async () => {
    const order = ['transactions', 'export', '--since', '2026-01-01'];
    expect(await cardway([...order, '--json'], env)).toEqual(await cardway(order, env));
  });

  it('refuses an existing file, and leaves it unchanged', async () => {
    const file = join(folder, 'mine');
    writeFileSync(file, 'mine');
    const ended = await cardway(['transactions', 'export', '--since', '2026-01-01', '--out', file], env);
    expect([ended.status, ended.err]).toEqual([1, expect.stringContaining('there already')]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('reports a file that cannot be written', async () => {
    const file = join(folder, 'nowhere', 'x');
    const { status, err } = await cardway(
      ['transactions', 'export', '--since', '2026-01-01', '--out', file],
      env,
    );
    expect([status, err]).toEqual([1, expect.stringContaining('ENOENT')]);
    expect(err).not.toMatch(HAS_STACK);
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

describe('progress', () => {
  const shown = async (isErrTerminal: boolean): Promise<string> => {
    let err = '';
    let nowMs = 1000;
    const runtime = { clock: { nowMs: () => (nowMs += 10) } };
    const shell = { isErrTerminal, runtime, err: (text: string) => void (err += text) };
    await withProgress(shell as Parameters<typeof withProgress>[0], (show) => {
      for (let step = 1; step <= 50; step += 1) show(String(step));
      return Promise.resolve();
    });
    return err;
  };

  it('is one line, overwritten at intervals, and ends with the final count', async () => {
    const lines = (await shown(true)).split('\r');
    expect(lines.length).toBeLessThan(6);
    expect(lines.at(-1)).toContain('50\n');
  });

  it('is silent in a pipe', async () => {
    expect(await shown(false)).toBe('');
  });
});
