/** Backs up a gateway under load, loses its disk, and restores what it had acknowledged. */
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { cardway } from '../cli/command.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { deduct, JSON_PROXY, requestIdOf, reversalOf, RPC2, type Call } from '../support/channels/index.js';
import { openLedgerFile } from '../support/channels/ledger.js';
import { approving, respond, startWallet } from '../support/wallet/index.js';
import { until } from '../life/until.js';
import { constants } from '../support/constants.js';

let folder: string;
let backups: string;
let env: Record<string, string>;
const CALLERS = 4;

beforeEach(() => {
  folder = temporaryFolder();
  backups = temporaryFolder();
  env = { CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}` };
});

/** Calls without a pause until stopped. Records each acknowledged call and its time. */
function keepCalling(gateway: TestGateway): {
  readonly acknowledged: { readonly call: Call; readonly atMs: number }[];
  stop(): Promise<void>;
} {
  const acknowledged: { call: Call; atMs: number }[] = [];
  let isStopped = false;
  const caller = async (): Promise<void> => {
    while (!isStopped) {
      const call = deduct({ request_amount: '1' });
      const { resultCode } = await JSON_PROXY.call(gateway.url, call);
      if (resultCode === 1) acknowledged.push({ call, atMs: Date.now() });
    }
  };
  const callers = Array.from({ length: CALLERS }, caller);
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await Promise.all(callers);
    },
  };
}

it('a backup under load contains everything acknowledged before it, and a restored gateway replays it', async () => {
  const gateway = await startGateway({ folder });
  const load = keepCalling(gateway);
  await until('there is something to lose', () => load.acknowledged.length > 80);
  const file = join(backups, 'one.db');
  const backup = await cardway(['backup', file, '--json'], env);
  expect([backup.status, backup.err]).toEqual([0, '']);
  const seen = load.acknowledged.length;
  await until('calls went on', () => load.acknowledged.length > seen + 50);
  await load.stop();
  await gateway.kill();
  const { takenAt } = JSON.parse(backup.out) as { readonly takenAt: string };
  const before = load.acknowledged.filter(({ atMs }) => atMs < Date.parse(takenAt));
  expect(before.length).toBeGreaterThan(80);
  const copy = new Database(file, { readonly: true });
  const kept = copy.prepare('select count(*) from transactions').pluck().get() as number;
  copy.close();
  expect(kept).toBeGreaterThanOrEqual(before.length);
  expect(kept).toBeLessThan(load.acknowledged.length + CALLERS);

  // The disk is lost. The key was stored elsewhere.
  const key = readFileSync(join(folder, 'cardway.db.key'));
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  writeFileSync(join(folder, 'cardway.db.key'), key, { mode: 0o600 });
  const restored = await cardway(['restore', file, '--json'], env);
  expect([restored.status, restored.err]).toEqual([0, '']);
  expect(JSON.parse(restored.out)).toEqual({ putAside: null });

  const again = await startGateway({ folder });
  try {
    const heard = await Promise.all(before.slice(-50).map(({ call }) => JSON_PROXY.call(again.url, call)));
    expect(heard.filter(({ resultCode, replayed }) => resultCode === 1 && replayed === true)).toHaveLength(
      50,
    );
    expect((await JSON_PROXY.call(again.url, deduct({ request_amount: '1' }))).resultCode).toBe(1);
  } finally {
    await again.stop();
  }
  // No reader may continue with a sequence that another row got after the backup.
  const database = new Database(join(folder, 'cardway.db'), { readonly: true });
  const last = database.prepare('select max(sequence) from transactions').pluck().get() as number;
  database.close();
  expect(last).toBeGreaterThan(1_000_000_000);
});

it.each([
  ['false', 'in_doubt', 0],
  ['true', 'answered', 1],
])(
  'an advice that waited at the time of the backup counts as perhaps sent (a route that dedupes: %s)',
  async (dedupes, state, sentAgain) => {
    const wallet = await startWallet({ behaviour: respond({ status: 429 }) });
    const settings = {
      CARDWAY_DOWNSTREAM_URL: wallet.url,
      CARDWAY_DOWNSTREAM_DEDUPES: dedupes,
      ...constants({ SWEEP_EVERY_MS: 50, ADVICE_RETRY_MIN_MS: 100, ADVICE_RETRY_MAX_MS: 100 }),
    };
    const gateway = await startGateway({ folder, env: settings });
    const ledger = openLedgerFile(folder);
    const advice = reversalOf(deduct());
    const stateOf = (): string => ledger.row(requestIdOf(advice)).state;
    await RPC2.call(gateway.url, advice);
    const file = join(backups, 'one.db');
    expect((await cardway(['backup', file], env)).status).toBe(0);
    wallet.behave(approving());
    await until('it is answered', () => stateOf() === 'answered');
    const sent = wallet.calls.length;
    await gateway.kill();
    ledger.close();

    expect((await cardway(['restore', '--force', file], env)).status).toBe(0);
    const again = await startGateway({ folder, env: settings });
    const restored = openLedgerFile(folder);
    await until('it is settled', () => restored.row(requestIdOf(advice)).state === state);
    expect(wallet.calls.length - sent).toBe(sentAgain);
    restored.close();
    await again.kill();
    await wallet.close();
  },
);

describe('a restore', () => {
  const used = temporaryFolder();
  let file: string;
  const cli = (...args: string[]) => cardway(args, env);

  beforeAll(async () => {
    const gateway = await startGateway({ folder: used });
    await JSON_PROXY.call(gateway.url, deduct());
    await gateway.stop();
    const settings = { CARDWAY_DATABASE_URL: `sqlite:${join(used, 'cardway.db')}` };
    expect((await cardway(['backup', join(used, 'one.db')], settings)).status).toBe(0);
  });

  beforeEach(() => {
    file = join(backups, 'one.db');
    copyFileSync(join(used, 'one.db'), file);
    for (const name of ['cardway.db', 'cardway.db.key']) copyFileSync(join(used, name), join(folder, name));
  });

  it('leaves an existing database unchanged, and moves it aside with --force', async () => {
    const refused = await cli('restore', file);
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('--force')]);
    const forced = await cli('restore', '--force', file);
    expect([forced.status, forced.err]).toEqual([0, '']);
    const names = readdirSync(folder).sort();
    expect(names.filter((name) => name.includes('.replaced-'))).toHaveLength(1);
    expect(statSync(join(folder, 'cardway.db')).mode & 0o777).toBe(0o600);
    expect(names.filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('does not replace a database that a gateway uses', async () => {
    const gateway = await startGateway({ folder });
    const { status, err } = await cli('restore', '--force', file);
    expect([status, err]).toEqual([1, expect.stringContaining('is served by another process')]);
    expect((await JSON_PROXY.call(gateway.url, deduct())).resultCode).toBe(1);
    expect(await gateway.stop()).toBe(0);
  });

  it('with --trial checks everything and changes nothing', async () => {
    const before = readdirSync(folder).sort();
    const { status, out } = await cli('restore', '--trial', file);
    expect([status, out]).toEqual([0, expect.stringContaining('Nothing was put in place')]);
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it('refuses a damaged file', async () => {
    const bytes = readFileSync(file);
    bytes.fill(0xff, 8192, 8192 + 4096);
    writeFileSync(file, bytes);
    const damaged = await cli('restore', '--force', file);
    expect([damaged.status, damaged.err]).toEqual([1, expect.stringContaining('damaged')]);
    expect(readdirSync(folder).filter((name) => name.includes('replaced'))).toEqual([]);
  });

  it('refuses the wrong master key, and a missing one', async () => {
    const wrong = await cardway(['restore', '--trial', file], {
      ...env,
      CARDWAY_MASTER_KEY: `hex:${'5a'.repeat(32)}`,
    });
    expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('another master key')]);
    const elsewhere = { CARDWAY_DATABASE_URL: `sqlite:${join(backups, 'new', 'cardway.db')}` };
    const missing = await cardway(['restore', file], elsewhere);
    expect([missing.status, missing.err]).toEqual([1, expect.stringContaining('master key is missing')]);
    expect(existsSync(join(backups, 'new'))).toBe(false);
  });

  it('refuses a file that is no backup', async () => {
    const other = join(backups, 'other.db');
    new Database(other).exec('create table t (a)').close();
    const { status, err } = await cli('restore', '--trial', other);
    expect([status, err]).toEqual([1, expect.stringContaining('no backup of a gateway')]);
    writeFileSync(other, 'text');
    expect((await cli('restore', '--trial', other)).status).toBe(1);
  });

  it('a backup replaces no other file', async () => {
    const { status, err } = await cli('backup', file);
    expect([status, err]).toEqual([1, expect.stringContaining('exists')]);
    expect(readdirSync(backups).filter((name) => name.includes('.part'))).toEqual([]);
  });
});
