import type { Clock } from '../../platform/clock.js';
import { CardwayError, wholeSeconds } from '../../platform/errors.js';
import type { ApiKey, CardDirectory, KnownCard } from '../directory/directory-port.js';
import type { ContentHasher } from '../ports.js';
import type { OneTimePassword, Provisioning, SecretRejection } from './provisioning-port.js';

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
export type RejectionReason = 'expired' | 'replayed' | 'superseded' | 'invalid';

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
      readonly result: 'valid' | RejectionReason | 'limited';
      /** What operators see of `invalid`. */
      readonly detail: SecretRejection | null;
      /** Current step minus the code's; null where the code belongs to no step near. */
      readonly driftSteps: number | null;
    },
  ): void;
}

export function rateLimited(retryAfterMs: number, message: string): CardwayError {
  return new CardwayError('RATE_LIMITED', {
    message,
    retryAfterSeconds: wholeSeconds(retryAfterMs),
  });
}

/** Beyond the limit (docs/reference/provisioning.md#clock-drift) no secret is issued or taken; everything else goes on. */
export function clockDrifted(driftMs: number): CardwayError {
  return new CardwayError('UNAVAILABLE', {
    message: 'Secrets are refused while the clock of this gateway is wrong.',
    retryAfterSeconds: null,
    cause: new Error(`The database's clock is ${String(driftMs)} ms ahead of this machine's.`),
  });
}

/**
 * The card that a key wants to act on. Errors: BAD_REQUEST (no card id), NOT_FOUND, FORBIDDEN (a card of another programme, or a
 * blocked one). That a card exists elsewhere is no secret: ids are told apart from the keys that may use them.
 */
export async function cardInReach(
  directory: CardDirectory,
  { key, cardId }: { readonly key: ApiKey; readonly cardId: number },
): Promise<KnownCard> {
  if (!Number.isSafeInteger(cardId) || cardId < 0) {
    throw new CardwayError('BAD_REQUEST', { field: 'card_id', message: 'card_id must be 0 or more.' });
  }
  const card = await directory.card(cardId);
  if (card === null)
    throw new CardwayError('NOT_FOUND', { field: 'card_id', message: 'The card is not known.' });
  if (card.programme !== key.programme) {
    throw new CardwayError('FORBIDDEN', {
      field: 'card_id',
      message: 'The card belongs to another programme.',
    });
  }
  if (card.isBlocked) {
    throw new CardwayError('FORBIDDEN', { field: 'card_id', message: 'The card is blocked.' });
  }
  return card;
}
