import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { CodeVerification } from '../../use-cases/provisioning/activation-code.js';
import type { Verification } from '../../use-cases/provisioning/verify-secret.js';

import { callerKey, type GraphQLContext } from '../context.js';
import { Requires, OnlyOnePerOperation } from '../roles.js';
import { closedSet, field, nullable, objectType, time, timeOrNull } from '../shapes.js';
import { SafeInt } from '../scalars.js';

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

const ProvisioningSecret = objectType(
  'ProvisioningSecret',
  'A secret for one provisioning attempt. Ask for it at the tap, never cache it, and pass it on with the card id.',
  {
    secret: field(String, 'The secret, `<KEY_ID>#<ONE_TIME_PASSWORD>`. It is returned once and not stored.'),
    keyId: field(String, 'Id of the shared key that made it.'),
    expiresAt: time('expiresAtMs', 'When it expires, by the clock of the database.'),
  },
);
type ProvisioningSecret = InstanceType<typeof ProvisioningSecret>;

export const SecretVerification = objectType(
  'SecretVerification',
  'The result of verifying a secret or an activation code. A valid one is used up by it.',
  {
    valid: field(Boolean, 'True where it is valid.'),
    reason: nullable(VerificationFailure, 'Why it is not valid. Null where it is.'),
    attemptId: nullable(ID, 'Id of the provisioning attempt. Null where it is not valid.'),
    verifiedAt: timeOrNull('verifiedAtMs', 'When it was verified. Null where it is not valid.'),
  },
);
export type SecretVerification = InstanceType<typeof SecretVerification>;

const ActivationCode = objectType('ActivationCode', 'The activation code that a secret was exchanged for.', {
  valid: field(Boolean, 'True where the secret was valid. It is used up then.'),
  reason: nullable(VerificationFailure, 'Why the secret is not valid. Null where it is.'),
  activationCode: nullable(String, 'The code, 8 digits, returned once. Null where the secret is not valid.'),
  expiresAt: timeOrNull('expiresAtMs', 'When the code expires. Null where the secret is not valid.'),
});
type ActivationCode = InstanceType<typeof ActivationCode>;

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
    return useCases.secrets.generate(callerKey(caller), cardId);
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
