import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { administratorOf } from '../../usecase/administration/administrator.js';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { OneAlone } from '../one-alone.js';
import { AllowedFor } from '../roles.js';
import { timeOf } from '../time.js';
import { ApiKey, ApiKeyConnection, apiKeyOf, CreateKeyInput, CreateKeyResult, KeysArgs } from './key.type.js';
import { namedConnection, namedPageOf } from './named-page.js';

@Resolver(() => ApiKey)
export class KeyResolver {
  @AllowedFor('operator')
  @Query(() => ApiKey, { nullable: true })
  async key(
    @Arg('keyId', () => String) keyId: string,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<ApiKey | null> {
    const info = await useCases.administration.keys.find(keyId);
    return info === null ? null : apiKeyOf(info);
  }

  @AllowedFor('operator')
  @Query(() => ApiKeyConnection, { description: 'By keyId.' })
  async keys(
    @Args(() => KeysArgs) args: KeysArgs,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof ApiKeyConnection>> {
    const wanted = namedPageOf(args, 'key', { programme: args.programme ?? null });
    const page = await useCases.administration.keys.list(wanted);
    return namedConnection(page, 'key', { name: ({ keyId }) => keyId, node: apiKeyOf });
  }

  @OneAlone()
  @AllowedFor('operator')
  @Mutation(() => CreateKeyResult, { description: 'Kept in the audit log, without the key.' })
  async createKey(
    @Arg('input', () => CreateKeyInput) input: CreateKeyInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<CreateKeyResult> {
    const { info, key } = await useCases.administration.keys.create(administratorOf(callerKey(caller)), {
      keyId: input.keyId,
      role: input.role,
      programme: input.programme ?? null,
      terminalIds: input.terminalIds ?? null,
      expiresAtMs: input.expiresAt == null ? null : timeOf('expires_at', input.expiresAt),
    });
    return { key: apiKeyOf(info), secret: key };
  }

  @AllowedFor('operator')
  @Mutation(() => ApiKey, { description: 'For ever, within 5 s on every node; its streams are closed.' })
  async revokeKey(
    @Arg('keyId', () => String) keyId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ApiKey> {
    return apiKeyOf(await useCases.administration.keys.revoke(administratorOf(callerKey(caller)), keyId));
  }

  @AllowedFor('operator')
  @Mutation(() => ApiKey, { description: 'Null: it does not expire.' })
  async setKeyExpiry(
    @Arg('keyId', () => String) keyId: string,
    @Arg('expiresAt', () => String, { nullable: true }) expiresAt: string | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ApiKey> {
    const expiresAtMs = expiresAt == null ? null : timeOf('expires_at', expiresAt);
    const who = administratorOf(callerKey(caller));
    return apiKeyOf(await useCases.administration.keys.setExpiry(who, keyId, expiresAtMs));
  }
}
