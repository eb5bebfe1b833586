import { isStaff } from '../../core/access/permissions.js';
import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql';
import {
  ENDPOINT_EVENT_TYPES,
  EVENT_TYPES,
  type EventType as EventTypeValue,
  type StoredEvent,
} from '../../core/events/event.js';
import { digitizationPayload } from '../../core/provisioning/digitization-event.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type { TransactionRow } from '../../use-cases/transactions/ledger-port.js';
import { callerKey, type GraphQLContext, type Stream } from '../context.js';
import { nameInId } from '../node.js';
import { DigitizationComplete } from '../provisioning/digitization.type.js';
import { SubscribableWith } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { Transaction } from '../transactions/transaction.type.js';
import { Event, EventType } from './event.js';

interface EventArgs {
  readonly types?: readonly EventTypeValue[] | null;
  readonly cardId?: number | null;
  readonly after?: string | null;
}

interface SavedArgs {
  readonly terminalId?: string | null;
  readonly after?: string | null;
}

const AFTER = 'Id of the last event that you have. Later ones are replayed first. Left out: only new events.';

@Resolver()
export class SubscriptionResolver {
  @SubscribableWith('readEvents')
  @Subscription(() => DigitizationComplete, {
    description: 'Sends each completed digitization of the programme of the key, in order, each once.',
    subscribe: ({ args, context }: { args: EventArgs; context: GraphQLContext }) =>
      follow(context, ['digitization.complete'], args),
  })
  digitizationComplete(
    @Root() event: StoredEvent,
    @Arg('cardId', () => SafeInt, { nullable: true, description: 'Only events of this card.' })
    _cardId?: number | null,
    @Arg('after', () => ID, { nullable: true, description: AFTER }) _after?: string | null,
  ): DigitizationComplete {
    return digitizationPayload(event);
  }

  @SubscribableWith('readEvents')
  @Subscription(() => Event, {
    description: 'Sends each event that the role of the key may see, in order, each once.',
    subscribe: ({ args, context }: { args: EventArgs; context: GraphQLContext }) =>
      follow(context, typesFor(context, args.types ?? null), args),
  })
  events(
    @Root() event: StoredEvent,
    @Arg('types', () => [EventType], {
      nullable: true,
      description: 'Only events of these types. Default: every type that the role may see.',
    })
    _types?: readonly EventTypeValue[] | null,
    @Arg('cardId', () => SafeInt, { nullable: true, description: 'Only events of this card.' })
    _cardId?: number | null,
    @Arg('after', () => ID, { nullable: true, description: AFTER }) _after?: string | null,
  ): Event {
    return event;
  }

  @SubscribableWith('monitor')
  @Subscription(() => Transaction, {
    description: 'Sends each transaction once, in the order of the ledger, when its outcome is saved.',
    subscribe: ({ args, context }: { args: SavedArgs; context: GraphQLContext }) =>
      context.useCases.followTransactions({
        terminalId: args.terminalId ?? null,
        after: args.after == null ? null : (nameInId('Transaction', args.after) ?? args.after),
        onBehind: streamOf(context).onBehind,
      }),
  })
  transactionSaved(
    @Root() row: TransactionRow,
    @Arg('terminalId', () => String, { nullable: true, description: 'Only transactions of this terminal.' })
    _terminalId?: string | null,
    @Arg('after', () => ID, {
      nullable: true,
      description: 'Id or request id of the last transaction that you have. Later ones are replayed first.',
    })
    _after?: string | null,
  ): Transaction {
    return row;
  }
}

function follow(context: GraphQLContext, types: readonly EventTypeValue[], { cardId, after }: EventArgs) {
  return context.useCases.followEvents(callerKey(context.caller), {
    types,
    cardId: cardId ?? null,
    after: after ?? null,
    onBehind: streamOf(context).onBehind,
  });
}

/** Returns the types that a subscription follows. Errors: BAD_REQUEST (an empty list), FORBIDDEN (a type for operators). */
function typesFor(
  { caller }: GraphQLContext,
  asked: readonly EventTypeValue[] | null,
): readonly EventTypeValue[] {
  const isOfStaff = isStaff(callerKey(caller).role);
  const seen = isOfStaff ? EVENT_TYPES : ENDPOINT_EVENT_TYPES;
  if (asked === null) return seen;
  if (asked.length === 0) throw badRequest('types', 'types must name at least one type.');
  const unseen = asked.find((type) => !seen.includes(type));
  if (unseen === undefined) return asked;
  throw new CardwayError('FORBIDDEN', {
    field: 'types',
    message: `Only auditors, settlers and operators see ${unseen}.`,
  });
}

function streamOf({ stream }: GraphQLContext): Stream {
  if (stream === undefined) throw new CardwayError('BAD_REQUEST');
  return stream;
}
