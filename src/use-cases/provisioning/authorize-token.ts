import {
  checkField,
  DIGITIZATION_PATHS,
  digitizationPath,
  MAX,
  panSource,
  WALLET_RECOMMENDATIONS,
  walletRecommendation,
} from '../../core/provisioning/token-authorization.js';
import { keepText } from '../../core/keep.js';
import { badRequest } from '../../platform/errors.js';
import { programmeOf } from '../access/authenticate-key.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { Attempts, TokenAuthorization } from './attempt-port.js';

/** Token request of the card network, in its own words. Nothing is checked yet. */
interface TokenRequest {
  readonly cardId: number;
  readonly walletId: string;
  readonly tokenReference: string;
  readonly tokenRequestorId: string;
  /** KLV 929. */
  readonly path?: string | null;
  /** KLV 930. */
  readonly recommendation?: string | null;
  /** KLV 931. */
  readonly panSource?: string | null;
  /** KLV 910. */
  readonly deviceType: string | null;
}

export type AuthorizeToken = (network: ApiKey, request: TokenRequest) => Promise<TokenAuthorization>;

interface AuthorizeTokenDeps {
  readonly attempts: Pick<Attempts, 'authorize'>;
}

/**
 * Answers the network's token authorization request (docs/digitization.md#token-authorization). Every decision is
 * saved with its reason. One token reference has one final decision. Errors: BAD_REQUEST, FORBIDDEN (a card of another
 * programme), IDEMPOTENCY_CONFLICT (the token reference was decided on for another request), UNAVAILABLE.
 */
export function createAuthorizeToken(deps: AuthorizeTokenDeps): AuthorizeToken {
  return async (network, request) => {
    const programme = programmeOf(network);
    requireFields(request);
    return deps.attempts.authorize({
      programme,
      cardId: request.cardId,
      walletId: keepText(request.walletId),
      tokenReference: request.tokenReference,
      tokenRequestorId: keepText(request.tokenRequestorId),
      ...wordsOf(request),
      deviceType: request.deviceType === null ? null : keepText(request.deviceType),
      actor: network.keyId,
    });
  };
}

function requireFields(request: TokenRequest): void {
  checkField.integer('card_id', request.cardId);
  checkField.text('wallet_id', request.walletId, MAX.walletId);
  checkField.text('token_reference', request.tokenReference, MAX.tokenReference);
  checkField.text('token_requestor_id', request.tokenRequestorId, MAX.tokenRequestorId);
  checkField.optional('pan_source', request.panSource, MAX.word);
  checkField.optional('device_type', request.deviceType, MAX.deviceType);
}

function wordsOf(request: TokenRequest) {
  return {
    path: word('path', request.path, digitizationPath, DIGITIZATION_PATHS),
    recommendation: word(
      'recommendation',
      request.recommendation,
      walletRecommendation,
      WALLET_RECOMMENDATIONS,
    ),
    panSource: isBlank(request.panSource) ? null : panSource(keepText(request.panSource)),
  };
}

/** Refuses an unknown word, because it could be one that means a decline. */
function word(
  field: string,
  text: string | null | undefined,
  read: (text: string) => string | null,
  known: readonly string[],
): string | null {
  if (isBlank(text)) return null;
  const found = read(text);
  if (found === null) {
    throw badRequest(field, `${field} must be one of ${known.join(', ')}.`);
  }
  return found;
}

/** Treats empty members as absent. They are common. */
function isBlank(text: string | null | undefined): text is null | undefined {
  return text == null || text.trim() === '';
}
