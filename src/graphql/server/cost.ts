import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  getNamedType,
  GraphQLError,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isListType,
  isNonNullType,
  isInterfaceType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { fragmentsOf } from './document-checks.js';

/** Assumed size of a page that gives none. */
const PAGE_SIZE = 50;
/** Assumed size of a list that is not a page. */
const LIST_SIZE = 10;

interface CostArguments {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Maximum size of a page. Longer ones are refused anyway, with an error that names the field. */
  readonly pageSizeMax: number;
}

/**
 * Estimates how many values an answer will hold: 1 a field, times the entries of the pages and lists that it stands in. The size
 * of a page is its `first` or `last`. The size of `nodes` is the number of its ids, so the variables count. Introspection costs
 * nothing here; graphql-js bounds it.
 */
export function costOf(args: CostArguments): number {
  const fragments = fragmentsOf(args.document);
  const root = args.schema.getRootType(args.operation.operation);
  const variables = { ...defaultsOf(args.operation), ...args.variables };
  const measure = { ...args, variables, fragments, known: new Map<string, number>() };
  return root ? setCost(measure, args.operation.selectionSet, { type: root, isPage: false }) : 0;
}

/** Returns the values of variables that are left out. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
    ),
  );
}

/** Throws a GraphQLError, as validation does, for an operation that costs more than `costMax`. */
export function requireCost(args: CostArguments & { readonly costMax: number }): void {
  const cost = costOf(args);
  if (cost <= args.costMax) return;
  const message = `The operation would cost ${String(cost)}; ${String(args.costMax)} is allowed. Ask for smaller pages or fewer fields.`;
  throw new GraphQLError(message, {
    nodes: args.operation,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
  });
}

interface Measure extends CostArguments {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Costs of fragments, by name and place. Each is measured once. */
  readonly known: Map<string, number>;
}

interface CostPosition {
  readonly type: GraphQLObjectType | GraphQLInterfaceType;
  /** True inside a page: its entries are counted where its size is given. */
  readonly isPage: boolean;
}

/** Returns the cost of a selection. An object of an interface has one type, so only the fragments on the dearest one count. */
function setCost(measure: Measure, set: SelectionSetNode, place: CostPosition): number {
  let cost = 0;
  const byType = new Map<string, number>();
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) cost += fieldCost(measure, selection, place);
    else {
      const type = typeOfPart(measure, selection, place);
      const part = partCost(measure, selection, place);
      if (type === place.type || !isInterfaceType(place.type)) cost += part;
      else byType.set(type.name, (byType.get(type.name) ?? 0) + part);
    }
  }
  return cost + Math.max(0, ...byType.values());
}

function typeOfPart(
  measure: Measure,
  part: FragmentSpreadNode | InlineFragmentNode,
  place: CostPosition,
): CostPosition['type'] {
  const named = part.kind === Kind.INLINE_FRAGMENT ? part : measure.fragments.get(part.name.value);
  return typeIn(measure, named?.typeCondition, place);
}

function partCost(
  measure: Measure,
  part: FragmentSpreadNode | InlineFragmentNode,
  place: CostPosition,
): number {
  if (part.kind === Kind.FRAGMENT_SPREAD) return fragmentCost(measure, part.name.value, place);
  return setCost(measure, part.selectionSet, { ...place, type: typeIn(measure, part.typeCondition, place) });
}

/** Returns the type that a fragment is on: that of its condition where it says more than the place. */
function typeIn(
  { schema }: Measure,
  condition: NamedTypeNode | undefined,
  { type }: CostPosition,
): CostPosition['type'] {
  const named = condition === undefined ? undefined : schema.getType(condition.name.value);
  return isComposite(named) ? named : type;
}

function isComposite(type: GraphQLNamedType | undefined): type is CostPosition['type'] {
  return isObjectType(type) || isInterfaceType(type);
}

function fragmentCost(measure: Measure, name: string, place: CostPosition): number {
  const key = `${name} ${place.type.name} ${String(place.isPage)}`;
  const known = measure.known.get(key);
  if (known !== undefined) return known;
  measure.known.set(key, 0);
  const fragment = measure.fragments.get(name);
  const type = typeIn(measure, fragment?.typeCondition, place);
  const cost = fragment === undefined ? 0 : setCost(measure, fragment.selectionSet, { ...place, type });
  measure.known.set(key, cost);
  return cost;
}

function fieldCost(measure: Measure, node: FieldNode, place: CostPosition): number {
  const field = place.type.getFields()[node.name.value];
  if (field === undefined) return 0;
  const type = getNamedType(field.type);
  if (node.selectionSet === undefined || !isComposite(type)) return 1;
  const ids = idsIn(measure, node, field);
  const pageSize = ids === null ? pageSizeOf(measure, node, field) : null;
  const inside = setCost(measure, node.selectionSet, { type, isPage: pageSize !== null });
  return 1 + inside * (ids ?? pageSize ?? (isList(field.type) && !place.isPage ? LIST_SIZE : 1));
}

/** Returns the size of a page; null for a field that is not a page. */
function pageSizeOf(measure: Measure, node: FieldNode, field: GraphQLField<unknown, unknown>): number | null {
  if (!field.args.some((argument) => argument.name === 'first')) return null;
  for (const name of ['first', 'last']) {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
    const size =
      value?.kind === Kind.INT
        ? Number(value.value)
        : value?.kind === Kind.VARIABLE
          ? measure.variables[value.name.value]
          : undefined;
    if (typeof size === 'number') return Math.min(Math.max(1, size), measure.pageSizeMax);
  }
  return PAGE_SIZE;
}

/**
 * Returns the number of ids that a field gets; null for a field that takes none. More ids than a page holds are refused anyway.
 */
function idsIn(
  { variables, pageSizeMax }: Measure,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): number | null {
  if (!field.args.some(({ name }) => name === 'ids')) return null;
  const value = node.arguments?.find(({ name }) => name.value === 'ids')?.value;
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : value;
  if (Array.isArray(given)) return Math.min(given.length, pageSizeMax);
  return value?.kind === Kind.LIST ? Math.min(value.values.length, pageSizeMax) : 1;
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
