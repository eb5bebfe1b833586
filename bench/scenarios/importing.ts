import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { median, spread } from '../judge/median.js';
import { onCores } from '../stage/cores.js';
import { ROOT } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';
import type { Finding, Scenario } from './scenario.js';

const ORDERS = ['in order of reference', 'in random order'] as const;
type Order = (typeof ORDERS)[number];

/** Time of `cardway wallets import` into an empty database, one card per wallet, start included. */
export const importing: Scenario = {
  name: 'wallets-import',
  about: 'wallets streamed from CSV, references in order and in random order',
  async run(stage, effort) {
    const findings: Finding[] = [];
    for (const order of ORDERS) {
      const file = join(stage.folder, `wallets-${String(ORDERS.indexOf(order))}.csv`);
      await writeWallets(file, effort.wallets, order);
      const perSecond: number[] = [];
      for (let round = 0; round < effort.rounds; round += 1) {
        const seconds = await importOnce(
          stage,
          file,
          `import-${String(ORDERS.indexOf(order))}-${String(round)}`,
        );
        perSecond.push(effort.wallets / seconds);
        effort.tell(`import ${order}: ${seconds.toFixed(1)} s`);
      }
      findings.push({
        target: null,
        what: `wallets import of ${String(effort.wallets)} rows from CSV, ${order}`,
        measured: median(perSecond),
        unit: 'rows/s',
        wanted: { atLeast: 20_000 },
        spread: spread(perSecond),
      });
    }
    return { subjects: [], ceilingPerSecond: null, findings };
  },
};

async function writeWallets(path: string, count: number, order: Order): Promise<void> {
  const file = createWriteStream(path);
  file.write('reference,customer_id,card_id,tracking_number\n');
  for (let row = 0; row < count; row += 1) {
    const line = `${referenceOf(row, order)},${String(row)},${String(row + 1)},${String(627_028_100_000_000 + row)}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

function referenceOf(row: number, order: Order): string {
  return order === 'in random order'
    ? createHash('md5').update(String(row)).digest('hex').slice(0, 16)
    : String(4_317_279_000_000 + row);
}

async function importOnce(stage: Stage, file: string, database: string): Promise<number> {
  const url = `sqlite:${join(stage.folder, `${database}.db`)}`;
  await cardway(stage, url, ['migrate']);
  await cardway(stage, url, ['programmes', 'set', 'shop']);
  const startedAt = performance.now();
  await cardway(stage, url, ['wallets', 'import', file, '--programme', 'shop']);
  return (performance.now() - startedAt) / 1000;
}

async function cardway({ cores }: Stage, databaseUrl: string, args: readonly string[]): Promise<void> {
  const main = join(ROOT, 'dist', 'main.js');
  const [program, ...rest] = onCores(cores.subject, [process.execPath, main, ...args]);
  const env = { PATH: process.env['PATH'], CARDWAY_DATABASE_URL: databaseUrl };
  const child = spawn(program, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`cardway ${args.join(' ')} ended with ${String(status)}.`);
}
