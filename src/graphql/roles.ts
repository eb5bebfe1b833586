import {
  type DocumentNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { Extensions } from 'type-graphql';
import { toCardwayError } from '../platform/errors.js';
import { requireRole } from '../use-cases/access/authenticate-key.js';
import type { Role } from '../use-cases/directory/directory-port.js';
import type { GraphQLContext } from './context.js';

/** Roles of keys, and `terminal` for the XML-RPC interface, where the checksum is the credential. */
type GraphQLRole = Role | 'terminal';

type Method = (...args: unknown[]) => unknown;

/**
 * Restricts a resolver to roles. The method itself checks the role in its context, for calls from GraphQL and from adapters.
 * `requireRoles` also checks it before an operation is executed.
 * Errors: UNAUTHENTICATED without a key, FORBIDDEN with a key of another role.
 */
export function AllowedFor(...roles: GraphQLRole[]) {
  return (target: object, key: string, descriptor: PropertyDescriptor): void => {
    Extensions({ roles })(target, key, descriptor);
    const method = descriptor.value as Method;
    descriptor.value = function checked(this: unknown, ...args: unknown[]): unknown {
      try {
        requireRole(roleOf(contextIn(args)), roles);
      } catch (error) {
        return Promise.reject(toCardwayError(error));
      }
      return method.apply(this, args);
    };
  };
}

/**
 * Restricts a subscription to roles. `requireRoles` checks them before its source is opened; its resolver only formats events.
 */
export function SubscribableBy(...roles: GraphQLRole[]): MethodDecorator {
  return Extensions({ roles });
}

function contextIn(args: readonly unknown[]): GraphQLContext {
  // The context comes after the arguments of the caller, so that none of them passes for it.
  const context = args.findLast((arg) => typeof arg === 'object' && arg !== null && 'useCases' in arg);
  if (context === undefined) throw new Error('A resolver with roles takes the context.');
  return context as GraphQLContext;
}

function roleOf(context: GraphQLContext): GraphQLRole | undefined {
  return context.isTerminal ? 'terminal' : context.caller.key?.role;
}

/**
 * Refuses an operation before its variables are looked at. Credential and role come before fields, as on every interface
 * (docs/reference/protocol.md#authorization). Throws a GraphQLError around UNAUTHENTICATED or FORBIDDEN.
 */
export function requireRoles(args: {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly context: GraphQLContext;
}): void {
  const root = args.schema.getRootType(args.operation.operation);
  if (root === undefined || root === null) return;
  for (const name of rootFields(args.document, args.operation.selectionSet, new Set())) {
    const roles = root.getFields()[name]?.extensions['roles'];
    if (!Array.isArray(roles)) continue;
    try {
      requireRole(roleOf(args.context), roles as GraphQLRole[]);
    } catch (error) {
      throw new GraphQLError('refused', {
        path: [name],
        originalError: error as Error,
        extensions: { http: { status: 200 } },
      });
    }
  }
}

function rootFields(document: DocumentNode, set: SelectionSetNode, seen: Set<string>): string[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(document, selection.selectionSet, seen);
    const { value } = selection.name;
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === value,
    );
    if (fragment?.kind !== Kind.FRAGMENT_DEFINITION || seen.has(value)) return [];
    seen.add(value);
    return rootFields(document, fragment.selectionSet, seen);
  });
}

/**
 * Marks a root field that moves money or makes a secret. An operation may hold one of them
 * (docs/reference/protocol.md#one-money-field-per-operation). Aliases would otherwise make many calls out of one that is counted,
 * logged and limited as one.
 */
export function OnlyOnePerOperation(): MethodDecorator {
  return Extensions({ oneAlone: true });
}

export function isOnlyOnePerOperation(root: GraphQLObjectType | null | undefined, field: string): boolean {
  return root?.getFields()[field]?.extensions['oneAlone'] === true;
}
