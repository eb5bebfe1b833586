import { Arg, Ctx, ID, Info, Int, Query, Resolver } from 'type-graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { badRequest } from '../platform/errors.js';
import { mayUse, type Permission } from '../core/access/permissions.js';
import { findApproval } from './access/approval.js';
import { findAuditEntry } from './access/audit.js';
import { findRefusedCall } from './access/refused-call.js';
import { findKey } from './access/key.js';
import type { GraphQLContext } from './context.js';
import { findProgramme, findSharedKey } from './directory/programme.js';
import { findTerminal } from './directory/terminal.js';
import { findCard, findWallet } from './directory/wallet.js';
import { findDelivery } from './events/delivery.js';
import { findEndpoint } from './events/endpoint.js';
import { findEvent } from './events/event.js';
import { nameInId, Node, type NodeType, partsInId, typed, typeOfId } from './node.js';
import { findAttempt } from './provisioning/attempt.js';
import { findDigitization } from './provisioning/digitization.resolver.js';
import { Requires } from './roles.js';
import { findTransaction } from './transactions/transaction.resolver.js';
import { selectsTexts } from './transactions/transaction-view.js';
import type { SearchHit } from '../use-cases/search.js';

type Find = (id: string, context: GraphQLContext) => Promise<object | null>;

interface Finder {
  /** Permission of the query of the same type. */
  readonly permission: Permission;
  readonly find: Find;
}

const FINDERS: Readonly<Record<NodeType, Finder>> = {
  Transaction: { permission: 'readTransactions', find: named('Transaction', findTransaction) },
  Terminal: { permission: 'readDirectory', find: named('Terminal', findTerminal) },
  Wallet: {
    permission: 'readWallets',
    find: named('Wallet', (reference, context) => findWallet({ reference }, context)),
  },
  Card: { permission: 'readWallets', find: named('Card', findCard) },
  Programme: { permission: 'readDirectory', find: named('Programme', findProgramme) },
  SharedKey: { permission: 'readDirectory', find: inTwoParts('SharedKey', findSharedKey) },
  ApiKey: { permission: 'readDirectory', find: named('ApiKey', findKey) },
  Approval: { permission: 'readApprovals', find: findApproval },
  Digitization: {
    permission: 'readProvisioning',
    find: inTwoParts('Digitization', findDigitization),
  },
  AuditEntry: { permission: 'readAuditLog', find: named('AuditEntry', findAuditEntry) },
  RefusedCall: { permission: 'monitor', find: named('RefusedCall', findRefusedCall) },
  Event: { permission: 'readEvents', find: findEvent },
  Delivery: { permission: 'readEvents', find: findDelivery },
  Endpoint: { permission: 'readEvents', find: findEndpoint },
  ProvisioningAttempt: { permission: 'readProvisioning', find: findAttempt },
};

type Named = Parameters<typeof nameInId>[0];

function named(type: Named, find: Find): Find {
  return async (id, context) => {
    const name = nameInId(type, id);
    return name === null ? null : find(name, context);
  };
}

function inTwoParts(
  type: Named,
  find: (parts: readonly [string, string], context: GraphQLContext) => Promise<Node | null>,
): Find {
  return async (id, context) => {
    const parts = partsInId(type, id);
    return parts === null ? null : find(parts, context);
  };
}

const NODES_MAX = 100;

@Resolver()
export class NodeResolver {
  @Requires('readNodes')
  @Query(() => Node, {
    nullable: true,
    description: 'Finds an object by its global id. Null where the caller can see none of this id.',
  })
  node(
    @Arg('id', () => ID, { description: 'Global id.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<Node | null> {
    return findNode(id, context);
  }

  @Requires('readNodes')
  @Query(() => [Node], {
    nullable: 'items',
    description:
      'Finds objects by their global ids, in the same order. Null for each one that the caller cannot see.',
  })
  async nodes(
    @Arg('ids', () => [ID], { description: 'Global ids, at most 100.' }) ids: readonly string[],
    @Ctx() context: GraphQLContext,
  ): Promise<(Node | null)[]> {
    if (ids.length > NODES_MAX) {
      throw badRequest('ids', `ids must name at most ${NODES_MAX} objects.`);
    }
    return Promise.all(ids.map((id) => findNode(id, context)));
  }
}

async function findNode(id: string, context: GraphQLContext): Promise<Node | null> {
  const type = typeOfId(id);
  const role = context.caller.key?.role;
  if (type === null || role === undefined || !mayUse(role, FINDERS[type].permission)) return null;
  const row = await FINDERS[type].find(id, context);
  return row === null ? null : typed(type, row);
}

@Resolver()
export class SearchResolver {
  @Requires('monitor')
  @Query(() => [Node], {
    description:
      'Finds objects by an id or a name, best match first. Ids of transactions, cards, customers, events, deliveries, attempts and tokens match as a whole. Terminals, wallets, keys, programmes and endpoints also match by their first characters, endpoints by a part of their address. A card, customer or wallet brings its newest transactions.',
  })
  async search(
    @Arg('text', () => String, { description: 'An id or a name, at most 128 characters.' }) text: string,
    @Arg('first', () => Int, { defaultValue: 20, description: 'Maximum number of objects.' }) first: number,
    @Ctx() context: GraphQLContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Node[]> {
    const found = await context.useCases.search({ text, first });
    const withTexts = selectsTexts(info);
    const nodes = await Promise.all(found.map((hit) => nodeOf(hit, withTexts, context)));
    return nodes.filter((node) => node !== null);
  }
}

/** Returns the node of a hit. Null for a transaction that was deleted meanwhile. */
async function nodeOf(
  { kind, row }: SearchHit,
  withTexts: boolean,
  context: GraphQLContext,
): Promise<Node | null> {
  const whole = kind === 'Transaction' && withTexts ? await findTransaction(row.requestId, context) : row;
  return whole === null ? null : typed(kind, whole);
}
