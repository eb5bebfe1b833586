import { sql } from 'kysely';
import type { Attempts } from '../../use-cases/provisioning/attempt-port.js';
import { createFindCard } from '../directory/wallets.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { cardLock, type LockName, tokenLock } from '../engine/locks.js';
import { databaseNowMs, type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createWindowedList } from '../engine/windowed-list.js';
import { createAppendEvent } from '../events/append.js';
import type { StoreSettings } from '../settings.js';
import { type ChangeAttempt, createChangeAttempt } from './attempt-changes.js';
import { createAuthorize } from './authorize.js';
import { createAttemptReader, createDigitizationReader, createFunnel } from './list-attempts.js';
import { createRecordDigitization } from './report-digitization.js';

/** Creates attempts and tokens on a database: writes share commits, and reads see only committed data. */
export function createAttempts(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly settings: StoreSettings;
}): Attempts {
  const { dialect, connection, commits, settings } = args;
  const findCard = createFindCard(dialect);
  const changes = createChangeAttempt(dialect);
  const authorize = createAuthorize(dialect, { findCard, changes });
  const report = createRecordDigitization(dialect, { findCard, changes, append: createAppendEvent(dialect) });
  const expire = createExpire(dialect, changes);
  const attempts = createAttemptReader(dialect, settings.scanRows);
  const digitizations = createDigitizationReader(dialect, settings.scanRows);
  return {
    authorize: (input) => commits.submit(() => authorize(input), { locks: tokenLocks(input) }),
    report: (input) => commits.submitAppending((log) => report(log, input), { locks: tokenLocks(input) }),
    expire: (input) => commits.submit(() => expire(input), { isHousekeeping: true }),
    find: (attemptId) => connection.read(attempts.find(attemptId)),
    list: createWindowedList(connection, settings, attempts),
    funnel: createFunnel(args),
    listDigitizations: createWindowedList(connection, settings, digitizations),
  };
}

/** Returns locks of the data that a decision depends on: the attempts of the card, and the token. */
function tokenLocks(input: {
  readonly programme: string;
  readonly cardId: number;
  readonly tokenReference: string;
}): readonly LockName[] {
  return [cardLock(input.cardId), tokenLock(input.programme, input.tokenReference)];
}

type Arguments = Parameters<Attempts['expire']>[0];

/** Expires attempts in small batches, oldest first, so that no payment waits long for the write lock. */
export function createExpire(
  dialect: StoreDialect,
  changes: ChangeAttempt,
): (args: Arguments) => Operation<number> {
  const kinds = [
    { fromState: 'issued', reason: 'not_verified', update: compileUpdate(dialect, 'issued') },
    { fromState: 'verified', reason: 'not_authorized', update: compileUpdate(dialect, 'verified') },
  ] as const;
  return function* expire(args) {
    const nowMs = yield* databaseNowMs(dialect);
    const { verifiedForMs, limit } = args;
    const due = { nowMs, limit, verifiedBeforeMs: verifiedForMs === null ? 0 : nowMs - verifiedForMs };
    let total = 0;
    for (const { fromState, reason, update } of kinds) {
      const { rows } = yield* run(update, due);
      const change = { fromState, toState: 'expired', actor: 'gateway', reason, atMs: nowMs } as const;
      for (const { attemptId } of rows) yield* changes.record({ ...change, attemptId });
      total += rows.length;
    }
    return total;
  };
}

interface Due {
  readonly nowMs: number;
  readonly verifiedBeforeMs: number;
  readonly limit: number;
}

function compileUpdate({ compiler, isTakenFrom }: StoreDialect, state: 'issued' | 'verified') {
  return compile((p: Due) => {
    const due = compiler.selectFrom('provisioning_attempts').select('sequence').limit(p.limit);
    // Explicit, because SQLite uses a partial index only for a query that repeats its condition.
    const dueOfState =
      state === 'issued'
        ? due
            .where(sql<boolean>`state = 'issued'`)
            .where('expires_at_ms', '<', p.nowMs)
            .orderBy('expires_at_ms')
        : due
            .where(sql<boolean>`state = 'verified'`)
            .where('verified_at_ms', '<', p.verifiedBeforeMs)
            .orderBy('verified_at_ms');
    return compiler
      .updateTable('provisioning_attempts')
      .set({ state: sql<'expired'>`'expired'` })
      .where(isTakenFrom(dueOfState))
      .where('state', '=', sql.lit(state))
      .returning('attempt_id as attemptId');
  });
}
