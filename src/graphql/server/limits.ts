import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { isOnlyOnePerOperation } from '../roles.js';
import { rootFields } from './document-checks.js';

export interface GraphQLLimits {
  readonly depthMax: number;
  readonly aliasesMax: number;
  readonly directivesMax: number;
}

/** Limits of a document. They are the same on every gateway, so a document that works once works everywhere. */
export const DOCUMENT_LIMITS = {
  /** Depth of the deepest list of the schema with a linked transaction in it. */
  depthMax: 8,
  /** Maximum number of aliases. Each asks for a value once more. */
  aliasesMax: 15,
  directivesMax: 10,
  /** Six times the standard introspection query. */
  tokensMax: 1000,
  /** Maximum number of times that the same value may be asked for: GraphQL compares each with each other. */
  repeatsMax: 50,
  /**
   * Values of an operation: its fields times the entries of their pages. It allows a full page of rows with a hundred fields
   * each.
   */
  costMax: 20_000,
};

/** Returns the validation rules that bound one document. */
export function limitRules(limits: GraphQLLimits): readonly ValidationRule[] {
  return [
    (context) => countRule(context, 'aliases', limits.aliasesMax),
    (context) => countRule(context, 'directives', limits.directivesMax),
    (context) => depthRule(context, limits.depthMax),
    onlyOnePerOperationRule,
  ];
}

function countRule(context: ValidationContext, what: 'aliases' | 'directives', max: number): ASTVisitor {
  let count = 0;
  const one = (): void => {
    count += 1;
    if (count === max + 1)
      context.reportError(new GraphQLError(`The document has more than ${String(max)} ${what}.`));
  };
  return what === 'directives'
    ? { Directive: one }
    : {
        Field: (field) => {
          if (field.alias !== undefined) one();
        },
      };
}

function depthRule(context: ValidationContext, depthMax: number): ASTVisitor {
  const depths = new Map<string, number>();
  return {
    OperationDefinition(operation) {
      // The standard introspection query is deeper than any honest other one; graphql-js has its own limits for it.
      if (rootFieldsOf(context, operation).every((name) => name.startsWith('__'))) return;
      if (depthOf(context, operation.selectionSet, depths) <= depthMax) return;
      const message = `The document is nested deeper than ${String(depthMax)} levels.`;
      context.reportError(new GraphQLError(message, { nodes: operation }));
    },
  };
}

function onlyOnePerOperationRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const root = context.getSchema().getRootType(operation.operation);
      const alone = rootFieldsOf(context, operation).filter((name) => isOnlyOnePerOperation(root, name));
      if (alone.length < 2) return;
      const message = 'One operation may hold only one field that moves money or makes a secret.';
      context.reportError(new GraphQLError(message, { nodes: operation }));
    },
  };
}

function rootFieldsOf(context: ValidationContext, operation: OperationDefinitionNode): readonly string[] {
  return rootFields(operation, (name) => context.getFragment(name));
}

/** Returns the depth of a selection. `depths` holds those of fragments, so that each is measured once. */
function depthOf(context: ValidationContext, set: SelectionSetNode, depths: Map<string, number>): number {
  let depth = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      depth = Math.max(depth, fragmentDepth(context, selection.name.value, depths));
    } else {
      const level = selection.kind === Kind.FIELD ? 1 : 0;
      const inside =
        selection.selectionSet === undefined ? 0 : depthOf(context, selection.selectionSet, depths);
      depth = Math.max(depth, level + inside);
    }
  }
  return depth;
}

function fragmentDepth(context: ValidationContext, name: string, depths: Map<string, number>): number {
  const known = depths.get(name);
  if (known !== undefined) return known;
  // Another rule refuses a fragment within itself. Here it must only end.
  depths.set(name, 0);
  const fragment = context.getFragment(name);
  const depth = fragment ? depthOf(context, fragment.selectionSet, depths) : 0;
  depths.set(name, depth);
  return depth;
}
