import type { TestDatabase } from '../support/databases.js';

/**
 * Opens a database and what is on it once for all tests of a `describe`, and gives it to each of them empty: to connect to PostgreSQL
 * takes more time than most tests. For what keeps nothing of its rows in memory.
 */
export function keptFor<Opened>(
  create: () => Promise<TestDatabase>,
  openOn: (database: TestDatabase) => Promise<Opened>,
): () => Promise<Opened & { readonly database: TestDatabase }> {
  let kept: (Opened & { readonly database: TestDatabase }) | undefined;
  afterAll(() => kept?.database.close());
  return async () => {
    if (kept !== undefined) {
      await kept.database.empty();
      return kept;
    }
    const database = await create();
    kept = { ...(await openOn(database)), database };
    return kept;
  };
}
