import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { deliverySequence } from '../../core/delivery-id.js';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { PageArgs, pageConnection, pageOf } from '../page-arguments.js';
import { AllowedFor } from '../roles.js';
import { timeOf } from '../time.js';
import {
  Delivery,
  DeliveryAttempt,
  DeliveryConnection,
  DeliveryFilter,
  ResendDeliveriesInput,
  ResendResult,
} from './delivery.type.js';
import { deliveryFilterOf } from './webhook-filter.js';
import { attemptOf, deliveryOf } from './webhook-view.js';

const LIST = 'dlv';

@Resolver(() => Delivery)
export class DeliveryResolver {
  @AllowedFor('operator', 'integrator')
  @Query(() => Delivery, { nullable: true })
  async delivery(
    @Arg('deliveryId', () => ID) deliveryId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Delivery | null> {
    const row = await useCases.readWebhooks.delivery(callerKey(caller), deliveryId);
    return row === null ? null : deliveryOf(row);
  }

  @AllowedFor('operator', 'integrator')
  @Query(() => DeliveryConnection, {
    description: 'Newest first; integrators see those of their programme.',
  })
  async deliveries(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => DeliveryFilter) conditions: DeliveryFilter,
    @Arg('filter', () => DeliveryFilter, { nullable: true, description: 'The same conditions as one object' })
    filter: DeliveryFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof DeliveryConnection>> {
    const wanted = { ...deliveryFilterOf(conditions), ...deliveryFilterOf(filter ?? {}) };
    const found = await useCases.readWebhooks.deliveries(callerKey(caller), pageOf(page, LIST, wanted));
    return pageConnection(found, LIST, deliveryOf);
  }

  @FieldResolver(() => [DeliveryAttempt], { description: 'Oldest first, those before a resend included.' })
  async attempts(@Root() root: Delivery, @Ctx() { useCases }: GraphQLContext): Promise<DeliveryAttempt[]> {
    const sequence = deliverySequence(root.id) ?? 0;
    const attempts = await useCases.readWebhooks.attempts([sequence]);
    return (attempts.get(sequence) ?? []).map(attemptOf);
  }

  @AllowedFor('operator')
  @Mutation(() => Delivery, { description: 'Due at once, its schedule begun anew.' })
  async resendDelivery(
    @Arg('deliveryId', () => ID) deliveryId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Delivery> {
    return deliveryOf(await useCases.resend.delivery(callerKey(caller), deliveryId));
  }

  @AllowedFor('operator')
  @Mutation(() => ResendResult, {
    description: 'To one endpoint, or to every enabled one of the event’s programme.',
  })
  async resendEvent(
    @Arg('eventId', () => ID) eventId: string,
    @Arg('endpointId', () => ID, { nullable: true }) endpointId: string | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ResendResult> {
    return { count: await useCases.resend.event(callerKey(caller), eventId, endpointId ?? null) };
  }

  @AllowedFor('operator')
  @Mutation(() => ResendResult, { description: 'The events of a time, or all that was not delivered.' })
  async resendDeliveries(
    @Arg('input', () => ResendDeliveriesInput) input: ResendDeliveriesInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ResendResult> {
    const { time } = input;
    const count = await useCases.resend.range(callerKey(caller), {
      programme: input.programme ?? null,
      endpointId: input.endpointId ?? null,
      fromMs: time?.from == null ? null : timeOf('time.from', time.from),
      toMs: time?.to == null ? null : timeOf('time.to', time.to),
      isUndeliveredOnly: input.undelivered ?? false,
    });
    return { count };
  }
}
