import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { SafeInt } from '../scalars.js';

/** The decisions of core/token-authorization.ts. */
export enum TokenDecisionName {
  APPROVED = 'APPROVED',
  REQUIRE_ADDITIONAL_AUTHENTICATION = 'REQUIRE_ADDITIONAL_AUTHENTICATION',
  DECLINED = 'DECLINED',
}

registerEnumType(TokenDecisionName, {
  name: 'TokenDecision',
  valuesConfig: {
    APPROVED: { description: 'The token may be made; final for this token reference' },
    REQUIRE_ADDITIONAL_AUTHENTICATION: {
      description: 'The cardholder must authenticate in another way; decided anew when asked again',
    },
    DECLINED: { description: 'No token; final for this token reference' },
  },
});

@InputType({ description: 'The network asks whether a token may be made of a card.' })
export class TokenAuthorizationInput {
  @Field(() => SafeInt)
  cardId!: number;

  @Field(() => ID, { description: 'The network’s number of the wallet: 103, 216, 217, 327 …' })
  walletId!: string;

  @Field(() => String, { description: 'The network’s unique reference of the token; idempotency key' })
  tokenReference!: string;

  @Field(() => ID, { description: 'The network’s number of who asks for the token' })
  tokenRequestorId!: string;

  @Field(() => String, { nullable: true, description: 'GREEN, YELLOW, ORANGE or RED' })
  path?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of the wallet: Approve, Decline or Require_additional_authentication',
  })
  recommendation?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where the wallet has the card number from; card_added_via_application for the app’s own',
  })
  panSource?: string | null;

  @Field(() => ID, { nullable: true, description: 'The network’s code of the device, for example 21' })
  device?: string | null;

  @Field(() => ID, { nullable: true, description: 'The same, by its name in events' })
  deviceType?: string | null;
}

@ObjectType({ description: 'The decision on a token, as it is recorded.' })
export class TokenAuthorization {
  @Field(() => TokenDecisionName)
  decision!: TokenDecisionName;

  @Field(() => String, {
    description:
      'attempt_verified, attempt_issued, card_unknown, card_blocked, path_red, wallet_recommends_decline, pan_source or no_attempt',
  })
  reason!: string;

  @Field(() => String, { nullable: true, description: 'The provisioning attempt that the token took' })
  attemptId!: string | null;

  @Field(() => SafeInt)
  cardId!: number;

  @Field(() => String)
  tokenReference!: string;

  @Field(() => String, { description: 'ISO 8601, UTC' })
  decidedAt!: string;

  @Field(() => Boolean, { description: 'The decision was there already' })
  replayed!: boolean;
}
