import type { Attempts } from '../../usecase/provisioning/attempt-port.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { createFindCard } from '../directory/find-card.js';
import { createAppendEvent } from '../events/append.js';
import type { StoreSettings } from '../settings.js';
import { createWindowedList } from '../windowed-list.js';
import { createAuthorize } from './authorize.js';
import { createChangeAttempt } from './change-attempt.js';
import { createExpire } from './expire.js';
import { createAttemptReader } from './list-attempts.js';
import { createDigitizationReader } from './list-digitizations.js';
import { cardLock, tokenLock, type LockName } from '../locks.js';
import { createFunnel } from './funnel.js';
import { createReport } from './report.js';

/** Attempts and tokens on a database: writes share commits, reads see what was committed. */
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
  const report = createReport(dialect, { findCard, changes, append: createAppendEvent(dialect) });
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

/** What is decided on: the attempts of the card, and where the token stands. */
function tokenLocks(input: {
  readonly programme: string;
  readonly cardId: number;
  readonly tokenReference: string;
}): readonly LockName[] {
  return [cardLock(input.cardId), tokenLock(input.programme, input.tokenReference)];
}
