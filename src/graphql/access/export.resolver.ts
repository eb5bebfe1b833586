import { type CallerRole, rolesWith } from '../../core/access/permissions.js';
import { requireRole } from '../../use-cases/access/authenticate-key.js';
import {
  getNamedType,
  getVariableValues,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isLeafType,
  Kind,
  parse,
} from 'graphql';
import { type ExportList, type ExportRow, exportWriter } from '../../core/access/export-lists.js';
import { exportColumns, type ExportOptions } from '../../core/transactions/export-text.js';
import type { JsonObject } from '../../core/wire/json.js';
import { PAGE_SIZE_MAX } from '../../use-cases/paging.js';
import { administrator, callerKey, type GraphQLContext } from '../context.js';
import { ProgrammeResolver } from '../directory/programme.js';
import { TerminalResolver } from '../directory/terminal.js';
import { type Wallet, WalletResolver } from '../directory/wallet.js';
import { DeliveryResolver } from '../events/delivery.js';
import { EndpointResolver } from '../events/endpoint.js';
import { EventResolver } from '../events/event.js';
import type { Connection, PageArgs } from '../paging.js';
import { AttemptResolver } from '../provisioning/attempt.js';
import { DigitizationResolver } from '../provisioning/digitization.resolver.js';
import { permissionOf, Requires } from '../roles.js';
import { DateTime } from '../scalars.js';
import { inGraphQLNames, registeredError } from '../server/errors.js';
import { TransactionResolver } from '../transactions/transaction.resolver.js';
import type { TransactionFilter } from '../transactions/transaction.type.js';
import { AuditResolver } from './audit.js';
import { KeyResolver } from './key.js';
import { RefusedCallResolver } from './refused-call.js';

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
          exportWriter(exportColumnsOf(this.schema, list), format),
          pagesOf(this.schema, list, filter, context),
        );
  }
}

type PagedList = Exclude<ExportList, 'transactions'>;

async function* textsOf(
  { head, line }: ReturnType<typeof exportWriter>,
  pages: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string, void> {
  if (head !== '') yield head;
  for await (const rows of pages) yield rows.map(line).join('');
}

async function* pagesOf(
  schema: GraphQLSchema,
  list: PagedList,
  filter: unknown,
  context: GraphQLContext,
): AsyncGenerator<readonly ExportRow[], void> {
  const { page } = LISTS[list];
  const type = nodeTypeOf(schema, list);
  const columns = exportColumnsOf(schema, list);
  for (let after: string | null = null; ;) {
    const { edges, pageInfo }: Connection<object> = await page(
      { first: PAGE_SIZE_MAX, after },
      filter as never,
      context,
    );
    if (edges.length > 0) yield edges.map(({ node }) => rowOf(type, node, columns, context));
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return;
    after = pageInfo.endCursor;
  }
}

interface Listed {
  /** Field of the query type. Its permission is that of the export, and its argument `filter` the filter of the list. */
  readonly field: string;
  readonly page: PageReader;
}

type PageReader = (page: PageArgs, filter: never, context: GraphQLContext) => Promise<Connection<object>>;

/** Returns the list that a resolver reads in the method with the name of its field. */
function listed<Field extends string>(resolver: Readonly<Record<Field, PageReader>>, field: Field): Listed {
  return { field, page: (...args) => resolver[field](...args) };
}

const transactions = new TransactionResolver();

const LISTS: Readonly<Record<PagedList, Listed>> = {
  'refused-calls': listed(new RefusedCallResolver(), 'refusedCalls'),
  events: listed(new EventResolver(), 'events'),
  deliveries: listed(new DeliveryResolver(), 'deliveries'),
  endpoints: listed(new EndpointResolver(), 'endpoints'),
  attempts: listed(new AttemptResolver(), 'provisioningAttempts'),
  digitizations: listed(new DigitizationResolver(), 'digitizations'),
  terminals: listed(new TerminalResolver(), 'terminals'),
  wallets: listed(new WalletResolver(), 'wallets'),
  programmes: listed(new ProgrammeResolver(), 'programmes'),
  keys: listed(new KeyResolver(), 'keys'),
  'audit-log': listed(new AuditResolver(), 'auditLog'),
};

function fieldOf(schema: GraphQLSchema, list: ExportList): GraphQLField<unknown, unknown> {
  const field = schema.getQueryType()?.getFields()[list === 'transactions' ? list : LISTS[list].field];
  if (field === undefined) throw new Error(`No query reads the list ${list}.`);
  return field;
}

function rolesFor(schema: GraphQLSchema, list: ExportList): readonly CallerRole[] {
  // Clients may read single transactions, and export none.
  const permission = list === 'transactions' ? 'monitor' : permissionOf(fieldOf(schema, list));
  return permission === null ? [] : rolesWith(permission);
}

function nodeTypeOf(schema: GraphQLSchema, list: PagedList): GraphQLObjectType {
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

/** Returns the values of a node by column. Words keep their own spelling, and times are texts. */
function rowOf(
  type: GraphQLObjectType,
  node: object,
  columns: readonly string[],
  context: GraphQLContext,
): ExportRow {
  const valueOf = (name: string): unknown => {
    const field = type.getFields()[name];
    const value = field?.resolve?.(node, {}, context, undefined as never);
    return value != null && getNamedType(field?.type) === DateTime ? DateTime.serialize(value) : value;
  };
  return Object.fromEntries(columns.map((name) => [name, name === 'cards' ? cardsOf(node) : valueOf(name)]));
}

function cardsOf(wallet: object): readonly ExportRow[] {
  return (wallet as Wallet).cards.map(({ cardId, trackingNumber, isDefault, isBlocked }) => ({
    ...{ cardId, trackingNumber, default: isDefault, blocked: isBlocked },
  }));
}

/**
 * Reads a filter as GraphQL reads a variable of its type. Errors: BAD_REQUEST, which names the member at fault as the caller
 * writes it.
 */
function filterOf(schema: GraphQLSchema, list: ExportList, filter: JsonObject): unknown {
  const { coerced, errors } = getVariableValues(schema, variablesOf(filterTypeOf(schema, list)), { filter });
  if (errors === undefined) return coerced['filter'];
  throw inGraphQLNames(registeredError(errors[0], 'BAD_USER_INPUT'));
}

function filterTypeOf(schema: GraphQLSchema, list: ExportList): string {
  const type = fieldOf(schema, list).args.find(({ name }) => name === 'filter')?.type;
  if (type === undefined) throw new Error(`The list ${list} has no filter.`);
  return String(getNamedType(type));
}

/** Returns the variable of an operation that takes the filter. */
function variablesOf(type: string) {
  const [operation] = parse(`query ($filter: ${type}) { __typename }`).definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
}
