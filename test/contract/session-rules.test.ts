import { createBackground } from '../../src/platform/background.js';
import type { Store } from '../../src/store/store.js';
import { type ConsoleSessions, createConsoleSessions } from '../../src/use-cases/access/console-sessions.js';
import { sqliteTests, type TestDatabase } from '../support/databases.js';
import { machineTimer } from '../support/machine-clock.js';
import { testClock, type TestClock } from '../unit/store/temporary-store.js';
import { keptFor } from './kept.js';
import { directoryOf } from '../support/directory.js';

const START_MS = 1_000_000_000;
const MINUTE_MS = 60_000;
const IDLE_MS = 15 * MINUTE_MS;
const MAX_MS = 8 * 60 * MINUTE_MS;
const ANNA = { keyId: 'anna', key: 'cardway_anna', role: 'operator' as const, programme: null };
const KEY = {
  keyId: 'anna',
  role: 'operator',
  programme: null,
  terminalIds: null,
  documents: 'any',
} as const;

function fail(error: unknown): never {
  throw error;
}

sqliteTests((name, create) => {
  describe(`a console session on ${name}`, () => {
    let store: Store;
    let database: TestDatabase;
    const made: ConsoleSessions[] = [];
    const databaseClock: TestClock = testClock(START_MS);
    const kept = keptFor(create, async (database) => ({
      store: await database.open({ clock: testClock(5), databaseClock }),
    }));
    const mary = { subject: 'mary', name: 'Mary', groups: [] };
    const sessionsOf = (who: 'keys' | 'people'): ConsoleSessions => {
      const sessions = createConsoleSessions({
        ...{ store: store.consoleSessions, areOfPeople: who === 'people', timer: machineTimer },
        ...{ background: createBackground(fail), onFailure: fail },
        ...{ idleMs: IDLE_MS, maxMs: MAX_MS, everyMs: MAX_MS },
      });
      made.push(sessions);
      return sessions;
    };
    /** Returns the end of the session as its page sees it, or the code of the error. */
    const endOf = (sessions: ConsoleSessions, token: string): Promise<number | string> =>
      sessions.use(token, { isActivity: false }).then(
        ({ session }) => session.endsAtMs - START_MS,
        ({ code }: { code: string }) => code,
      );

    beforeEach(async () => {
      databaseClock.set(START_MS);
      ({ store, database } = await kept());
      await directoryOf(store).putApiKey(ANNA);
    });
    afterEach(() => Promise.all(made.splice(0).map((sessions) => sessions.stop())));

    it('ends when its key has a role without a console', async () => {
      const sessions = sessionsOf('keys');
      const token = await sessions.signIn(KEY, '192.0.2.1');
      expect(await endOf(sessions, token)).toBe(MAX_MS);
      await database.query("update api_keys set role = 'client'");
      expect(await endOf(sessions, token)).toBe('UNAUTHENTICATED');
    });

    it('of the other kind ends where the settings change how people sign in', async () => {
      const [keys, persons] = [sessionsOf('keys'), sessionsOf('people')];
      const ofKey = await keys.signIn(KEY, '192.0.2.1');
      const ofPerson = await persons.signInPerson(mary, 'operator', '192.0.2.1');
      expect(await endOf(persons, ofKey)).toBe('UNAUTHENTICATED');
      expect(await endOf(keys, ofPerson)).toBe('UNAUTHENTICATED');
      expect([await endOf(keys, ofKey), await endOf(persons, ofPerson)]).toEqual([
        'UNAUTHENTICATED',
        'UNAUTHENTICATED',
      ]);
    });

    it('ends when idle, also where the clock of the database is set back', async () => {
      const sessions = sessionsOf('people');
      const token = await sessions.signInPerson(mary, 'operator', '192.0.2.1');
      databaseClock.set(START_MS - MINUTE_MS);
      expect(await endOf(sessions, token)).toBe(MAX_MS);
      databaseClock.set(START_MS - IDLE_MS);
      expect(await endOf(sessions, token)).toBe('UNAUTHENTICATED');
    });
  });
});
