import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
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
    if (selection.kind === Kind.FIELD) {
      cost += fieldCost(measure, selection, place);
      continue;
    }
    const part =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : measure.fragments.get(selection.name.value);
    if (part === undefined) continue;
    const type = typeIn(measure, part.typeCondition, place);
    const partCost = fragmentCost(measure, part, { ...place, type });
    if (type === place.type || !isInterfaceType(place.type)) cost += partCost;
    else byType.set(type.name, (byType.get(type.name) ?? 0) + partCost);
  }
  return cost + Math.max(0, ...byType.values());
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

function fragmentCost(
  measure: Measure,
  part: FragmentDefinitionNode | InlineFragmentNode,
  place: CostPosition,
): number {
  if (part.kind === Kind.INLINE_FRAGMENT) return setCost(measure, part.selectionSet, place);
  const key = `${part.name.value} ${place.type.name} ${String(place.isPage)}`;
  const known = measure.known.get(key);
  if (known !== undefined) return known;
  // Another rule refuses a fragment within itself. Here it must only end.
  measure.known.set(key, 0);
  const cost = setCost(measure, part.selectionSet, place);
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
  if (!field.args.some(({ name }) => name === 'first')) return null;
  const sizes = [argumentOf(measure, node, 'first'), argumentOf(measure, node, 'last')];
  const size = sizes.find((given) => typeof given === 'number');
  return size === undefined ? PAGE_SIZE : Math.min(Math.max(1, size), measure.pageSizeMax);
}

/**
 * Returns the number of ids that a field gets; null for a field that takes none. More ids than a page holds are refused anyway.
 */
function idsIn(measure: Measure, node: FieldNode, field: GraphQLField<unknown, unknown>): number | null {
  if (!field.args.some(({ name }) => name === 'ids')) return null;
  const ids = argumentOf(measure, node, 'ids');
  return Array.isArray(ids) ? Math.min(ids.length, measure.pageSizeMax) : 1;
}

/** Returns the value of an argument as the caller gave it; undefined for none. */
function argumentOf({ variables }: Measure, node: FieldNode, argument: string): unknown {
  const value = node.arguments?.find(({ name }) => name.value === argument)?.value;
  return value === undefined ? undefined : valueFromASTUntyped(value, variables);
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
