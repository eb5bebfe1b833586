import { requireRole } from '../../use-cases/access/authenticate-key.js';
import {
  execute,
  getNamedType,
  getVariableValues,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isLeafType,
  Kind,
  parse,
} from 'graphql';
import { type CallerRole, rolesWith } from '../../core/access/permissions.js';
import type { ExportList } from '../../core/access/export-lists.js';
import { exportColumns, type ExportFormat, type ExportOptions } from '../../core/transactions/export-text.js';
import { recordWriter } from '../../core/wire/csv.js';
import type { JsonObject } from '../../core/wire/json.js';
import { PAGE_SIZE_MAX } from '../../use-cases/paging.js';
import { administrator, callerKey, type GraphQLContext } from '../context.js';
import type { Connection } from '../paging.js';
import { permissionOf, Requires } from '../roles.js';
import { inGraphQLNames, registeredError } from '../server/errors.js';
import { TransactionResolver } from '../transactions/transaction.resolver.js';
import type { TransactionFilter } from '../transactions/transaction.type.js';

/** Order of an export. Only transactions have texts. */
interface ExportOrder extends ExportOptions {
  readonly list: ExportList;
  /** The filter of the list, as the caller wrote it: JSON of the GraphQL input. */
  readonly filter: JsonObject;
}

/** Exports of lists, for operators. No GraphQL document reaches it: an answer of GraphQL is one page. */
export class ExportResolver {
  constructor(private readonly schema: GraphQLSchema) {}

  /** Checks an export before it gets a place. Errors: FORBIDDEN, BAD_REQUEST (names a wrong member of the filter). */
  @Requires('signIn')
  check({ list, filter }: Pick<ExportOrder, 'list' | 'filter'>, context: GraphQLContext): Promise<void> {
    requireRole(callerKey(context.caller).role, rolesFor(this.schema, list));
    filterOf(this.schema, list, filter);
    return Promise.resolve();
  }

  /**
   * Records the export in the audit log and returns its texts. A text is read when the one before it is taken. Errors: those of
   * `check`, UNAVAILABLE; the texts throw those of the list.
   */
  @Requires('signIn')
  async open(order: ExportOrder, context: GraphQLContext): Promise<AsyncIterable<string | Uint8Array>> {
    const { list, format } = order;
    await this.check(order, context);
    const filter = filterOf(this.schema, list, order.filter);
    const { recordExport } = context.useCases.administration;
    await recordExport(administrator(context.caller), order);
    // Transactions are many: the store makes their text where it reads them.
    return list === 'transactions'
      ? transactions.exportText({ ...order, filter: filter as TransactionFilter }, context)
      : textsOf(
          exportColumnsOf(this.schema, list),
          format,
          pagesOf(this.schema, { list, filter: order.filter }, context),
        );
  }
}

const transactions = new TransactionResolver();

async function* textsOf(
  columns: readonly string[],
  format: ExportFormat,
  pages: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string, void> {
  const { head, line } = recordWriter(columns, format);
  if (head !== '') yield head;
  for await (const rows of pages) yield rows.map((row) => line(columns.map((name) => row[name]))).join('');
}

/** Row of a list: JSON values by column. */
type ExportRow = Readonly<Record<string, unknown>>;

/** Reads a list page by page, as a GraphQL operation does. Errors: those of the list. */
async function* pagesOf(
  schema: GraphQLSchema,
  { list, filter }: Pick<ExportOrder, 'list' | 'filter'>,
  contextValue: GraphQLContext,
): AsyncGenerator<readonly ExportRow[], void> {
  const document = documentOf(schema, list);
  const type = nodeTypeOf(schema, list);
  for (let after: string | null = null; ;) {
    const variableValues = { filter, first: PAGE_SIZE_MAX, after };
    const { data, errors } = await execute({ schema, document, variableValues, contextValue });
    if (errors !== undefined) throw registeredError(errors[0]);
    const { edges, pageInfo } = data?.['page'] as Connection<ExportRow>;
    if (edges.length > 0) yield edges.map(({ node }) => inOwnWords(type, node));
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return;
    after = pageInfo.endCursor;
  }
}

/** Returns a row with the words of the program in place of enum values: `in_doubt` for IN_DOUBT. */
function inOwnWords(type: GraphQLObjectType, row: ExportRow): ExportRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const named = getNamedType(type.getFields()[column]?.type);
      return [column, value !== null && isEnumType(named) ? named.parseValue(value) : value];
    }),
  );
}

/** Field of the query type that reads a list. Its permission is that of the export, and its argument `filter` the filter of the list. */
const FIELDS: Readonly<Record<ExportList, string>> = {
  transactions: 'transactions',
  'refused-calls': 'refusedCalls',
  events: 'events',
  deliveries: 'deliveries',
  endpoints: 'endpoints',
  attempts: 'provisioningAttempts',
  digitizations: 'digitizations',
  terminals: 'terminals',
  wallets: 'wallets',
  programmes: 'programmes',
  keys: 'keys',
  'audit-log': 'auditLog',
};

function fieldOf(schema: GraphQLSchema, list: ExportList): GraphQLField<unknown, unknown> {
  const field = schema.getQueryType()?.getFields()[FIELDS[list]];
  if (field === undefined) throw new Error(`No query reads the list ${list}.`);
  return field;
}

function rolesFor(schema: GraphQLSchema, list: ExportList): readonly CallerRole[] {
  // Clients may read single transactions, and export none.
  const permission = list === 'transactions' ? 'monitor' : permissionOf(fieldOf(schema, list));
  return permission === null ? [] : rolesWith(permission);
}

function nodeTypeOf(schema: GraphQLSchema, list: ExportList): GraphQLObjectType {
  const connection = getNamedType(fieldOf(schema, list).type).name;
  return schema.getType(connection.replace(/Connection$/, '')) as GraphQLObjectType;
}

/** Entries that only their id names. The others have a name of their own, from which their id is made. */
const NAMED_BY_ID: ReadonlySet<ExportList> = new Set(['events', 'deliveries', 'endpoints']);

/** Returns the columns of a list: the plain fields of its entries, in their order. A wallet also has its cards. */
export function exportColumnsOf(schema: GraphQLSchema, list: ExportList): readonly string[] {
  if (list === 'transactions') return exportColumns({ withTexts: false });
  const plain = plainFieldsOf(nodeTypeOf(schema, list));
  const columns = NAMED_BY_ID.has(list) ? plain : plain.filter((name) => name !== 'id');
  return list === 'wallets' ? [...columns, 'cards'] : columns;
}

function plainFieldsOf(type: GraphQLObjectType): readonly string[] {
  return Object.values(type.getFields())
    .filter(({ args, type }) => args.length === 0 && isLeafType(getNamedType(type)))
    .map(({ name }) => name);
}

/** Returns the document of an operation that reads a page of a list. */
function documentOf(schema: GraphQLSchema, list: ExportList) {
  const field = fieldOf(schema, list);
  const filterType = field.args.find(({ name }) => name === 'filter')?.type;
  if (filterType === undefined) throw new Error(`The list ${list} has no filter.`);
  const columns = exportColumnsOf(schema, list).map((name) =>
    name === 'cards' ? 'cards { cardId trackingNumber default blocked }' : name,
  );
  return parse(`query ($filter: ${String(filterType)}, $first: Int, $after: String) {
    page: ${field.name}(filter: $filter, first: $first, after: $after) {
      edges { node { ${columns.join(' ')} } } pageInfo { hasNextPage endCursor }
    }
  }`);
}

/**
 * Reads a filter as GraphQL reads a variable of its type. Errors: BAD_REQUEST, which names the member at fault as the caller
 * writes it.
 */
function filterOf(schema: GraphQLSchema, list: ExportList, filter: JsonObject): unknown {
  const [operation] = documentOf(schema, list).definitions;
  const variables =
    operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
  const { coerced, errors } = getVariableValues(schema, variables, { filter });
  if (errors === undefined) return coerced['filter'];
  throw inGraphQLNames(registeredError(errors[0], 'BAD_USER_INPUT'));
}
