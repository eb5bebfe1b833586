import type { ColumnDataType, CreateTableBuilder, Kysely } from 'kysely';
import type { Call, Operation, Task, TaskOutcome } from '../operation.js';
import type { Tables } from '../schema.js';

/** All that differs between databases. Everything outside of this folder is the same for each. */
export interface StoreDialect {
  /** Compiles queries in this database's words; runs none. */
  readonly compiler: Kysely<Tables>;
  /** One row, `now_ms`: the database's own clock, epoch milliseconds. A step of operations that all nodes must agree on. */
  readonly now: Call;
  open(): Promise<StoreConnection>;
}

export interface StoreConnection {
  /**
   * Runs every task in one transaction and commits it. A task that fails by itself (a constraint, its own error) leaves no
   * trace and does not touch its neighbours.
   *
   * Errors: DatabaseBusy, after which all may be tried again; whatever else is thrown, nothing was committed.
   */
  commit(tasks: readonly Task[]): Promise<readonly TaskOutcome[]>;
  /** Runs an operation that only reads; sees what was committed and nothing else. */
  read<T>(operation: Operation<T>): Promise<T>;
  /** Gives the schema's installer a connection of its own; concurrent installers wait for each other. */
  migrate<T>(install: (db: Kysely<Tables>, column: ColumnTypes) => Promise<T>): Promise<T>;
  hasTable(name: string): Promise<boolean>;
  /** The database's own clock, epoch milliseconds. */
  nowMs(): Promise<number>;
  close(): void;
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

/** Another process holds the write lock. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
}
