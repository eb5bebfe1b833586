import type { SecretUseCases, UseCases } from '../graphql/context.js';
import { repeat, type Repeating } from '../platform/background.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import { oneTimePassword } from '../platform/one-time-password.js';
import type { Store } from '../store/store.js';
import { PAGE_SIZE_MAX } from '../use-cases/paging.js';
import {
  createIssueActivationCode,
  createVerifyActivationCode,
} from '../use-cases/provisioning/activation-code.js';
import { createAuthorizeToken } from '../use-cases/provisioning/authorize-token.js';
import { createGenerateSecret } from '../use-cases/provisioning/generate-secret.js';
import { createReadAttempts } from '../use-cases/provisioning/read-attempts.js';
import {
  createReportDigitization,
  recordDigitizationMessages,
} from '../use-cases/provisioning/report-digitization.js';
import type { SecretDeps, SecretObserver } from '../use-cases/provisioning/secret-deps.js';
import { createVerifySecret } from '../use-cases/provisioning/verify-secret.js';
import type { TransactDeps } from '../use-cases/transactions/transact-deps.js';
import type { Transact } from '../use-cases/transactions/transact.js';
import type { Runtime } from './runtime.js';

interface AttemptParts {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly onSweepFailure: (error: unknown) => void;
}

/** Creates the use cases of attempts: token authorizations, reports and reads. */
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

/** Handles the processor's digitization messages here. All other calls pass unchanged. */
export function withDigitizations(parts: AttemptParts, deps: TransactDeps, transact: Transact): Transact {
  return recordDigitizationMessages({ ...deps, ...attemptDeps(parts) }, transact);
}

export function startExpiringAttempts(parts: AttemptParts, batchMax: number): Repeating {
  const { attempts, verifiedForMs } = attemptDeps(parts);
  return repeat({
    round: async () => (await attempts.expire({ verifiedForMs, limit: batchMax })) >= batchMax,
    timer: parts.runtime.timer,
    everyMs: parts.config.settings.sweep.everyMs,
    onFailure: parts.onSweepFailure,
  });
}

function attemptDeps({ store, config }: AttemptParts) {
  return {
    attempts: store.attempts,
    hasher: store.sealer,
    verifiedForMs: config.settings.provisioning.verifiedFor,
  };
}

interface SecretParts {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly secretObserver: SecretObserver;
}

/** Creates the use cases of secrets and activation codes. */
export function secretUseCases(parts: SecretParts): SecretUseCases {
  const deps = secretDeps(parts);
  const verify = createVerifySecret(deps);
  return {
    generate: createGenerateSecret(deps),
    verify,
    issueActivationCode: createIssueActivationCode(deps, verify),
    verifyActivationCode: createVerifyActivationCode(deps),
  };
}

function secretDeps({ config, runtime, store, secretObserver }: SecretParts): SecretDeps {
  const { settings } = config;
  return {
    ...runtime,
    directory: store.directory,
    provisioning: store.provisioning,
    oneTimePassword,
    hasher: store.sealer,
    observer: secretObserver,
    limits: {
      perMinuteMax: settings.secret.perMinuteMax,
      wrongCodesMax: settings.secret.wrongCodesMax,
      driftMaxMs: settings.clock.driftMaxMs,
      activationCodeMs: settings.activationCode.validMs,
    },
  };
}

/** Creates an observer of identifiers and outcomes. Operators see reasons that the network does not get. */
export function secretObserverOf(metrics: Metrics, log: Logger): SecretObserver {
  return {
    issued(about) {
      metrics.secrets.issued(about);
      log.info(about, 'secret issued');
    },
    verified(about) {
      metrics.secrets.verified(about);
      log.info(about, 'secret verified');
    },
  };
}
