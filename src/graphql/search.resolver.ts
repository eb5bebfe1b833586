import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Int, Query, Resolver } from 'type-graphql';
import type { SearchHit } from '../use-cases/search.js';
import { apiKeyOf } from './access/key.js';
import type { GraphQLContext } from './context.js';
import { programmeOf } from './directory/programme.js';
import { terminalOf } from './directory/terminal.js';
import { walletOf } from './directory/wallet.js';
import { deliveryOf } from './events/delivery.js';
import { endpointOf } from './events/endpoint.js';
import { eventOf } from './events/event.js';
import { Node } from './node.js';
import { attemptView } from './provisioning/attempt.js';
import { digitizationView } from './provisioning/digitization.type.js';
import { Requires } from './roles.js';
import { findTransaction, selectsTexts } from './transactions/transaction.resolver.js';
import { summaryOf } from './transactions/transaction-view.js';

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
  switch (kind) {
    case 'transaction':
      return withTexts ? findTransaction(row.requestId, context) : summaryOf(row);
    case 'wallet':
      return walletOf(row);
    case 'terminal':
      return terminalOf(row);
    case 'programme':
      return programmeOf(row);
    case 'key':
      return apiKeyOf(row);
    case 'event':
      return eventOf(row);
    case 'endpoint':
      return endpointOf(row);
    case 'delivery':
      return deliveryOf(row);
    case 'attempt':
      return attemptView(row, true);
    case 'digitization':
      return digitizationView(row);
  }
}
