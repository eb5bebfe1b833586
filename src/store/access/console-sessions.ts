import { sql } from 'kysely';
import {
  SESSION_TOKEN_BYTES,
  sessionEnd,
  sessionHash,
  type SessionTimes,
} from '../../core/access/console-session.js';
import { isStaff, type StaffRole } from '../../core/access/permissions.js';
import type { ConsoleSessionStore } from '../../use-cases/access/console-session-port.js';
import { type ApiKey, type Unusable, usable } from '../../use-cases/directory/directory-port.js';
import { named } from '../engine/names.js';
import { firstOnce, runOnce, type Step } from '../engine/operation.js';
import type { Record, StoreParts } from '../parts.js';
import { infoOf, keyAt, selectKeys } from './api-keys.js';

/** Creates the store of console sessions. All times are of the clock of leases, which all nodes share. */
export function createConsoleSessionStore(args: StoreParts): ConsoleSessionStore {
  const { connection, commits, change } = args;
  const { compiler } = args.dialect;
  const now = sql<number>`${args.dialect.leaseNow}`;
  const { sessions, find, keyOf, overdue } = createReads(args);

  const remove = createRemove(args);

  return {
    async begin({ keyId, role = null, address, maxMs, countMax }) {
      const token = args.random(SESSION_TOKEN_BYTES).toString('base64url');
      await change(function* (record) {
        const ofKey = sessions.where('key_id', '=', keyId).orderBy('created_at_ms', 'desc');
        for (const oldest of (yield* runOnce(ofKey)).rows.slice(countMax - 1)) {
          yield* remove(record, oldest, 'A newer session of the key took its place.');
        }
        const session = yield* firstOnce(
          compiler
            .insertInto('console_sessions')
            .values({
              session_hash: sessionHash(token),
              key_id: keyId,
              role,
              address,
              created_at_ms: now,
              last_active_at_ms: now,
              ends_at_ms: sql<number>`${now} + ${maxMs}`,
            })
            .returning(SESSION),
        );
        const after = session === null ? null : auditFieldsOf(session);
        record({ actor: keyId, action: 'sign_in', subject: keyId, before: null, after });
      });
      return token;
    },
    find: (token) =>
      connection.read(
        (function* () {
          const session = yield* find(token);
          if (session === null) return null;
          const { keyId, lastActiveAtMs, endsAtMs, nowMs } = session;
          const key = yield* keyOf(session);
          return { keyId, lastActiveAtMs, endsAtMs, nowMs, key, isOfPerson: session.role !== null };
        })(),
      ),
    noteActivity: ({ token, everyMs }) =>
      commits.submit(
        function* () {
          yield* runOnce(
            compiler
              .updateTable('console_sessions')
              .set({ last_active_at_ms: now })
              .where('session_hash', '=', sessionHash(token))
              .where('last_active_at_ms', '<=', sql<number>`${now} - ${everyMs}`),
          );
        },
        { isHousekeeping: true, isQuiet: true },
      ),
    end: (token, reason = '') =>
      change(function* (record) {
        const session = yield* find(token);
        if (session !== null) yield* remove(record, session, reason);
      }),
    async endOverdue({ idleMs }) {
      // Usually there are none, and then nothing is committed.
      if ((await connection.read(overdue(idleMs))).length === 0) return false;
      return change(function* (record) {
        const ended = yield* overdue(idleMs);
        for (const { session, reason } of ended) yield* remove(record, session, reason);
        return ended.length === OVERDUE_MAX;
      });
    },
  };
}

function createReads({ dialect, clock }: StoreParts) {
  const { compiler } = dialect;
  const sessions = compiler
    .selectFrom('console_sessions')
    .select([...SESSION, sql<number>`${dialect.leaseNow}`.as('nowMs')]);

  function* find(token: string): Step<(SessionRow & { readonly nowMs: number }) | null> {
    return yield* firstOnce(sessions.where('session_hash', '=', sessionHash(token)));
  }

  /** Returns the key behind a session as it is now. A person has one of its role. */
  function* keyOf({ keyId, role }: SessionRow): Step<ApiKey | Unusable> {
    if (role !== null) return { keyId, role, programme: null, terminalIds: null, documents: 'any' };
    const row = yield* firstOnce(selectKeys({ compiler }).where('key_id', '=', keyId));
    if (row === null) return { unusable: 'The key is gone.', keyId, programme: null };
    return keyAt(infoOf(row), clock.nowMs());
  }

  function* overdue(idleMs: number): Step<readonly { session: SessionRow; reason: string }[]> {
    const ended: { session: SessionRow; reason: string }[] = [];
    for (const session of (yield* runOnce(sessions)).rows) {
      if (ended.length === OVERDUE_MAX) break;
      const end = sessionEnd(session, idleMs, session.nowMs);
      const key = end === null ? usable(yield* keyOf(session)) : null;
      if (key === null || !isStaff(key.role)) ended.push({ session, reason: REASONS[end ?? 'key'] });
    }
    return ended;
  }

  return { sessions, find, keyOf, overdue };
}

function createRemove({ dialect: { compiler } }: StoreParts) {
  return function* remove(record: Record, session: SessionRow, reason: string): Step<void> {
    const { keyId: actor, sessionHash: hash } = session;
    const ended = compiler.deleteFrom('console_sessions').where('session_hash', '=', hash);
    if ((yield* runOnce(ended)).changes === 0) return;
    const before = auditFieldsOf(session);
    record({ actor, action: 'sign_out', subject: actor, reason, before, after: null });
  };
}

/** Reasons in the audit log. */
const REASONS = {
  idle: 'The session was idle for too long.',
  limit: 'The session reached its longest time.',
  key: 'The key was revoked, has expired, or has another role.',
};

/** Returns the fields for the audit log. A few digits of the hash tell apart the sessions of a key. */
function auditFieldsOf({ sessionHash: hash, address, createdAtMs, endsAtMs, role }: SessionRow): object {
  const person = role === null ? {} : { role };
  return { session: hash.slice(0, 8), address, createdAtMs, endsAtMs, ...person };
}

/** Number of sessions that one round of housekeeping ends. */
const OVERDUE_MAX = 100;

interface SessionRow extends SessionTimes {
  readonly sessionHash: string;
  readonly keyId: string;
  readonly address: string | null;
  readonly createdAtMs: number;
  /** Role of a person. Null for a session of a key. */
  readonly role: StaffRole | null;
}

const SESSION = named('sessionHash', 'keyId', 'createdAtMs', 'lastActiveAtMs', 'endsAtMs', 'address', 'role');
