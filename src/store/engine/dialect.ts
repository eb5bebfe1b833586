import type { Expression, Kysely, SqlBool } from 'kysely';
import type { LockName } from './locks.js';
import type { Call, Operation, Step, Task, TaskOutcome } from './operation.js';
import type { SchemaWords, Tables } from './schema.js';
import type { ServingOptions } from './sqlite/lock.js';
import type { OnFileLost } from './sqlite/watch.js';

/** Everything that differs between databases. Code outside of this folder is the same for all of them. */
export interface StoreDialect {
  /** Compiles queries in this database's SQL; runs none. */
  readonly compiler: Kysely<Tables>;
  readonly words: SchemaWords;
  /**
   * Returns one row, `now_ms`: the database's own clock, epoch milliseconds. A step for operations on whose time all nodes must agree.
   */
  readonly now: () => Call;
  /** Returns one row where the database has a table of this name. */
  readonly tableNamed: (name: string) => Call;
  /**
   * Epoch milliseconds, within a statement: the clock of leases and pauses. A database server has its own, which all nodes share.
   * In one process it starts with the machine's clock, and nobody can set it afterwards.
   */
  readonly leaseNow: Expression<number>;
  /** Holds where a text column equals one of the texts of a JSON array. */
  readonly isListed: (column: string, jsonTexts: string) => Expression<SqlBool>;
  /** Holds where a text column begins with this text, byte by byte. An index in the order of bytes serves it. */
  readonly hasPrefix: (column: string, prefix: string) => Expression<SqlBool>;
  /**
   * Holds for the rows that `rows` finds. The commit looks for them once and locks them. Rows that another commit has locked are
   * left out. A database with one writer has no others.
   */
  readonly isTakenFrom: (rows: TakingQuery) => Expression<SqlBool>;
  /** Returns the sequence up to which no row of the ledger can still appear. */
  completeThrough(): Step<number>;
  /** Returns the last number that a numbered table gave to a row, even a deleted one: cursors and ids must never mean another row. */
  lastNumber(table: string): Step<number>;
  /** Leaves a gap of so many numbers in every numbered table. */
  skipNumbers(count: number): Step<void>;
  /** Takes a lock until the commit. A database with one writer needs none. */
  readonly lock: (name: LockName) => Step<void>;
  open(): Promise<StoreConnection>;
}

/** A select of `sequence`. */
interface TakingQuery extends Expression<unknown> {
  forUpdate(): { skipLocked(): Expression<unknown> };
}

export interface StoreConnection {
  /**
   * Runs a task and commits it, alone or with others. Never rejects. A task that fails by itself (a constraint, its own error) leaves
   * no trace and does not affect the others.
   */
  commit(task: Task): Promise<TaskOutcome>;
  /** Runs an operation that only reads. It sees only what was committed. */
  read<T>(operation: Operation<T>): Promise<T>;
  /**
   * Does the same beside payments: for lists, counts, statistics and exports, which may read much. It sees everything that was
   * committed before the call. Bytes may come as a Uint8Array that is no Buffer.
   */
  readAside<T>(operation: Operation<T>): Promise<T>;
  /**
   * Runs and commits an operation that changes the schema, and waits for others that do so. An operation that fails leaves nothing
   * behind.
   */
  migrate<T>(start: () => Operation<T>): Promise<T>;
  /** Checks that the database is the one that was opened. Errors: UNAVAILABLE, with a sentence, where it is another. */
  requireSame(): Promise<void>;
  /** Calls the listener when the database turns out to be another one. */
  onLost(listener: OnFileLost): void;
  /** Marks a file as served until the connection closes or the process exits. `onExit`: see ServingOptions. */
  serve(onExit?: ServingOptions['onExit']): Promise<void>;
  /** Returns the server settings under which it may lose what it acknowledged, one sentence each. */
  unsafeSettings(): Promise<readonly string[]>;
  close(): Promise<void>;
}
