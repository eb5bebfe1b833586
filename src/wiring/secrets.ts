import type { SecretUseCases, UseCases } from '../graphql/context.js';
import type { Logger } from '../log.js';
import type { Metrics } from '../metrics.js';
import { oneTimePassword } from '../provisioning/otp.js';
import {
  createIssueActivationCode,
  createVerifyActivationCode,
} from '../usecase/provisioning/activation-code.js';
import { createAdministerProgrammes } from '../usecase/provisioning/administer-programmes.js';
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

/** Secrets, activation codes, and the programmes that they are made for. */
export function secretUseCases(parts: SecretParts): Pick<UseCases, 'secrets' | 'programmes'> {
  return {
    secrets: secretsOf(secretDeps(parts)),
    programmes: createAdministerProgrammes(parts.store.provisioningAdmin),
  };
}

function secretsOf(deps: SecretDeps): SecretUseCases {
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
