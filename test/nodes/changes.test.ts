import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/store/store.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { balance, RPC2 } from '../support/doors/index.js';
import { until } from '../life/until.js';
import { openSocket } from '../stream/raw-socket.js';
import { machineClock } from '../support/machine-clock.js';

const KEY = {
  keyId: 'changes-test',
  key: 'cardway_test_changes',
  role: 'integrator' as const,
  programme: 'sandbox',
};

let folder: string;
/** An SQLite file has one serving process, with as many workers as it likes. */
let gateway: TestGateway;
const WORKERS = 3;
let admin: Store;

beforeAll(async () => {
  folder = temporaryFolder();
  const env = {
    CARDWAY_LOG_LEVEL: 'silent',
    CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: 'off',
    CARDWAY_LIMITS_WRONG_CHECKSUMS_PER_HOUR: 'off',
  };
  gateway = await startGateway({ folder, env, args: ['serve', '--sandbox', '--workers', String(WORKERS)] });
  admin = await openStore({
    databaseUrl: `sqlite:${join(folder, 'cardway.db')}`,
    clock: machineClock,
  });
  await admin.directoryAdmin.putApiKey({ ...KEY, isDisabled: false });
});

afterAll(async () => {
  await admin.close();
  await gateway.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks every worker, which are behind one port by turns, until all agree. */
async function seenEverywhere(isSeen: (url: string) => Promise<boolean>): Promise<void> {
  const isSeenByAll = async (): Promise<boolean> => {
    for (let worker = 0; worker < WORKERS; worker += 1) if (!(await isSeen(gateway.url))) return false;
    return true;
  };
  await until('all workers know of the change', isSeenByAll);
}

async function secretStatus(url: string): Promise<number> {
  const response = await fetch(`${url}/debit/v1/digitization/generate-time-based-secret?card_id=1`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY.key}`, Connection: 'close' },
  });
  await response.text();
  return response.status;
}

it('a key that another process disables is refused by all, and its sockets are closed by all', async () => {
  await seenEverywhere(async (url) => (await secretStatus(url)) !== 401);
  const sockets = await Promise.all(Array.from({ length: 2 * WORKERS }, () => openSocket(gateway.url)));
  for (const raw of sockets) {
    raw.send({ type: 'connection_init', payload: { authorization: `Bearer ${KEY.key}` } });
    expect(await raw.next()).toEqual({ type: 'connection_ack' });
  }
  await admin.directoryAdmin.putApiKey({ ...KEY, isDisabled: true });
  await Promise.all([
    seenEverywhere(async (url) => (await secretStatus(url)) === 401),
    ...sockets.map(async ({ closed }) => expect(await closed).toMatchObject({ code: 4403 })),
  ]);
});

it('a terminal that another process disables is refused by all', async () => {
  const terminal = {
    terminalId: balance().fields['terminal_id']!,
    programme: 'sandbox',
    password: '1234567890',
  };
  const resultCode = async (url: string): Promise<number | null> =>
    (await RPC2.call(url, balance())).resultCode;
  expect(await resultCode(gateway.url)).not.toBe(-8);
  await admin.directoryAdmin.putTerminal({ ...terminal, isDisabled: true });
  await seenEverywhere(async (url) => (await resultCode(url)) === -8);
});
