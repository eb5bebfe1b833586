/** Tests four eyes at the command line: on a gateway, and on the database, where nothing passes without a trace. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.js';
import { until } from '../life/until.js';
import { KEYS, send } from '../support/channels/index.js';
import { temporaryFolder } from '../support/gateway.js';
import { type InProcessGateway, startInProcess } from '../support/in-process.js';
import { machineClock } from '../support/machine-clock.js';
import { cardway, databaseIn, entriesOf } from './command.js';

let folder: string;
let env: Record<string, string>;
let gateway: InProcessGateway;
let benKey: string;

const AT = (): string[] => ['--url', gateway.url];
const ASKED = { CARDWAY_KEY: KEYS.operator };

const OLD = 'audit-entry-of-last-week';

beforeAll(async () => {
  folder = temporaryFolder();
  env = databaseIn(folder);
  const clock = { ...machineClock, nowMs: () => machineClock.nowMs() - 7 * 86_400_000 };
  const store = await openStore({ databaseUrl: env['CARDWAY_DATABASE_URL'] ?? '', clock });
  await store.migrate();
  const entry = { actor: 'cli:ada', action: 'put_wallet', subject: OLD, reason: '' };
  await store.history.record({ ...entry, before: 'null', after: 'null' });
  await store.close();
  const { out } = await cardway(['keys', 'create', 'ben', '--role', 'operator', '--json'], env);
  benKey = (JSON.parse(out) as { secret: string }).secret;
  writeFileSync(join(folder, 'shared.hex'), 'ab'.repeat(32));
  writeFileSync(join(folder, 'wallets.csv'), 'reference,customer_id\n556789731480,77\n');
  gateway = await startInProcess({ ...env, CARDWAY_APPROVALS: 'true' });
});

afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

const DISABLE = ['terminals', 'disable', '0068766621'];

async function listed(more: readonly string[] = []): Promise<Record<string, unknown>[]> {
  const { out } = await cardway(['approvals', 'list', '--json', ...more], env);
  return entriesOf(out) as Record<string, unknown>[];
}

async function audited(action: string): Promise<Record<string, unknown>[]> {
  const { out } = await cardway(['audit', 'list', '--action', action, '--json'], env);
  return entriesOf(out) as Record<string, unknown>[];
}

it('a change over a gateway waits, is approved by somebody else, and is made', async () => {
  const asked = await cardway([...DISABLE, ...AT()], ASKED);
  expect([asked.status, asked.out]).toEqual([1, '']);
  const [id = ''] = /apr_[\w-]+/.exec(asked.err) ?? [];
  expect(asked.err).toContain('(APPROVAL_REQUIRED)');
  const own = await cardway(['approvals', 'approve', id, ...AT()], ASKED);
  expect([own.status, own.err]).toEqual([1, expect.stringContaining('(FORBIDDEN)') as string]);
  const ben = { CARDWAY_KEY: benKey };
  const { out } = await cardway(['approvals', '--state', 'pending', '--json', ...AT()], ben);
  expect(entriesOf(out)).toMatchObject([
    { id, field: 'disableTerminal', arguments: { terminalId: '0068766621' } },
  ]);
  const approved = await cardway(['approvals', 'approve', id, '--reason', 'lost', '--json', ...AT()], ben);
  expect(JSON.parse(approved.out)).toMatchObject({
    approval: { state: 'approved', decidedBy: 'ben', reason: 'lost' },
  });
  expect(await cardway([...DISABLE, ...AT()], ASKED)).toMatchObject({ status: 0 });
  expect(await listed(['--state', 'used'])).toMatchObject([{ id }]);
});

describe('a purge over a gateway', () => {
  const before = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const state = async (id: string): Promise<unknown> =>
    (await listed()).find((row) => row['id'] === id)?.['state'];

  /** Sends a purge, lets ben approve it, and sends it again. Returns the id of the approval and the second reply. */
  async function approved(line: readonly string[]) {
    const asked = await cardway([...line, ...AT()], ASKED);
    const [id = ''] = /apr_[\w-]+/.exec(asked.err) ?? [];
    expect(asked).toMatchObject({ status: 1, out: '' });
    await cardway(['approvals', 'approve', id, ...AT()], { CARDWAY_KEY: benKey });
    return { id, ...(await cardway([...line, '--json', ...AT()], ASKED)) };
  }

  it('of the audit log deletes old entries', async () => {
    expect((await cardway(['audit', 'list', '--subject', OLD], env)).out).not.toBe('');
    const done = await approved(['audit', 'purge', '--before', before, '--reason', 'old']);
    expect(JSON.parse(done.out)).toEqual({ deleted: 1 });
    expect(await state(done.id)).toBe('used');
    expect((await cardway(['audit', 'list', '--subject', OLD], env)).out).toBe('');
    expect(await cardway(['audit', 'verify'], env)).toMatchObject({ status: 0 });
  });

  it('of transactions is carried out by the gateway', async () => {
    const done = await approved([
      'transactions',
      'purge',
      '--before',
      '2020-01-01',
      '--reason',
      'kept for years',
    ]);
    expect(JSON.parse(done.out)).toEqual({ before: '2020-01-01T00:00:00.000Z' });
    expect(await state(done.id)).toBe('used');
    expect(await audited('order_purge')).toMatchObject([{ reason: 'kept for years' }]);
    const store = await openStore({ databaseUrl: env['CARDWAY_DATABASE_URL'] ?? '', clock: machineClock });
    await until('it is carried out', async () => (await store.history.ordered()) === null);
    await store.close();
  });

  it('of what is young is refused, and has not used its approval', async () => {
    const done = await approved(['transactions', 'purge', '--before', before]);
    expect([done.status, done.err]).toEqual([1, expect.stringContaining('before must be') as string]);
    expect(await state(done.id)).toBe('approved');
  });
});

it('nobody approves on the database', async () => {
  const { err } = await cardway(['terminals', 'enable', '0068766621', ...AT()], ASKED);
  const [id = ''] = /apr_[\w-]+/.exec(err) ?? [];
  for (const decision of ['approve', 'reject']) {
    const refused = await cardway(['approvals', decision, id], env);
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('--url') as string]);
  }
  expect(await listed(['--state', 'pending'])).toMatchObject([{ id }]);
});

const NEW_KEY = ['keys', 'create', 'spare', '--role', 'operator'];
/** A wallet that is set as it is moves nothing. */
let customerId = 2000;
const COMMANDS: [name: string, args: () => string[]][] = [
  ['createKey', () => NEW_KEY],
  ['rotateTerminalPassword', () => ['terminals', 'rotate', '0029504320', '--password-file', '-']],
  ['setSharedKeyState', () => ['shared-keys', 'retire', '--programme', 'sandbox', '--key-id', '001']],
  [
    'shared-keys add',
    () => [
      ...['shared-keys', 'add', '--programme', 'sandbox', '--key-id', '002'],
      ...['--from-file', join(folder, 'shared.hex')],
    ],
  ],
  ['putProgramme', () => ['programmes', 'set', 'sandbox', '--digits', '1', '--derivation', 'none']],
  ['moveCard', () => ['wallets', 'move', '43172792905', '--card', '5002']],
  ['putWallet', () => ['wallets', 'set', '43172792905', '--customer', String((customerId += 1))]],
  [
    'wallets import --move',
    () => ['wallets', 'import', join(folder, 'wallets.csv'), '--programme', 'sandbox', '--move'],
  ],
  ['transactions purge', () => ['transactions', 'purge', '--before', '2020-01-01']],
  ['audit erase', () => ['audit', 'erase', '--actor', 'cli:gone', '--reason', 'asked']],
  ['audit purge', () => ['audit', 'purge', '--before', '2020-01-01', '--reason', 'old']],
];

describe.each(COMMANDS)('%s on the database', (field, argsOf) => {
  const input = 'a password\n';

  // The setting of the gateway holds, whatever this environment says.
  it.each([[{}], [{ CARDWAY_APPROVALS: 'false' }]])('needs a reason with %j', async (more) => {
    const { status, out, err } = await cardway(argsOf(), { ...env, ...more }, input);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('--break-glass');
    expect(err).toContain(field);
    expect((await audited('break_glass')).filter(({ subject }) => subject === field)).toEqual([]);
  });

  it('runs with one, which is recorded', async () => {
    const reason = `nobody is here for ${field}`;
    const { status, err } = await cardway([...argsOf(), '--break-glass', reason], env, input);
    expect([status, err]).toEqual([
      0,
      expect.stringContaining(`Bypassed the second person: ${field}`) as string,
    ]);
    const [entry] = await audited('break_glass');
    expect(entry).toMatchObject({ actor: 'cli:ada', subject: field, reason });
    expect(JSON.stringify(await listed(['--state', 'bypassed']))).not.toContain('a password');
    expect(await listed(['--state', 'bypassed'])).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ field, reason, askedBy: 'cli:ada' })]) as object,
    );
  });

  it('needs a reason with words', async () => {
    const { status } = await cardway([...argsOf(), '--break-glass', ' '], env, input);
    expect(status).toBe(2);
  });
});

it('a dry run, and a change that nobody guards, need no reason', async () => {
  for (const args of [
    ['transactions', 'purge', '--before', '2020-01-01', '--dry-run'],
    ['audit', 'purge', '--before', '2020-01-01', '--reason', 'old', '--dry-run'],
    ['programmes', 'set', 'sandbox', '--name', 'Shop'],
    ['wallets', 'add', 'new', '--programme', 'sandbox', '--customer', '5', '--card', '55'],
    ['keys', 'list'],
  ])
    expect(await cardway(args, env)).toMatchObject({ status: 0 });
});

it('a gateway takes no --break-glass', async () => {
  const { status, err } = await cardway([...DISABLE, ...AT(), '--break-glass', 'now'], ASKED);
  expect([status, err]).toEqual([2, expect.stringContaining('database') as string]);
});

async function alerts(): Promise<number> {
  const { bytes } = await send(`${gateway.url}/metrics`, { method: 'GET' });
  return Number(/cardway_alerts_total\{alert="approval_bypassed"\} (\d+)/.exec(bytes.toString())?.[1] ?? 0);
}

it('a gateway raises one alert for each bypass', async () => {
  const bypasses = (await listed(['--state', 'bypassed'])).length;
  expect(bypasses).toBe(COMMANDS.length);
  await until('every bypass is reported', async () => (await alerts()) === bypasses);
  expect((await listed(['--state', 'bypassed'])).every(({ usedAt }) => usedAt !== null)).toBe(true);
});

it('a gateway keeps its setting, and raises an alert, where another one takes it from the database', async () => {
  const before = await alerts();
  const store = await openStore({ databaseUrl: env['CARDWAY_DATABASE_URL'] ?? '', clock: machineClock });
  try {
    await store.approvals.setRequired(false);
    await until('the alert', async () => (await alerts()) > before);
    expect(await store.approvals.isRequired()).toBe(true);
  } finally {
    await store.close();
  }
});

it('a gateway without them asks for them beside one that has them, which raises the alert', async () => {
  const before = await alerts();
  const other = await startInProcess({ ...env });
  try {
    await until('the alert', async () => (await alerts()) > before);
    const { err } = await cardway([...DISABLE, '--url', other.url], ASKED);
    expect(err).toContain('(APPROVAL_REQUIRED)');
  } finally {
    await other.stop();
  }
});

it('the only gateway raises an alert when it starts without them, and none when it starts so again', async () => {
  const restart = async (more: Record<string, string>): Promise<void> => {
    await gateway.stop();
    gateway = await startInProcess({ ...env, ...more });
  };
  await restart({});
  await until('the alert', async () => (await alerts()) === 1);
  await restart({});
  expect(await alerts()).toBe(0);
  await restart({ CARDWAY_APPROVALS: 'true' });
});

it('init makes no terminal and no key in such a database', async () => {
  const options = ['--database', env['CARDWAY_DATABASE_URL'] ?? '', '--downstream', 'http://127.0.0.1:1/'];
  const names = ['--programme', 'other', '--terminal', '2222222222', '--wallet', '12345678901'];
  const made = await cardway(['init', join(folder, 'second'), ...options, ...names, '--json'], {});
  expect([made.status, made.out]).toEqual([1, '']);
  expect(made.err).toContain('A second person must approve');
  const { out } = await cardway(['keys', 'list', '--programme', 'other', '--json'], env);
  expect(out).toBe('');
});
