import { Arg, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { CodeVerification } from '../../use-cases/provisioning/activation-code.js';
import type { Verification } from '../../use-cases/provisioning/verify-secret.js';

import { callerKey, type GraphQLContext } from '../context.js';
import { Requires, OnlyOnePerOperation } from '../roles.js';
import { closedSet } from '../shapes.js';
import { DateTime, SafeInt } from '../scalars.js';

type FailureReason = Extract<Verification | CodeVerification, { kind: 'invalid' }>['reason'];

const VerificationFailure = closedSet<FailureReason>(
  'VerificationFailure',
  'Why a secret or an activation code is not valid.',
  {
    expired: 'It was issued more than its lifetime ago.',
    replayed: 'It was verified before.',
    superseded: 'A later one was issued for the card.',
    invalid: 'It is none that the gateway issued for the card.',
  },
);

@ObjectType({
  description:
    'A secret for one provisioning attempt. Ask for it at the tap, never cache it, and pass it on with the card id.',
})
class ProvisioningSecret {
  @Field(() => String, {
    description: 'The secret, `<KEY_ID>#<ONE_TIME_PASSWORD>`. It is returned once and not stored.',
  })
  secret!: string;

  @Field(() => String, { description: 'Id of the shared key that made it.' })
  keyId!: string;

  @Field(() => DateTime, { name: 'expiresAt', description: 'When it expires, by the clock of the database.' })
  expiresAtMs!: number;
}

@ObjectType({
  description: 'The result of verifying a secret or an activation code. A valid one is used up by it.',
})
export class SecretVerification {
  @Field(() => Boolean, { description: 'True where it is valid.' })
  valid!: boolean;

  @Field(() => VerificationFailure, { nullable: true, description: 'Why it is not valid. Null where it is.' })
  reason!: FailureReason | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the provisioning attempt. Null where it is not valid.',
  })
  attemptId!: string | null;

  @Field(() => DateTime, {
    name: 'verifiedAt',
    nullable: true,
    description: 'When it was verified. Null where it is not valid.',
  })
  verifiedAtMs!: number | null;
}

@ObjectType({
  description: 'The activation code that a secret was exchanged for.',
})
class ActivationCode {
  @Field(() => Boolean, { description: 'True where the secret was valid. It is used up then.' })
  valid!: boolean;

  @Field(() => VerificationFailure, {
    nullable: true,
    description: 'Why the secret is not valid. Null where it is.',
  })
  reason!: FailureReason | null;

  @Field(() => String, {
    nullable: true,
    description: 'The code, 8 digits. It is returned once. Null where the secret is not valid.',
  })
  activationCode!: string | null;

  @Field(() => DateTime, {
    name: 'expiresAt',
    nullable: true,
    description: 'When the code expires. Null where the secret is not valid.',
  })
  expiresAtMs!: number | null;
}

@Resolver()
export class SecretResolver {
  @Requires('issueSecrets')
  @OnlyOnePerOperation()
  @Mutation(() => ProvisioningSecret, {
    description: 'Issues a secret. It supersedes an earlier one of the card that was not verified.',
  })
  async generateProvisioningSecret(
    @Arg('cardId', () => SafeInt, { description: 'Card id.' }) cardId: number,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ProvisioningSecret> {
    const issued = await useCases.secrets.generate(callerKey(caller), cardId);
    return { secret: issued.secret, keyId: issued.keyId, expiresAtMs: issued.expiresAtMs };
  }

  @Requires('verifySecrets')
  @Mutation(() => SecretVerification, { description: 'Verifies a secret, once, within its lifetime.' })
  async verifyProvisioningSecret(
    @Arg('cardId', () => SafeInt, { description: 'Card id.' }) cardId: number,
    @Arg('secret', () => String, { description: 'The secret.' }) secret: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<SecretVerification> {
    return verificationOf(await useCases.secrets.verify(callerKey(caller), { cardId, secret }));
  }

  @Requires('verifySecrets')
  @OnlyOnePerOperation()
  @Mutation(() => ActivationCode, {
    description: 'Exchanges a secret for the activation code of a card that was added by hand.',
  })
  async issueActivationCode(
    @Arg('cardId', () => SafeInt, { description: 'Card id.' }) cardId: number,
    @Arg('secret', () => String, { description: 'The secret.' }) secret: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ActivationCode> {
    const issued = await useCases.secrets.issueActivationCode(callerKey(caller), { cardId, secret });
    return issued.kind === 'invalid'
      ? { valid: false, reason: issued.reason, activationCode: null, expiresAtMs: null }
      : {
          valid: true,
          reason: null,
          activationCode: issued.activationCode,
          expiresAtMs: issued.expiresAtMs,
        };
  }

  @Requires('verifySecrets')
  @Mutation(() => SecretVerification, { description: 'Verifies an activation code, once.' })
  async verifyActivationCode(
    @Arg('cardId', () => SafeInt, { description: 'Card id.' }) cardId: number,
    @Arg('activationCode', () => String, { description: 'The activation code, 8 digits.' })
    activationCode: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<SecretVerification> {
    return verificationOf(
      await useCases.secrets.verifyActivationCode(callerKey(caller), { cardId, activationCode }),
    );
  }
}

function verificationOf(verification: Verification | CodeVerification): SecretVerification {
  if (verification.kind === 'invalid') {
    return { valid: false, reason: verification.reason, attemptId: null, verifiedAtMs: null };
  }
  const { attemptId, verifiedAtMs } = verification;
  return { valid: true, reason: null, attemptId, verifiedAtMs };
}
