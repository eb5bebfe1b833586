import type { TestDatabase } from '../support/databases.js';

/**
 * Opens a database and its stores once for all tests of a `describe`, and empties it for each test: connecting to PostgreSQL
 * takes longer than most tests. For stores that keep no rows in memory.
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
