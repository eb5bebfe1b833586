import type { ColumnDataType, CreateTableBuilder, Expression, Kysely, SqlBool } from 'kysely';
import type { Call, Operation, Step, Task, TaskOutcome } from '../operation.js';
import type { Tables } from '../schema.js';

/** All that differs between databases. Everything outside of this folder is the same for each. */
export interface StoreDialect {
  /** Compiles queries in this database's words; runs none. */
  readonly compiler: Kysely<Tables>;
  /** One row, `now_ms`: the database's own clock, epoch milliseconds. A step of operations that all nodes must agree on. */
  readonly now: Call;
  /**
   * Holds for the rows that `rows` finds, looked for once, and taken by this commit; those that another one has taken are left out. A
   * database with one writer has no others.
   */
  readonly isTakenFrom: (rows: TakingQuery) => Expression<SqlBool>;
  /** The sequence up to which no row of the ledger can still appear. */
  completeThrough(): Step<number>;
  open(): Promise<StoreConnection>;
}

/** A select of `sequence`. */
interface TakingQuery extends Expression<unknown> {
  forUpdate(): { skipLocked(): Expression<unknown> };
}

export interface StoreConnection {
  /**
   * Runs every task in one transaction and commits it. A task that fails by itself (a constraint, its own error) leaves no
   * trace and does not touch its neighbours.
   *
   * Errors: DatabaseBusy, after which all may be tried again; whatever else is thrown, the database is in trouble.
   */
  commit(tasks: readonly Task[]): Promise<readonly TaskOutcome[]>;
  /** Commits that may be under way at one time. */
  readonly commitsMax: number;
  /** Tasks of one commit, at most. */
  readonly tasksMax: number;
  /** Runs an operation that only reads; sees what was committed and nothing else. */
  read<T>(operation: Operation<T>): Promise<T>;
  /** Gives the schema's installer a connection of its own; concurrent installers wait for each other. */
  migrate<T>(install: (db: Kysely<Tables>, column: ColumnTypes) => Promise<T>): Promise<T>;
  hasTable(name: string): Promise<boolean>;
  /** The database's own clock, epoch milliseconds. */
  nowMs(): Promise<number>;
  /** Calls when another process may have committed something that listeners wait for. A hint, which may be lost. */
  onHint(listener: () => void): void;
  close(): Promise<void>;
}

/** Column types that have no common name. */
export interface ColumnTypes {
  readonly bytes: ColumnDataType;
  /** Adds a primary key that grows with each row and is never used twice. */
  addSequence<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
    name: string,
  ): CreateTableBuilder<Table, Column | string>;
}
