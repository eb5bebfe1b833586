import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { callerKey, type GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../paging.js';
import { AllowedFor, OnlyOnePerOperation } from '../roles.js';
import {
  AddEndpointInput,
  AddEndpointResult,
  Delivery,
  deliveryOf,
  Endpoint,
  EndpointConnection,
  endpointOf,
  EndpointsArgs,
  RotateEndpointSecretResult,
} from './webhook.type.js';

const LIST = 'ep';

@Resolver(() => Endpoint)
export class EndpointResolver {
  @OnlyOnePerOperation()
  @AllowedFor('operator')
  @Mutation(() => AddEndpointResult, { description: 'From now on the programme’s events are sent there.' })
  async addEndpoint(
    @Arg('input', () => AddEndpointInput) input: AddEndpointInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<AddEndpointResult> {
    const { endpoint, secret } = await useCases.administerEndpoints.add(callerKey(caller), input);
    return { endpoint: endpointOf(endpoint), secret };
  }

  @AllowedFor('operator')
  @Mutation(() => Endpoint, { description: 'Nothing is sent any more; what is pending waits.' })
  async disableEndpoint(
    @Arg('endpointId', () => ID) endpointId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Endpoint> {
    return endpointOf(await useCases.administerEndpoints.disable(callerKey(caller), endpointId));
  }

  @AllowedFor('operator')
  @Mutation(() => Endpoint, {
    description: 'Goes on with what is pending; what came meanwhile can be resent.',
  })
  async enableEndpoint(
    @Arg('endpointId', () => ID) endpointId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Endpoint> {
    return endpointOf(await useCases.administerEndpoints.enable(callerKey(caller), endpointId));
  }

  @OnlyOnePerOperation()
  @AllowedFor('operator')
  @Mutation(() => RotateEndpointSecretResult, {
    description: 'A new secret; the former one signs too for a while.',
  })
  async rotateEndpointSecret(
    @Arg('endpointId', () => ID) endpointId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<RotateEndpointSecretResult> {
    const { endpoint, secret } = await useCases.administerEndpoints.rotateSecret(
      callerKey(caller),
      endpointId,
    );
    return { endpoint: endpointOf(endpoint), secret };
  }

  @AllowedFor('operator')
  @Mutation(() => Delivery, { description: 'Sends an endpoint.test event to this endpoint alone.' })
  async testEndpoint(
    @Arg('endpointId', () => ID) endpointId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Delivery> {
    return deliveryOf(await useCases.administerEndpoints.test(callerKey(caller), endpointId));
  }

  @AllowedFor('operator', 'integrator')
  @Query(() => Endpoint, { nullable: true })
  async endpoint(
    @Arg('endpointId', () => ID) endpointId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Endpoint | null> {
    const row = await useCases.readWebhooks.endpoint(callerKey(caller), endpointId);
    return row === null ? null : endpointOf(row);
  }

  @AllowedFor('operator', 'integrator')
  @Query(() => EndpointConnection, { description: 'Newest first; integrators see those of their programme.' })
  async endpoints(
    @Args(() => EndpointsArgs) args: EndpointsArgs,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof EndpointConnection>> {
    const wanted = pageOf(args, LIST, { programme: args.programme ?? null });
    const page = await useCases.readWebhooks.endpoints(callerKey(caller), wanted);
    return pageConnection(page, LIST, endpointOf);
  }
}
