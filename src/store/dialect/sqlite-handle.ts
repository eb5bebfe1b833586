import type { Database, Statement } from 'better-sqlite3';
import {
  DatabaseBusy,
  type Call,
  type Operation,
  type Result,
  type Task,
  type TaskOutcome,
} from '../operation.js';
import { isBusy, isTrouble } from './sqlite-errors.js';

export interface SqliteHandle {
  commit(tasks: readonly Task[]): readonly TaskOutcome[];
  drive<T>(operation: Operation<T>): T;
  execute(call: Call): Result<unknown>;
  close(): void;
}

/** One database handle with its prepared statements. */
export function createSqliteHandle(database: Database): SqliteHandle {
  const prepare = createPreparer(database);
  const execute = (call: Call): Result<unknown> => {
    const statement = prepare(call.sql);
    if (statement.reader) return { rows: statement.all(call.values), changes: 0 };
    const { changes, lastInsertRowid } = statement.run(call.values);
    return { rows: NO_ROWS, changes, addedId: Number(lastInsertRowid) };
  };
  const drive = <T>(operation: Operation<T>): T => {
    let step = operation.next(NO_RESULT);
    while (step.done !== true) step = operation.next(execute(step.value));
    return step.value;
  };
  const control = (sql: string): void => {
    prepare(sql).run();
  };

  function perform(task: Task): TaskOutcome {
    if (task.isCompound) control('savepoint task');
    try {
      return { kind: 'done', value: drive(task.start()) };
    } catch (error) {
      // Some troubles end the whole transaction by themselves.
      if (!database.inTransaction || isTrouble(error)) throw error;
      if (task.isCompound) control('rollback to task');
      return { kind: 'failed', error };
    } finally {
      if (task.isCompound && database.inTransaction) control('release task');
    }
  }

  return {
    commit(tasks) {
      try {
        control('begin immediate');
        const outcomes = tasks.map(perform);
        control('commit');
        return outcomes;
      } catch (error) {
        if (database.inTransaction) control('rollback');
        throw isBusy(error) ? new DatabaseBusy({ cause: error }) : error;
      }
    },
    drive,
    execute,
    close: () => {
      database.close();
    },
  };
}

const NO_ROWS: readonly never[] = [];
const NO_RESULT: Result<never> = { rows: NO_ROWS, changes: 0 };

/**
 * Statements by their text. The program's own are compiled once and so are few; those that a list builds from its filter come on
 * top. When there are too many all go, and what is in use is back with its next use.
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
