import {
  type ColumnDataType,
  type CreateTableBuilder,
  type Expression,
  type Kysely,
  sql,
  type SqlBool,
} from 'kysely';
import type { Call, Operation, Step, Task, TaskOutcome } from './operation.js';
import type { Tables } from './schema.js';
import type { OnFileLost } from './sqlite/watch.js';

/** All that differs between databases. Everything outside of this folder is the same for each. */
export interface StoreDialect {
  /** Compiles queries in this database's words; runs none. */
  readonly compiler: Kysely<Tables>;
  /** One row, `now_ms`: the database's own clock, epoch milliseconds. A step of operations that all nodes must agree on. */
  readonly now: Call;
  /**
   * Epoch milliseconds, within a statement: the clock that leases and pauses are counted by. A database server's own, which all nodes
   * share; in one process one that starts with the machine's clock and that nobody can set afterwards.
   */
  readonly leaseNow: Expression<number>;
  /** Holds where a text column is one of the texts of a JSON array. */
  readonly isListed: (column: string, jsonTexts: string) => Expression<SqlBool>;
  /**
   * Holds for the rows that `rows` finds, looked for once, and taken by this commit; those that another one has taken are left out. A
   * database with one writer has no others.
   */
  readonly isTakenFrom: (rows: TakingQuery) => Expression<SqlBool>;
  /** The sequence up to which no row of the ledger can still appear. */
  completeThrough(): Step<number>;
  /** One statement may change a row of one table and add one to another. */
  readonly changesTwoTables: boolean;
  open(): Promise<StoreConnection>;
}

/** Of `transaction_texts`, behind its number. */
export const TEXT_COLUMNS = sql.raw(
  'transaction_sequence bigint not null, received_at_ms bigint not null, attempt integer not null, request text, raw_answer text, answer text',
);

/** The texts of the ledger as spans of time that come and go as a whole, where the database has them. */
export interface TextPartitions {
  /** Makes room for what will be received, and removes what processes left behind that are gone. */
  prepare(nowMs: number): Promise<void>;
  /** The latest time up to this one at which a part ends; null where texts are in one piece. */
  endBefore(timeMs: number): Promise<number | null>;
  /** Drops parts whose transactions were received before this time and purged; texts of those that stayed, stay. */
  drop(receivedBeforeMs: number): Promise<void>;
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
  readonly textParts: TextPartitions;
  /** The database's own clock, epoch milliseconds. */
  nowMs(): Promise<number>;
  /** Errors: UNAVAILABLE, with a sentence, where the database is not the one that was opened. */
  requireSame(): Promise<void>;
  /** Calls when it is found out that it is not. */
  onLost(listener: OnFileLost): void;
  /** Settings of the server under which it may lose what it acknowledged, one sentence each. */
  unsafeSettings(): Promise<readonly string[]>;
  /** Calls when another process may have committed something that listeners wait for. A hint, which may be lost. */
  onHint(listener: () => void): void;
  close(): Promise<void>;
}

/** What the schema needs that has no common name. */
export interface ColumnTypes {
  readonly bytes: ColumnDataType;
  /** Text that is compared byte by byte, which is the fastest order. */
  readonly bytewise: ColumnDataType | Expression<unknown>;
  /** Makes `transaction_texts`, divided by time where the database can. */
  createTexts(db: Kysely<unknown>): Promise<void>;
  /** Puts a numbered table in the place of another one, whose numbers it goes on with. */
  replaceTable(db: Kysely<unknown>, name: string, by: string): Promise<void>;
  /** Lets the database know what a table holds that was filled at once, where it plans by that. */
  analyze(db: Kysely<unknown>, table: string): Promise<void>;
  /** Adds a primary key that grows with each row and is never used twice. */
  addSequence<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
    name: string,
  ): CreateTableBuilder<Table, Column | string>;
}
