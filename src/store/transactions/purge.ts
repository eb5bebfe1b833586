import type { AuditEntry } from '../../core/access/audit.js';
import { sql } from 'kysely';
import type {
  LedgerHistory,
  OrderedPurge,
  Purged,
  PurgePiece,
  SkipReason,
} from '../../use-cases/transactions/history/history-port.js';
import type { TransactionState } from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { DIRECTORY } from '../engine/locks.js';
import { createMetadataTable } from '../engine/metadata.js';
import { first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createExportText } from './export.js';
import { requestKey } from './row.js';
import type { AppendAudit, StoreParts } from '../parts.js';

/** States in which nobody waits for a transaction any more. */
const CLOSED: readonly TransactionState[] = ['answered', 'refused', 'failed'];
const isClosed = (state: TransactionState): boolean => CLOSED.includes(state);

/**
 * Number of sequences that one piece covers. The purge scans the whole ledger: rows with receipt times of a wrong clock can lie
 * anywhere in it.
 */
const WINDOW_ROWS = 2000;

interface Candidate {
  readonly sequence: number;
  readonly state: TransactionState;
  readonly originalRequestId: string | null;
  /** Sequence of an open advice that refers to this transaction. */
  readonly openLink: number | null;
}

function createPurge(dialect: StoreDialect, append: AppendAudit) {
  const statements = compileStatements(dialect);

  /** Returns why the row stays, or null when it may be deleted. */
  function* keptFor(row: Candidate): Step<SkipReason | null> {
    if (!isClosed(row.state)) return row.state;
    if (row.openLink !== null) return 'linked';
    if (row.originalRequestId === null) return null;
    const original = yield* first(statements.state, { requestKey: requestKey(row.originalRequestId) });
    return original === null || isClosed(original.state) ? null : 'linked';
  }

  function* survey(piece: PurgePiece): Step<Purged & { readonly runs: readonly Run[] }> {
    const windowEnd = piece.after + WINDOW_ROWS;
    const { rows } = yield* run(statements.oldest, { ...piece, windowEnd });
    const kept: Partial<Record<SkipReason, number>> = {};
    const runs: Run[] = [];
    let last: Run | null = null;
    for (const row of rows) {
      const why = yield* keptFor(row);
      if (why !== null) kept[why] = (kept[why] ?? 0) + 1;
      if (why !== null) last = null;
      else runs.push((last = grown(last === null ? undefined : runs.pop(), row.sequence)));
    }
    const through =
      rows.length < piece.limit ? yield* beforeNext(windowEnd) : (rows.at(-1)?.sequence ?? null);
    return { deleted: runs.reduce((sum, { rows: count }) => sum + count, 0), kept, through, runs };
  }

  /** Returns the end of the gap before the next row, however long ago that gap was purged. Null where no row follows. */
  function* beforeNext(windowEnd: number): Step<number | null> {
    const next = yield* first(statements.next, { windowEnd });
    return next?.sequence == null ? null : next.sequence - 1;
  }

  return {
    *purgeable(piece: PurgePiece): Operation<Purged> {
      const { deleted, kept, through } = yield* survey(piece);
      return { deleted, kept, through };
    },
    *purge(piece: PurgePiece, audit: AuditEntry | null, nowMs: number): Operation<Purged> {
      const { kept, through, runs } = yield* survey(piece);
      let deleted = 0;
      for (const { from, to } of runs) {
        deleted += (yield* run(statements.delete, { ...piece, from, to })).changes;
      }
      if (deleted > 0 && audit !== null) yield* append({ ...audit, atMs: nowMs });
      return { deleted, kept, through };
    },
    *record(audit: AuditEntry, nowMs: number): Operation<void> {
      yield* append({ ...audit, atMs: nowMs });
    },
  };
}

/** Adjacent rows that may all be deleted. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

function grown(previous: Run | undefined, sequence: number): Run {
  return { from: previous?.from ?? sequence, to: sequence, rows: (previous?.rows ?? 0) + 1 };
}

function compileStatements({ compiler }: StoreDialect) {
  const closed = CLOSED.map((state) => sql.lit(state));
  return {
    oldest: compile((p: PurgePiece & { windowEnd: number }) =>
      compiler
        .selectFrom('transactions')
        .select((eb) => [
          'sequence',
          'state',
          'original_request_id as originalRequestId',
          eb
            .selectFrom('transactions as advice')
            .select('advice.sequence')
            .whereRef('advice.original_request_id', '=', 'transactions.request_id')
            .where('advice.state', 'not in', closed)
            .limit(sql.lit(1))
            .as('openLink'),
        ])
        .where('sequence', '>', p.after)
        .where('sequence', '<=', p.windowEnd)
        .where('received_at_ms', '<', p.receivedBeforeMs)
        .orderBy('sequence')
        .limit(p.limit),
    ),
    next: compile((p: { windowEnd: number }) =>
      compiler
        .selectFrom('transactions')
        .select((eb) => eb.fn.min('sequence').as('sequence'))
        .where('sequence', '>', p.windowEnd),
    ),
    state: compile((p: { requestKey: string }) =>
      compiler.selectFrom('transactions').select('state').where('request_key', '=', p.requestKey),
    ),
    // The conditions are repeated: a refused row may have been reclaimed since it was read.
    delete: compile((p: PurgePiece & { from: number; to: number }) =>
      compiler
        .deleteFrom('transactions')
        .where('sequence', '>=', p.from)
        .where('sequence', '<=', p.to)
        .where('received_at_ms', '<', p.receivedBeforeMs)
        .where('state', 'in', closed),
    ),
  };
}

/** Name of the fact that holds the order. */
const ORDER = 'purge_order';

/** The order of a purge. There is one at most. A keyed hash proves that a gateway saved it. */
function createOrders({ dialect, sealer, audit: append }: StoreParts) {
  const { compiler } = dialect;
  const metadata = createMetadataTable(dialect);
  const removed = compile((p: { value: string }) =>
    compiler.deleteFrom('store_facts').where('name', '=', ORDER).where('value', '=', p.value),
  );
  const textOf = ({ receivedBeforeMs, actor, reason }: OrderedPurge): string => {
    const text = JSON.stringify({ receivedBeforeMs, actor, reason });
    return `${sealer.keyedHash(ORDER, text)} ${text}`;
  };

  function* find(): Step<OrderedPurge | null> {
    const value = (yield* metadata.find(ORDER)) ?? '';
    const text = value.slice(value.indexOf(' ') + 1);
    const isProved = value === `${sealer.keyedHash(ORDER, text)} ${text}`;
    return isProved ? (JSON.parse(text) as OrderedPurge) : null;
  }

  return {
    find: (): Operation<OrderedPurge | null> => find(),
    *put(order: OrderedPurge, audit: AuditEntry, nowMs: number): Operation<void> {
      const known = yield* find();
      if (known === null || known.receivedBeforeMs < order.receivedBeforeMs)
        yield* metadata.put(ORDER, textOf(order));
      yield* append({ ...audit, atMs: nowMs });
    },
    *end(order: OrderedPurge): Operation<void> {
      yield* run(removed, { value: textOf(order) });
    },
  };
}

/** Name of the fact that holds the newest trusted time, and the time after which it is written again. */
const TRUSTED = 'trusted_ms';
const WRITTEN_EVERY_MS = 60_000;

function createTrustedClock({ dialect, connection, commits, clock }: StoreParts): () => Promise<number> {
  const metadata = createMetadataTable(dialect);
  let last: { readonly trustedMs: number; readonly monotonicMs: number } | null = null;
  return async () => {
    const nowMs = await connection.nowMs();
    const value = await connection.read(metadata.find(TRUSTED));
    // Nobody knows better when a database is new.
    const storedMs = value === null ? nowMs : Number(value);
    const monotonicMs = Math.floor(clock.monotonicMs());
    const expectedMs = last === null ? storedMs : last.trustedMs + monotonicMs - last.monotonicMs;
    const trustedMs = Math.min(nowMs, Math.max(storedMs, expectedMs));
    last = { trustedMs, monotonicMs };
    if (value === null || trustedMs >= storedMs + WRITTEN_EVERY_MS)
      await commits.submit(() => metadata.put(TRUSTED, String(trustedMs)), { isHousekeeping: true });
    return trustedMs;
  };
}

/** Creates export and purge: long work in small pieces. */
export function createHistory(args: StoreParts): LedgerHistory {
  const { connection, commits, clock } = args;
  const purge = createPurge(args.dialect, args.audit);
  const orders = createOrders(args);
  return {
    exportText: createExportText(args),
    purgeable: (piece) => connection.read(purge.purgeable(piece)),
    purge: (piece, audit) =>
      commits.submit(() => purge.purge(piece, audit, clock.nowMs()), {
        isHousekeeping: true,
      }),
    trustedNowMs: createTrustedClock(args),
    // Two orders at once: the one that reaches further stays.
    order: (order, audit) =>
      commits.submit(() => orders.put(order, audit, clock.nowMs()), { locks: [DIRECTORY] }),
    ordered: () => connection.read(orders.find()),
    endOrder: (order) => commits.submit(() => orders.end(order), { isHousekeeping: true }),
    record: (audit) => commits.submit(() => purge.record(audit, clock.nowMs())),
  };
}
