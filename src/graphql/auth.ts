import type { AuthCheckerInterface, ResolverData } from 'type-graphql';
import { requireRole } from '../usecase/access/authenticate-key.js';
import type { Role } from '../usecase/ports.js';
import type { GraphQLContext } from './context.js';

/** Roles of keys, and `terminal` for the XML doors, where the checksum stands in for a key. */
export type GraphQLRole = Role | 'terminal';

/** Errors: UNAUTHENTICATED without a key, FORBIDDEN with a key of another role. */
export class RoleChecker implements AuthCheckerInterface<GraphQLContext, GraphQLRole> {
  check({ context }: ResolverData<GraphQLContext>, roles: GraphQLRole[]): boolean {
    requireRole(roleOf(context), roles);
    return true;
  }
}

export function roleOf(context: GraphQLContext): GraphQLRole | undefined {
  return context.isTerminal ? 'terminal' : context.caller.key?.role;
}
