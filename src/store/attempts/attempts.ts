import type { Attempts } from '../../usecase/attempt-port.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { createAppendEvent } from '../events/append.js';
import type { StoreSettings } from '../settings.js';
import { createAuthorize } from './authorize.js';
import { createChangeAttempt } from './change-attempt.js';
import { createExpire } from './expire.js';
import { createFindCard } from './find-card.js';
import { createAttemptReader } from './list-attempts.js';
import { createDigitizationReader } from './list-digitizations.js';
import { readPage } from './read-page.js';
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
  const attempts = createAttemptReader(dialect);
  const digitizations = createDigitizationReader(dialect);
  return {
    authorize: (input) => commits.submit(() => authorize(input), { isCompound: true }),
    report: (input) => commits.submit(() => report(input), { isCompound: true }),
    expire: (input) => commits.submit(() => expire(input), { isCompound: true, isHousekeeping: true }),
    find: (attemptId) => connection.read(attempts.find(attemptId)),
    list: (page) =>
      readPage({
        connection,
        settings,
        page,
        isNarrow: page.filter.cardId !== undefined,
        extent: () => attempts.extent(),
        rowsIn: (wanted) => attempts.rowsIn(page.filter, wanted),
      }),
    listDigitizations: (page) =>
      readPage({
        connection,
        settings,
        page,
        isNarrow: page.filter.cardId !== undefined || page.filter.tokenReference !== undefined,
        extent: () => digitizations.extent(),
        rowsIn: (wanted) => digitizations.rowsIn(page.filter, wanted),
      }),
  };
}
