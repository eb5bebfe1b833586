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
  return (yield { sql: statement.sql, values: statement.bind(given) }) as Result<Row>;
}

/** Returns the rows. */
export function* all<Given, Row>(statement: Statement<Given, Row>, given: Given): Step<readonly Row[]> {
  return (yield* run(statement, given)).rows;
}

/** Runs a query that is built for this use alone. */
export function* runOnce<Row>(query: Compilable<Row>): Step<Result<Row>> {
  return yield* run(
    compile(() => query),
    {},
  );
}

/** Returns the first row of a query that is built for this use alone, or null. */
export function* firstOnce<Row>(query: Compilable<Row>): Step<Row | null> {
  return (yield* runOnce(query)).rows[0] ?? null;
}

/** Returns the first row, or null. */
export function* first<Given, Row>(statement: Statement<Given, Row>, given: Given): Step<Row | null> {
  return (yield* run(statement, given)).rows[0] ?? null;
}

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

/** Returns whether the database has a table of this name. */
export function* hasTable(
  { tableNamed }: { readonly tableNamed: (name: string) => Call },
  name: string,
): Step<boolean> {
  return (yield tableNamed(name)).rows.length > 0;
}

/** Returns the database's clock, epoch milliseconds. */
export function* databaseNowMs({ now }: { readonly now: () => Call }): Step<number> {
  const { rows } = (yield now()) as Result<{ now_ms: number }>;
  const [row] = rows;
  if (row === undefined)
    throw new CardwayError('INTERNAL', { cause: new Error('The database has no clock.') });
  return row.now_ms;
}

/** An operation that waits for its commit. */
export interface Task<T = unknown> {
  /** Begins the operation; called again after a failed try. */
  readonly start: () => Operation<T>;
  /** Locks that it holds alone from its first read to its commit. Tasks that share a lock run one after another. */
  readonly locks?: readonly LockName[];
  /** The task writes nothing that anybody waits for: listeners need not look. */
  readonly isQuiet?: boolean;
  /** An operation that often finds nothing to write. */
  readonly isHousekeeping?: boolean;
  /**
   * Returns what remains to be done for a commit that turns out to be saved after its caller was refused. The server did not
   * acknowledge it in time. Left out: nothing.
   */
  readonly late?: (value: unknown) => readonly Task[];
  /** Returns how one statement does this for many tasks. Null where this task needs its own operation. */
  readonly together?: () => Together | null;
}

/** A task among many that one statement does. */
export interface Together<T = unknown> {
  /** Takes a JSON array of rows. Gives the keys of those that it has done. */
  readonly statement: Statement<{ readonly rows: string }, { readonly key: string }>;
  readonly row: Readonly<Record<string, string | number | null>>;
  /** Name of the task among the results. Tasks with one key share a lock. */
  readonly key: string;
  /** Value of the task where it is done. */
  readonly value: T;
}

export type TaskOutcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Nothing of it is stored; it may be tried again. */
  | { readonly kind: 'busy'; readonly error: unknown }
  /** The database failed; whether anything of it is stored may be unknown. */
  | { readonly kind: 'trouble'; readonly error: unknown };

/** Another process holds a lock for longer than a commit may wait for it at a time. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  constructor(options: { readonly cause: unknown }) {
    super(undefined, options);
  }
}

/**
 * Returns the code of an error; empty without one. Checks only its form, because the class of the error depends on the program
 * that loaded the driver first.
 */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
