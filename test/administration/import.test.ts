import Database from 'better-sqlite3';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importWallets } from '../../src/cli/wallets-import/run.js';
import type { Shell } from '../../src/cli/shell.js';
import { openStore, type Store } from '../../src/store/store.js';
import type { WalletImports } from '../../src/usecase/ports.js';
import { temporaryFolder } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';

const ROWS = 20_000;
const BAD_EVERY = 1000;

let folder: string;
let store: Store;
let path: string;
const clock = machineClock;

beforeAll(async () => {
  folder = temporaryFolder();
  store = await openStore({ databaseUrl: `sqlite:${join(folder, 'cardway.db')}`, clock });
  await store.migrate();
  await store.provisioningAdmin.putProgramme({ programme: 'shop', actor: 'test' });
  path = join(folder, 'wallets.csv');
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const isBad = row % BAD_EVERY === BAD_EVERY - 1;
    return `4317279${String(row).padStart(8, '0')},${isBad ? 'x' : String(row)},${String(500_000 + row)}`;
  });
  writeFileSync(path, `reference,customer_id,card_id\n${rows.join('\n')}\n`);
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const shown: string[] = [];

function run(imports: WalletImports, isTerminal = false) {
  const shell: Pick<Shell, 'isTerminal' | 'err' | 'world'> = {
    isTerminal,
    err: (text) => void shown.push(text),

    world: {
      clock,
      timer: { wait: () => ({ done: Promise.resolve(), cancel: () => undefined }) },
      newId: () => 'id',
      random: Math.random,
      owner: 'test',
      pid: process.pid,
      readFile: (name) => readFileSync(name, 'utf8'),
    },
  };
  return importWallets(shell, imports, {
    file: path,
    format: 'csv',
    programme: 'shop',
    rejects: `${path}.rejects`,
    isRestart: false,
    isCheck: false,
    actor: 'cli:test',
  });
}

it('an import that is cut off goes on after the last block that was taken, rejects included', async () => {
  const { walletImports } = store.administration;
  let blocks = 0;
  const cutOff: WalletImports = {
    ...walletImports,
    take(args) {
      blocks += 1;
      return blocks < 3 ? walletImports.take(args) : Promise.reject(new Error('cut off'));
    },
  };
  await expect(run(cutOff)).rejects.toThrow('cut off');
  writeFileSync(`${path}.rejects`, 'what a dying process wrote last', { flag: 'a' });
  const { resumedAtLine, ...result } = await run(walletImports, true);
  expect(resumedAtLine).toBeGreaterThan(ROWS / 10);
  expect(result).toMatchObject({
    line: ROWS + 2,
    added: ROWS - ROWS / BAD_EVERY,
    changed: 0,
    rejected: ROWS / BAD_EVERY,
  });
  const rejects = readFileSync(`${path}.rejects`, 'utf8').trim().split('\n');
  expect(rejects.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
    Array.from({ length: ROWS / BAD_EVERY }, (_, index) => (index + 1) * BAD_EVERY + 1),
  );
  expect(shown.at(-1)).toMatch(/^\r\[#{24}\] 100% {2}\d+ lines {2}\d+\/s {2}20 rejected\n$/);
});

it('an import that came to its end begins anew', async () => {
  expect(await run(store.administration.walletImports)).toMatchObject({
    resumedAtLine: null,
    added: 0,
    changed: 0,
  });
});

describe('references in any order', () => {
  const SHUFFLED = 12_000;
  /** Each number below 12,000 once, scattered; 12,000 and 7,919 have no common divisor. */
  const scattered = (row: number): number => (row * 7919) % SHUFFLED;
  const counted = (): { wallets: number; cards: number } => {
    const database = new Database(join(folder, 'cardway.db'), { readonly: true });
    const row = database
      .prepare(
        `select count(distinct wallets.reference) as wallets, count(card_id) as cards from wallets
         join cards on cards.reference = wallets.reference where wallets.reference like 'r%'`,
      )
      .get();
    database.close();
    return row as { wallets: number; cards: number };
  };

  it('are all taken, once, however often the import is cut off', async () => {
    const rows = Array.from({ length: SHUFFLED }, (_, row) => {
      const number = scattered(row);
      const programme = row % BAD_EVERY === 0 ? 'nowhere' : 'shop';
      return `r${String(number).padStart(6, '0')},${String(number)},${String(900_000 + number)},${programme}`;
    });
    writeFileSync(path, `reference,customer_id,card_id,programme\n${rows.join('\n')}\n`);
    const { walletImports } = store.administration;
    let parts = 0;
    const cutOff: WalletImports = {
      ...walletImports,
      take(args) {
        parts += 1;
        return parts < 3 ? walletImports.take(args) : Promise.reject(new Error('cut off'));
      },
    };
    await expect(run(cutOff)).rejects.toThrow('cut off');
    const rejected = SHUFFLED / BAD_EVERY;
    const added = SHUFFLED - rejected;
    expect(await run(walletImports)).toMatchObject({ line: SHUFFLED + 2, added, changed: 0, rejected });
    expect(counted()).toEqual({ wallets: added, cards: added });
    const rejects = readFileSync(`${path}.rejects`, 'utf8').trim().split('\n');
    expect(rejects.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
      Array.from({ length: rejected }, (_, index) => index * BAD_EVERY + 2),
    );
  });

  it('leave a card with the reference that comes last in the file', async () => {
    writeFileSync(path, 'reference,customer_id,card_id\nrz,1,77\nry,1,78\nra,1,77\nrz,1,78\n');
    await run(store.administration.walletImports);
    const database = new Database(join(folder, 'cardway.db'), { readonly: true });
    const found = database.prepare('select card_id, reference from cards where card_id in (77, 78)').all();
    database.close();
    expect(found).toEqual([
      { card_id: 77, reference: 'ra' },
      { card_id: 78, reference: 'rz' },
    ]);
  });
});
