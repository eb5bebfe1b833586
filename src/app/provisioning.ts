import type { SecretUseCases, UseCases } from '../graphql/context.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import { oneTimePassword } from '../platform/one-time-password.js';
import type { Store } from '../store/store.js';
import {
  createIssueActivationCode,
  createVerifyActivationCode,
} from '../use-cases/provisioning/activation-code.js';
import { createAuthorizeToken } from '../use-cases/provisioning/authorize-token.js';
import { createGenerateSecret } from '../use-cases/provisioning/generate-secret.js';
import { createReadAttempts } from '../use-cases/provisioning/read-attempts.js';
import { createReportDigitization } from '../use-cases/provisioning/report-digitization.js';
import type { SecretDeps, SecretObserver } from '../use-cases/provisioning/secret-deps.js';
import { createVerifySecret } from '../use-cases/provisioning/verify-secret.js';
import { DRIFT_MAX_MS } from './clocks.js';
import type { Runtime } from './runtime.js';

interface AttemptParts {
  readonly store: Store;
}

/** Creates the use cases of attempts: token authorizations, reports and reads. */
export function attemptUseCases(
  parts: AttemptParts,
): Pick<UseCases, 'authorizeToken' | 'reportDigitization' | 'readAttempts'> {
  const deps = attemptDeps(parts);
  return {
    authorizeToken: createAuthorizeToken(deps),
    reportDigitization: createReportDigitization(deps),
    readAttempts: createReadAttempts(deps),
  };
}

function attemptDeps({ store }: AttemptParts) {
  return { attempts: store.attempts, hasher: store.sealer };
}

interface SecretParts {
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

/** Secrets of one card in a minute. */
export const SECRETS_PER_MINUTE_MAX = 20;
/** Wrong codes that one attempt or activation code allows. */
export const WRONG_CODES_MAX = 10;
/** How long an activation code is valid. */
export const ACTIVATION_CODE_MS = 30 * 60_000;

function secretDeps({ runtime, store, secretObserver }: SecretParts): SecretDeps {
  return {
    ...runtime,
    directory: store.directory,
    provisioning: store.provisioning,
    oneTimePassword,
    hasher: store.sealer,
    observer: secretObserver,
    limits: {
      perMinuteMax: SECRETS_PER_MINUTE_MAX,
      wrongCodesMax: WRONG_CODES_MAX,
      driftMaxMs: DRIFT_MAX_MS,
      activationCodeMs: ACTIVATION_CODE_MS,
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
