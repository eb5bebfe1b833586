import type { UseCases } from '../graphql/context.js';
import { createAuthorizeToken } from '../usecase/authorize-token.js';
import { expireAttempts } from '../usecase/expire-attempts.js';
import { createReadAttempts } from '../usecase/read-attempts.js';
import { repeat, type Repeating } from '../usecase/repeat.js';
import { withDigitizationReports } from '../usecase/report-by-terminal.js';
import { createReportDigitization } from '../usecase/report-digitization.js';
import type { Transact } from '../usecase/transact.js';
import type { TransactDeps } from '../usecase/transact-deps.js';
import type { UseCaseParts } from './use-cases.js';

/** What follows an attempt to the wallet: token authorizations, reports, and what is read of them. */
export function attemptUseCases(
  parts: UseCaseParts,
): Pick<UseCases, 'authorizeToken' | 'reportDigitization' | 'readAttempts'> {
  const deps = attemptDeps(parts);
  return {
    authorizeToken: createAuthorizeToken(deps),
    reportDigitization: createReportDigitization(deps),
    readAttempts: createReadAttempts({
      ...deps,
      pageSizeMax: parts.config.settings['graphql.pageSizeMax'],
    }),
  };
}

/** The processor's digitization messages are taken here; all other calls go on as they are. */
export function takingReports(parts: UseCaseParts, deps: TransactDeps, transact: Transact): Transact {
  return withDigitizationReports({ ...deps, ...attemptDeps(parts) }, transact);
}

export function startExpiringAttempts(parts: UseCaseParts, batchMax: number): Repeating {
  const deps = { ...attemptDeps(parts), batchMax };
  return repeat({
    round: () => expireAttempts(deps),
    batchMax,
    timer: parts.world.timer,
    everyMs: parts.config.settings['sweep.everyMs'],
    onFailure: parts.onSweepFailure,
  });
}

function attemptDeps({ store, world, config }: UseCaseParts) {
  return {
    attempts: store.attempts,
    clock: world.clock,
    verifiedForMs: config.settings['provisioning.verifiedFor'],
  };
}
