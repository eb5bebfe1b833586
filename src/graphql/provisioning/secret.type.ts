import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({
  simpleResolvers: true,
  description:
    'A secret for one provisioning attempt: call at the tap, never cache, pass it on with the card id.',
})
export class ProvisioningSecret {
  @Field(() => String, { description: '`<KEY_ID>#<ONE_TIME_PASSWORD>`; told once, kept nowhere' })
  secret!: string;

  @Field(() => String, { description: 'The shared key that it was made with' })
  keyId!: string;

  @Field(() => String, { description: 'ISO 8601, by the database’s clock' })
  expiresAt!: string;
}

const REASON = '`expired`, `replayed`, `superseded` or `invalid`; null when valid';

@ObjectType({
  simpleResolvers: true,
  description: 'What became of a secret or an activation code. A valid one is consumed.',
})
export class SecretVerification {
  @Field(() => Boolean)
  valid!: boolean;

  @Field(() => String, { nullable: true, description: REASON })
  reason!: string | null;

  @Field(() => ID, { nullable: true, description: 'The provisioning attempt; null when not valid' })
  attemptId!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601; null when not valid' })
  verifiedAt!: string | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'What the secret of a manually added card was exchanged for.',
})
export class ActivationCode {
  @Field(() => Boolean, { description: 'The secret was valid, and is consumed' })
  valid!: boolean;

  @Field(() => String, { nullable: true, description: REASON })
  reason!: string | null;

  @Field(() => String, { nullable: true, description: '8 digits; told once' })
  activationCode!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601' })
  expiresAt!: string | null;
}
