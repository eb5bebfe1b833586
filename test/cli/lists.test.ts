/** How lists and entries are printed: tables on a terminal, JSON lines in a pipe, a sentence for an empty list. */
import { cliActor } from '../../src/cli/with-store.js';
import { sharedGateway } from '../support/gateway.js';
import { until } from '../life/until.js';
import { sharedReceiver } from '../support/webhooks/receiver.js';
import { cardway, entriesOf, type Ended } from './command.js';
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
  ['events', 'Event', 'occurredAt'],
  ['deliveries', 'Delivery', 'eventId'],
  ['refusals', 'Reason', 'reason'],
  ['audit', 'Actor', 'actor'],
] as const;

const receiver = sharedReceiver();

const gateway = sharedGateway({
  env: { CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true', ...constants({ SWEEP_EVERY_MS: 20 }) },
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
    const choice = '--type digitization.complete endpoint.disabling --header X-Key:1';
    expect(await run(`endpoints add ${receiver.url} --programme sandbox ${choice}`)).toMatchObject({
      status: 0,
      out: expect.stringContaining('"headerNames":["X-Key"]') as string,
    });
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
});
