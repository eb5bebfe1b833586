import { join } from 'node:path';
import { interleave } from '../measure/interleave.js';
import { runRound } from '../measure/round.js';
import { residentBytes } from '../stage/cpu.js';
import { makeDatabase } from '../stage/directory.js';
import { addHistory } from '../stage/history.js';
import type { Program } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';
import type { Effort, Scenario } from './scenario.js';
import { throughputRatio } from './throughput.js';

export const growth: Scenario = {
  name: 'growth',
  about:
    'P6: the JSON interface with many saved transactions and wallets against an empty one (--rows, --wallets)',
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
    if (a === undefined || b === undefined) throw new Error('A subject is missing.');
    const target = { name: 'P6', peer: b.name, atLeast: 0.9 };
    const ratio = throughputRatio(a, b, { kind: 'json', ceilingPerSecond: null, target });
    const what = `${String(effort.rows)} transactions and ${String(wallets)} wallets / empty`;
    return { subjects: [a, b], ceilingPerSecond: null, findings: [{ ...ratio, what }] };
  },
};

/** Starts a gateway with saved transactions and wallets. */
async function startFull(stage: Stage, effort: Effort): Promise<Program> {
  const path = join(stage.folder, 'full.db');
  const databaseUrl = `sqlite:${path}`;
  await makeDatabase(path, effort.wallets);
  const first = await stage.startGateway({ name: 'gateway-first', databaseUrl });
  await runRound(stage, first, { kind: 'json', callsMax: 1, connections: 1, warmUpMs: 0, measureMs: 10_000 });
  await first.stop();
  addHistory(path, effort);
  return stage.startGateway({ name: 'gateway-full', databaseUrl });
}

/** Calls of target P7; --rows makes the run shorter. The first look comes after a tenth of the calls. */
const CALLS_MAX = 1_000_000;
const MEBIBYTE = 1024 * 1024;

export const memory: Scenario = {
  name: 'memory',
  about:
    'P7: resident set at rest, and after 1 million transactions minus after 100 thousand (--rows: fewer)',
  async run(stage, effort) {
    const gateway = await stage.startGateway();
    const atRest = residentBytes(gateway.pid);
    const calls = Math.min(effort.rows, CALLS_MAX);
    const after = async (callsMax: number): Promise<number> => {
      const { connections } = effort;
      const round = await runRound(stage, gateway, {
        kind: 'json',
        connections,
        callsMax,
        warmUpMs: 0,
        measureMs: HOUR_MS,
      });
      if (round.refused + round.broken > 0) throw new Error(`Refused: ${round.refusal ?? ''}`);
      const bytes = residentBytes(gateway.pid);
      effort.tell(`after ${String(callsMax)} more calls: ${(bytes / MEBIBYTE).toFixed(1)} MiB`);
      return bytes;
    };
    const early = await after(calls / 10);
    const late = await after(calls - calls / 10);
    await gateway.stop();
    const findings = [
      {
        target: 'P7',
        what: 'resident set at rest',
        measured: atRest / MEBIBYTE,
        unit: 'MB',
        wanted: { atMost: 110 },
      },
      {
        target: 'P7',
        what: `resident set after ${String(calls)} transactions, minus after ${String(calls / 10)}`,
        measured: (late - early) / MEBIBYTE,
        unit: 'MB',
        wanted: { atMost: 20 },
        note: `${(early / MEBIBYTE).toFixed(0)} MB, then ${(late / MEBIBYTE).toFixed(0)} MB`,
      },
    ];
    return { subjects: [], ceilingPerSecond: null, findings };
  },
};

const HOUR_MS = 3_600_000;
