import { Arg, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { CodeVerification } from '../../use-cases/provisioning/activation-code.js';
import type { Verification } from '../../use-cases/provisioning/verify-secret.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { AllowedFor, OnlyOnePerOperation } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { isoTime } from '../time.js';

@ObjectType({
  simpleResolvers: true,
  description:
    'A secret for one provisioning attempt: call at the tap, never cache, pass it on with the card id.',
})
class ProvisioningSecret {
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
class ActivationCode {
  @Field(() => Boolean, { description: 'The secret was valid, and is consumed' })
  valid!: boolean;

  @Field(() => String, { nullable: true, description: REASON })
  reason!: string | null;

  @Field(() => String, { nullable: true, description: '8 digits; told once' })
  activationCode!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601' })
  expiresAt!: string | null;
}

@Resolver()
export class SecretResolver {
  @AllowedFor('integrator')
  @OnlyOnePerOperation()
  @Mutation(() => ProvisioningSecret, {
    description: 'Issues a secret; an earlier one of the card that nobody verified is superseded.',
  })
  async generateProvisioningSecret(
    @Arg('cardId', () => SafeInt) cardId: number,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ProvisioningSecret> {
    const issued = await useCases.secrets.generate(callerKey(caller), cardId);
    return { secret: issued.secret, keyId: issued.keyId, expiresAt: isoTime(issued.expiresAtMs) };
  }

  @AllowedFor('network')
  @Mutation(() => SecretVerification, { description: 'Takes a secret, once, within its validity.' })
  async verifyProvisioningSecret(
    @Arg('cardId', () => SafeInt) cardId: number,
    @Arg('secret', () => String) secret: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<SecretVerification> {
    return verificationOf(await useCases.secrets.verify(callerKey(caller), { cardId, secret }));
  }

  @AllowedFor('network')
  @OnlyOnePerOperation()
  @Mutation(() => ActivationCode, {
    description: 'Exchanges a secret for the activation code of a manually added card.',
  })
  async issueActivationCode(
    @Arg('cardId', () => SafeInt) cardId: number,
    @Arg('secret', () => String) secret: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ActivationCode> {
    const issued = await useCases.secrets.issueActivationCode(callerKey(caller), { cardId, secret });
    return issued.kind === 'invalid'
      ? { valid: false, reason: issued.reason, activationCode: null, expiresAt: null }
      : {
          valid: true,
          reason: null,
          activationCode: issued.activationCode,
          expiresAt: isoTime(issued.expiresAtMs),
        };
  }

  @AllowedFor('network')
  @Mutation(() => SecretVerification, { description: 'Takes an activation code, once.' })
  async verifyActivationCode(
    @Arg('cardId', () => SafeInt) cardId: number,
    @Arg('activationCode', () => String) activationCode: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<SecretVerification> {
    return verificationOf(
      await useCases.secrets.verifyActivationCode(callerKey(caller), { cardId, activationCode }),
    );
  }
}

function verificationOf(verification: Verification | CodeVerification): SecretVerification {
  if (verification.kind === 'invalid') {
    return { valid: false, reason: verification.reason, attemptId: null, verifiedAt: null };
  }
  const { attemptId, verifiedAtMs } = verification;
  return { valid: true, reason: null, attemptId, verifiedAt: isoTime(verifiedAtMs) };
}
