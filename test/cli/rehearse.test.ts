/** Tests `cardway rehearse` with the simulated wallet service, and with one that has a flaw for each case. */
import { openStore } from '../../src/store/store.js';
import type { Result } from '../../src/cli/rehearse/run.js';
import { SANDBOX_TERMINAL_PASSWORD } from '../../src/sandbox/data.js';
import { startWalletService } from '../../src/sandbox/wallet-service.js';
import { directoryOf } from '../support/directory.js';
import { temporaryFolder } from '../support/gateway.js';
import { machineClock, machineRuntime } from '../support/machine-clock.js';
import { FLAWS, flawedWallet } from '../support/wallet/flawed.js';
import { startWallet, type TestWallet } from '../support/wallet/index.js';
import { cardway, databaseIn, entriesOf, serveSettings } from './command.js';

const REFERENCE = '43172792905';
const KEY = 'a signing key of ours';
const BALANCE = 6000;
const AMOUNT = '10000';
let folder: string;

beforeAll(async () => {
  folder = temporaryFolder();
  const store = await openStore({
    databaseUrl: databaseIn(folder)['CARDWAY_DATABASE_URL'] ?? '',
    clock: machineClock,
  });
  await store.migrate();
  const directory = directoryOf(store);
  await directory.putProgramme({ programme: 'shop' });
  const password = SANDBOX_TERMINAL_PASSWORD;
  await directory.putTerminal({ terminalId: '0068766621', programme: 'shop', password });
  const cards = [{ cardId: 5001, isDefault: true }];
  await directory.putWallet({ reference: REFERENCE, programme: 'shop', customerId: 1001, cards });
  await store.close();
});

const settings = (url: string, inquiryUrl = url): Record<string, string> => ({
  ...serveSettings(folder, url),
  CARDWAY_DOWNSTREAM_TIMEOUT_MS: '1000',
  CARDWAY_DOWNSTREAM_INQUIRY_URL: inquiryUrl,
});

const rehearse = (env: Record<string, string>, ...args: readonly string[]) =>
  cardway(['rehearse', '--reference', REFERENCE, '--amount', AMOUNT, ...args], env);

it('passes the simulated wallet service, and gives everything back', async () => {
  const wallet = await startWalletService({
    path: ':memory:',
    signingKey: Buffer.from(KEY),
    wallets: [{ reference: REFERENCE, customerId: 1001, cardId: 5001, balance: BALANCE }],
    hosts: [],
    timer: machineRuntime().timer,
  });
  const { status, out, err } = await rehearse(settings(wallet.url, wallet.inquiryUrl));
  const balance = wallet.balance(REFERENCE);
  await wallet.close();
  expect([status, err, balance]).toEqual([0, '', BALANCE]);
  expect(out).toContain('20 passed, 0 failed (0 MUST), 0 not run. The balance is 6000, as at the start.');
});

interface Line extends Result {
  readonly kind: 'case' | 'summary';
}

/** Starts a wallet service with this flaw for the time of the work. */
async function withFlaw<T>(
  flaw: string | undefined,
  work: (wallet: TestWallet, book: { readonly balance: number; readonly lowest: number }) => Promise<T>,
): Promise<T> {
  const ended = (connection: number): Promise<void> => wallet.disconnected(connection);
  const { behaviour, book } = flawedWallet({ key: KEY, balance: BALANCE, flaw, ended });
  const wallet = await startWallet({ behaviour });
  try {
    return await work(wallet, book);
  } finally {
    await wallet.close();
  }
}

const flaws = Object.entries(FLAWS).map(([id, flaw]) => ({ id, ...flaw }));

it.each(flaws)('$id fails a service that $does', async ({ id, fails }) => {
  await withFlaw(id, async (wallet, book) => {
    const { status, out } = await rehearse(settings(wallet.url), '--json');
    const lines = entriesOf<Line>(out);
    const failed = lines.filter(({ result }) => result === 'fail');
    expect(failed.map((each) => each.id)).toEqual(fails);
    for (const { seen, why, change } of failed) expect([seen, why, change]).not.toContain(null);
    expect(status).toBe(failed.some(({ level }) => level === 'MUST') ? 1 : 0);
    expect(lines.at(-1)).toMatchObject({ kind: 'summary', failed: fails.length });
    // Also a service that books twice never lacks more than the amount.
    expect(BALANCE - book.lowest).toBeLessThanOrEqual(Number(AMOUNT));
    expect(out).not.toContain(KEY);
  });
});

it('gives the money back when it is stopped, and plays no further case', async () => {
  await withFlaw(undefined, async (wallet, book) => {
    const stopped = wallet.called(13);
    const args = ['rehearse', '--reference', REFERENCE, '--amount', AMOUNT];
    const { out } = await cardway(args, settings(wallet.url), '', false, undefined, stopped);
    expect(out).toMatch(/W05 .* pass[^]*W06 .* not run .*\n +Seen: +The run was stopped\./);
    expect([book.balance, book.lowest < BALANCE]).toEqual([BALANCE, true]);
  });
});

it('goes on without an inquiry URL, and takes no more than the amount', async () => {
  await withFlaw(undefined, async (wallet, book) => {
    const { CARDWAY_DOWNSTREAM_INQUIRY_URL: _, ...env } = settings('http://127.0.0.1:9/');
    const { status, out } = await cardway(
      ['rehearse', '--reference', REFERENCE, '--amount', '50', '--url', wallet.url],
      env,
    );
    expect([status, book]).toEqual([0, { balance: BALANCE, lowest: BALANCE - 50 }]);
    expect(out).toMatch(/W03 .* not run .*\n +Seen: +downstream\.inquiryUrl is not set\./);
    expect(out).toMatch(/W16 .* not run .*\n +Seen: +It may take 6001, and --amount is 50\./);
  });
});

it('is no command without a wallet and an amount that suffices', async () => {
  const env = settings('http://127.0.0.1:9/');
  const status = async (...args: string[]) => (await cardway(['rehearse', ...args], env)).status;
  expect(await status('--reference', REFERENCE)).toBe(2);
  expect(await status('--amount', '50')).toBe(2);
  expect(await status('--reference', REFERENCE, '--amount', '49')).toBe(2);
  expect(await status('--reference', '404', '--amount', '50')).toBe(1);
});

it('doctor warns of an inquiry that answers about an unknown request id', async () => {
  await withFlaw('W03', async (wallet, book) => {
    const { status, out } = await cardway(['doctor'], settings(wallet.url));
    expect([status, book.lowest]).toEqual([0, BALANCE]);
    expect(out).toMatch(/^warning +wallet service .* unknown request id got HTTP 200, and not HTTP 404/m);
  });
});
