import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

export interface GraphQLLimits {
  readonly depthMax: number;
  readonly aliasesMax: number;
  readonly directivesMax: number;
}

/** Root fields that move money or make a secret: one of them per operation, alone (contract section 3). */
const SENSITIVE_FIELDS: ReadonlySet<string> = new Set([
  'balance',
  'deduct',
  'transact',
  'addEndpoint',
  'rotateEndpointSecret',
]);

/** Validation rules that bound what one document may ask for. */
export function limitRules(limits: GraphQLLimits): readonly ValidationRule[] {
  return [
    (context) => countRule(context, 'aliases', limits.aliasesMax),
    (context) => countRule(context, 'directives', limits.directivesMax),
    (context) => operationRule(context, limits.depthMax),
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

function operationRule(context: ValidationContext, depthMax: number): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const measured = measure(context, operation);
      if (measured.depth > depthMax && !measured.isIntrospection) {
        context.reportError(
          new GraphQLError(`The document is nested deeper than ${String(depthMax)} levels.`, {
            nodes: operation,
          }),
        );
      }
      if (measured.sensitive > 1) {
        context.reportError(
          new GraphQLError('One operation may hold only one field that moves money or makes a secret.', {
            nodes: operation,
          }),
        );
      }
    },
  };
}

interface Measured {
  readonly depth: number;
  readonly sensitive: number;
  /** Only `__schema` and `__type`: the standard introspection query is deeper than any honest other one. */
  readonly isIntrospection: boolean;
}

function measure(context: ValidationContext, operation: OperationDefinitionNode): Measured {
  const roots = rootFields(context, operation.selectionSet, new Set());
  return {
    depth: depthOf(context, operation.selectionSet, new Set()),
    sensitive: roots.filter((name) => SENSITIVE_FIELDS.has(name)).length,
    isIntrospection: roots.every((name) => name.startsWith('__')),
  };
}

function rootFields(context: ValidationContext, set: SelectionSetNode, seen: Set<string>): string[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(context, selection.selectionSet, seen);
    const fragment = unseenFragment(context, selection.name.value, seen);
    return fragment === null ? [] : rootFields(context, fragment.selectionSet, seen);
  });
}

function depthOf(context: ValidationContext, set: SelectionSetNode, path: ReadonlySet<string>): number {
  let depth = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value;
      const fragment = path.has(name) ? null : context.getFragment(name);
      if (fragment)
        depth = Math.max(depth, depthOf(context, fragment.selectionSet, new Set([...path, name])));
    } else if (selection.selectionSet !== undefined) {
      const level = selection.kind === Kind.FIELD ? 1 : 0;
      depth = Math.max(depth, level + depthOf(context, selection.selectionSet, path));
    } else {
      depth = Math.max(depth, 1);
    }
  }
  return depth;
}

function unseenFragment(
  context: ValidationContext,
  name: string,
  seen: Set<string>,
): FragmentDefinitionNode | null {
  if (seen.has(name)) return null;
  seen.add(name);
  return context.getFragment(name) ?? null;
}
