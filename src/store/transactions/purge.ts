import { type Kysely, sql } from 'kysely';
import type { AuditEntry } from '../../core/access/audit.js';
import type {
  LedgerHistory,
  OrderedPurge,
  Purged,
  PurgePiece,
} from '../../use-cases/transactions/history/history-port.js';
import type { TransactionState } from '../../use-cases/transactions/ledger-port.js';
import { DIRECTORY } from '../engine/locks.js';
import { createMetadataTable } from '../engine/metadata.js';
import { databaseNowMs, first, type Operation, run, type Step } from '../engine/operation.js';
import type { Tables } from '../engine/schema.js';
import { compile } from '../engine/statement.js';
import type { StoreParts } from '../parts.js';
import { createExportText } from './export.js';
import { IS_OPEN } from './row.js';

/** States in which nobody waits for a transaction any more. */
const CLOSED = (['answered', 'refused'] as const).map((state) => sql.lit<TransactionState>(state));

/**
 * Number of sequences that one piece covers. The purge scans the whole ledger: rows with receipt times of a wrong clock can lie
 * anywhere in it.
 */
const WINDOW_ROWS = 2000;

function createPurge({ dialect: { compiler }, audit: append }: StoreParts) {
  const old = compile((p: Window) => oldRows(compiler, p).orderBy('sequence'));
  // The state is asked for again: a refused row may have been reclaimed since it was read.
  const remove = compile((p: Window) =>
    compiler
      .deleteFrom('transactions')
      .where('sequence', 'in', oldRows(compiler, p).orderBy('sequence'))
      .where('state', 'in', CLOSED),
  );
  const behind = compile((p: Window) =>
    compiler
      .selectFrom('transactions')
      .select((eb) => eb.fn.min('sequence').as('sequence'))
      .where('sequence', '>', p.windowEnd),
  );

  function* survey(window: Window): Step<Purged> {
    const { rows } = yield* run(old, window);
    const last = rows.at(-1)?.sequence;
    if (last !== undefined && rows.length === window.limit) return { deleted: rows.length, through: last };
    // The gap before the next row may be long, however long ago it was purged.
    const next = (yield* first(behind, window))?.sequence ?? null;
    return { deleted: rows.length, through: next === null ? null : next - 1 };
  }

  return {
    survey: (piece: PurgePiece): Operation<Purged> => survey(windowOf(piece)),
    *purge(piece: PurgePiece, audit: AuditEntry | null, atMs: number): Operation<Purged> {
      const { through } = yield* survey(windowOf(piece));
      const { changes: deleted } = yield* run(remove, windowOf(piece));
      if (deleted > 0 && audit !== null) yield* append({ ...audit, atMs });
      return { deleted, through };
    },
  };
}

interface Window extends PurgePiece {
  /** Inclusive. */
  readonly windowEnd: number;
}

function windowOf(piece: PurgePiece): Window {
  return { ...piece, windowEnd: piece.after + WINDOW_ROWS };
}

/** Returns the sequences of old, closed rows to which no open row is linked. Open rows are few, and have an index. */
function oldRows(compiler: Kysely<Tables>, p: Window) {
  const open = compiler.selectFrom('transactions').where(IS_OPEN).where('state', 'not in', CLOSED);
  return compiler
    .selectFrom('transactions')
    .select('sequence')
    .where('sequence', '>', p.after)
    .where('sequence', '<=', p.windowEnd)
    .where('received_at_ms', '<', p.receivedBeforeMs)
    .where('state', 'in', CLOSED)
    .where(
      'request_id',
      'not in',
      open.select('original_request_id').where('original_request_id', 'is not', null),
    )
    .where((eb) =>
      eb.or([
        eb('original_request_id', 'is', null),
        eb('original_request_id', 'not in', open.select('request_id')),
      ]),
    )
    .limit(p.limit);
}

/** Name of the fact that holds the order. */
const ORDER = 'purge_order';

/** The order of a purge. There is one at most. */
function createOrders({ dialect, audit: append }: StoreParts) {
  const metadata = createMetadataTable(dialect);

  function* find(): Step<OrderedPurge | null> {
    const value = yield* metadata.find(ORDER);
    return value === null ? null : (JSON.parse(value) as OrderedPurge);
  }

  return {
    find: (): Operation<OrderedPurge | null> => find(),
    *put(order: OrderedPurge, audit: AuditEntry, atMs: number): Operation<void> {
      const known = yield* find();
      if (known === null || known.receivedBeforeMs < order.receivedBeforeMs)
        yield* metadata.put(ORDER, JSON.stringify(order));
      yield* append({ ...audit, atMs });
    },
    *end({ receivedBeforeMs }: OrderedPurge): Operation<void> {
      if ((yield* find())?.receivedBeforeMs === receivedBeforeMs) yield* metadata.remove(ORDER);
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
    const nowMs = await connection.read(databaseNowMs(dialect));
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
  const purge = createPurge(args);
  const orders = createOrders(args);
  return {
    exportText: createExportText(args),
    purgeable: (piece) => connection.read(purge.survey(piece)),
    purge: (piece, audit) =>
      commits.submit(() => purge.purge(piece, audit, clock.nowMs()), { isHousekeeping: true }),
    trustedNowMs: createTrustedClock(args),
    // Two orders at once: the one that reaches further stays.
    order: (order, audit) =>
      commits.submit(() => orders.put(order, audit, clock.nowMs()), { locks: [DIRECTORY] }),
    ordered: () => connection.read(orders.find()),
    endOrder: (order) =>
      commits.submit(() => orders.end(order), { isHousekeeping: true, locks: [DIRECTORY] }),
    record: (audit) => commits.submit(() => args.audit({ ...audit, atMs: clock.nowMs() })),
  };
}
