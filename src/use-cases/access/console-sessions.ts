import { isStaff, type StaffRole } from '../../core/access/permissions.js';
import { actorOfPerson, isActorOf, subjectOf } from '../../core/access/sign-in.js';
import { idleEndMs, isSessionToken, sessionEnd } from '../../core/access/console-session.js';
import { type Background, repeat } from '../../platform/background.js';
import { CardwayError, type RefusalAbout } from '../../platform/errors.js';
import { type ApiKey, usable } from '../directory/directory-port.js';
import type { Timer } from '../ports.js';
import type { SessionEnds } from '../transactions/call.js';
import { aboutUnusable } from './authenticate-key.js';
import type { ConsoleSessionStore, FoundSession } from './console-session-port.js';
import type { Identified, IdentityProvider, Person } from './identity-port.js';

/** Sessions of the console, which stand for the key or the person that signed in. */
export interface ConsoleSessions {
  /** Begins a session and returns its token. The caller has authenticated the key, which has a role of people. */
  signIn(key: ApiKey, address: string): Promise<string>;
  /** Begins a session of a person. It ends with the provider's word where no refresh token can renew that. */
  signInPerson(person: Person, role: StaffRole, address: string): Promise<string>;
  /** Ends a session. Does nothing for a token of no session. */
  signOut(token: string): Promise<void>;
  /**
   * Returns the key behind a session. `isActivity`: the operator did something, which prolongs the session. Errors:
   * UNAUTHENTICATED for a session that has ended or never was, and where its key may not be used any more. Such errors are not
   * counted as wrong credentials: nobody can guess a token, and an open page asks again and again.
   */
  use(token: string, options: { readonly isActivity: boolean }): Promise<SessionUse>;
  /** Stops the deletion of ended sessions. */
  stop(): Promise<void>;
}

interface SessionUse {
  readonly key: ApiKey;
  readonly session: SessionEnds;
}

/** Sessions of one key. A person needs a few, a team that shares a key some more. */
const SESSIONS_MAX = 100;
const NOTE_EVERY_MS = 60_000;
/** Notes in the time that a session may be idle. With fewer, a short idle time could end the session of an active operator. */
const NOTES_IN_IDLE_TIME = 4;

/** Number of questions that the provider may leave open, beside the time that a session may be idle. */
const UNCONFIRMED_ROUNDS = 2;

/** How people get their role. */
export interface PeopleRules {
  readonly provider: Pick<IdentityProvider, 'again'>;
  readonly roleOf: (groups: readonly string[]) => StaffRole | null;
  /** Interval at which the provider is asked again for a person. */
  readonly recheckMs: number;
  /** Longest time from the beginning of such a question to its answer. */
  readonly answerMs: number;
}

export function createConsoleSessions(deps: {
  readonly store: ConsoleSessionStore;
  readonly timer: Timer;
  readonly background: Pick<Background, 'add'>;
  readonly idleMs: number;
  readonly maxMs: number;
  /** Interval of the deletion of ended sessions. */
  readonly everyMs: number;
  /** The provider of people and their roles; null where people sign in with keys. */
  readonly people: PeopleRules | null;
  readonly onFailure: (error: unknown) => void;
}): ConsoleSessions {
  const { store, idleMs, maxMs } = deps;
  const noteEveryMs = Math.min(NOTE_EVERY_MS, idleMs / NOTES_IN_IDLE_TIME);
  const confirm = createConfirm(deps);
  const rounds = repeat({ ...deps, round: () => store.endOverdue({ idleMs }) });
  return {
    signIn: ({ keyId }, address) => store.begin({ keyId, address, maxMs, countMax: SESSIONS_MAX }),
    signInPerson(person, role, address) {
      const { refreshToken, lifetimeMs } = person;
      const longestMs = refreshToken === null ? Math.min(maxMs, lifetimeMs) : maxMs;
      const session = { keyId: actorOfPerson(person), person: { role, refreshToken }, address };
      return store.begin({ ...session, maxMs: longestMs, countMax: SESSIONS_MAX });
    },
    signOut: (token) => (isSessionToken(token) ? store.end(token) : Promise.resolve()),
    async use(token, { isActivity }) {
      const found = isSessionToken(token) ? await store.find(token) : null;
      if (found === null) throw ended({ reason: 'The session has ended, or never was.' });
      const { keyId, nowMs, endsAtMs } = found;
      const end = sessionEnd(found, idleMs, nowMs);
      if (end !== null) throw ended({ reason: `The session has ended (${end}).`, keyId });
      const key = usable(found.key);
      if (key === null) throw ended(aboutUnusable(found.key, ''));
      if (!isStaff(key.role)) throw ended({ reason: 'The key has another role now.', keyId });
      await confirm(token, found);
      // The operator need not wait for the note, and may be active again before the next one.
      const isNoted = isActivity && nowMs - found.lastActiveAtMs >= noteEveryMs;
      if (isNoted) deps.background.add(store.noteActivity({ token, everyMs: noteEveryMs }));
      const lastActiveAtMs = isNoted ? nowMs : found.lastActiveAtMs;
      return { key, session: { endsAtMs, idleEndsAtMs: idleEndMs({ lastActiveAtMs, endsAtMs }, idleMs) } };
    },
    stop: () => rounds.stop(),
  };
}

/**
 * Ends sessions of another kind than the settings ask for. Asks the provider again for the person of a session, where it is time to. One request does so for all. The session ends where
 * the provider names another role or none. While the provider cannot be reached the session goes on for a limited time.
 */
function createConfirm({
  store,
  people,
  idleMs,
}: {
  readonly store: ConsoleSessionStore;
  readonly people: PeopleRules | null;
  readonly idleMs: number;
}): (token: string, found: FoundSession) => Promise<void> {
  async function endedBy(token: string, reason: string, keyId: string): Promise<CardwayError> {
    await store.end(token, reason);
    return ended({ reason, keyId });
  }

  /** Returns whether the provider confirmed the role. */
  async function ask(
    rules: PeopleRules,
    token: string,
    { key, keyId, everyMs }: FoundSession & { readonly everyMs: number },
  ): Promise<boolean> {
    const refreshToken = await store.claimCheck({ token, everyMs });
    if (refreshToken === null) return false;
    const answer = await rules.provider.again(refreshToken, {
      subject: subjectOf(keyId),
      keep: (next) => store.keepRefreshToken({ token, refreshToken: next }),
    });
    if (answer.kind === 'unreachable') return false;
    const lost = lossIn(answer, { key, keyId, roleOf: rules.roleOf });
    if (lost !== null) throw await endedBy(token, lost, keyId);
    await store.noteConfirmed(token);
    return true;
  }

  return async (token, found) => {
    const { person, keyId, nowMs } = found;
    if (person === null) {
      if (people === null) return;
      throw await endedBy(token, 'People sign in at the OpenID provider now.', keyId);
    }
    if (people === null) throw await endedBy(token, 'Nobody signs in as a person any more.', keyId);
    if (!person.hasRefreshToken) return;
    const { recheckMs, answerMs } = people;
    // While a question may be under way, its token is not used again: a provider may take that for a theft.
    const isAnswered = person.confirmedAtMs >= person.checkedAtMs;
    const everyMs = isAnswered ? recheckMs : Math.max(recheckMs, answerMs);
    // A clock that was set back must not put off the question.
    const isDue = Math.abs(nowMs - person.checkedAtMs) >= everyMs;
    if (isDue && (await ask(people, token, { ...found, everyMs }))) return;
    if (nowMs - person.confirmedAtMs >= UNCONFIRMED_ROUNDS * recheckMs + idleMs)
      throw await endedBy(token, 'The provider could not be asked for too long.', keyId);
  };
}

/** Returns why the person of a session has another role now, or none; null where it is the same. */
function lossIn(
  answer: Exclude<Identified, { readonly kind: 'unreachable' }>,
  { key, keyId, roleOf }: Pick<FoundSession, 'key' | 'keyId'> & Pick<PeopleRules, 'roleOf'>,
): string | null {
  if (answer.kind === 'refused') return 'The provider does not confirm the person any more.';
  if (!isActorOf(answer.person, keyId)) return 'The provider named another person.';
  const role = roleOf(answer.person.groups);
  if ('role' in key && role === key.role) return null;
  return 'The groups of the person give another role, or none.';
}

function ended(about: RefusalAbout): CardwayError {
  return new CardwayError('UNAUTHENTICATED', { message: 'The session has ended. Sign in again.' }).with({
    ...about,
    isOfKey: true,
  });
}
