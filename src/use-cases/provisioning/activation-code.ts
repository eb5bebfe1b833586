import type { ApiKey } from '../directory/directory-port.js';
import { cardInReach, rateLimited, type RejectionReason, type SecretDeps } from './secret-deps.js';
import type { VerifySecret } from './verify-secret.js';

type IssuedCode =
  | { readonly kind: 'valid'; readonly activationCode: string; readonly expiresAtMs: number }
  | { readonly kind: 'invalid'; readonly reason: RejectionReason };

export type IssueActivationCode = (
  network: ApiKey,
  presented: { readonly cardId: number; readonly secret: string },
) => Promise<IssuedCode>;

export type CodeVerification =
  | { readonly kind: 'valid'; readonly attemptId: string; readonly verifiedAtMs: number }
  | { readonly kind: 'invalid'; readonly reason: RejectionReason };

export type VerifyActivationCode = (
  network: ApiKey,
  presented: { readonly cardId: number; readonly activationCode: string },
) => Promise<CodeVerification>;

/**
 * Issues an activation code for a manually added card (docs/provisioning.md#rules-of-a-secret). The card's secret is
 * verified and consumed, and the code is created, in one commit. Only a keyed hash of the code is kept. Errors: those of
 * verifying a secret.
 */
export function createIssueActivationCode(deps: SecretDeps, verifySecret: VerifySecret): IssueActivationCode {
  return async (network, { cardId, secret }) => {
    const activationCode = newCode(deps.random);
    const codeHash = hashOf(deps, { cardId, activationCode });
    const verification = await verifySecret(network, {
      cardId,
      secret,
      activationCode: { codeHash, validityMs: deps.limits.activationCodeMs },
    });
    if (verification.kind === 'invalid') return verification;
    return { kind: 'valid', activationCode, expiresAtMs: verification.codeExpiresAtMs ?? 0 };
  };
}

/** Accepts an activation code, once. Errors: BAD_REQUEST, NOT_FOUND, FORBIDDEN, RATE_LIMITED, UNAVAILABLE. */
export function createVerifyActivationCode(deps: SecretDeps): VerifyActivationCode {
  return async (network, { cardId, activationCode }) => {
    const { programme } = await cardInReach(deps.directory, { key: network, cardId });
    const outcome = await deps.provisioning.checkActivationCode({
      programme,
      cardId,
      codeHash: hashOf(deps, { cardId, activationCode }),
      wrongCodesMax: deps.limits.wrongCodesMax,
    });
    const about = { programme, cardId, kind: 'activation_code', detail: null, driftSteps: null } as const;
    if (outcome.kind === 'accepted') {
      const { attemptId, checkedAtMs: verifiedAtMs } = outcome;
      deps.observer.verified({ ...about, attemptId, result: 'valid' });
      return { kind: 'valid', attemptId, verifiedAtMs };
    }
    const result = outcome.kind === 'limited' ? 'limited' : outcome.reason;
    deps.observer.verified({ ...about, attemptId: null, result });
    if (outcome.kind === 'limited')
      throw rateLimited(outcome.retryAfterMs, 'Too many wrong codes for this card.');
    return { kind: 'invalid', reason: outcome.reason };
  };
}

const DIGITS = 8;

function newCode(random: () => number): string {
  return String(Math.floor(random() * 10 ** DIGITS)).padStart(DIGITS, '0');
}

/** Hashes the code together with its card, so that the same digits for another card have another hash. */
function hashOf(deps: SecretDeps, of: { readonly cardId: number; readonly activationCode: string }): string {
  return deps.hasher.keyedHash('activation-code', JSON.stringify([of.cardId, of.activationCode]));
}
