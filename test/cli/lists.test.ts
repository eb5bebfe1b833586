/** How lists and entries are printed: tables on a terminal, JSON lines in a pipe, a sentence for an empty list. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { printList } from '../../src/cli/print.js';
import type { Shell } from '../../src/cli/shell.js';
import { cliActor } from '../../src/cli/with-store.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { until } from '../life/until.js';
import { startReceiver, type Receiver } from '../support/webhooks/receiver.js';
import {
  asking,
  cardway,
  cardwayProcess,
  databaseIn,
  entriesOf,
  type Ended,
  serveSettings,
} from './command.js';
import { constants } from '../support/constants.js';

/** Every list with a header of its table and a field of its entries. */
const LISTS = [
  ['transactions', 'Request id', 'requestId'],
  ['transactions list', 'Received', 'receivedAt'],
  ['programmes', 'Programme', 'programme'],
  ['terminals', 'Terminal', 'terminalId'],
  ['wallets', 'Wallet', 'reference'],
  ['keys', 'Last used', 'lastUsedAt'],
  ['shared-keys', 'Key', 'keyId'],
  ['endpoints', 'Endpoint', 'url'],
  ['endpoints list', 'URL', 'id'],
  ['events', 'Event', 'occurredAt'],
  ['events list', 'Type', 'type'],
  ['deliveries', 'Delivery', 'eventId'],
  ['deliveries list', 'Attempts', 'attemptCount'],
  ['refusals', 'Reason', 'reason'],
  ['audit', 'Actor', 'actor'],
] as const;

let folder: string;
let gateway: TestGateway;
let receiver: Receiver;

beforeAll(async () => {
  folder = temporaryFolder();
  receiver = await startReceiver();
  gateway = await startGateway({
    env: { CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true', ...constants({ SWEEP_EVERY_MS: 20 }) },
  });
});

afterAll(async () => {
  await gateway.stop();
  await receiver.close();
});

const run = (line: string, terminal: boolean | number = false): Promise<Ended> =>
  cardway(
    [...line.split(' '), '--url', gateway.url],
    { CARDWAY_KEY: 'cardway_sandbox_operator' },
    '',
    terminal,
  );

describe('a list with entries', () => {
  beforeAll(async () => {
    expect(await run(`endpoints add ${receiver.url} --programme sandbox`)).toMatchObject({ status: 0 });
    for (const line of [
      'send Deduct transaction_id=1',
      'send Deduct transaction_id=2',
      'trigger digitization.complete --card 5001',
    ])
      expect(await cardway([...line.split(' '), '--url', gateway.url])).toMatchObject({ status: 0 });
    expect(await run('terminals show 0000000000')).toMatchObject({ status: 1 });
    await run('endpoints add ftp://example.com/ --programme sandbox');
    for (const list of ['deliveries', 'refusals'])
      await until(`${list} has an entry`, async () => (await run(list)).out !== '');
  });

  it.each(LISTS)('%s is one line of JSON for each entry in a pipe', async (list, _header, field) => {
    const { status, out, err } = await run(list);
    expect([status, err]).toEqual([0, '']);
    const entries = entriesOf<Record<string, unknown>>(out);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(Object.keys(entry)).toContain(field);
    expect(out.endsWith('}\n')).toBe(true);
  });

  it.each(LISTS)('%s is a table with headers on a terminal', async (list, header) => {
    for (const width of [40, true]) {
      const { status, out, err } = await run(list, width);
      expect([status, err]).toEqual([0, '']);
      expect(out.slice(0, 400)).toContain(header);
      expect(out).not.toMatch(/^[{[]/);
    }
  });

  it.each(['transactions', 'terminals', 'audit'])('%s --json is the same on a terminal', async (list) => {
    expect((await run(`${list} --json`, 80)).out).toBe((await run(list)).out);
  });

  it('shows one entry as one JSON object in a pipe, and in two columns on a terminal', async () => {
    const [terminal] = entriesOf((await run('terminals')).out);
    const shown = await run('terminals show 0029504320');
    expect(JSON.parse(shown.out)).toEqual(terminal);
    expect((await run('terminals show 0029504320', 80)).out).toMatch(
      /^Terminal id +0029504320\nProgramme +sandbox\n/,
    );
  });

  it('says on standard error that there are more entries than --limit', async () => {
    for (const terminal of [false, 80]) {
      const { out, err } = await run('transactions --limit 1', terminal);
      expect(out.match(/^\{|Request id/gm)).toHaveLength(1);
      expect(err).toBe('1 shown; there are more. Give a higher --limit.\n');
    }
    expect((await run('wallets --limit 2')).err).toBe('');
  });

  it.each(['transactions', 'events', 'deliveries', 'refusals', 'audit'])(
    '%s takes days for --from and --to, and refuses what is no time',
    async (list) => {
      const all = await run(list);
      expect(await run(`${list} --from 2020-01-01 --to 2099-01-01`)).toEqual(all);
      expect((await run(`${list} --to 2020-01-01`)).out).toBe('');
      const { status, err } = await run(`${list} --from yesterday`);
      expect([status, err]).toEqual([2, expect.stringContaining('--from must be an ISO 8601 time')]);
    },
  );

  it('deliveries resend takes days for --from and --to', async () => {
    const { status, out } = await run(
      'deliveries resend --programme sandbox --from 2020-01-01 --to 2020-01-02',
    );
    expect([status, out]).toEqual([0, '{"count":0}\n']);
  });

  it('says that nothing matches its conditions', async () => {
    for (const [line, what] of [
      ['terminals --programme nowhere', 'terminals'],
      ['transactions --terminal 9999999999', 'transactions'],
      ['audit --subject nobody', 'changes'],
      ['events --from 2099-01-01T00:00:00Z', 'events'],
      ['shared-keys --programme nowhere', 'shared keys'],
    ] as const)
      for (const terminal of [false, 80])
        expect(await run(line, terminal)).toEqual({ status: 0, out: '', err: `No ${what} match.\n` });
  });
});

describe('an empty list', () => {
  let empty: TestGateway;
  let env: Record<string, string>;

  beforeAll(async () => {
    const settings = serveSettings(folder, 'http://127.0.0.1:9/');
    await cardway(['migrate'], settings);
    const { out } = await cardway(['keys', 'bootstrap', 'ops', '--json'], settings);
    empty = await startGateway({ folder, args: ['serve'], env: settings });
    env = { ...asking(empty), CARDWAY_KEY: (JSON.parse(out) as { secret: string }).secret };
  });
  afterAll(() => empty.stop());

  // A key reads the lists, and the audit log knows it.
  it.each(LISTS.filter(([list]) => list !== 'keys' && list !== 'audit'))(
    '%s prints a sentence on standard error, and nothing else',
    async (list) => {
      for (const terminal of [false, 80]) {
        const { status, out, err } = await cardway(list.split(' '), env, '', terminal);
        expect([status, out]).toEqual([0, '']);
        expect(err).toMatch(/^No [^\n]+\n$/);
      }
    },
  );

  it('names the command that makes an entry', async () => {
    const { err } = await cardway(['terminals'], env);
    expect(err).toBe('No terminals yet. Add one: cardway terminals add <terminal> --programme <name>\n');
  });
});

it('a list ends when its reader is gone', async () => {
  let pages = 0;
  let written = '';
  const shell = {
    isTerminal: false,
    terminalWidth: undefined,
    err: (text: string) => (written += text),
    outSlowly(text: string) {
      written += text;
      return Promise.resolve(pages < 3);
    },
  };
  await printList(
    shell as unknown as Shell,
    { json: true },
    {
      what: 'numbers',
      columns: { Number: 'number' },
      whenEmpty: 'No numbers.',
      pageOf: () => {
        pages += 1;
        const page = {
          edges: [{ node: { number: pages } }],
          pageInfo: { hasNextPage: true, endCursor: 'next' },
        };
        return Promise.resolve(page);
      },
    },
  );
  expect([pages, written]).toEqual([3, '{"number":1}\n{"number":2}\n{"number":3}\n']);
});

describe('the actor of a command', () => {
  it.each([
    ['ada', {}, 'cli:ada'],
    ['root', { SUDO_USER: 'ada' }, 'cli:root(sudo ada)'],
    ['ada', { SUDO_USER: 'ada' }, 'cli:ada'],
    ['ada', { USER: 'eve', LOGNAME: 'eve' }, 'cli:ada'],
    ['10001', { SUDO_USER: '' }, 'cli:10001'],
    ['Ünal Şahin\n', {}, 'cli:Ünal_Şahin_'],
    ['a'.repeat(300), {}, `cli:${'a'.repeat(64)}`],
    ['', {}, 'cli:unknown'],
  ])('%j with %j is %s', (user, env, actor) => {
    expect(cliActor({ user, env })).toBe(actor);
  });

  it('is the user of the system, whatever the environment says', async () => {
    const elsewhere = temporaryFolder();
    const env = { ...databaseIn(elsewhere), USER: 'made-up', LOGNAME: 'made-up', USERNAME: 'made-up' };
    await cardwayProcess(['migrate'], env);
    await cardwayProcess(['keys', 'bootstrap', 'ops'], env);
    const database = new Database(join(elsewhere, 'cardway.db'));
    const entry = database.prepare<[], { actor: string }>('select actor from audit_log').get();
    database.close();
    expect(entry?.actor).toMatch(/^cli:./);
    expect(entry?.actor).not.toMatch(/made-up|unknown/);
  });
});
