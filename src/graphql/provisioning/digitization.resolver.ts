import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { callerKey, type GraphQLContext } from '../context.js';
import { PAGE_SIZE, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
import { list, resolverOf } from '../root-fields.js';
import { closedSet, conditionsOf, field, inputType, nullable, objectType, time } from '../shapes.js';
import {
  Digitization,
  DigitizationComplete,
  DigitizationFilter,
  DigitizationInput,
} from './digitization.type.js';
import type {
  AuthorizationDecision,
  AuthorizationReason,
} from '../../core/provisioning/token-authorization.js';
import { SafeInt } from '../scalars.js';

const LIST = 'd';

const TokenDecision = closedSet<AuthorizationDecision>('TokenDecision', 'The decision on a token.', {
  APPROVED: 'The token may be made. The decision is final for this token reference.',
  REQUIRE_ADDITIONAL_AUTHENTICATION:
    'The cardholder must authenticate in another way. The gateway decides again when it is asked again.',
  DECLINED: 'The token must not be made. The decision is final for this token reference.',
});

const TokenAuthorizationReason = closedSet<AuthorizationReason>(
  'TokenAuthorizationReason',
  'Why a token was approved, declined, or needs more authentication.',
  {
    attempt_verified: 'A verified provisioning attempt was found.',
    attempt_issued: 'An issued attempt was found, and another system verifies it.',
    card_unknown: 'The card is not in the directory.',
    card_blocked: 'The card or its wallet is blocked.',
    path_red: 'The path of the network is RED.',
    wallet_recommends_decline: 'The wallet recommends to decline.',
    pan_source: 'The card number was not added by the application.',
    no_attempt: 'There is no provisioning attempt that fits.',
  },
);

const TokenAuthorizationInput = inputType(
  'TokenAuthorizationInput',
  'The network asks whether it may make a token of a card.',
  {
    cardId: field(SafeInt, 'Card id.'),
    walletId: field(ID, 'Number of the wallet at the network: 103, 216, 217, 327 …'),
    tokenReference: field(String, 'Unique reference of the token at the network: the idempotency key.'),
    tokenRequestorId: field(ID, 'Number of the token requestor at the network.'),
    path: nullable(String, 'The network’s path: GREEN, YELLOW, ORANGE or RED.'),
    recommendation: nullable(
      String,
      'The recommendation of the wallet: Approve, Decline or Require_additional_authentication.',
    ),
    panSource: nullable(
      String,
      'Where the wallet has the card number from. card_added_via_application: the app gave it.',
    ),
    device: nullable(ID, 'Code of the device at the network, for example 21.'),
    deviceType: nullable(ID, 'The same as `device`, under its name in events.'),
  },
);
type TokenAuthorizationInput = InstanceType<typeof TokenAuthorizationInput>;

const TokenAuthorization = objectType('TokenAuthorization', 'The decision on a token, as it is recorded.', {
  decision: field(TokenDecision, 'The decision.'),
  reason: field(TokenAuthorizationReason, 'Why the gateway decided so.'),
  attemptId: nullable(ID, 'Id of the provisioning attempt that the token used. Null without one.'),
  cardId: field(SafeInt, 'Card id.'),
  tokenReference: field(String, 'Unique reference of the token at the network.'),
  decidedAt: time('decidedAtMs', 'When the gateway decided.'),
  replayed: field(Boolean, 'True where the gateway had decided before this call.', 'isReplay'),
});
type TokenAuthorization = InstanceType<typeof TokenAuthorization>;

@Resolver(() => Digitization)
export class DigitizationResolver {
  @Requires('reportDigitizations')
  @Mutation(() => TokenAuthorization, {
    description: 'Decides whether the network may make a token of a card.',
  })
  async authorizeToken(
    @Arg('input', () => TokenAuthorizationInput, { description: 'The question of the network.' })
    input: TokenAuthorizationInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<TokenAuthorization> {
    const { cardId, tokenReference } = input;
    const authorized = await useCases.authorizeToken(callerKey(caller), withDevice(input));
    return { ...authorized, cardId, tokenReference };
  }

  @Requires('reportDigitizations')
  @Mutation(() => DigitizationComplete, {
    description: 'Reports what happened to a token. The same report again returns the same event.',
  })
  async reportDigitization(
    @Arg('input', () => DigitizationInput, { description: 'The report.' }) input: DigitizationInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<DigitizationComplete> {
    return useCases.reportDigitization(callerKey(caller), withDevice(input));
  }
}

export const DigitizationListResolver = resolverOf({
  digitizations: list(Digitization, {
    permission: 'readProvisioning',
    description: 'Lists cards in wallets, the latest first.',
    filter: DigitizationFilter,
    async resolve(page, filter, { useCases, caller }) {
      const wanted = pageOf(page, LIST, conditionsOf(filter, ['reportedFromMs', 'reportedToMs']));
      const found = await useCases.readAttempts.digitizations(callerKey(caller), wanted);
      return pageConnection(found, LIST);
    },
  }),
});

/** Returns an input with its device under the name that it has in events. */
function withDevice<Input extends { readonly device?: string | null; readonly deviceType?: string | null }>(
  input: Input,
) {
  return { ...input, deviceType: input.deviceType ?? input.device ?? null };
}

export async function findDigitization(
  [programme, tokenReference]: readonly [string, string],
  { useCases, caller }: GraphQLContext,
): Promise<Digitization | null> {
  const wanted = { filter: { tokenReference }, first: PAGE_SIZE };
  const { rows } = await useCases.readAttempts.digitizations(callerKey(caller), wanted);
  return rows.find((found) => found.programme === programme) ?? null;
}
