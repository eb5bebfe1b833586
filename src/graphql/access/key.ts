import {
  type Permission as PermissionValue,
  PERMISSION_NAMES,
  PERMISSIONS,
  permissionsOf,
  ROLES,
} from '../../core/access/permissions.js';
import { Arg, Args, Ctx, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type {
  DocumentPolicy as DocumentPolicyValue,
  Role as RoleValue,
} from '../../use-cases/directory/directory-port.js';
import { administrator, callerKey, type GraphQLContext } from '../context.js';
import { Node } from '../node.js';
import { connectionOf, namedConnection, namedPageOf, PageArgs } from '../paging.js';
import { Requires, OnlyOnePerOperation } from '../roles.js';
import { DateTime } from '../scalars.js';
import { closedSet, inputType, optional, required, resultType } from '../shapes.js';

const Role = closedSet<RoleValue>(
  'Role',
  'The role of a key or a person. It decides what they may do.',
  ROLES,
);

export const Permission = closedSet<PermissionValue>(
  'Permission',
  'An action that a role allows. The description of each field names its roles.',
  Object.fromEntries(PERMISSION_NAMES.map((name) => [name, `To ${PERMISSIONS[name].purpose}.`])) as Readonly<
    Record<PermissionValue, string>
  >,
);

const DocumentPolicy = closedSet<DocumentPolicyValue>(
  'DocumentPolicy',
  'GraphQL documents that a key may send.',
  {
    any: 'Any document that fits the schema.',
    persisted: 'Only persisted documents, by their id or with their exact text.',
  },
);

@ObjectType({ implements: Node, description: 'An API key, without the key itself.' })
class ApiKey extends Node {
  @Field(() => String, { description: 'Name of the key. It is never given to another key.' })
  keyId!: string;

  @Field(() => Role, { description: 'Role of the key. It decides on the operations that the key may use.' })
  role!: RoleValue;

  @Field(() => String, {
    nullable: true,
    description: 'Short name of its programme. Null for the roles of people.',
  })
  programme!: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The terminals that the key is bound to. Null: all of its programme.',
  })
  terminalIds!: readonly string[] | null;

  @Field(() => DateTime, {
    name: 'createdAt',
    nullable: true,
    description: 'When the key was created. Null where it is not known.',
  })
  createdAtMs!: number | null;

  @Field(() => DateTime, {
    name: 'expiresAt',
    nullable: true,
    description: 'When the key expires. Null: never.',
  })
  expiresAtMs!: number | null;

  @Field(() => DateTime, {
    name: 'lastUsedAt',
    nullable: true,
    description: 'When the key was last used, to the minute. Null: never.',
  })
  lastUsedAtMs!: number | null;

  @Field(() => Boolean, { name: 'revoked', description: 'True where the key was revoked.' })
  isRevoked!: boolean;

  @Field(() => DocumentPolicy, { description: 'GraphQL documents that the key may send.' })
  documents!: DocumentPolicyValue;
}

const ApiKeyConnection = connectionOf(ApiKey, 'ApiKey');

const KeyFilter = inputType('KeyFilter', 'Conditions on keys. All given ones must hold.', {
  programme: optional(String, 'Short name of the programme.'),
  role: optional(Role, 'Role of the key.'),
  text: optional(String, 'First characters of the name of the key.'),
});
type KeyFilter = InstanceType<typeof KeyFilter>;

const CreateKeyInput = inputType('CreateKeyInput', 'A new key.', {
  keyId: required(String, 'Name of the key: 1 to 64 letters, digits, dots, underscores or hyphens.'),
  role: required(Role, 'Role of the key. It decides on the operations that the key may use.'),
  programme: optional(String, 'Short name of its programme. Leave it out for the roles of people only.'),
  terminalIds: optional([String], 'Binds a client key to these terminals.'),
  expiresAt: optional(DateTime, 'When the key expires. Left out: never.'),
  documents: optional(DocumentPolicy, 'GraphQL documents that the key may send. Default: ANY.'),
});
type CreateKeyInput = InstanceType<typeof CreateKeyInput>;

@ObjectType({ description: 'Result of the mutation createKey.' })
class CreateKeyResult {
  @Field(() => ApiKey, { description: 'The key as it is listed.' })
  key!: ApiKey;

  @Field(() => String, { description: 'The key itself. It is shown this once.' })
  secret!: string;
}

const RevokeKeyInput = inputType('RevokeKeyInput', 'The key to revoke.', {
  keyId: required(String, 'Name of the key.'),
});
type KeyRef = InstanceType<typeof RevokeKeyInput>;

const SetKeyExpiryInput = inputType('SetKeyExpiryInput', 'A key and when it expires.', {
  keyId: required(String, 'Name of the key.'),
  expiresAt: optional(DateTime, 'When the key expires. Null: never.'),
});
type KeyExpiry = InstanceType<typeof SetKeyExpiryInput>;

const SetKeyDocumentsInput = inputType(
  'SetKeyDocumentsInput',
  'A key and the GraphQL documents that it may send.',
  {
    keyId: required(String, 'Name of the key.'),
    documents: required(DocumentPolicy, 'GraphQL documents that the key may send.'),
  },
);
type KeyDocuments = InstanceType<typeof SetKeyDocumentsInput>;

const KEY = { type: () => ApiKey, description: 'The key as it is now.' };
const RevokeKeyResult = resultType('RevokeKeyResult', 'key', KEY);
const SetKeyExpiryResult = resultType('SetKeyExpiryResult', 'key', KEY);
const SetKeyDocumentsResult = resultType('SetKeyDocumentsResult', 'key', KEY);

@Resolver(() => ApiKey)
export class KeyResolver {
  @Requires('readDirectory')
  @Query(() => ApiKey, { nullable: true, description: 'Finds a key. Null where there is none.' })
  key(
    @Arg('keyId', () => String, { description: 'Name of the key.' }) keyId: string,
    @Ctx() context: GraphQLContext,
  ): Promise<ApiKey | null> {
    return findKey(keyId, context);
  }

  @Requires('readDirectory')
  @Query(() => ApiKeyConnection, { description: 'Lists keys by their name.' })
  async keys(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => KeyFilter, { nullable: true, description: 'Conditions on the keys.' })
    filter: KeyFilter | null | undefined,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof ApiKeyConnection>> {
    const { programme, role, text } = filter ?? {};
    const wanted = namedPageOf(page, 'key', { programme, role, text });
    const found = await useCases.administration.keys.list(wanted);
    return namedConnection(found, 'key', ({ keyId }) => keyId);
  }

  @OnlyOnePerOperation()
  @Requires('manageKeys')
  @Mutation(() => CreateKeyResult, {
    description: 'Creates a key. The audit log keeps it, without the key itself.',
  })
  async createKey(
    @Arg('input', () => CreateKeyInput, { description: 'The key.' }) input: CreateKeyInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<CreateKeyResult> {
    const { info, key } = await useCases.administration.keys.create(administrator(caller), {
      keyId: input.keyId,
      role: input.role,
      programme: input.programme ?? null,
      terminalIds: input.terminalIds ?? null,
      expiresAtMs: input.expiresAt?.getTime() ?? null,
      documents: input.documents ?? 'any',
    });
    return { key: info, secret: key };
  }

  @Requires('manageKeys')
  @Mutation(() => RevokeKeyResult, {
    description:
      'Revokes a key for good, within 5 s on every node, and closes its streams. The audit log keeps it.',
  })
  async revokeKey(
    @Arg('input', () => RevokeKeyInput, { description: 'The key.' }) { keyId }: KeyRef,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ key: ApiKey }> {
    return { key: await useCases.administration.keys.revoke(administrator(caller), keyId) };
  }

  @Requires('manageKeys')
  @Mutation(() => SetKeyExpiryResult, { description: 'Changes when a key expires. The audit log keeps it.' })
  async setKeyExpiry(
    @Arg('input', () => SetKeyExpiryInput, { description: 'The key and when it expires.' })
    { keyId, expiresAt }: KeyExpiry,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ key: ApiKey }> {
    const actor = administrator(caller);
    const expiresAtMs = expiresAt?.getTime() ?? null;
    return { key: await useCases.administration.keys.setExpiry(actor, keyId, expiresAtMs) };
  }

  @Requires('manageKeys')
  @Mutation(() => SetKeyDocumentsResult, {
    description:
      'Says which GraphQL documents a key may send, within 5 s on every node. The audit log keeps it.',
  })
  async setKeyDocuments(
    @Arg('input', () => SetKeyDocumentsInput, { description: 'The key and the documents.' })
    { keyId, documents }: KeyDocuments,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ key: ApiKey }> {
    const actor = administrator(caller);
    return { key: await useCases.administration.keys.setDocuments(actor, keyId, documents) };
  }
}

export function findKey(keyId: string, { useCases }: GraphQLContext): Promise<ApiKey | null> {
  return useCases.administration.keys.find(keyId);
}

@ObjectType({ description: 'The person who asks, and the gateway that answers.' })
class OperatorSession {
  @Field(() => Role, { description: 'Role of the person.' })
  role!: RoleValue;

  @Field(() => [Permission], { description: 'Actions that the role allows.' })
  permissions!: readonly PermissionValue[];

  @Field(() => String, { description: 'Name of the key that was given, now or at the sign-in.' })
  keyId!: string;

  @Field(() => DateTime, {
    name: 'sessionEndsAt',
    nullable: true,
    description: 'Latest end of the console session, whatever the operator does. Null where a key was sent.',
  })
  sessionEndsAtMs!: number | null;

  @Field(() => DateTime, {
    name: 'sessionIdleEndsAt',
    nullable: true,
    description:
      'End of the console session if the operator does nothing more, to the minute. Over a stream it is as it was when the stream began. Null where a key was sent.',
  })
  sessionIdleEndsAtMs!: number | null;

  @Field(() => String, { description: 'Version of the gateway.' })
  version!: string;

  @Field(() => Boolean, {
    description: 'True for a sandbox: its data is seeded, and its wallet service is simulated.',
  })
  sandbox!: boolean;
}

@Resolver(() => OperatorSession)
export class SessionResolver {
  @Requires('signIn')
  @Query(() => OperatorSession, {
    description: 'Says who asks. The console asks it first.',
  })
  operatorSession(@Ctx() { useCases, caller }: GraphQLContext): OperatorSession {
    const { version, isSandbox } = useCases.monitoring.gateway;
    const { session = null } = caller;
    const { keyId, role } = callerKey(caller);
    return {
      role,
      permissions: permissionsOf(role),
      keyId,
      sessionEndsAtMs: session?.endsAtMs ?? null,
      sessionIdleEndsAtMs: session?.idleEndsAtMs ?? null,
      version,
      sandbox: isSandbox,
    };
  }
}
