import { CardwayError } from '../../platform/errors.js';
import { type FieldProblem, integerCheck, stringCheck } from '../transactions/field-checks.js';

/** Decision that the card network gets when it asks for a token (docs/digitization.md#token-authorization). */
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

/** Values of KLV 929, in capitals. */
export const DIGITIZATION_PATHS = ['GREEN', 'YELLOW', 'ORANGE', 'RED'] as const;

/** Values of KLV 930, in lower case. */
export const WALLET_RECOMMENDATIONS = ['approve', 'decline', 'require_additional_authentication'] as const;

interface Ruling {
  readonly decision: AuthorizationDecision;
  readonly reason: AuthorizationReason;
  /** New state of the attempt. Null leaves it unchanged, for another token. */
  readonly attempt: 'authorized' | 'declined' | null;
}

/**
 * Decides on a token, in this order. It declines unknown and blocked cards, a red path, and a wallet that recommends a decline.
 * It asks for further authentication where the card number did not come through the integrator's app. It also asks for it where
 * the card has no authenticated attempt. Any other path or recommendation leaves the decision to the attempt, which is the
 * authentication that they would ask for.
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
    // A card number that was typed in does not use the app's attempt, so it does not spend it.
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

/** Reads a path, in capitals. Null for a word that no network uses. */
export function digitizationPath(text: string): string | null {
  const path = text.trim().toUpperCase();
  return (DIGITIZATION_PATHS as readonly string[]).includes(path) ? path : null;
}

/** Reads a recommendation. Networks also write it in capitals and in the past tense. Null for a word that no network uses. */
export function walletRecommendation(text: string): string | null {
  const word = snakeWord(text).replace(/^(approve|decline)d$/, '$1');
  return (WALLET_RECOMMENDATIONS as readonly string[]).includes(word) ? word : null;
}

/** Returns KLV 931 in lower case. An unknown value is a source other than the app. */
export function panSource(text: string): string {
  return snakeWord(text);
}

/** Returns whether the card came through the app. A missing source counts as the app. */
export function isAddedByApplication(source: string | null): boolean {
  return source === null || /^(?:card_)?added_(?:via|by)_application$/.test(source);
}

function snakeWord(text: string): string {
  return text.trim().toLowerCase().replace(/[ -]/g, '_');
}

/** Length limits of texts about a token, in code points. The network's own references have 48 and 11. */
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
  optional(jsonName: string, value: string | null | undefined, lengthMax: number): void {
    if (value != null) invalidField(stringCheck({ jsonName, lengthMin: 0, lengthMax })(value));
  },
};

function invalidField(problem: FieldProblem | undefined): void {
  if (problem !== undefined) throw new CardwayError('BAD_REQUEST', problem);
}
