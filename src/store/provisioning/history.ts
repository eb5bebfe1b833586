import type { AttemptState } from '../../core/attempt.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { compile } from '../statement.js';

export interface HistoryEntry {
  readonly attemptId: string;
  readonly atMs: number;
  /** Key id of who caused it. */
  readonly actor: string;
  readonly from: AttemptState | null;
  readonly to: AttemptState;
  readonly reason: string | null;
}

/** One row for each transition of an attempt, in the commit of what it tells. */
export function compileHistoryEntry({ compiler }: StoreDialect) {
  return compile((p: HistoryEntry) =>
    compiler.insertInto('attempt_history').values({
      attempt_id: p.attemptId,
      at_ms: p.atMs,
      actor: p.actor,
      from_state: p.from,
      to_state: p.to,
      reason: p.reason,
    }),
  );
}
