import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { Authorized, Extensions } from 'type-graphql';
import { requireRole } from '../usecase/access/authenticate-key.js';
import { roleOf, type GraphQLRole } from './auth.js';
import type { GraphQLContext } from './context.js';

/** Says who may use a field: checked before execution by `requireRoles`, and by type-graphql when the field is resolved. */
export function AllowedFor(...roles: GraphQLRole[]): MethodDecorator {
  return (target, key, descriptor) => {
    Authorized(...roles)(target, key, descriptor);
    Extensions({ roles })(target, key, descriptor);
  };
}

/**
 * Refuses an operation before its variables are looked at: credential and role come before fields, on this door as on every
 * other (contract section 3). Throws a GraphQLError around UNAUTHENTICATED or FORBIDDEN.
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
