import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql';
import type { StoredEvent } from '../../core/events/event.js';
import { digitizationPayload } from '../../core/provisioning/digitization-event.js';
import { CardwayError } from '../../platform/errors.js';
import type { TransactionRow } from '../../use-cases/transactions/ledger-port.js';
import { callerKey, type GraphQLContext, type Stream } from '../context.js';
import { SubscribableBy } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { transactionOf } from '../transactions/transaction-view.js';
import { Transaction } from '../transactions/transaction.type.js';
import { DigitizationComplete, digitizationComplete } from './digitization-complete.type.js';

interface DigitizationArgs {
  readonly cardId?: number | null;
  readonly after?: string | null;
}

interface SavedArgs {
  readonly terminalId?: string | null;
  readonly after?: string | null;
}

@Resolver()
export class SubscriptionResolver {
  @SubscribableBy('integrator', 'operator')
  @Subscription(() => DigitizationComplete, {
    description:
      'Each completed digitization of the key’s programme, in order; the first after a given one when `after` is its id.',
    subscribe: ({ args, context }: { args: DigitizationArgs; context: GraphQLContext }) =>
      context.useCases.followEvents(callerKey(context.caller), {
        types: ['digitization.complete'],
        cardId: args.cardId ?? null,
        after: args.after ?? null,
        onBehind: streamOf(context).onBehind,
      }),
  })
  digitizationComplete(
    @Root() event: StoredEvent,
    @Arg('cardId', () => SafeInt, { nullable: true }) _cardId?: number | null,
    @Arg('after', () => ID, { nullable: true, description: 'Id of the last event that you have' })
    _after?: string | null,
  ): DigitizationComplete {
    return digitizationComplete(digitizationPayload(event));
  }

  @SubscribableBy('operator')
  @Subscription(() => Transaction, {
    description: 'Each transaction once, in the order of the ledger, when its outcome is saved.',
    subscribe: ({ args, context }: { args: SavedArgs; context: GraphQLContext }) =>
      context.useCases.followTransactions({
        terminalId: args.terminalId ?? null,
        after: args.after ?? null,
        onBehind: streamOf(context).onBehind,
      }),
  })
  transactionSaved(
    @Root() row: TransactionRow,
    @Arg('terminalId', () => String, { nullable: true }) _terminalId?: string | null,
    @Arg('after', () => ID, { nullable: true, description: 'Id of the last transaction that you have' })
    _after?: string | null,
  ): Transaction {
    return transactionOf(row);
  }
}

function streamOf({ stream }: GraphQLContext): Stream {
  if (stream === undefined) throw new CardwayError('BAD_REQUEST');
  return stream;
}
