import { isStaff, type StaffRole } from '../../core/access/permissions.js';
import { actorOfPerson } from '../../core/access/sign-in.js';
import { idleEndMs, isSessionToken, sessionEnd } from '../../core/access/console-session.js';
import { type Background, repeat } from '../../platform/background.js';
import { CardwayError, type RefusalAbout } from '../../platform/errors.js';
import { type ApiKey, usable } from '../directory/directory-port.js';
import type { Timer } from '../ports.js';
import type { SessionEnds } from '../transactions/call/call.js';
import { aboutUnusable } from './authenticate-key.js';
import type { ConsoleSessionStore } from './console-session-port.js';
import type { Person } from './identity-port.js';

interface SessionUse {
  readonly key: ApiKey;
  readonly session: SessionEnds;
}

/** Sessions of one key. A person needs a few, a team that shares a key some more. */
const SESSIONS_MAX = 100;
const NOTE_EVERY_MS = 60_000;
/** Notes in the time that a session may be idle. With fewer, a short idle time could end the session of an active operator. */
const NOTES_IN_IDLE_TIME = 4;

export type ConsoleSessions = ReturnType<typeof createConsoleSessions>;

/** Sessions of the console, which stand for the key or the person that signed in. */
export function createConsoleSessions(deps: {
  readonly store: ConsoleSessionStore;
  readonly timer: Timer;
  readonly background: Pick<Background, 'add'>;
  readonly idleMs: number;
  readonly maxMs: number;
  /** Interval of the deletion of ended sessions. */
  readonly everyMs: number;
  /** People sign in at the OpenID provider, and not with keys. */
  readonly areOfPeople: boolean;
  readonly onFailure: (error: unknown) => void;
}) {
  const { store, idleMs, maxMs, areOfPeople } = deps;
  const noteEveryMs = Math.min(NOTE_EVERY_MS, idleMs / NOTES_IN_IDLE_TIME);
  const rounds = repeat({ ...deps, round: () => store.endOverdue({ idleMs }) });
  return {
    /** Begins a session and returns its token. The caller has authenticated the key, which has a role of people. */
    signIn: ({ keyId }: ApiKey, address: string) =>
      store.begin({ keyId, address, maxMs, countMax: SESSIONS_MAX }),
    /** Begins a session of a person whom the provider named. */
    signInPerson: (person: Person, role: StaffRole, address: string) =>
      store.begin({ keyId: actorOfPerson(person), role, address, maxMs, countMax: SESSIONS_MAX }),
    /** Ends a session. Does nothing for a token of no session. */
    signOut: (token: string) => (isSessionToken(token) ? store.end(token) : Promise.resolve()),
    /**
     * Returns the key behind a session. `isActivity`: the operator did something, which prolongs the session. Errors:
     * UNAUTHENTICATED for a session that has ended or never was, and where its key may not be used any more. Such errors are not
     * counted as wrong credentials: nobody can guess a token, and an open page asks again and again.
     */
    async use(token: string, { isActivity }: { readonly isActivity: boolean }): Promise<SessionUse> {
      const found = isSessionToken(token) ? await store.find(token) : null;
      if (found === null) throw ended({ reason: 'The session has ended, or never was.' });
      const { keyId, nowMs, endsAtMs } = found;
      const end = sessionEnd(found, idleMs, nowMs);
      if (end !== null) throw ended({ reason: `The session has ended (${end}).`, keyId });
      const key = usable(found.key);
      if (key === null) throw ended(aboutUnusable(found.key, ''));
      if (!isStaff(key.role)) throw ended({ reason: 'The key has another role now.', keyId });
      if (found.isOfPerson !== areOfPeople) {
        // The settings have changed since it began.
        const reason = areOfPeople
          ? 'People sign in at the OpenID provider now.'
          : 'Nobody signs in as a person any more.';
        await store.end(token, reason);
        throw ended({ reason, keyId });
      }
      // The operator need not wait for the note, and may be active again before the next one.
      const isNoted = isActivity && nowMs - found.lastActiveAtMs >= noteEveryMs;
      if (isNoted) deps.background.add(store.noteActivity({ token, everyMs: noteEveryMs }));
      const lastActiveAtMs = isNoted ? nowMs : found.lastActiveAtMs;
      return { key, session: { endsAtMs, idleEndsAtMs: idleEndMs({ lastActiveAtMs, endsAtMs }, idleMs) } };
    },
    /** Stops the deletion of ended sessions. */
    stop: () => rounds.stop(),
  };
}

function ended(about: RefusalAbout): CardwayError {
  return new CardwayError('UNAUTHENTICATED', { message: 'The session has ended. Sign in again.' }).with({
    ...about,
    isOfKey: true,
  });
}
