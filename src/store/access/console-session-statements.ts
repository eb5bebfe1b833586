import { sql } from 'kysely';
import type { SessionTimes } from '../../core/access/console-session.js';
import { STAFF_ROLES, type StaffRole } from '../../core/access/permissions.js';
import type { StoreDialect } from '../engine/dialect.js';
import { columnsOf, named } from '../engine/names.js';
import { compile } from '../engine/statement.js';

/** Number of sessions that one round of housekeeping ends. */
export const OVERDUE_MAX = 100;

export interface SessionRow extends SessionTimes {
  readonly sessionHash: string;
  readonly keyId: string;
  readonly address: string | null;
  readonly createdAtMs: number;
  readonly role: StaffRole | null;
  readonly sealedRefreshToken: Buffer | null;
  readonly checkedAtMs: number | null;
  readonly confirmedAtMs: number | null;
}

const SESSION = [
  'sessionHash',
  'keyId',
  'createdAtMs',
  'lastActiveAtMs',
  'endsAtMs',
  'address',
  'role',
  'sealedRefreshToken',
  'checkedAtMs',
  'confirmedAtMs',
] as const;

/** Compiles the statements of console sessions. */
export function compileSessions(dialect: StoreDialect) {
  return { ...compileFinds(dialect), ...compileChanges(dialect) };
}

function compileFinds({ compiler, leaseNow }: StoreDialect) {
  const now = sql<number>`${leaseNow}`;
  const sessions = compiler.selectFrom('console_sessions').select(named(...SESSION));
  return {
    now: compile((_: object) => compiler.selectNoFrom(now.as('nowMs'))),
    byHash: compile((p: { sessionHash: string }) => sessions.where('session_hash', '=', p.sessionHash)),
    ofKey: compile((p: { keyId: string }) =>
      sessions.where('key_id', '=', p.keyId).orderBy('created_at_ms', 'desc').orderBy('session_hash', 'desc'),
    ),
    find: compile((p: { sessionHash: string }) =>
      compiler
        .selectFrom('console_sessions as session')
        .leftJoin('api_keys as key', 'key.key_id', 'session.key_id')
        .select(['session.last_active_at_ms as lastActiveAtMs', 'session.ends_at_ms as endsAtMs'])
        .select(['session.key_id as keyId', 'session.role as sessionRole'])
        .select([
          'session.sealed_refresh_token as sealedRefreshToken',
          'session.checked_at_ms as checkedAtMs',
        ])
        .select('session.confirmed_at_ms as confirmedAtMs')
        .select(['key.role', 'key.programme', 'key.terminal_ids as terminalIds'])
        .select(['key.documents', 'key.expires_at_ms as expiresAtMs', 'key.is_disabled as isDisabled'])
        .select('key.client_certificates as clientCertificates')
        .select(now.as('nowMs'))
        .where('session.session_hash', '=', p.sessionHash),
    ),
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
          'session.sealed_refresh_token as sealedRefreshToken',
          'session.checked_at_ms as checkedAtMs',
          'session.confirmed_at_ms as confirmedAtMs',
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
    claimCheck: compile((p: { sessionHash: string; everyMs: number }) =>
      compiler
        .updateTable('console_sessions')
        .set({ checked_at_ms: now })
        .where('session_hash', '=', p.sessionHash)
        .where((eb) =>
          eb.or([
            eb('checked_at_ms', '<=', sql<number>`${leaseNow} - ${p.everyMs}`),
            // A clock that was set back must not put off the question.
            eb('checked_at_ms', '>=', sql<number>`${leaseNow} + ${p.everyMs}`),
          ]),
        ),
    ),
    keepRefreshToken: compile((p: { sessionHash: string; sealedRefreshToken: Buffer | null }) =>
      compiler
        .updateTable('console_sessions')
        .set({ sealed_refresh_token: p.sealedRefreshToken })
        .where('session_hash', '=', p.sessionHash),
    ),
    noteConfirmed: compile((p: { sessionHash: string }) =>
      compiler
        .updateTable('console_sessions')
        .set({ confirmed_at_ms: now })
        .where('session_hash', '=', p.sessionHash),
    ),
  };
}
