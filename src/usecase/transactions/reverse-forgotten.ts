import type { MethodTable } from '../../core/methods.js';
import { givesMoneyBack } from '../../core/transaction.js';
import type { Clock, Ledger, TransactionSummary } from '../ports.js';
import type { TraceWork } from '../trace-port.js';

export interface ForgottenDeps {
  readonly ledger: Pick<Ledger, 'list' | 'linked'>;
  readonly methods: MethodTable;
  readonly clock: Clock;
  readonly onContradicted: (requestId: string) => Promise<void>;
  /** Rows of one look. */
  readonly batchMax: number;
  /** There where traces are wanted. */
  readonly traced?: TraceWork | undefined;
}

/** So long after its contradiction a transaction should have its reversal. */
const FORGOTTEN_AFTER_MS = 10_000;

/** So often is looked for those that have none. */
const LOOK_EVERY_MS = 1000;

/**
 * A process may die between finding out that money moved against what the terminal heard, and giving it back. What has
 * no reversal after a while is taken up again; the reversal itself is claimed once only.
 *
 * Contradicted transactions remain until an operator closes them, so there may be many, nearly all with their reversal. Each look takes
 * some, newest first, and the next one goes on behind them: what it costs does not grow with them, and all of them come up.
 */
export function createReverseForgotten(deps: ForgottenDeps): () => Promise<void> {
  let nextLookMs = deps.clock.monotonicMs();
  let behind: number | undefined;
  return async () => {
    if (deps.clock.monotonicMs() < nextLookMs) return;
    nextLookMs = deps.clock.monotonicMs() + LOOK_EVERY_MS;
    const nowMs = deps.clock.nowMs();
    const { rows, hasNextPage } = await deps.ledger.list({
      filter: { state: 'contradicted' },
      first: deps.batchMax,
      ...(behind === undefined ? {} : { after: behind }),
    });
    behind = hasNextPage ? rows.at(-1)?.sequence : undefined;
    for (const row of rows) {
      // Settled in the future, by another node or before the clock was set back: it is not waited for until then.
      if (Math.abs(nowMs - (row.settledAtMs ?? 0)) < FORGOTTEN_AFTER_MS) continue;
      if (await isGivenBack(deps, row)) continue;
      const work = (): Promise<void> => deps.onContradicted(row.requestId);
      await (deps.traced === undefined ? work() : deps.traced('sweep reverses', row, work));
    }
  };
}

/** As the claim of the gateway's own reversal sees it. */
async function isGivenBack({ ledger, methods }: ForgottenDeps, row: TransactionSummary): Promise<boolean> {
  const reversals = methods.reversalsOf(row.methodName);
  const linked = await ledger.linked(row.requestId);
  return linked.some((advice) => reversals.includes(advice.methodName) && givesMoneyBack(advice));
}
