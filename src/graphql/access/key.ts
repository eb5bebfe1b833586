import {
  type Permission as PermissionValue,
  PERMISSION_NAMES,
  PERMISSIONS,
  permissionsOf,
  ROLES,
} from '../../core/access/permissions.js';
import type {
  DocumentPolicy as DocumentPolicyValue,
  Role as RoleValue,
} from '../../use-cases/directory/directory-port.js';
import { administrator, callerKey, type GraphQLContext } from '../context.js';
import { namedConnection, namedPageOf } from '../paging.js';
import { list, mutation, query, resolverOf } from '../root-fields.js';
import { DateTime } from '../scalars.js';
import { closedSet, field, inputType, nodeType, nullable, objectType, timeOrNull } from '../shapes.js';

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

const KeyFilter = inputType('KeyFilter', 'Conditions on keys. All given ones must hold.', {
  programme: nullable(String, 'Short name of the programme.'),
  role: nullable(Role, 'Role of the key.'),
  text: nullable(String, 'First characters of the name of the key.'),
});

const KEY_REF = { keyId: field(String, 'Name of the key.') };
const KEY = { key: field(ApiKey, 'The key as it is now.') };

export const KeyResolver = resolverOf({
  key: query({
    permission: 'readDirectory',
    args: KEY_REF,
    gives: nullable(ApiKey, 'Finds a key. Null where there is none.'),
    resolve: ({ keyId }, context) => findKey(keyId, context),
  }),
  keys: list(ApiKey, {
    permission: 'readDirectory',
    description: 'Lists keys by their name.',
    filter: KeyFilter,
    async resolve(page, { programme, role, text }, { useCases }) {
      const found = await useCases.administration.keys.list(
        namedPageOf(page, 'key', { programme, role, text }),
      );
      return namedConnection(found, 'key', ({ keyId }) => keyId);
    },
  }),
  createKey: mutation({
    permission: 'manageKeys',
    isAlone: true,
    description: 'Creates a key.',
    input: [
      'A new key.',
      {
        keyId: field(String, 'Name of the key: 1 to 64 letters, digits, dots, underscores or hyphens.'),
        role: field(Role, 'Role of the key. It decides on the operations that the key may use.'),
        programme: nullable(
          String,
          'Short name of its programme. Leave it out for the roles of people only.',
        ),
        terminalIds: nullable([String], 'Binds a client key to these terminals.'),
        expiresAt: nullable(DateTime, 'When the key expires. Left out: never.'),
        documents: nullable(DocumentPolicy, 'GraphQL documents that the key may send. Default: ANY.'),
      },
    ],
    result: {
      key: field(ApiKey, 'The key as it is listed.'),
      secret: field(String, 'The key itself. It is shown this once.'),
    },
    async resolve(input, { useCases, caller }) {
      const { info, key } = await useCases.administration.keys.create(administrator(caller), {
        keyId: input.keyId,
        role: input.role,
        programme: input.programme ?? null,
        terminalIds: input.terminalIds ?? null,
        expiresAtMs: input.expiresAt?.getTime() ?? null,
        documents: input.documents ?? 'any',
      });
      return { key: info, secret: key };
    },
  }),
  revokeKey: mutation({
    permission: 'manageKeys',
    description: 'Revokes a key for good, within 5 s on every node, and closes its streams.',
    input: ['The key to revoke.', KEY_REF],
    result: KEY,
    resolve: async ({ keyId }, { useCases, caller }) => ({
      key: await useCases.administration.keys.revoke(administrator(caller), keyId),
    }),
  }),
  setKeyExpiry: mutation({
    permission: 'manageKeys',
    description: 'Changes when a key expires.',
    input: [
      'A key and when it expires.',
      { ...KEY_REF, expiresAt: nullable(DateTime, 'When the key expires. Null: never.') },
    ],
    result: KEY,
    async resolve({ keyId, expiresAt }, { useCases, caller }) {
      const expiresAtMs = expiresAt?.getTime() ?? null;
      const { keys } = useCases.administration;
      return { key: await keys.setExpiry(administrator(caller), keyId, expiresAtMs) };
    },
  }),
  setKeyDocuments: mutation({
    permission: 'manageKeys',
    description: 'Says which GraphQL documents a key may send, within 5 s on every node.',
    input: [
      'A key and the GraphQL documents that it may send.',
      { ...KEY_REF, documents: field(DocumentPolicy, 'GraphQL documents that the key may send.') },
    ],
    result: KEY,
    resolve: async ({ keyId, documents }, { useCases, caller }) => ({
      key: await useCases.administration.keys.setDocuments(administrator(caller), keyId, documents),
    }),
  }),
});

export function findKey(keyId: string, { useCases }: GraphQLContext): Promise<ApiKey | null> {
  return useCases.administration.keys.find(keyId);
}

const OperatorSession = objectType('OperatorSession', 'The person who asks, and the gateway that answers.', {
  role: field(Role, 'Role of the person.'),
  permissions: field([Permission], 'Actions that the role allows.'),
  keyId: field(String, 'Name of the key that was given, now or at the sign-in.'),
  sessionEndsAt: timeOrNull(
    'sessionEndsAtMs',
    'Latest end of the console session. Null where a key was sent.',
  ),
  sessionIdleEndsAt: timeOrNull(
    'sessionIdleEndsAtMs',
    'End of the console session if the operator does nothing more, to the minute. Over a stream it is as it was when the stream began. Null where a key was sent.',
  ),
  version: field(String, 'Version of the gateway.'),
  sandbox: field(Boolean, 'True for a sandbox, whose wallet service is simulated.'),
});

export const SessionResolver = resolverOf({
  operatorSession: query({
    permission: 'signIn',
    gives: field(OperatorSession, 'Says who asks. The console asks it first.'),
    resolve(_args, { useCases, caller }) {
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
    },
  }),
});
