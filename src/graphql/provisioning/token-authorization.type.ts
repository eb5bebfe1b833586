import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type {
  AuthorizationDecision,
  AuthorizationReason,
} from '../../core/provisioning/token-authorization.js';
import { closedSet } from '../shapes.js';
import { DateTime, SafeInt } from '../scalars.js';

const TokenDecision = closedSet<AuthorizationDecision>('TokenDecision', 'The decision on a token.', {
  APPROVED: 'The token may be made. The decision is final for this token reference.',
  REQUIRE_ADDITIONAL_AUTHENTICATION:
    'The cardholder must authenticate in another way. The gateway decides again when it is asked again.',
  DECLINED: 'The token must not be made. The decision is final for this token reference.',
});

const TokenAuthorizationReason = closedSet<AuthorizationReason>(
  'TokenAuthorizationReason',
  'Why a token was approved, declined, or needs additional authentication.',
  {
    attempt_verified: 'A verified provisioning attempt was found.',
    attempt_issued: 'An issued provisioning attempt was found, and another system verifies it.',
    card_unknown: 'The card is not in the directory.',
    card_blocked: 'The card or its wallet is blocked.',
    path_red: 'The path of the network is RED.',
    wallet_recommends_decline: 'The wallet recommends to decline.',
    pan_source: 'The card number was not added by the application.',
    no_attempt: 'There is no provisioning attempt that fits.',
  },
);

@InputType({ description: 'The network asks whether it may make a token of a card.' })
export class TokenAuthorizationInput {
  @Field(() => SafeInt, { description: 'Card id.' })
  cardId!: number;

  @Field(() => ID, { description: 'Number of the wallet at the network: 103, 216, 217, 327 …' })
  walletId!: string;

  @Field(() => String, {
    description: 'Unique reference of the token at the network. It is the idempotency key.',
  })
  tokenReference!: string;

  @Field(() => ID, { description: 'Number of the token requestor at the network.' })
  tokenRequestorId!: string;

  @Field(() => String, { nullable: true, description: 'The network’s path: GREEN, YELLOW, ORANGE or RED.' })
  path?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The recommendation of the wallet: Approve, Decline or Require_additional_authentication.',
  })
  recommendation?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where the wallet has the card number from. card_added_via_application: the app gave it.',
  })
  panSource?: string | null;

  @Field(() => ID, { nullable: true, description: 'Code of the device at the network, for example 21.' })
  device?: string | null;

  @Field(() => ID, { nullable: true, description: 'The same as `device`, under its name in events.' })
  deviceType?: string | null;
}

@ObjectType({ description: 'The decision on a token, as it is recorded.' })
export class TokenAuthorization {
  @Field(() => TokenDecision, { description: 'The decision.' })
  decision!: AuthorizationDecision;

  @Field(() => TokenAuthorizationReason, { description: 'Why the gateway decided so.' })
  reason!: AuthorizationReason;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the provisioning attempt that the token used. Null where it used none.',
  })
  attemptId!: string | null;

  @Field(() => SafeInt, { description: 'Card id.' })
  cardId!: number;

  @Field(() => String, { description: 'Unique reference of the token at the network.' })
  tokenReference!: string;

  @Field(() => DateTime, { description: 'When the gateway decided.' })
  decidedAt!: string;

  @Field(() => Boolean, { description: 'True where the gateway had decided before this call.' })
  replayed!: boolean;
}
