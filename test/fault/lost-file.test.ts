/**
 * The database file is removed, replaced or cut while a gateway has it open (contract 4, "The store is what it was"): nothing is
 * acknowledged into it, nothing is sent, and no start makes a new one in its place.
 */
import { copyFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.js';
import { SANDBOX_WALLETS } from '../../src/sandbox/data.js';
import { cardway, HAS_STACK, serveSettings } from '../cli/command.js';
import { until } from '../life/until.js';
import {
  deduct,
  DOORS,
  freshId,
  reversalOf,
  RPC2,
  XML_DOORS,
  type Call,
  type Door,
  type Heard,
} from '../support/doors/index.js';
import { SANDBOX_PASSWORD } from '../support/doors/call.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { approving, respond, startWallet, type Behaviour, type TestWallet } from '../support/wallet/index.js';

const KEY = 'client-key-of-our-own';

let folder: string;
let wallet: TestWallet;
let gateway: TestGateway;

beforeEach(async () => {
  folder = temporaryFolder();
  wallet = await startWallet({ behaviour: taking });
  await fillDirectory();
  gateway = await start();
});

afterEach(async () => {
  await gateway.kill();
  await wallet.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Doctor asks without a body. */
const taking: Behaviour = (call) =>
  call.method === 'GET' ? respond({ status: 405, body: '' }) : approving()(call);

const file = (name = ''): string => join(folder, `cardway.db${name}`);

/** As in production: a sandbox makes itself a new database. */
async function fillDirectory(): Promise<void> {
  const store = await openStore({
    databaseUrl: `sqlite:${file()}`,
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
  });
  await store.migrate();
  const { directoryAdmin } = store;
  await directoryAdmin.putProgramme({ programme: 'own' });
  await directoryAdmin.putTerminal({
    terminalId: '0068766621',
    programme: 'own',
    password: SANDBOX_PASSWORD,
  });
  for (const { reference, customerId, cardId } of SANDBOX_WALLETS) {
    const cards = [{ cardId, isDefault: true }];
    await directoryAdmin.putWallet({ reference, programme: 'own', customerId, cards });
  }
  await directoryAdmin.putApiKey({ keyId: 'own-client', key: KEY, role: 'client', programme: 'own' });
  await store.close();
}

function settings(): Record<string, string> {
  return {
    ...serveSettings(folder, wallet.url),
    CARDWAY_SWEEP_EVERY_MS: '60000',
    CARDWAY_TRANSACTION_MAX_AGE: 'off',
  };
}

function start(): Promise<TestGateway> {
  return startGateway({ folder, args: ['serve'], env: settings() });
}

const payment = (): Call => deduct({ terminal_id: '0068766621', transaction_id: freshId() });

const callAt = (door: Door, call: Call): Promise<Heard> =>
  door.call(gateway.url, call, door.takesKey ? { key: KEY } : {});

const callEach = (calls: readonly Call[]): Promise<Heard[]> =>
  Promise.all(calls.map((call, index) => callAt(DOORS[index % DOORS.length]!, call)));

async function readiness(): Promise<{ status: number; reason: unknown }> {
  const response = await fetch(`${gateway.url}/health/ready`);
  const { store } = (await response.json()) as { store: { reason?: string } };
  return { status: response.status, reason: store.reason };
}

function alerts(): Record<string, unknown>[] {
  const lines = gateway.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.filter(({ alert }) => alert === 'database_lost');
}

const UNAVAILABLE = {
  GraphQL: [200, 'UNAVAILABLE', null],
  'JSON on /v1/proxy': [503, 'UNAVAILABLE', -9],
  'XML on /v1/proxy': [503, 'UNAVAILABLE', -9],
  'XML on /RPC2': [200, null, -9],
};

async function expectNothingAcknowledged(): Promise<void> {
  const sent = wallet.calls.length;
  const heard = await callEach(Array.from({ length: 40 }, payment));
  for (const [index, { status, errorCode, resultCode }] of heard.entries()) {
    const { name } = DOORS[index % DOORS.length]!;
    expect([name, status, errorCode, resultCode]).toEqual([
      name,
      ...UNAVAILABLE[name as keyof typeof UNAVAILABLE],
    ]);
  }
  const advices = await Promise.all(XML_DOORS.map((door) => callAt(door, reversalOf(payment()))));
  expect(advices.map(({ status, resultCode }) => [status, resultCode])).toEqual(
    XML_DOORS.map(() => [503, null]),
  );
  expect(wallet.calls).toHaveLength(sent);
}

const WAYS: readonly (readonly [
  string,
  () => void,
  { readonly path: () => string; readonly what: string },
])[] = [
  ['is removed', () => rmSync(file()), { path: file, what: 'was removed' }],
  [
    'is removed with all that is beside it but the key',
    () => ['', '-wal', '-shm'].forEach((name) => rmSync(file(name))),
    { path: file, what: 'was removed' },
  ],
  [
    'is replaced by a copy',
    () => {
      copyFileSync(file(), file('.copy'));
      renameSync(file('.copy'), file());
    },
    { path: file, what: 'was replaced' },
  ],
  ['is cut to 0 bytes', () => truncateSync(file()), { path: file, what: 'was cut' }],
  ['is cut to its first page', () => truncateSync(file(), 4096), { path: file, what: 'was cut' }],
  ['loses its log', () => rmSync(file('-wal')), { path: () => file('-wal'), what: 'was removed' }],
  ['loses its lock', () => rmSync(file('.lock')), { path: () => file('.lock'), what: 'was removed' }],
];

it.each(WAYS)(
  'nothing is acknowledged or sent when the database file %s',
  async (_way, break_, { path, what }) => {
    const before = await callEach(DOORS.map(payment));
    expect(before.map(({ resultCode }) => resultCode)).toEqual(DOORS.map(() => 1));
    expect(await readiness()).toMatchObject({ status: 200 });
    break_();
    await expectNothingAcknowledged();
    expect(await readiness()).toEqual({
      status: 503,
      reason: `The database file ${what} while it was open.`,
    });
    await until('the log is written', () => alerts().length > 0);
    expect(alerts()).toEqual([
      expect.objectContaining({ path: path(), reason: expect.stringContaining(what) as string }),
    ]);
  },
);

it('a gateway that nobody calls is not ready either', async () => {
  rmSync(file());
  expect(await readiness()).toMatchObject({ status: 503 });
});

it('no start makes a new database in its place, and nothing is sent again', async () => {
  const calls = DOORS.map(payment);
  await callEach(calls);
  rmSync(file());
  await callEach(calls);
  await gateway.kill();
  const sent = wallet.calls.length;
  expect(sent).toBe(DOORS.length);
  for (const args of [['serve'], ['migrate'], ['doctor'], ['wallets', 'show', '43172792905']]) {
    const { status, out, err } = await cardway(args, settings());
    expect([args, status]).toEqual([args, 1]);
    expect(out + err).toContain(
      `There is no database at ${file()} (no file, or an empty one), but its master key`,
    );
    expect(out + err).toContain(`at ${file('.key')}: there was one.`);
    expect(out + err).toContain('cardway migrate --new');
    expect(err).not.toMatch(HAS_STACK);
  }
  expect(wallet.calls.filter(({ method }) => method === 'POST')).toHaveLength(sent);
});

it('nor is an empty file taken for a new one', async () => {
  await gateway.kill();
  for (const name of ['-wal', '-shm']) rmSync(file(name), { force: true });
  writeFileSync(file(), '');
  expect(await cardway(['serve'], settings())).toMatchObject({
    status: 1,
    err: expect.stringContaining('There is no database at') as string,
  });
});

it('what is left of a cut file after a stop is never served as if it were whole', async () => {
  const calls = DOORS.map(payment);
  await callEach(calls);
  truncateSync(file());
  await callEach(calls);
  await gateway.stop();
  const sent = wallet.calls.length;
  const restarted = await start().catch((error: unknown) => String(error));
  if (typeof restarted === 'string')
    expect(restarted).toMatch(/There is no database at|cannot be opened|malformed/);
  else {
    gateway = restarted;
    await callEach(calls);
  }
  expect(wallet.calls).toHaveLength(sent);
});

it('migrate --new begins anew on purpose', async () => {
  await gateway.kill();
  for (const name of ['', '-wal', '-shm']) rmSync(file(name), { force: true });
  expect(await cardway(['migrate', '--new'], settings())).toMatchObject({ status: 0 });
  gateway = await start();
  expect(await readiness()).toMatchObject({ status: 200 });
});

it('put back where it was, it is served on', async () => {
  renameSync(file(), file('.aside'));
  await expectNothingAcknowledged();
  renameSync(file('.aside'), file());
  expect(await readiness()).toMatchObject({ status: 200 });
  const call = payment();
  expect(await callAt(RPC2, call)).toMatchObject({ resultCode: 1 });
  expect(await callAt(RPC2, call)).toMatchObject({ resultCode: 1, replayed: true });
});
