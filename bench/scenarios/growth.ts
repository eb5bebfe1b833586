import { join } from 'node:path';
import { interleave } from '../measure/interleave.js';
import { runCalls } from '../measure/round.js';
import { makeDatabase } from '../stage/directory.js';
import { addHistory } from '../stage/history.js';
import type { Program } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';
import { residentKib } from '../../test/support/process-cost.js';
import type { Effort, Scenario } from './scenario.js';
import { throughputRatio } from './throughput.js';

export const growth: Scenario = {
  name: 'growth',
  about: 'P6: the JSON interface with many saved transactions and wallets against an empty one',
  async run(stage, effort) {
    const full = await startFull(stage, effort);
    const empty = await stage.startGateway({ name: 'gateway-empty' });
    const { wallets } = effort;
    const [a, b] = await interleave(stage, [full, empty], {
      kind: 'json',
      effort,
      walletsOf: [wallets, 1000],
    });
    await full.stop();
    await empty.stop();
    const ratio = throughputRatio(a, b, { target: { name: 'P6', atLeast: 0.9 } });
    const what = `${String(effort.transactions)} transactions and ${String(wallets)} wallets / empty`;
    return [{ ...ratio, what }];
  },
};

/** Starts a gateway with saved transactions and wallets. */
async function startFull(stage: Stage, effort: Effort): Promise<Program> {
  const path = join(stage.folder, 'full.db');
  const databaseUrl = `sqlite:${path}`;
  await makeDatabase(path, effort.wallets);
  const first = await stage.startGateway({ name: 'gateway-first', databaseUrl });
  await runCalls(stage, first, 1);
  await first.stop();
  addHistory(path, effort);
  return stage.startGateway({ name: 'gateway-full', databaseUrl });
}

/** Calls of target P7. The first look comes after a tenth of them. */
const CALLS_MAX = 1_000_000;

export const memory: Scenario = {
  name: 'memory',
  about: 'P7: resident set at rest, and after 1 million transactions minus after 100 thousand',
  async run(stage, effort) {
    const gateway = await stage.startGateway();
    const resident = (): number => (residentKib(gateway.pid) ?? NaN) / 1024;
    const atRest = resident();
    const calls = Math.min(effort.transactions, CALLS_MAX);
    const after = async (count: number): Promise<number> => {
      const { refused, broken, refusal } = await runCalls(stage, gateway, count);
      if (refused + broken > 0) throw new Error(`Refused: ${refusal ?? ''}`);
      effort.tell(`after ${String(count)} more calls: ${resident().toFixed(1)} MiB`);
      return resident();
    };
    const early = await after(calls / 10);
    const late = await after(calls - calls / 10);
    await gateway.stop();
    return [
      {
        target: 'P7',
        what: 'resident set at rest',
        measured: atRest,
        unit: 'MB',
        wanted: { atMost: 110 },
      },
      {
        target: 'P7',
        what: `resident set after ${String(calls)} transactions, minus after ${String(calls / 10)}`,
        measured: late - early,
        unit: 'MB',
        wanted: { atMost: 20 },
        note: `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB`,
      },
    ];
  },
};
