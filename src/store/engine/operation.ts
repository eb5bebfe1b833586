import type { Compilable } from 'kysely';
import type { ExportOptions } from '../../core/transactions/export-text.js';
import { CardwayError } from '../../platform/errors.js';
import type { LockName } from './locks.js';
import { compile, type Statement } from './statement.js';

/** One statement to run, with its values. */
export interface Call {
  readonly sql: string;
  readonly values: unknown[];
  /**
   * For reads beside payments: the result is one row, an ExportPiece with the text of the rows found. Where a thread reads, it
   * makes the text too.
   */
  readonly exported?: ExportOptions;
}

export interface Result<Row> {
  readonly rows: readonly Row[];
  /** Number of rows that a statement without RETURNING changed. */
  readonly changes: number;
}

/**
 * The logic of one whole operation, independent of how statements are run: it yields them and gets their results. A database that
 * answers at once runs it in one go. One behind a socket waits between the steps. The logic is the same.
 */
export type Operation<T> = Generator<Call, T, Result<unknown>>;

/** Steps of a generator, used with `yield*`. */
export type Step<T> = Generator<Call, T, Result<unknown>>;

export function* run<Given, Row>(statement: Statement<Given, Row>, given: Given): Step<Result<Row>> {
  return (yield { sql: statement.sql, values: statement.bind(given, NOTHING) }) as Result<Row>;
}

/** Runs a query that is built for this use alone. */
export function* runOnce<Row>(query: Compilable<Row>): Step<Result<Row>> {
  return yield* run(
    compile(() => query),
    {},
  );
}

/** Runs a statement that takes computed values too. */
export function* runWith<Given, Row, Computed>(
  statement: Statement<Given, Row, Computed>,
  given: Given,
  computed: Computed,
): Step<Result<Row>> {
  return (yield { sql: statement.sql, values: statement.bind(given, computed) }) as Result<Row>;
}

/** Returns the first row, or null. */
export function* first<Given, Row>(statement: Statement<Given, Row>, given: Given): Step<Row | null> {
  const { rows } = (yield { sql: statement.sql, values: statement.bind(given, NOTHING) }) as Result<Row>;
  return rows[0] ?? null;
}

const NOTHING = Object.freeze({});

/** Runs an operation whose statements are answered later. */
export async function driveLater<T>(
  operation: Operation<T>,
  execute: (call: Call) => Promise<Result<unknown>>,
): Promise<T> {
  let step = operation.next(NO_RESULT);
  while (step.done !== true) step = operation.next(await execute(step.value));
  return step.value;
}

/** Result that starts an operation. */
export const NO_RESULT: Result<never> = { rows: [], changes: 0 };

/** Returns the value `last` of the row; 0 without a row. */
export function* lastOf(call: Call): Step<number> {
  const { rows } = (yield call) as Result<{ last: number | null }>;
  return rows[0]?.last ?? 0;
}

/** Returns the database's clock, epoch milliseconds. */
export function* databaseNowMs({ now }: { readonly now: Call }): Step<number> {
  const { rows } = (yield now) as Result<{ now_ms: number }>;
  const [row] = rows;
  if (row === undefined)
    throw new CardwayError('INTERNAL', { cause: new Error('The database has no clock.') });
  return row.now_ms;
}

/** An operation that waits for its commit. */
export interface Task<T = unknown> {
  /** Begins the operation; called again after a failed try. */
  readonly start: () => Operation<T>;
  /** Locks of the task. Tasks that share a lock run one after another. */
  readonly locks: readonly LockName[];
  /** The task writes nothing that anybody waits for: listeners need not look. */
  readonly isQuiet?: boolean;
}

export type TaskOutcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Nothing of it is stored; it may be tried again. */
  | { readonly kind: 'busy'; readonly error: DatabaseBusy }
  /** The database failed; whether anything of it is stored may be unknown. */
  | { readonly kind: 'trouble'; readonly error: unknown };

/** A passing obstacle: another process holds a lock, or the database restarts. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  /** Time waited, where known. */
  readonly waitedMs: number | null;
  constructor(options: { readonly cause: unknown; readonly waitedMs?: number }) {
    super(undefined, { cause: options.cause });
    this.waitedMs = options.waitedMs ?? null;
  }
}

/** A commit that was sent, and neither acknowledged nor found in time. */
export class Unacknowledged extends Error {
  override readonly name = 'Unacknowledged';
  constructor(
    /** Resolves with the value of the task once it turns out to be committed, else with null. */
    readonly late: Promise<unknown>,
    override readonly cause: unknown,
  ) {
    super();
  }
}

/** Passes on the late value of a task whose commit was not acknowledged. */
export async function reportingLate<T>(
  submitted: Promise<T>,
  onLate: ((late: Promise<T | null>) => void) | undefined,
): Promise<T> {
  return submitted.catch((error: unknown) => {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Unacknowledged) onLate?.(cause.late as Promise<T | null>);
    throw error;
  });
}

/**
 * Returns the code of an error; empty without one. Checks only its form, because the class of the error depends on the program
 * that loaded the driver first.
 */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
