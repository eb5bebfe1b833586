import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type {
  DisabledReason,
  Endpoint as EndpointRow,
  EndpointFilter as Filter,
} from '../../use-cases/events/delivery-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires, OnlyOnePerOperation } from '../roles.js';
import {
  closedSet,
  computed,
  field,
  given,
  inputType,
  nodeType,
  nullable,
  resultType,
  time,
  timeOrNull,
} from '../shapes.js';
import { Delivery } from './delivery.js';

const EndpointDisabledReason = closedSet<DisabledReason>(
  'EndpointDisabledReason',
  'Why an endpoint is disabled.',
  {
    operator: 'An operator disabled it.',
    gone: 'The receiver answered HTTP 410.',
    failing: 'No delivery succeeded for too long.',
  },
);

const Endpoint = nodeType('Endpoint', 'An address that the events of a programme are sent to as webhooks.', {
  programme: field(String, 'Short name of its programme.'),
  url: field(String, 'The address that events are posted to.'),
  enabled: computed(
    Boolean,
    'False where nothing is sent to it.',
    ({ disabledReason }: EndpointRow) => disabledReason === null,
  ),
  disabledReason: nullable(EndpointDisabledReason, 'Why it is disabled. Null where it is enabled.'),
  disabledAt: timeOrNull('disabledAtMs', 'When it was disabled. Null where it is enabled.'),
  failingSince: timeOrNull(
    'failingSinceMs',
    'When the first attempt after the last success failed. Null where the last attempt succeeded.',
  ),
  previousSecretUntil: timeOrNull(
    'previousSecretUntilMs',
    'Until when the previous secret signs too. Null where no previous secret signs.',
  ),
  createdAt: time('createdAtMs', 'When the endpoint was added.'),
});
type Endpoint = InstanceType<typeof Endpoint>;

const EndpointConnection = connectionOf(Endpoint, 'Endpoint');

const EndpointFilter = inputType('EndpointFilter', 'Conditions on endpoints. All given ones must hold.', {
  programme: nullable(String, 'Short name of the programme.'),
  disabled: nullable(Boolean, 'True: disabled endpoints only. False: enabled ones only.'),
  text: nullable(String, 'First characters of the id, or a part of the address.'),
});
type EndpointFilter = InstanceType<typeof EndpointFilter>;

function endpointFilterOf({ programme, disabled, text }: EndpointFilter): Filter {
  return given({ programme, isDisabled: disabled, text });
}

const AddEndpointInput = inputType('AddEndpointInput', 'A new endpoint.', {
  programme: field(String, 'Short name of its programme.'),
  url: field(String, 'The https address that events are posted to. It must be public.'),
});
type AddEndpointInput = InstanceType<typeof AddEndpointInput>;

const AddEndpointResult = resultType('AddEndpointResult', {
  endpoint: field(Endpoint, 'The endpoint.'),
  secret: field(String, 'The signing secret, whsec_…. It is shown this once.'),
});
type AddEndpointResult = InstanceType<typeof AddEndpointResult>;

const RotateEndpointSecretResult = resultType('RotateEndpointSecretResult', {
  endpoint: field(Endpoint, 'The endpoint as it is now.'),
  secret: field(String, 'The new signing secret, whsec_…. It is shown this once.'),
});
type RotateEndpointSecretResult = InstanceType<typeof RotateEndpointSecretResult>;

const ENDPOINT_REF = { endpointId: field(ID, 'Id of the endpoint.') };
const EnableEndpointInput = inputType('EnableEndpointInput', 'The endpoint to enable.', ENDPOINT_REF);
type EndpointRef = InstanceType<typeof EnableEndpointInput>;
const DisableEndpointInput = inputType('DisableEndpointInput', 'The endpoint to disable.', ENDPOINT_REF);
const RotateEndpointSecretInput = inputType(
  'RotateEndpointSecretInput',
  'The endpoint that gets a new secret.',
  ENDPOINT_REF,
);
const TestEndpointInput = inputType('TestEndpointInput', 'The endpoint to test.', ENDPOINT_REF);

const ENDPOINT = { endpoint: field(Endpoint, 'The endpoint as it is now.') };
const EnableEndpointResult = resultType('EnableEndpointResult', ENDPOINT);
const DisableEndpointResult = resultType('DisableEndpointResult', ENDPOINT);
const TestEndpointResult = resultType('TestEndpointResult', {
  delivery: field(Delivery, 'The delivery of the test event.'),
});

const LIST = 'ep';

@Resolver(() => Endpoint)
export class EndpointResolver {
  @OnlyOnePerOperation()
  @Requires('manageEndpoints')
  @Mutation(() => AddEndpointResult, {
    description:
      'Adds an endpoint. The events of its programme are sent to it from now on. The audit log keeps it.',
  })
  async addEndpoint(
    @Arg('input', () => AddEndpointInput, { description: 'The endpoint.' }) input: AddEndpointInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<AddEndpointResult> {
    const { endpoint, secret } = await useCases.administerEndpoints.add(callerKey(caller), input);
    return { endpoint, secret };
  }

  @Requires('manageEndpoints')
  @Mutation(() => DisableEndpointResult, {
    description:
      'Disables an endpoint. Nothing is sent to it, and pending deliveries wait. The audit log keeps it.',
  })
  async disableEndpoint(
    @Arg('input', () => DisableEndpointInput, { description: 'The endpoint.' }) { endpointId }: EndpointRef,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ endpoint: Endpoint }> {
    return { endpoint: await useCases.administerEndpoints.disable(callerKey(caller), endpointId) };
  }

  @Requires('manageEndpoints')
  @Mutation(() => EnableEndpointResult, {
    description:
      'Enables an endpoint. Pending deliveries go on; resend the events of the time between. The audit log keeps it.',
  })
  async enableEndpoint(
    @Arg('input', () => EnableEndpointInput, { description: 'The endpoint.' }) { endpointId }: EndpointRef,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ endpoint: Endpoint }> {
    return { endpoint: await useCases.administerEndpoints.enable(callerKey(caller), endpointId) };
  }

  @OnlyOnePerOperation()
  @Requires('manageEndpoints')
  @Mutation(() => RotateEndpointSecretResult, {
    description:
      'Gives an endpoint a new secret. The previous one signs too until the overlap ends. The audit log keeps it.',
  })
  async rotateEndpointSecret(
    @Arg('input', () => RotateEndpointSecretInput, { description: 'The endpoint.' })
    { endpointId }: EndpointRef,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<RotateEndpointSecretResult> {
    const { endpoint, secret } = await useCases.administerEndpoints.rotateSecret(
      callerKey(caller),
      endpointId,
    );
    return { endpoint, secret };
  }

  @Requires('manageEndpoints')
  @Mutation(() => TestEndpointResult, { description: 'Sends an endpoint.test event to this endpoint alone.' })
  async testEndpoint(
    @Arg('input', () => TestEndpointInput, { description: 'The endpoint.' }) { endpointId }: EndpointRef,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<{ delivery: Delivery }> {
    return { delivery: await useCases.administerEndpoints.test(endpointId) };
  }

  @Requires('readEvents')
  @Query(() => Endpoint, {
    nullable: true,
    description: 'Finds an endpoint. Null where the caller can see none of this id.',
  })
  endpoint(
    @Arg('endpointId', () => ID, { description: 'Id of the endpoint.' }) endpointId: string,
    @Ctx() context: GraphQLContext,
  ): Promise<Endpoint | null> {
    return findEndpoint(endpointId, context);
  }

  @Requires('readEvents')
  @Query(() => EndpointConnection, {
    description: 'Lists endpoints, newest first. An integrator sees those of its programme.',
  })
  async endpoints(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => EndpointFilter, { nullable: true, description: 'Conditions on the endpoints.' })
    filter: EndpointFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof EndpointConnection>> {
    const wanted = pageOf(page, LIST, endpointFilterOf(filter ?? {}));
    return pageConnection(await useCases.readWebhooks.endpoints(callerKey(caller), wanted), LIST);
  }
}

export function findEndpoint(id: string, { useCases, caller }: GraphQLContext): Promise<Endpoint | null> {
  return useCases.readWebhooks.endpoint(callerKey(caller), id);
}
