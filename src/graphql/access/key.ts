import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  InputType,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from 'type-graphql';
import { administratorOf } from '../../use-cases/access/administrator.js';
import type { KeyInfo } from '../../use-cases/directory/administration-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { namedConnection, namedPageOf } from '../named-page.js';
import { connectionOf, PageArgs } from '../paging.js';
import { AllowedFor, OnlyOnePerOperation } from '../roles.js';
import { isoTime, timeOf } from '../time.js';

enum RoleName {
  client = 'client',
  integrator = 'integrator',
  network = 'network',
  operator = 'operator',
}
registerEnumType(RoleName, {
  name: 'Role',
  valuesConfig: {
    client: { description: 'Backends: transactions and wallets of a programme' },
    integrator: { description: 'Backends of apps: provisioning secrets and events of a programme' },
    network: { description: 'The card network’s side and the SDK’s back end' },
    operator: { description: 'Whoever runs the gateway: everything but transactions' },
  },
});

@ObjectType({ description: 'An API key, without the key.' })
class ApiKey {
  @Field(() => String)
  keyId!: string;

  @Field(() => RoleName)
  role!: RoleName;

  @Field(() => String, { nullable: true, description: 'Null for operators' })
  programme!: string | null;

  @Field(() => [String], { nullable: true, description: 'The terminals that it is bound to; null: all' })
  terminalIds!: readonly string[] | null;

  @Field(() => String, { nullable: true })
  createdAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Null: never' })
  expiresAt!: string | null;

  @Field(() => String, { nullable: true, description: 'To the minute' })
  lastUsedAt!: string | null;

  @Field(() => Boolean)
  revoked!: boolean;
}

const ApiKeyConnection = connectionOf(ApiKey, 'ApiKey');

@ArgsType()
class KeysArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  programme?: string | null;
}

@InputType()
class CreateKeyInput {
  @Field(() => String, { description: 'What it is called: 1 to 64 letters, digits, . _ or -' })
  keyId!: string;

  @Field(() => RoleName)
  role!: RoleName;

  @Field(() => String, { nullable: true, description: 'Left out for operators, and for them only' })
  programme?: string | null;

  @Field(() => [String], { nullable: true, description: 'Client keys: binds it to these terminals' })
  terminalIds?: string[] | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601; left out: never' })
  expiresAt?: string | null;
}

@ObjectType()
class CreateKeyResult {
  @Field(() => ApiKey)
  key!: ApiKey;

  @Field(() => String, { description: 'The key itself, shown this once' })
  secret!: string;
}

function apiKeyOf(info: KeyInfo): ApiKey {
  return {
    keyId: info.keyId,
    role: RoleName[info.role],
    programme: info.programme,
    terminalIds: info.terminalIds,
    createdAt: isoTime(info.createdAtMs),
    expiresAt: isoTime(info.expiresAtMs),
    lastUsedAt: isoTime(info.lastUsedAtMs),
    revoked: info.isRevoked,
  };
}

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

  @OnlyOnePerOperation()
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

@ObjectType({ description: 'Who asks, and what it talks to.' })
class OperatorSession {
  @Field(() => String)
  keyId!: string;

  @Field(() => String, { description: 'Of the gateway' })
  version!: string;

  @Field(() => Boolean, { description: 'Its data is seeded, and its wallet service simulated' })
  sandbox!: boolean;
}

@Resolver(() => OperatorSession)
export class SessionResolver {
  @AllowedFor('operator')
  @Query(() => OperatorSession, {
    description: 'What the console asks first, with the key that it was given.',
  })
  operatorSession(@Ctx() { useCases, caller }: GraphQLContext): OperatorSession {
    const { version, sandbox } = useCases.oversight.gateway;
    return { keyId: callerKey(caller).keyId, version, sandbox: sandbox !== null };
  }
}
