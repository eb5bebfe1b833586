import type { SecretUseCases, UseCases } from '../graphql/context.js';
import { oneTimePassword } from '../platform/one-time-password.js';
import {
  createIssueActivationCode,
  createVerifyActivationCode,
} from '../use-cases/provisioning/activation-code.js';
import type { Observer } from '../use-cases/ports.js';
import { createAuthorizeToken } from '../use-cases/provisioning/authorize-token.js';
import { createGenerateSecret } from '../use-cases/provisioning/generate-secret.js';
import { createReadAttempts } from '../use-cases/provisioning/read-attempts.js';
import { createReportDigitization } from '../use-cases/provisioning/report-digitization.js';
import type { SecretDeps, SecretObserver } from '../use-cases/provisioning/secret-deps.js';
import { createVerifySecret } from '../use-cases/provisioning/verify-secret.js';
import { DRIFT_MAX_MS, type Ground } from './runtime.js';

/** Creates the use cases of attempts: token authorizations, reports and reads. */
export function attemptUseCases(
  { store }: Ground,
  observer: Observer,
): Pick<UseCases, 'authorizeToken' | 'reportDigitization' | 'readAttempts'> {
  const deps = { attempts: store.attempts, hasher: store.sealer, observer };
  return {
    authorizeToken: createAuthorizeToken(deps),
    reportDigitization: createReportDigitization(deps),
    readAttempts: createReadAttempts(deps),
  };
}

/** Creates the use cases of secrets and activation codes. */
export function secretUseCases({ runtime, store }: Ground, observer: SecretObserver): SecretUseCases {
  const deps: SecretDeps = {
    clock: runtime.clock,
    newId: runtime.newId,
    random: runtime.random,
    directory: store.directory,
    provisioning: store.provisioning,
    oneTimePassword,
    hasher: store.sealer,
    observer,
    limits: {
      perMinuteMax: SECRETS_PER_MINUTE_MAX,
      wrongCodesMax: WRONG_CODES_MAX,
      driftMaxMs: DRIFT_MAX_MS,
      activationCodeMs: ACTIVATION_CODE_MS,
    },
  };
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
