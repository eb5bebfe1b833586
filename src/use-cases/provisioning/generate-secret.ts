import { formatSecret } from '../../core/access/secret.js';
import { timeOrderedId } from '../../core/wire/time-ordered-id.js';
import { CardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { IssueOutcome } from './provisioning-port.js';
import { cardInReach, clockDrifted, rateLimited, type SecretDeps } from './secret-deps.js';

export interface IssuedSecret {
  /** `<KEY_ID>#<OTP>`: returned to the caller, stored nowhere. */
  readonly secret: string;
  readonly keyId: string;
  readonly expiresAtMs: number;
  readonly attemptId: string;
}

export type GenerateSecret = (integrator: ApiKey, cardId: number) => Promise<IssuedSecret>;

/**
 * Issues a new secret for one provisioning attempt of a card (docs/provisioning.md#rules-of-a-secret). Errors: BAD_REQUEST,
 * NOT_FOUND, FORBIDDEN, RATE_LIMITED, UNAVAILABLE (no active key, drifted clock, store).
 */
export function createGenerateSecret(deps: SecretDeps): GenerateSecret {
  return async (integrator, cardId) => {
    const card = await cardInReach(deps.directory, { key: integrator, cardId });
    const machineNowMs = deps.clock.nowMs();
    const outcome = await deps.provisioning.issue({
      attemptId: timeOrderedId(machineNowMs, deps.newId()),
      programme: card.programme,
      cardId,
      customerId: card.customerId,
      actor: integrator.keyId,
      machineNowMs,
      driftMaxMs: deps.limits.driftMaxMs,
      issuesMax: deps.limits.perMinuteMax,
      windowMs: MINUTE_MS,
      oneTimePassword: deps.oneTimePassword,
    });
    if (outcome.kind !== 'issued') throw issueRefused(outcome);
    const { sharedKeyId, otp, attemptId, isSuperseding } = outcome;
    deps.observer.issued({ programme: card.programme, cardId, attemptId, sharedKeyId, isSuperseding });
    return {
      secret: formatSecret({ sharedKeyId, otp }),
      keyId: sharedKeyId,
      expiresAtMs: outcome.expiresAtMs,
      attemptId,
    };
  };
}

const MINUTE_MS = 60_000;

function issueRefused(outcome: Exclude<IssueOutcome, { kind: 'issued' }>): CardwayError {
  switch (outcome.kind) {
    case 'drifted':
      return clockDrifted(outcome.driftMs);
    case 'limited':
      return rateLimited(outcome.retryAfterMs, 'Too many secrets for this card.');
    case 'no_active_key':
      return new CardwayError('UNAVAILABLE', {
        message: 'The programme has no active shared key.',
        retryAfterSeconds: null,
      });
  }
}
