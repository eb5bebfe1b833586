import { type Permission, rolesWith } from '../../core/access/permissions.js';
import { requireRole } from '../../use-cases/access/authenticate-key.js';
import { getNamedType, getVariableValues, type GraphQLSchema, Kind, parse } from 'graphql';
import { type ExportList, type ExportRow, exportWriter } from '../../core/access/export-lists.js';
import type { ExportOptions } from '../../core/transactions/export-text.js';
import type { JsonObject } from '../../core/wire/json.js';
import { PAGE_SIZE_MAX } from '../../use-cases/paging.js';
import { administrator, callerKey, type GraphQLContext } from '../context.js';
import { ProgrammeResolver } from '../directory/programme.js';
import { TerminalResolver } from '../directory/terminal.js';
import { type Card, type Wallet, WalletResolver } from '../directory/wallet.js';
import { DeliveryResolver } from '../events/delivery.js';
import { EndpointResolver } from '../events/endpoint.js';
import { EventResolver } from '../events/event.js';
import type { Connection, PageArgs } from '../paging.js';
import { AttemptResolver } from '../provisioning/attempt.js';
import { DigitizationResolver } from '../provisioning/digitization.resolver.js';
import { Requires } from '../roles.js';
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
    requireRole(callerKey(context.caller).role, rolesWith(permissionFor(list)));
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
      : textsOf(list, format, pagesOf(LISTS[list], filter, context));
  }
}

type PagedList = Exclude<ExportList, 'transactions'>;

async function* textsOf(
  list: PagedList,
  format: ExportOptions['format'],
  pages: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string, void> {
  const { head, line } = exportWriter(list, format);
  if (head !== '') yield head;
  for await (const rows of pages) yield rows.map(line).join('');
}

async function* pagesOf(
  { page, row = asItIs }: Listed,
  filter: unknown,
  context: GraphQLContext,
): AsyncGenerator<readonly ExportRow[], void> {
  for (let after: string | null = null; ;) {
    const { edges, pageInfo }: Connection<object> = await page(
      { first: PAGE_SIZE_MAX, after },
      filter as never,
      context,
    );
    if (edges.length > 0) yield edges.map(({ node }) => row(node as never));
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return;
    after = pageInfo.endCursor;
  }
}

interface Listed {
  /** Permission of the field. */
  readonly permission: Permission;
  /** Field of the query type. Its argument `filter` is the filter of the list. */
  readonly field: string;
  readonly page: (page: PageArgs, filter: never, context: GraphQLContext) => Promise<Connection<object>>;
  /** Returns the values of the columns. Left out, they are the fields of the node. */
  readonly row?: (node: never) => ExportRow;
}

const transactions = new TransactionResolver();
const refusedCalls = new RefusedCallResolver();
const events = new EventResolver();
const deliveries = new DeliveryResolver();
const endpoints = new EndpointResolver();
const attempts = new AttemptResolver();
const digitizations = new DigitizationResolver();
const terminals = new TerminalResolver();
const wallets = new WalletResolver();
const programmes = new ProgrammeResolver();
const keys = new KeyResolver();
const audit = new AuditResolver();

const LISTS: Readonly<Record<PagedList, Listed>> = {
  'refused-calls': {
    permission: 'monitor',
    field: 'refusedCalls',
    page: (page, filter, context) => refusedCalls.refusedCalls(page, filter, context),
  },
  events: {
    permission: 'readEvents',
    field: 'events',
    page: (page, filter, context) => events.events(page, filter, context),
  },
  deliveries: {
    permission: 'readEvents',
    field: 'deliveries',
    page: (page, filter, context) => deliveries.deliveries(page, filter, context),
  },
  endpoints: {
    permission: 'readEvents',
    field: 'endpoints',
    page: (page, filter, context) => endpoints.endpoints(page, filter, context),
  },
  attempts: {
    permission: 'readProvisioning',
    field: 'provisioningAttempts',
    page: (page, filter, context) => attempts.provisioningAttempts(page, filter, context),
  },
  digitizations: {
    permission: 'readProvisioning',
    field: 'digitizations',
    page: (page, filter, context) => digitizations.digitizations(page, filter, context),
  },
  terminals: {
    permission: 'readDirectory',
    field: 'terminals',
    page: (page, filter, context) => terminals.terminals(page, filter, context),
  },
  wallets: {
    permission: 'readWallets',
    field: 'wallets',
    page: (page, filter, context) => wallets.wallets(page, filter, context),
    row: (wallet: Wallet) => Object.assign({}, wallet, { cards: wallet.cards.map(cardRow) }),
  },
  programmes: {
    permission: 'readDirectory',
    field: 'programmes',
    page: (page, filter, context) => programmes.programmes(page, filter, context),
  },
  keys: {
    permission: 'readDirectory',
    field: 'keys',
    page: (page, filter, context) => keys.keys(page, filter, context),
  },
  'audit-log': {
    permission: 'readAuditLog',
    field: 'auditLog',
    page: (page, filter, context) => audit.auditLog(page, filter, context),
  },
};

function permissionFor(list: ExportList): Permission {
  return list === 'transactions' ? 'monitor' : LISTS[list].permission;
}

function asItIs(node: object): ExportRow {
  return node;
}

function cardRow({ cardId, trackingNumber, default: isDefault, blocked }: Card): ExportRow {
  return { cardId, trackingNumber, default: isDefault, blocked };
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
  const field = schema.getQueryType()?.getFields()[list === 'transactions' ? list : LISTS[list].field];
  const type = field?.args.find(({ name }) => name === 'filter')?.type;
  if (type === undefined) throw new Error(`The list ${list} has no filter.`);
  return String(getNamedType(type));
}

/** Returns the variable of an operation that takes the filter. */
function variablesOf(type: string) {
  const [operation] = parse(`query ($filter: ${type}) { __typename }`).definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
}
