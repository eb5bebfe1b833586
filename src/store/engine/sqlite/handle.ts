import type { Database, Statement } from 'better-sqlite3';
import {
  type Call,
  codeOf,
  DatabaseBusy,
  NO_RESULT,
  type Operation,
  type Result,
  type Task,
  type TaskOutcome,
} from '../operation.js';

export type SqliteHandle = ReturnType<typeof createSqliteHandle>;

/** Creates a handle with its prepared statements. */
export function createSqliteHandle(database: Database) {
  const prepare = createPreparer(database);
  let writes = 0;
  const execute = (call: Call): Result<unknown> => {
    const statement = prepare(call.sql);
    const result = statement.reader
      ? { rows: statement.all(call.values), changes: 0 }
      : { rows: NO_RESULT.rows, changes: statement.run(call.values).changes };
    if (!statement.readonly) writes += 1;
    return result;
  };
  const drive = <T>(operation: Operation<T>): T => {
    let step = operation.next(NO_RESULT);
    while (step.done !== true) step = operation.next(execute(step.value));
    return step.value;
  };
  const control = (sql: string): void => {
    prepare(sql).run();
  };

  function perform(task: Task, isApart: boolean): TaskOutcome {
    if (isApart) control('savepoint task');
    const before = writes;
    try {
      return { kind: 'done', value: drive(task.start()) };
    } catch (error) {
      // Some failures end the whole transaction by themselves.
      if (!database.inTransaction || isDatabaseFailure(error)) throw error;
      if (isApart) control('rollback to task');
      else if (writes !== before) throw new UnfinishedTransaction();
      return { kind: 'failed', error };
    } finally {
      if (isApart && database.inTransaction) control('release task');
    }
  }

  /**
   * Commits tasks. A savepoint costs more than many tasks. Savepoints are therefore set only after a task has failed that wrote.
   */
  function commit(tasks: readonly Task[], areApart: boolean): readonly TaskOutcome[] {
    try {
      control('begin immediate');
      const outcomes = tasks.map((task) => perform(task, areApart));
      control('commit');
      return outcomes;
    } catch (error) {
      if (database.inTransaction) control('rollback');
      if (error instanceof UnfinishedTransaction) return commit(tasks, true);
      throw isBusy(error) ? new DatabaseBusy({ cause: error }) : error;
    }
  }

  return {
    commit: (tasks: readonly Task[]) => commit(tasks, false),
    drive,
    execute,
    close: () => void database.close(),
  };
}

/** A task failed after it had written: nothing of this commit may stay. */
class UnfinishedTransaction extends Error {
  override readonly name = 'UnfinishedTransaction';
}

/**
 * Caches statements by their text. The program's own are few, because each is compiled once. Lists add others that depend on
 * their filter. At the limit all go; statements in use return at their next use.
 */
function createPreparer(database: Database): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= STATEMENTS_MAX) prepared.clear();
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}

const STATEMENTS_MAX = 500;

/** Returns whether another connection holds the needed lock. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/**
 * Returns whether the database itself fails (disk full, read-only, input/output error, damaged). No row is then at fault, so
 * every operation of the transaction fails. Any other error is one operation's own fault.
 */
function isDatabaseFailure(error: unknown): boolean {
  return /^SQLITE_(?!CONSTRAINT|MISMATCH|RANGE|TOOBIG|ERROR)/.test(codeOf(error));
}
