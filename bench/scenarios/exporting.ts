import { median, spread } from '../judge/median.js';
import { problemOf } from '../judge/ratio.js';
import { interleave } from '../measure/interleave.js';
import { runRound, type Round } from '../measure/round.js';
import { OPERATOR_KEY } from '../stage/credentials.js';
import type { Program } from '../stage/program.js';
import { startFull } from './growth.js';
import type { Finding, Outcome, Scenario } from './scenario.js';

/** Transactions of the target; --rows makes them fewer. */
const ROWS_MAX = 1_000_000;

/**
 * Latency of calls while an operator exports all transactions, and without. The gateway may use every core: the thread that reads
 * is there so that the calls keep theirs.
 */
export const exporting: Scenario = {
  name: 'export',
  about: 'p99 of calls on SQLite beside an export of a million transactions / without (--rows, --wallets)',
  async run(stage, effort) {
    const rows = Math.min(effort.rows, ROWS_MAX);
    const gateway = await startFull(stage, { ...effort, rows }, { cores: null });
    const kind = 'json';
    const [capacity] = await interleave(stage, [gateway], { kind, effort });
    const perSecond = median((capacity?.rounds ?? []).map((round) => round.perSecond)) / 2;
    const { connections, measureMs } = effort;
    const options = { kind, connections, measureMs, ratePerSecond: perSecond } as const;
    const beside: Round[] = [];
    const alone: Round[] = [];
    const exported: number[] = [];
    const withExport = async (): Promise<void> => {
      const reader = readAgainAndAgain(gateway);
      beside.push(await runRound(stage, gateway, options));
      exported.push(await reader.stop());
    };
    const without = async (): Promise<void> => {
      alone.push(await runRound(stage, gateway, options));
    };
    for (let number = 0; number < effort.rounds; number += 1) {
      // The order is A B, B A, so that neither always comes first.
      await (number % 2 === 0 ? withExport() : without());
      await (number % 2 === 0 ? without() : withExport());
      effort.tell(
        `at ${perSecond.toFixed(0)}/s beside an export of ${(exported.at(-1) ?? NaN).toFixed(0)} rows/s: ` +
          `${describe(beside.at(-1))}; without: ${describe(alone.at(-1))}`,
      );
    }
    await gateway.stop();
    return outcomeOf({ beside, alone, exported, rows, perSecond });
  },
};

interface Measurements {
  readonly beside: readonly Round[];
  readonly alone: readonly Round[];
  /** Rows of the export in a second, for each round. */
  readonly exported: readonly number[];
  readonly rows: number;
  readonly perSecond: number;
}

function outcomeOf({ beside, alone, exported, rows, perSecond }: Measurements): Outcome {
  const subjects = [
    { name: 'beside an export', rounds: beside },
    { name: 'without', rounds: alone },
  ];
  const problem = subjects.map((subject) => problemOf(subject, null)).find((text) => text !== null) ?? null;
  const ratios = beside.map((round, index) => round.p99Ms / (alone[index]?.p99Ms ?? NaN));
  const calls: Finding = {
    target: null,
    what: `p99 at ${perSecond.toFixed(0)} calls/s beside an export of ${String(rows)} transactions / without`,
    measured: problem === null ? median(ratios) : null,
    unit: 'ratio',
    wanted: { atMost: 1.1 },
    spread: spread(ratios),
    note:
      problem ??
      `${median(beside.map(({ p99Ms }) => p99Ms)).toFixed(2)} against ${median(alone.map(({ p99Ms }) => p99Ms)).toFixed(2)} ms`,
  };
  const rate: Finding = {
    target: null,
    what: 'transactions of an export beside these calls',
    measured: median(exported),
    unit: 'a second',
    wanted: null,
  };
  return { subjects, ceilingPerSecond: null, findings: [calls, rate] };
}

/** Exports as CSV, and begins anew at the end. `stop` returns the rows in a second. Errors: what the gateway refused. */
function readAgainAndAgain({ url }: Program): { readonly stop: () => Promise<number> } {
  const stopping = new AbortController();
  const startedAtMs = performance.now();
  let lines = 0;
  let failure: unknown = null;
  const read = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${url}/v1/exports/transactions`, {
        headers: { Authorization: `Bearer ${OPERATOR_KEY}` },
        signal: stopping.signal,
      });
      if (!response.ok || response.body === null)
        throw new Error(`The export got HTTP ${String(response.status)}: ${await response.text()}`);
      for await (const piece of response.body) lines += lineEndsIn(piece);
    }
  };
  const done = read().catch((error: unknown) => {
    if (!stopping.signal.aborted) failure = error;
  });
  return {
    async stop() {
      const seconds = (performance.now() - startedAtMs) / 1000;
      stopping.abort();
      await done;
      if (failure !== null) throw failure as Error;
      return lines / seconds;
    },
  };
}

const LINE_END = 10;

function lineEndsIn(piece: Uint8Array): number {
  let count = 0;
  for (let at = piece.indexOf(LINE_END); at !== -1; at = piece.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}

function describe(round: Round | undefined): string {
  return `p50 ${(round?.p50Ms ?? NaN).toFixed(2)} ms, p99 ${(round?.p99Ms ?? NaN).toFixed(2)} ms`;
}
