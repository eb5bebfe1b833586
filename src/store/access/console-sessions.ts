import {
  SESSION_TOKEN_BYTES,
  sessionEnd,
  sessionHash,
  type SessionTimes,
} from '../../core/access/console-session.js';
import type { Clock } from '../../platform/clock.js';
import type { ConsoleSessionStore, FoundSession } from '../../use-cases/access/console-session-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run, type Step } from '../engine/operation.js';
import { keyAt, selectKeys, storedKeyOf } from './api-keys.js';
import { createChange, type Record } from './audit.js';
import { sql } from 'kysely';
import { STAFF_ROLES, type StaffRole } from '../../core/access/permissions.js';
import { columnsOf, named } from '../engine/names.js';
import { compile } from '../engine/statement.js';
import type { StoreParts } from '../parts.js';

/** Creates the store of console sessions. All times are of the clock of leases, which all nodes share. */
export function createConsoleSessionStore(args: StoreParts): ConsoleSessionStore {
  const { connection, commits, clock } = args;
  const statements = compileSessions(args.dialect);
  const change = createChange(args);
  function* remove(record: Record, session: SessionRow, reason: string): Step<void> {
    const { changes } = yield* run(statements.remove, { sessionHash: session.sessionHash });
    if (changes === 0) return;
    const { keyId } = session;
    const before = auditFieldsOf(session);
    record({ actor: keyId, action: 'sign_out', subject: keyId, reason, before, after: null });
  }

  function* overdue(idleMs: number): Operation<readonly (SessionRow & { readonly nowMs: number })[]> {
    return (yield* run(statements.overdue, { idleMs, processMs: clock.nowMs() })).rows;
  }

  return {
    async begin({ keyId, role, address, maxMs, countMax }) {
      const token = args.random(SESSION_TOKEN_BYTES).toString('base64url');
      await change(function* (record) {
        const nowMs = (yield* first(statements.now, {}))?.nowMs ?? 0;
        const session: SessionRow = {
          sessionHash: sessionHash(token),
          keyId,
          address,
          createdAtMs: nowMs,
          lastActiveAtMs: nowMs,
          endsAtMs: nowMs + maxMs,
          role: role ?? null,
        };
        const { rows } = yield* run(statements.ofKey, { keyId });
        for (const oldest of rows.slice(countMax - 1)) {
          yield* remove(record, oldest, 'A newer session of the key took its place.');
        }
        yield* run(statements.insert, session);
        const after = auditFieldsOf(session);
        record({ actor: keyId, action: 'sign_in', subject: keyId, before: null, after });
      });
      return token;
    },
    find: (token) => connection.read(findSession(statements, clock, token)),
    noteActivity: ({ token, everyMs }) =>
      commits.submit(
        function* () {
          yield* run(statements.noteActivity, { sessionHash: sessionHash(token), everyMs });
        },
        { isHousekeeping: true, isQuiet: true },
      ),
    end: (token, reason = '') =>
      change(function* (record) {
        const session = yield* first(statements.byHash, { sessionHash: sessionHash(token) });
        if (session !== null) yield* remove(record, session, reason);
      }),
    async endOverdue({ idleMs }) {
      // Usually there are none, and then nothing is committed.
      if ((await connection.read(overdue(idleMs))).length === 0) return false;
      return change(function* (record) {
        const sessions = yield* overdue(idleMs);
        for (const session of sessions) {
          yield* remove(record, session, REASONS[sessionEnd(session, idleMs, session.nowMs) ?? 'key']);
        }
        return sessions.length === OVERDUE_MAX;
      });
    },
  };
}

type Statements = ReturnType<typeof compileSessions>;

function* findSession(statements: Statements, clock: Clock, token: string): Operation<FoundSession | null> {
  const session = yield* first(statements.byHash, { sessionHash: sessionHash(token) });
  if (session === null) return null;
  const { keyId, role, lastActiveAtMs, endsAtMs, nowMs } = session;
  const found = { keyId, lastActiveAtMs, endsAtMs, nowMs, isOfPerson: role !== null };
  if (role !== null)
    return { ...found, key: { keyId, role, programme: null, terminalIds: null, documents: 'any' } };
  const row = yield* first(statements.key, { keyId });
  const gone = { unusable: 'The key is gone.', keyId, programme: null };
  return { ...found, key: row === null ? gone : keyAt(storedKeyOf(row), clock.nowMs()) };
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

const SESSION = [
  'sessionHash',
  'keyId',
  'createdAtMs',
  'lastActiveAtMs',
  'endsAtMs',
  'address',
  'role',
] as const;

/** Compiles the statements of console sessions. */
function compileSessions(dialect: StoreDialect) {
  return { ...compileFinds(dialect), ...compileChanges(dialect) };
}

function compileFinds({ compiler, leaseNow }: StoreDialect) {
  const now = sql<number>`${leaseNow}`;
  const sessions = compiler
    .selectFrom('console_sessions')
    .select(named(...SESSION))
    .select(now.as('nowMs'));
  return {
    now: compile((_: object) => compiler.selectNoFrom(now.as('nowMs'))),
    byHash: compile((p: { sessionHash: string }) => sessions.where('session_hash', '=', p.sessionHash)),
    ofKey: compile((p: { keyId: string }) =>
      sessions.where('key_id', '=', p.keyId).orderBy('created_at_ms', 'desc'),
    ),
    key: compile((p: { keyId: string }) => selectKeys({ compiler }).where('key_id', '=', p.keyId)),
    overdue: compile((p: { idleMs: number; processMs: number }) =>
      compiler
        .selectFrom('console_sessions as session')
        .leftJoin('api_keys as key', 'key.key_id', 'session.key_id')
        .select([
          'session.session_hash as sessionHash',
          'session.key_id as keyId',
          'session.created_at_ms as createdAtMs',
          'session.last_active_at_ms as lastActiveAtMs',
          'session.ends_at_ms as endsAtMs',
          'session.address',
          'session.role',
        ])
        .select(now.as('nowMs'))
        .where((eb) =>
          eb.or([
            eb('session.ends_at_ms', '<=', now),
            eb('session.last_active_at_ms', '<=', sql<number>`${leaseNow} - ${p.idleMs}`),
            eb('session.last_active_at_ms', '>=', sql<number>`${leaseNow} + ${p.idleMs}`),
            eb.and([eb('key.key_id', 'is', null), eb('session.role', 'is', null)]),
            eb('key.is_disabled', '=', sql.lit(1)),
            eb('key.role', 'not in', STAFF_ROLES),
            eb('key.expires_at_ms', '<=', p.processMs),
          ]),
        )
        .limit(sql.lit(OVERDUE_MAX)),
    ),
  };
}

function compileChanges({ compiler, leaseNow }: StoreDialect) {
  const now = sql<number>`${leaseNow}`;
  return {
    insert: compile((p: SessionRow) =>
      compiler.insertInto('console_sessions').values(columnsOf(p, ...SESSION)),
    ),
    remove: compile((p: { sessionHash: string }) =>
      compiler.deleteFrom('console_sessions').where('session_hash', '=', p.sessionHash),
    ),
    noteActivity: compile((p: { sessionHash: string; everyMs: number }) =>
      compiler
        .updateTable('console_sessions')
        .set({ last_active_at_ms: now })
        .where('session_hash', '=', p.sessionHash)
        .where('last_active_at_ms', '<=', sql<number>`${leaseNow} - ${p.everyMs}`),
    ),
  };
}
