import { CardwayError } from '../../platform/errors.js';
import { type FieldProblem, integerCheck, stringCheck } from '../transactions/field-checks.js';

/** What the card network hears when it asks whether a token may be made (docs/reference/provisioning.md#token-authorizations). */
export type AuthorizationDecision = 'APPROVED' | 'REQUIRE_ADDITIONAL_AUTHENTICATION' | 'DECLINED';

export type AuthorizationReason =
  | 'attempt_verified'
  /** The programme's verifier is external: the issued secret is enough. */
  | 'attempt_issued'
  | 'card_unknown'
  | 'card_blocked'
  | 'path_red'
  | 'wallet_recommends_decline'
  | 'pan_source'
  | 'no_attempt';

/** KLV 929, in capitals. */
export const DIGITIZATION_PATHS = ['GREEN', 'YELLOW', 'ORANGE', 'RED'] as const;

/** KLV 930, in small letters. */
export const WALLET_RECOMMENDATIONS = ['approve', 'decline', 'require_additional_authentication'] as const;

interface Ruling {
  readonly decision: AuthorizationDecision;
  readonly reason: AuthorizationReason;
  /** What becomes of the attempt; null leaves it as it is, for another token. */
  readonly attempt: 'authorized' | 'declined' | null;
}

/**
 * Decides, in this order: unknown and blocked cards, a red path and a wallet that advises against it are declined; a card number
 * that did not come through the integrator's app, and a card without an authenticated attempt, need another authentication.
 * Path and recommendation short of that leave the decision to the attempt, which is the authentication that they would ask for.
 */
export function ruleOnToken(request: {
  readonly card: { readonly isBlocked: boolean } | null;
  readonly path: string | null;
  readonly recommendation: string | null;
  readonly isByApplication: boolean;
  /** The free attempt that would carry the token. */
  readonly attempt: { readonly state: 'verified' | 'issued' } | null;
}): Ruling {
  const { card, attempt, isByApplication } = request;
  const declined = (reason: AuthorizationReason): Ruling => ({
    decision: 'DECLINED',
    reason,
    // A card number that was typed in is no use of the app's attempt, so does not spend it.
    attempt: isByApplication && attempt !== null ? 'declined' : null,
  });
  if (card === null) return declined('card_unknown');
  if (card.isBlocked) return declined('card_blocked');
  if (request.path === 'RED') return declined('path_red');
  if (request.recommendation === 'decline') return declined('wallet_recommends_decline');
  if (!isByApplication) return furtherAuthentication('pan_source');
  if (attempt === null) return furtherAuthentication('no_attempt');
  const reason = attempt.state === 'verified' ? 'attempt_verified' : 'attempt_issued';
  return { decision: 'APPROVED', reason, attempt: 'authorized' };
}

function furtherAuthentication(reason: AuthorizationReason): Ruling {
  return { decision: 'REQUIRE_ADDITIONAL_AUTHENTICATION', reason, attempt: null };
}

/** Null for a word that is none of the network's. */
export function digitizationPath(text: string): string | null {
  const path = text.trim().toUpperCase();
  return (DIGITIZATION_PATHS as readonly string[]).includes(path) ? path : null;
}

/** Networks write the same words in capitals, and in the past tense. Null for a word that is none of theirs. */
export function walletRecommendation(text: string): string | null {
  const word = snakeWord(text).replace(/^(approve|decline)d$/, '$1');
  return (WALLET_RECOMMENDATIONS as readonly string[]).includes(word) ? word : null;
}

/** KLV 931 in small letters; whatever else a network says is another source than the app. */
export function panSource(text: string): string {
  return snakeWord(text);
}

/** A source that is not told is not held against the token. */
export function isAddedByApplication(source: string | null): boolean {
  return source === null || /^(?:card_)?added_(?:via|by)_application$/.test(source);
}

function snakeWord(text: string): string {
  return text.trim().toLowerCase().replace(/[ -]/g, '_');
}

/** Longest texts about a token, in code points. The network's own references have 48 and 11. */
export const MAX = {
  tokenReference: 255,
  tokenRequestorId: 64,
  walletId: 32,
  deviceType: 64,
  reasonCode: 64,
  reportId: 255,
  word: 64,
} as const;

/** Checks of one field each. Errors: BAD_REQUEST with the field, in snake case. */
export const checkField = {
  integer(jsonName: string, value: number): void {
    invalidField(integerCheck({ jsonName })(value));
  },
  text(jsonName: string, value: string, lengthMax: number): void {
    invalidField(stringCheck({ jsonName, lengthMax })(value));
  },
  optional(jsonName: string, value: string | null, lengthMax: number): void {
    if (value !== null) invalidField(stringCheck({ jsonName, lengthMin: 0, lengthMax })(value));
  },
};

function invalidField(problem: FieldProblem | undefined): void {
  if (problem !== undefined) throw new CardwayError('BAD_REQUEST', problem);
}
