import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import { eventSequence } from '../../core/event.js';
import type { GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../page-arguments.js';
import { readerOf } from '../reader.js';
import { AllowedFor } from '../roles.js';
import { Event, EventConnection, EventsArgs } from './event.type.js';
import { eventFilterOf } from './webhook-filter.js';
import { eventOf } from './webhook-view.js';

const LIST = 'evt';

@Resolver(() => Event)
export class EventResolver {
  @AllowedFor('operator', 'integrator')
  @Query(() => Event, { nullable: true })
  async event(
    @Arg('eventId', () => ID) eventId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Event | null> {
    const sequence = eventSequence(eventId);
    const row = sequence === null ? null : await useCases.readWebhooks.event(readerOf(caller), sequence);
    return row === null ? null : eventOf(row);
  }

  @AllowedFor('operator', 'integrator')
  @Query(() => EventConnection, {
    description: 'The event log, newest first; integrators see what belongs to their programme.',
  })
  async events(
    @Args(() => EventsArgs) args: EventsArgs,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof EventConnection>> {
    const filter = { ...eventFilterOf(args), ...eventFilterOf(args.filter ?? {}) };
    const page = { ...pageOf(args, LIST), filter };
    return pageConnection(await useCases.readWebhooks.events(readerOf(caller), page), LIST, eventOf);
  }
}
