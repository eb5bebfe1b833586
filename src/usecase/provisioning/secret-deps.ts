import type {
  CardDirectory,
  Clock,
  ContentHasher,
  OneTimePassword,
  Provisioning,
  Refusal,
} from '../ports.js';

/** What secrets and activation codes need; the composition root fills it. */
export interface SecretDeps {
  readonly directory: CardDirectory;
  readonly provisioning: Provisioning;
  readonly oneTimePassword: OneTimePassword;
  readonly hasher: ContentHasher;
  readonly clock: Clock;
  readonly newId: () => string;
  /** In [0, 1), unpredictable. */
  readonly random: () => number;
  readonly observer: SecretObserver;
  readonly limits: SecretLimits;
}

export interface SecretLimits {
  /** Secrets of one card within a minute. */
  readonly perMinuteMax: number;
  /** Wrong codes of one attempt, and of one activation code. */
  readonly wrongCodesMax: number;
  /** How far this machine's clock may be from the database's. */
  readonly driftMaxMs: number;
  readonly activationCodeMs: number;
}

/** Why a secret or code did not pass, as role network hears it. */
export type Reason = 'expired' | 'replayed' | 'superseded' | 'invalid';

/** Identifiers only: never a secret, code or key. */
interface AboutCard {
  readonly programme: string;
  readonly cardId: number;
  readonly attemptId: string | null;
}

/** For log and metrics. */
export interface SecretObserver {
  issued(about: AboutCard & { readonly isSuperseding: boolean; readonly sharedKeyId: string }): void;
  verified(
    about: AboutCard & {
      readonly what: 'secret' | 'activation_code';
      readonly result: 'valid' | Reason | 'limited';
      /** What operators see of `invalid`. */
      readonly detail: Refusal | null;
      /** Current step minus the code's; null where the code belongs to no step near. */
      readonly driftSteps: number | null;
    },
  ): void;
}
