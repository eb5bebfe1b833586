import type { Config } from '../config.js';
import type { UseCases } from '../graphql/context.js';
import type { Store } from '../store/store.js';
import { PAGE_SIZE_MAX } from '../usecase/page-size.js';
import { createAuthorizeToken } from '../usecase/provisioning/authorize-token.js';
import { createReadAttempts } from '../usecase/provisioning/read-attempts.js';
import { repeat, type Repeating } from '../usecase/repeat.js';
import { withDigitizationReports } from '../usecase/provisioning/report-by-terminal.js';
import { createReportDigitization } from '../usecase/provisioning/report-digitization.js';
import type { Transact } from '../usecase/transactions/transact.js';
import type { TransactDeps } from '../usecase/transactions/transact-deps.js';
import type { World } from '../world.js';

interface AttemptParts {
  readonly config: Config;
  readonly world: World;
  readonly store: Store;
  readonly onSweepFailure: (error: unknown) => void;
}

/** What follows an attempt to the wallet: token authorizations, reports, and what is read of them. */
export function attemptUseCases(
  parts: AttemptParts,
): Pick<UseCases, 'authorizeToken' | 'reportDigitization' | 'readAttempts'> {
  const deps = attemptDeps(parts);
  return {
    authorizeToken: createAuthorizeToken(deps),
    reportDigitization: createReportDigitization(deps),
    readAttempts: createReadAttempts({
      ...deps,
      pageSizeMax: PAGE_SIZE_MAX,
    }),
  };
}

/** The processor's digitization messages are taken here; all other calls go on as they are. */
export function takingReports(parts: AttemptParts, deps: TransactDeps, transact: Transact): Transact {
  return withDigitizationReports({ ...deps, ...attemptDeps(parts) }, transact);
}

export function startExpiringAttempts(parts: AttemptParts, batchMax: number): Repeating {
  const { attempts, verifiedForMs } = attemptDeps(parts);
  return repeat({
    round: async () => (await attempts.expire({ verifiedForMs, limit: batchMax })) >= batchMax,
    timer: parts.world.timer,
    everyMs: parts.config.settings.sweep.everyMs,
    onFailure: parts.onSweepFailure,
  });
}

function attemptDeps({ store, config }: AttemptParts) {
  return {
    attempts: store.attempts,
    verifiedForMs: config.settings.provisioning.verifiedFor,
  };
}
