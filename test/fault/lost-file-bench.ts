/** A gateway on a database file that is lost while it is open. */
import { join } from 'node:path';
import { openStore } from '../../src/store/store.js';
import { SANDBOX_WALLETS } from '../../src/sandbox/data.js';
import { serveSettings } from '../cli/command.js';
import { until } from '../life/until.js';
import {
  deduct,
  CHANNELS,
  freshId,
  reversalOf,
  XML_CHANNELS,
  type Call,
  type Channel,
  type Reply,
} from '../support/channels/index.js';
import { SANDBOX_PASSWORD } from '../support/channels/call.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { approving, respond, startWallet, type Behaviour, type TestWallet } from '../support/wallet/index.js';
import { constants } from '../support/constants.js';
import { directoryOf } from '../support/directory.js';

const KEY = 'client-key-of-our-own';

let folder: string;
/** New for each case. */
export let wallet: TestWallet;
export let gateway: TestGateway;

/** Starts a new gateway for each case of the calling file. */
export function aGatewayForEach(): void {
  beforeEach(async () => {
    folder = temporaryFolder();
    wallet = await startWallet({ behaviour: taking });
    await fillDirectory();
    await start();
  });

  afterEach(async () => {
    await gateway.kill();
    await wallet.close();
  });
}

/** Approves every call. Doctor's own requests have no body. */
const taking: Behaviour = (call) =>
  call.method === 'GET' ? respond({ status: 405, body: '' }) : approving()(call);

export const file = (name = ''): string => join(folder, `cardway.db${name}`);

/** Makes the directory as in production: a sandbox would make itself a new database. */
async function fillDirectory(): Promise<void> {
  const store = await openStore({
    databaseUrl: `sqlite:${file()}`,
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
  });
  await store.migrate();
  const directoryAdmin = directoryOf(store);
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

export function settings(): Record<string, string> {
  return {
    ...serveSettings(folder, wallet.url),
    ...constants({ SWEEP_EVERY_MS: 60_000 }),
    CARDWAY_TRANSACTION_MAX_AGE: 'off',
  };
}

export async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  gateway = await startGateway({ folder, args: ['serve'], env: { ...settings(), ...env } });
}

export const payment = (): Call => deduct({ terminal_id: '0068766621', transaction_id: freshId() });

export const callAt = (channel: Channel, call: Call): Promise<Reply> =>
  channel.call(gateway.url, call, channel.takesKey ? { key: KEY } : {});

export const callEach = (calls: readonly Call[]): Promise<Reply[]> =>
  Promise.all(calls.map((call, index) => callAt(CHANNELS[index % CHANNELS.length]!, call)));

export async function readiness(): Promise<{ status: number; reason: unknown }> {
  const response = await fetch(`${gateway.url}/health/ready`);
  const { store } = (await response.json()) as { store: { reason?: string } };
  return { status: response.status, reason: store.reason };
}

export function alerts(): Record<string, unknown>[] {
  const lines = gateway.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.filter(({ alert }) => alert === 'database_lost');
}

const UNAVAILABLE = {
  GraphQL: [200, 'UNAVAILABLE', null],
  'JSON on /v1/proxy': [503, 'UNAVAILABLE', -9],
  'XML on /v1/proxy': [503, 'UNAVAILABLE', -9],
  'XML on /RPC2': [200, null, -9],
};

export async function expectNothingAcknowledged(): Promise<void> {
  const sent = wallet.calls.length;
  const heard = await callEach(Array.from({ length: 40 }, payment));
  for (const [index, { status, errorCode, resultCode }] of heard.entries()) {
    const { name } = CHANNELS[index % CHANNELS.length]!;
    expect([name, status, errorCode, resultCode]).toEqual([
      name,
      ...UNAVAILABLE[name as keyof typeof UNAVAILABLE],
    ]);
  }
  const advices = await Promise.all(XML_CHANNELS.map((channel) => callAt(channel, reversalOf(payment()))));
  expect(advices.map(({ status, resultCode }) => [status, resultCode])).toEqual(
    XML_CHANNELS.map(() => [503, null]),
  );
  expect(wallet.calls).toHaveLength(sent);
}

/** A way to lose the file: its title, the act, and the reported loss. */
type Way = readonly [string, () => void, string];

export function nothingIsAcknowledged(ways: readonly Way[]): void {
  it.each(ways)('nothing is acknowledged or sent when the database file %s', async (_way, break_, what) => {
    const before = await callEach(CHANNELS.map(payment));
    expect(before.map(({ resultCode }) => resultCode)).toEqual(CHANNELS.map(() => 1));
    expect(await readiness()).toMatchObject({ status: 200 });
    break_();
    await expectNothingAcknowledged();
    expect(await readiness()).toEqual({
      status: 503,
      reason: `The database file ${what} while it was open.`,
    });
    await until('the log is written', () => alerts().length > 0);
    expect(alerts()).toEqual([
      expect.objectContaining({ path: file(), reason: expect.stringContaining(what) as string }),
    ]);
  });
}
