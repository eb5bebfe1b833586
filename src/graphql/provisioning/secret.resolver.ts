import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { CodeVerification } from '../../usecase/provisioning/activation-code.js';
import type { Verification } from '../../usecase/provisioning/verify-secret.js';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { OneAlone } from '../one-alone.js';
import { AllowedFor } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { isoTime } from '../time.js';
import { ActivationCode, ProvisioningSecret, SecretVerification } from './secret.type.js';

@Resolver()
export class SecretResolver {
  @AllowedFor('integrator')
  @OneAlone()
  @Mutation(() => ProvisioningSecret, {
    description:
      'Issues a secret; an earlier one of the card that nobody verified is superseded. Spec: service 4.2.',
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
  @OneAlone()
  @Mutation(() => ActivationCode, {
    description: 'Exchanges a secret for the activation code of a manually added card. Spec: service 1.9.',
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
