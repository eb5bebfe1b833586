import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import { eventSequence } from '../../core/event.js';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { PageArgs, pageConnection, pageOf } from '../page-arguments.js';
import { AllowedFor } from '../roles.js';
import { Event, EventConnection, EventFilter } from './event.type.js';
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
    const row = sequence === null ? null : await useCases.readWebhooks.event(callerKey(caller), sequence);
    return row === null ? null : eventOf(row);
  }

  @AllowedFor('operator', 'integrator')
  @Query(() => EventConnection, {
    description: 'The event log, newest first; integrators see what belongs to their programme.',
  })
  async events(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => EventFilter) conditions: EventFilter,
    @Arg('filter', () => EventFilter, { nullable: true, description: 'The same conditions as one object' })
    filter: EventFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof EventConnection>> {
    const wanted = { ...eventFilterOf(conditions), ...eventFilterOf(filter ?? {}) };
    const found = await useCases.readWebhooks.events(callerKey(caller), pageOf(page, LIST, wanted));
    return pageConnection(found, LIST, eventOf);
  }
}
