import {
  type DocumentNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { Extensions } from 'type-graphql';
import { toCardwayError } from '../platform/errors.js';
import { type CallerRole, isGuarded, type Permission, rolesWith } from '../core/access/permissions.js';
import { requireRole } from '../use-cases/access/authenticate-key.js';
import { callerKey, type GraphQLContext } from './context.js';
import { fragmentsOf, rootFields } from './server/document-checks.js';

type Method = (...args: unknown[]) => unknown;

/**
 * Returns what changes the meaning of a guarded call, beside its arguments; null for nothing. The approver sees it. False for a call
 * that needs nobody else.
 */
export type Circumstance = (input: never, context: GraphQLContext) => Promise<object | null | false>;

/**
 * Restricts a resolver to the roles that have a permission. The method itself checks the role in its context, for calls from GraphQL and from adapters.
 * `requireRoles` also checks it before an operation is executed. Changes of a guarded permission may wait for a second person.
 * `circumstance` is part of the question to that person.
 * Errors: UNAUTHENTICATED without a key, FORBIDDEN with a key of another role, APPROVAL_REQUIRED.
 */
export function Requires(permission: Permission, circumstance?: Circumstance) {
  const roles = rolesWith(permission);
  return (target: object, key: string, descriptor: PropertyDescriptor): void => {
    Extensions({ permission })(target, key, descriptor);
    const method = descriptor.value as Method;
    descriptor.value = function checked(this: unknown, ...args: unknown[]): unknown {
      const context = contextIn(args);
      try {
        requireRole(roleOf(context), roles);
      } catch (error) {
        return Promise.reject(toCardwayError(error));
      }
      if (!isGuarded(permission)) return method.apply(this, args);
      const call = {
        caller: callerKey(context.caller),
        permission,
        field: key,
        args: args.filter((arg) => arg !== context),
        circumstance: () => circumstance?.(args[0] as never, context) ?? Promise.resolve(null),
      };
      return context.useCases.approvals.guard(call, (caller) => {
        const approved = { ...context, caller: { ...context.caller, key: caller } };
        return Promise.resolve(method.apply(this, args.with(args.indexOf(context), approved)));
      });
    };
  };
}

/**
 * Restricts a subscription to the roles that have a permission. `requireRoles` checks them before its source is opened; its resolver only formats events.
 */
export function SubscribableWith(permission: Permission): MethodDecorator {
  return Extensions({ permission });
}

function contextIn(args: readonly unknown[]): GraphQLContext {
  // The context comes after the arguments of the caller, so that none of them passes for it.
  const context = args.findLast((arg) => typeof arg === 'object' && arg !== null && 'useCases' in arg);
  if (context === undefined) throw new Error('A resolver with roles takes the context.');
  return context as GraphQLContext;
}

function roleOf(context: GraphQLContext): CallerRole | undefined {
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
  for (const name of rootFields(args.operation, (fragment) => fragmentsOf(args.document).get(fragment))) {
    const field = root.getFields()[name];
    const permission = field === undefined ? null : permissionOf(field);
    if (permission === null) continue;
    try {
      requireRole(roleOf(args.context), rolesWith(permission));
    } catch (error) {
      throw new GraphQLError('refused', {
        path: [name],
        originalError: error as Error,
        extensions: { http: { status: 200 } },
      });
    }
  }
}

/** Returns the permission that a root field requires; null for introspection. */
export function permissionOf({
  extensions,
}: Pick<GraphQLField<unknown, unknown>, 'extensions'>): Permission | null {
  return (extensions['permission'] as Permission | undefined) ?? null;
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
