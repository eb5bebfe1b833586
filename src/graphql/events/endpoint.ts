import { ID } from 'type-graphql';
import type { DisabledReason, Endpoint as EndpointRow } from '../../use-cases/events/delivery-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../paging.js';
import { list, mutation, query, resolverOf } from '../root-fields.js';
import {
  closedSet,
  computed,
  field,
  given,
  inputType,
  nodeType,
  nullable,
  time,
  timeOrNull,
} from '../shapes.js';
import { Delivery } from './delivery.js';
import { EventType } from './event.js';

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
  eventTypes: nullable([EventType], 'Types of events that it gets. Null: all that its programme has.'),
  headerNames: nullable([String], 'Names of its own headers. Null where it has none.'),
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
    'Until when the previous secret signs too. Null where none does.',
  ),
  createdAt: time('createdAtMs', 'When the endpoint was added.'),
});
type Endpoint = InstanceType<typeof Endpoint>;

const EndpointFilter = inputType('EndpointFilter', 'Conditions on endpoints. All given ones must hold.', {
  programme: nullable(String, 'Short name of the programme.'),
  disabled: nullable(Boolean, 'True: disabled endpoints only. False: enabled ones only.'),
  text: nullable(String, 'First characters of the id, or a part of the address.'),
});

const ENDPOINT_REF = { endpointId: field(ID, 'Id of the endpoint.') };
const ENDPOINT = { endpoint: field(Endpoint, 'The endpoint as it is now.') };

const TYPES = 'Types of events that it gets.';
const HEADERS = 'Headers of its own, each Name: value. The values are never shown again.';

const LIST = 'ep';

export const EndpointResolver = resolverOf({
  addEndpoint: mutation({
    permission: 'manageEndpoints',
    isAlone: true,
    description: 'Adds an endpoint. The events of its programme are sent to it from now on.',
    input: [
      'A new endpoint.',
      {
        programme: field(String, 'Short name of its programme.'),
        url: field(String, 'The https address that events are posted to. It must be public.'),
        eventTypes: nullable([EventType], `${TYPES} Left out: all.`),
        headers: nullable([String], `${HEADERS} Left out: none.`),
      },
    ],
    result: {
      endpoint: field(Endpoint, 'The endpoint.'),
      secret: field(String, 'The signing secret, whsec_…. It is shown this once.'),
    },
    async resolve({ programme, url, ...choice }, { useCases, caller }) {
      const wanted = { programme, url, ...given(choice) };
      const { endpoint, secret } = await useCases.administerEndpoints.add(callerKey(caller), wanted);
      return { endpoint, secret };
    },
  }),
  setEndpoint: mutation({
    permission: 'manageEndpoints',
    description: 'Changes what is sent to an endpoint.',
    input: [
      'Changes of an endpoint. A field that is left out keeps its value.',
      {
        ...ENDPOINT_REF,
        eventTypes: nullable([EventType], `${TYPES} An empty list: all.`),
        headers: nullable([String], `${HEADERS} An empty list: none.`),
      },
    ],
    result: ENDPOINT,
    resolve: async ({ endpointId, ...choice }, { useCases, caller }) => ({
      endpoint: await useCases.administerEndpoints.set(callerKey(caller), { endpointId, ...given(choice) }),
    }),
  }),
  disableEndpoint: mutation({
    permission: 'manageEndpoints',
    description: 'Disables an endpoint. Nothing is sent to it, and pending deliveries wait.',
    input: ['The endpoint to disable.', ENDPOINT_REF],
    result: ENDPOINT,
    resolve: async ({ endpointId }, { useCases, caller }) => ({
      endpoint: await useCases.administerEndpoints.disable(callerKey(caller), endpointId),
    }),
  }),
  enableEndpoint: mutation({
    permission: 'manageEndpoints',
    description: 'Enables an endpoint. Pending deliveries go on; resend the events of the time between.',
    input: ['The endpoint to enable.', ENDPOINT_REF],
    result: ENDPOINT,
    resolve: async ({ endpointId }, { useCases, caller }) => ({
      endpoint: await useCases.administerEndpoints.enable(callerKey(caller), endpointId),
    }),
  }),
  rotateEndpointSecret: mutation({
    permission: 'manageEndpoints',
    isAlone: true,
    description: 'Gives an endpoint a new secret. The previous one signs too until the overlap ends.',
    input: ['The endpoint that gets a new secret.', ENDPOINT_REF],
    result: {
      ...ENDPOINT,
      secret: field(String, 'The new signing secret, whsec_…. It is shown this once.'),
    },
    async resolve({ endpointId }, { useCases, caller }) {
      const key = callerKey(caller);
      const { endpoint, secret } = await useCases.administerEndpoints.rotateSecret(key, endpointId);
      return { endpoint, secret };
    },
  }),
  testEndpoint: mutation({
    permission: 'manageEndpoints',
    description: 'Sends an endpoint.test event to this endpoint alone.',
    input: ['The endpoint to test.', ENDPOINT_REF],
    result: { delivery: field(Delivery, 'The delivery of the test event.') },
    resolve: async ({ endpointId }, { useCases }) => ({
      delivery: await useCases.administerEndpoints.test(endpointId),
    }),
  }),
  endpoint: query({
    permission: 'readEvents',
    args: ENDPOINT_REF,
    gives: nullable(Endpoint, 'Finds an endpoint. Null where the caller can see none of this id.'),
    resolve: ({ endpointId }, context) => findEndpoint(endpointId, context),
  }),
  endpoints: list(Endpoint, {
    permission: 'readEvents',
    description: 'Lists endpoints, newest first. An integrator sees those of its programme.',
    filter: EndpointFilter,
    async resolve(page, { programme, disabled, text }, { useCases, caller }) {
      const wanted = pageOf(page, LIST, given({ programme, isDisabled: disabled, text }));
      return pageConnection(await useCases.readWebhooks.endpoints(callerKey(caller), wanted), LIST);
    },
  }),
});

export function findEndpoint(id: string, { useCases, caller }: GraphQLContext): Promise<Endpoint | null> {
  return useCases.readWebhooks.endpoint(callerKey(caller), id);
}
