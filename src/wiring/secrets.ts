import type { SecretUseCases } from '../graphql/context.js';
import type { Logger } from '../log.js';
import type { Metrics } from '../metrics.js';
import { oneTimePassword } from '../provisioning/otp.js';
import {
  createIssueActivationCode,
  createVerifyActivationCode,
} from '../usecase/provisioning/activation-code.js';
import { createGenerateSecret } from '../usecase/provisioning/generate-secret.js';
import type { SecretDeps, SecretObserver } from '../usecase/provisioning/secret-deps.js';
import { createVerifySecret } from '../usecase/provisioning/verify-secret.js';
import type { Config } from '../config.js';
import type { Store } from '../store/store.js';
import type { World } from '../world.js';

export interface SecretParts {
  readonly config: Config;
  readonly world: World;
  readonly store: Store;
  readonly secretObserver: SecretObserver;
}

/** Secrets and activation codes. */
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

function secretDeps({ config, world, store, secretObserver }: SecretParts): SecretDeps {
  const { settings } = config;
  return {
    ...world,
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

/** Identifiers and outcomes; what operators see of a refusal and the network does not. */
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
