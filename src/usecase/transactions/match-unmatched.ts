import { matchAdvice, type MatchDeps } from './match-advice.js';
import type { TraceWork } from '../trace-port.js';

export interface MatchUnmatchedDeps extends MatchDeps {
  readonly matchEveryMs: number;
  /** Rows of one look. */
  readonly batchMax: number;
  /** There where traces are wanted. */
  readonly traced?: TraceWork | undefined;
}

/**
 * Looks from time to time whether the wallets of unmatched advices are known now: added here, on another node, or by the service that
 * is asked for wallets. Each look takes some, newest first, and the next one goes on behind them, so that its cost does not grow with
 * their number; a wallet that is not known is asked for once in a look.
 */
export function createMatchUnmatched(deps: MatchUnmatchedDeps): () => Promise<void> {
  let nextLookMs = deps.clock.nowMs();
  let behind: number | undefined;
  return async () => {
    const nowMs = deps.clock.nowMs();
    // A clock that was set back must not put it off for so long.
    if (nowMs < nextLookMs && nowMs >= nextLookMs - deps.matchEveryMs) return;
    nextLookMs = nowMs + deps.matchEveryMs;
    const { rows, hasNextPage } = await deps.ledger.list({
      filter: { state: 'unmatched' },
      first: deps.batchMax,
      ...(behind === undefined ? {} : { after: behind }),
    });
    behind = hasNextPage ? rows.at(-1)?.sequence : undefined;
    const unknown = new Set<string>();
    for (const row of rows) {
      const named = JSON.stringify([row.programme, row.reference]);
      if (unknown.has(named)) continue;
      const work = async (): Promise<void> => {
        const [advice] = await deps.ledger.withTexts([row]);
        if (advice === undefined) return;
        const { kind } = await matchAdvice(deps, advice);
        if (kind === 'unknown' || kind === 'trouble') unknown.add(named);
      };
      await (deps.traced === undefined ? work() : deps.traced('sweep matches', row, work));
    }
  };
}
