import { createBackground } from '../../src/platform/background.js';
import type { Store } from '../../src/store/store.js';
import {
  type ConsoleSessions,
  createConsoleSessions,
  type PeopleRules,
} from '../../src/use-cases/access/console-sessions.js';
import type { Identified } from '../../src/use-cases/access/identity-port.js';
import { eachDatabase } from '../support/databases.js';
import { realTimer } from '../unit/outbox/list-source.js';
import { testClock, type TestClock } from '../unit/store/temporary-store.js';
import { keptFor } from './kept.js';

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

eachDatabase((name, create) => {
  describe(`a console session on ${name}`, () => {
    let store: Store;
    let answer: Identified;
    const made: ConsoleSessions[] = [];
    const databaseClock: TestClock = testClock(START_MS);
    const kept = keptFor(create, async (database) => ({
      store: await database.open({ clock: testClock(5), databaseClock }),
    }));
    const mary = (more: { readonly subject?: string; readonly refreshToken?: string | null } = {}) => {
      const person = { subject: 'mary', name: 'Mary', groups: [], lifetimeMs: 5 * MINUTE_MS };
      return { ...person, refreshToken: 'refresh', ...more };
    };
    const people: PeopleRules = {
      provider: { again: () => Promise.resolve(answer) },
      roleOf: () => 'operator',
      recheckMs: MINUTE_MS,
      answerMs: MINUTE_MS,
    };
    const sessionsOf = (rules: PeopleRules | null): ConsoleSessions => {
      const sessions = createConsoleSessions({
        ...{ store: store.consoleSessions, people: rules, timer: realTimer },
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
      answer = { kind: 'person', person: mary() };
      ({ store } = await kept());
      await store.directoryAdmin.putApiKey({ ...ANNA, expiresAtMs: null, isDisabled: false });
    });
    afterEach(() => Promise.all(made.splice(0).map((sessions) => sessions.stop())));

    it('ends with the word of the provider, unless a refresh token can renew it', async () => {
      const sessions = sessionsOf(people);
      const ends = async (refreshToken: string | null) =>
        endOf(sessions, await sessions.signInPerson(mary({ refreshToken }), 'operator', '192.0.2.1'));
      expect([await ends(null), await ends('refresh')]).toEqual([5 * MINUTE_MS, MAX_MS]);
    });

    it('ends when its key has a role without a console', async () => {
      const sessions = sessionsOf(null);
      const token = await sessions.signIn(KEY, '192.0.2.1');
      expect(await endOf(sessions, token)).toBe(MAX_MS);
      await store.directoryAdmin.putApiKey({ ...ANNA, role: 'client', programme: null });
      expect(await endOf(sessions, token)).toBe('UNAUTHENTICATED');
    });

    it('of the other kind ends where the settings change how people sign in', async () => {
      const [keys, persons] = [sessionsOf(null), sessionsOf(people)];
      const ofKey = await keys.signIn(KEY, '192.0.2.1');
      const ofPerson = await persons.signInPerson(mary(), 'operator', '192.0.2.1');
      expect(await endOf(persons, ofKey)).toBe('UNAUTHENTICATED');
      expect(await endOf(keys, ofPerson)).toBe('UNAUTHENTICATED');
      expect([await endOf(keys, ofKey), await endOf(persons, ofPerson)]).toEqual([
        'UNAUTHENTICATED',
        'UNAUTHENTICATED',
      ]);
    });

    it('ends when the provider names another person', async () => {
      const sessions = sessionsOf(people);
      const token = await sessions.signInPerson(mary(), 'operator', '192.0.2.1');
      answer = { kind: 'person', person: mary({ subject: 'another' }) };
      databaseClock.set(START_MS + MINUTE_MS - 1);
      expect(await endOf(sessions, token)).toBe(MAX_MS);
      databaseClock.set(START_MS + MINUTE_MS);
      expect(await endOf(sessions, token)).toBe('UNAUTHENTICATED');
    });

    it('is asked about, and ends when idle, also where the clock of the database is set back', async () => {
      const [keys, persons] = [sessionsOf(null), sessionsOf(people)];
      const ofKey = await keys.signIn(KEY, '192.0.2.1');
      const ofPerson = await persons.signInPerson(mary(), 'operator', '192.0.2.1');
      answer = { kind: 'person', person: mary({ subject: 'another' }) };
      databaseClock.set(START_MS - MINUTE_MS);
      expect([await endOf(keys, ofKey), await endOf(persons, ofPerson)]).toEqual([MAX_MS, 'UNAUTHENTICATED']);
      databaseClock.set(START_MS - IDLE_MS);
      expect(await endOf(keys, ofKey)).toBe('UNAUTHENTICATED');
    });

    it('outlives an unreachable provider for two questions and the idle time', async () => {
      const sessions = sessionsOf({ ...people, recheckMs: 5 * MINUTE_MS });
      const token = await sessions.signInPerson(mary(), 'operator', '192.0.2.1');
      answer = { kind: 'unreachable', reason: 'ECONNREFUSED' };
      for (let minutes = 5; minutes < 25; minutes += 5) {
        databaseClock.set(START_MS + minutes * MINUTE_MS);
        expect(await endOf(sessions, token)).toBe(MAX_MS);
        await store.consoleSessions.noteActivity({ token, everyMs: MINUTE_MS });
      }
      databaseClock.set(START_MS + 25 * MINUTE_MS);
      expect(await endOf(sessions, token)).toBe('UNAUTHENTICATED');
    });
  });
});
