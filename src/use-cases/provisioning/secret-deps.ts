import type { Clock } from '../../platform/clock.js';
import { badRequest, CardwayError, wholeSeconds } from '../../platform/errors.js';
import type { ApiKey, CardDirectory, KnownCard } from '../directory/directory-port.js';
import type { ContentHasher } from '../ports.js';
import type { OneTimePassword, Provisioning, SecretRejection } from './provisioning-port.js';

/** Dependencies of secrets and activation codes. The composition root fills them. */
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
  /** Number of secrets of one card within a minute. */
  readonly perMinuteMax: number;
  /** Number of wrong codes for one attempt, and for one activation code. */
  readonly wrongCodesMax: number;
  /** Greatest drift between this machine's clock and the database's. */
  readonly driftMaxMs: number;
  readonly activationCodeMs: number;
}

/** Reason of a refused secret or code, as role network gets it. */
export type RejectionReason = 'expired' | 'replayed' | 'superseded' | 'invalid';

/** Identifiers for log and metrics: never a secret, code or key. */
interface AboutCard {
  readonly programme: string;
  readonly cardId: number;
  readonly attemptId: string | null;
}

/** Observer of secrets and codes, for log and metrics. */
export interface SecretObserver {
  issued(about: AboutCard & { readonly isSuperseding: boolean; readonly sharedKeyId: string }): void;
  verified(
    about: AboutCard & {
      readonly kind: 'secret' | 'activation_code';
      readonly result: 'valid' | RejectionReason | 'limited';
      /** Reason of `invalid`, for operators. */
      readonly detail: SecretRejection | null;
      /** Current step minus the code's. Null where the code belongs to no step nearby. */
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

/**
 * Returns the error for a drift beyond the limit (docs/provisioning.md#clocks). No secret is issued or accepted
 * then; everything else continues.
 */
export function clockDrifted(driftMs: number): CardwayError {
  return new CardwayError('UNAVAILABLE', {
    message: 'Secrets are refused while the clock of this gateway is wrong.',
    retryAfterSeconds: null,
    cause: new Error(`The database's clock is ${String(driftMs)} ms ahead of this machine's.`),
  });
}

/**
 * Returns the card that a key wants to act on. Errors: BAD_REQUEST (no card id), NOT_FOUND, FORBIDDEN (a card of another
 * programme, or a blocked one). The errors may reveal that a card of another programme exists: card ids are no secret.
 */
export async function cardInReach(
  directory: CardDirectory,
  { key, cardId }: { readonly key: ApiKey; readonly cardId: number },
): Promise<KnownCard> {
  if (!Number.isSafeInteger(cardId) || cardId < 0) {
    throw badRequest('card_id', 'card_id must be 0 or more.');
  }
  const card = await directory.card(cardId);
  if (card === null) throw unknownCard(cardId);
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

/** Returns the refusal of a card id that no wallet has. */
export function unknownCard(cardId: number): CardwayError {
  return new CardwayError('NOT_FOUND', { field: 'card_id', message: `Card ${String(cardId)} is not known.` });
}

/** Returns the refusal of a card of another programme, to the card network. */
export function foreignCard(): CardwayError {
  return new CardwayError('FORBIDDEN', {
    field: 'card_id',
    message: 'The key may not act for this card.',
  });
}
