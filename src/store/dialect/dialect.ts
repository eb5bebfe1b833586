import type {
  ColumnDataType,
  Compilable,
  CreateTableBuilder,
  Expression,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  SqlBool,
} from 'kysely';
import type { TransactionState } from '../../usecase/ports.js';
import type { Call, Operation, Result, Step, Task, TaskOutcome } from '../operation.js';
import type { Tables } from '../schema.js';
import type { OnFileLost } from './sqlite-watch.js';

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
  /** How rows of the ledger are found by what they are called. */
  readonly names: LedgerNames;
  /** How a row is added to the ledger, unless its request id is taken. */
  readonly adding: LedgerAdding;
  /** Deletes what `parts` took away, some at a time. */
  forget(piece: ForgetPiece): Step<Forgotten>;
  open(): Promise<StoreConnection>;
}

export interface LedgerAdding {
  statement(insert: InsertQueryBuilder<Tables, 'transactions', InsertResult>): Compilable;
  /** Of the row that was added; null where none was. */
  sequenceOf(result: Result<unknown>): number | null;
}

/** Where a row of the ledger is. It stays there as long as it exists. */
export interface Place {
  readonly sequence: number;
  readonly receivedAtMs: number;
}

/** Each gives places. */
export interface LedgerNames {
  request(requestKey: string): Call;
  /**
   * Of rows of a terminal whose checksums have this key (core/checksum), no more than so many; of those that came without a key, the
   * oldest first.
   */
  checksum(named: {
    readonly terminalId: string;
    readonly checksumKey: string;
    readonly isKeyless: boolean;
    readonly limit: number;
  }): Call;
  /**
   * Transactions of a terminal that move something, have this id and a date within the span: rows of CalledRow, in no order, and no more
   * than CALLED_MAX + 1.
   */
  called(name: TransactionSpan): Call;
  /** Request id of an advice by one of these methods that reverses what is called so. */
  reversing(name: ReversalName): Step<string | null>;
}

/** Dates as texts, both within. */
export interface TransactionSpan {
  readonly terminalId: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** A transactionID may be reused; where more than so many have one, none of them is the only one. */
export const CALLED_MAX = 100;

export interface CalledRow extends Place {
  readonly methodName: string;
  readonly state: TransactionState;
  readonly reference: string;
  readonly transactionDate: string;
}

/** An advice that names `date` itself, or found no original and names a date within the span. */
export interface ReversalName extends TransactionSpan {
  readonly reference: string;
  readonly date: string;
  readonly methods: readonly string[];
}

export interface ForgetPiece {
  readonly after: number;
  readonly limit: number;
}

export interface Forgotten {
  readonly deleted: number;
  /** How far it came; null where nothing is left. */
  readonly through: number | null;
}

/** The ledger as spans of time that come and go as a whole, where the database has them. */
export interface LedgerParts {
  /** Makes room for what will be received, and forgets what processes left behind that are gone. */
  prepare(nowMs: number): Promise<void>;
  /** The latest time up to this one before which everything can go in whole parts. */
  endBefore(timeMs: number): Promise<number>;
  /**
   * Takes the oldest part out of the ledger that was received before this time and has more than so many rows; what is still needed
   * of it stays. `true`: there is something to `forget` now.
   */
  takeAway(wanted: { readonly receivedBeforeMs: number; readonly rowsMin: number }): Promise<boolean>;
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
  readonly parts: LedgerParts;
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
  /** Divides the ledger by time, where the database can. */
  divideLedger(db: Kysely<unknown>): Promise<void>;
  /** Indexes the ledger by what its look-ups ask for (migration 12). */
  indexLedger(db: Kysely<unknown>): Promise<void>;
  /** Adds a primary key that grows with each row and is never used twice. */
  addSequence<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
    name: string,
  ): CreateTableBuilder<Table, Column | string>;
}
