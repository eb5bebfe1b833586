import { constants, DatabaseSync } from 'node:sqlite';
import type { Call, Operation } from '../../../src/store/engine/operation.js';
import { sqliteDialect } from '../../../src/store/engine/sqlite/sqlite.js';
import {
  createAttemptReader,
  createDigitizationReader,
} from '../../../src/store/provisioning/list-attempts.js';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

/**
 * SQLite compiles a statement again where its plan may depend on a value. That takes ten times as long as running it, and shows
 * nowhere. Node's own SQLite asks an authorizer each time that it compiles.
 */
describe('SQLite compiles no statement again for other values', () => {
  const folder = temporaryFolder();
  const dialect = sqliteDialect(folder.file, DEFAULT_STORE_SETTINGS);
  const attempts = createAttemptReader(dialect);
  const digitizations = createDigitizationReader(dialect);
  const wanted = {
    filter: { cardId: 5001 },
    window: { oldest: 1, newest: 4096 },
    newestFirst: true,
    limit: 5,
  };
  let database: DatabaseSync;
  let compiled = 0;

  beforeAll(async () => {
    await (await migratedStore({ file: folder.file })).close();
    database = new DatabaseSync(folder.file);
    database.setAuthorizer((action) => {
      if (action === constants.SQLITE_SELECT) compiled += 1;
      return constants.SQLITE_OK;
    });
  });

  afterAll(() => {
    database.close();
  });

  /** Returns how often the statement was compiled after its first time, while it ran with other values. */
  function compiledAgain({ sql, values }: Call): number {
    const statement = database.prepare(sql);
    const before = compiled;
    expect(before).toBeGreaterThan(0);
    for (const added of [1, 2]) statement.all(...values.map((value) => Number(value) + added));
    return compiled - before;
  }

  it.each<[string, () => Operation<unknown>]>([
    ['attempts of a card', () => attempts.rowsIn(wanted)],
    ['tokens of a card', () => digitizations.rowsIn(wanted)],
  ])('%s', (_, start) => {
    expect(compiledAgain(firstCall(start))).toBe(0);
  });

  it('would compile them again if their values stood bare', () => {
    const { sql, values } = firstCall(() => attempts.rowsIn(wanted));
    expect(compiledAgain({ sql: sql.replaceAll('+?', '?'), values })).toBeGreaterThan(0);
  });
});

function firstCall(start: () => Operation<unknown>): Call {
  const step = start().next({ rows: [], changes: 0 });
  if (step.done === true) throw new Error('The operation ran no statement.');
  return step.value;
}
