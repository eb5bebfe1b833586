import type { GraphQLObjectType } from 'graphql';
import { Extensions } from 'type-graphql';

/**
 * Marks a root field that moves money or makes a secret: one of them per operation (contract section 3), because aliases would
 * otherwise make many calls out of one that is counted, logged and limited as one.
 */
export function OneAlone(): MethodDecorator {
  return Extensions({ oneAlone: true });
}

export function isOneAlone(root: GraphQLObjectType | null | undefined, field: string): boolean {
  return root?.getFields()[field]?.extensions['oneAlone'] === true;
}
