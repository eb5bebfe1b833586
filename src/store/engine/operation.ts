import { CardwayError } from '../../platform/errors.js';
import type { LockName } from './locks.js';
import type { Statement } from './statement.js';

/** One statement to run, its values in place. */
export interface Call {
  readonly sql: string;
  readonly values: unknown[];
}

export interface Result<Row> {
  readonly rows: readonly Row[];
  /** Rows that a statement without RETURNING changed. */
  readonly changes: number;
}

/**
 * The logic of one whole operation, without knowing how statements are run: it yields them and is handed their results. A
 * database that answers at once runs it in one go, one behind a socket waits between the steps; the logic is the same.
 */
export type Operation<T> = Generator<Call, T, Result<unknown>>;

/** A generator's steps, to be taken with `yield*`. */
export type Step<T> = Generator<Call, T, Result<unknown>>;

export function* run<Given, Row>(statement: Statement<Given, Row>, given: Given): Step<Result<Row>> {
  return (yield { sql: statement.sql, values: statement.bind(given, NOTHING) }) as Result<Row>;
}

/** `run` for a statement that takes computed values too. */
export function* runWith<Given, Row, Computed>(
  statement: Statement<Given, Row, Computed>,
  given: Given,
  computed: Computed,
): Step<Result<Row>> {
  return (yield { sql: statement.sql, values: statement.bind(given, computed) }) as Result<Row>;
}

/** The first row, if any. */
export function* first<Given, Row>(statement: Statement<Given, Row>, given: Given): Step<Row | null> {
  const { rows } = yield* run(statement, given);
  return rows[0] ?? null;
}

const NOTHING = Object.freeze({});

/** The database's clock, epoch milliseconds. */
export function* databaseNowMs({ now }: { readonly now: Call }): Step<number> {
  const { rows } = (yield now) as Result<{ now_ms: number }>;
  const [row] = rows;
  if (row === undefined)
    throw new CardwayError('INTERNAL', { cause: new Error('The database has no clock.') });
  return row.now_ms;
}

/** An operation that waits for its commit. */
export interface Task<T = unknown> {
  /** Begins the operation; called again when a try came to nothing. */
  readonly start: () => Operation<T>;
  /** Tasks that share a name run one after another. */
  readonly locks: readonly LockName[];
  /** Writes nothing that anybody waits for: listeners need not look. */
  readonly isQuiet?: boolean;
}

export type TaskOutcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Nothing of it is there; it may be tried again. */
  | { readonly kind: 'busy'; readonly error: DatabaseBusy }
  /** The database is in trouble; whether anything of it is there may not be known. */
  | { readonly kind: 'trouble'; readonly error: unknown };

/** What is in the way will pass: another process holds a lock, or the database is being started again. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  /** How long it was waited for, where that is known. */
  readonly waitedMs: number | null;
  constructor(options: { readonly cause: unknown; readonly waitedMs?: number }) {
    super(undefined, { cause: options.cause });
    this.waitedMs = options.waitedMs ?? null;
  }
}
