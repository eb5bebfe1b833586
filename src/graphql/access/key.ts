import {
  type Permission as PermissionValue,
  PERMISSION_NAMES,
  PERMISSIONS,
  permissionsOf,
  ROLES,
} from '../../core/access/permissions.js';
import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type {
  DocumentPolicy as DocumentPolicyValue,
  Role as RoleValue,
} from '../../use-cases/directory/directory-port.js';
import { administrator, callerKey, type GraphQLContext } from '../context.js';
import { connectionOf, namedConnection, namedPageOf, PageArgs } from '../paging.js';
import { Requires, OnlyOnePerOperation } from '../roles.js';
import { DateTime } from '../scalars.js';
import {
  closedSet,
  field,
  inputType,
  nodeType,
  nullable,
  objectType,
  resultType,
  timeOrNull,
} from '../shapes.js';

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

const ApiKey = nodeType('ApiKey', 'An API key, without the key itself.', {
  keyId: field(String, 'Name of the key. It is never given to another key.'),
  role: field(Role, 'Role of the key. It decides on the operations that the key may use.'),
  programme: nullable(String, 'Short name of its programme. Null for the roles of people.'),
  terminalIds: nullable([String], 'The terminals that the key is bound to. Null: all of its programme.'),
  createdAt: timeOrNull('createdAtMs', 'When the key was created. Null where it is not known.'),
  expiresAt: timeOrNull('expiresAtMs', 'When the key expires. Null: never.'),
  lastUsedAt: timeOrNull('lastUsedAtMs', 'When the key was last used, to the minute. Null: never.'),
  revoked: field(Boolean, 'True where the key was revoked.', 'isRevoked'),
  documents: field(DocumentPolicy, 'GraphQL documents that the key may send.'),
});
type ApiKey = InstanceType<typeof ApiKey>;

const ApiKeyConnection = connectionOf(ApiKey, 'ApiKey');

const KeyFilter = inputType('KeyFilter', 'Conditions on keys. All given ones must hold.', {
  programme: nullable(String, 'Short name of the programme.'),
  role: nullable(Role, 'Role of the key.'),
  text: nullable(String, 'First characters of the name of the key.'),
});
type KeyFilter = InstanceType<typeof KeyFilter>;

const CreateKeyInput = inputType('CreateKeyInput', 'A new key.', {
  keyId: field(String, 'Name of the key: 1 to 64 letters, digits, dots, underscores or hyphens.'),
  role: field(Role, 'Role of the key. It decides on the operations that the key may use.'),
  programme: nullable(String, 'Short name of its programme. Leave it out for the roles of people only.'),
  terminalIds: nullable([String], 'Binds a client key to these terminals.'),
  expiresAt: nullable(DateTime, 'When the key expires. Left out: never.'),
  documents: nullable(DocumentPolicy, 'GraphQL documents that the key may send. Default: ANY.'),
});
type CreateKeyInput = InstanceType<typeof CreateKeyInput>;

const CreateKeyResult = resultType('CreateKeyResult', {
  key: field(ApiKey, 'The key as it is listed.'),
  secret: field(String, 'The key itself. It is shown this once.'),
});
type CreateKeyResult = InstanceType<typeof CreateKeyResult>;

const RevokeKeyInput = inputType('RevokeKeyInput', 'The key to revoke.', {
  keyId: field(String, 'Name of the key.'),
});
type KeyRef = InstanceType<typeof RevokeKeyInput>;

const SetKeyExpiryInput = inputType('SetKeyExpiryInput', 'A key and when it expires.', {
  keyId: field(String, 'Name of the key.'),
  expiresAt: nullable(DateTime, 'When the key expires. Null: never.'),
});
type KeyExpiry = InstanceType<typeof SetKeyExpiryInput>;

const SetKeyDocumentsInput = inputType(
  'SetKeyDocumentsInput',
  'A key and the GraphQL documents that it may send.',
  {
    keyId: field(String, 'Name of the key.'),
    documents: field(DocumentPolicy, 'GraphQL documents that the key may send.'),
  },
);
type KeyDocuments = InstanceType<typeof SetKeyDocumentsInput>;

const KEY = { key: field(ApiKey, 'The key as it is now.') };
const RevokeKeyResult = resultType('RevokeKeyResult', KEY);
const SetKeyExpiryResult = resultType('SetKeyExpiryResult', KEY);
const SetKeyDocumentsResult = resultType('SetKeyDocumentsResult', KEY);

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

const OperatorSession = objectType('OperatorSession', 'The person who asks, and the gateway that answers.', {
  role: field(Role, 'Role of the person.'),
  permissions: field([Permission], 'Actions that the role allows.'),
  keyId: field(String, 'Name of the key that was given, now or at the sign-in.'),
  sessionEndsAt: timeOrNull(
    'sessionEndsAtMs',
    'Latest end of the console session, whatever the operator does. Null where a key was sent.',
  ),
  sessionIdleEndsAt: timeOrNull(
    'sessionIdleEndsAtMs',
    'End of the console session if the operator does nothing more, to the minute. Over a stream it is as it was when the stream began. Null where a key was sent.',
  ),
  version: field(String, 'Version of the gateway.'),
  sandbox: field(Boolean, 'True for a sandbox: its data is seeded, and its wallet service is simulated.'),
});
type OperatorSession = InstanceType<typeof OperatorSession>;

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
