import { EVENT_TYPES, type EventType } from '../../core/events/event.js';
import { EVENT_DESCRIPTIONS, eventProperties } from '../../core/events/event-schemas.js';
import { VERSION } from '../../platform/build.js';
import { nullable, object, reference, type Schema, TIME } from './components.js';

/**
 * Returns the AsyncAPI 3.0 document of the events: over a WebSocket (`graphql-transport-ws`), over an event stream (GraphQL over
 * SSE) and as webhooks. The schemas are those of `schema/events`.
 */
export function asyncApiDocument(): Schema {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Cardway events',
      version: VERSION,
      description:
        'The gateway writes each event once and delivers it at least once. Keep the id of the last event that you have handled: a ' +
        'subscription continues after it, and the same event never has another id.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: SERVERS,
    channels: CHANNELS,
    operations: OPERATIONS,
    components: {
      securitySchemes: {
        signature: {
          type: 'httpApiKey',
          in: 'header',
          name: 'webhook-signature',
          description:
            'Proves that the gateway sent it. Verify it over the bytes as they came, before you read them',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key of role integrator, which sees the events of its programme, or of role auditor, settler or operator',
        },
      },
      messages: { ...SUBSCRIPTION_MESSAGES, ...webhookMessages() },
      schemas: { Event: EVENT, ...Object.fromEntries(EVENT_TYPES.map((type) => [type, payloadOf(type)])) },
    },
  };
}

/** Returns the text of `schema/asyncapi.json`. */
export function emitAsyncApi(): string {
  return `${JSON.stringify(asyncApiDocument(), null, 2)}\n`;
}

const HOST = { gateway: { description: 'Host and port of the gateway', default: 'gateway.example' } };
const SECURITY = [{ $ref: '#/components/securitySchemes/key' }];

const SERVERS = {
  websocket: {
    host: '{gateway}',
    protocol: 'wss',
    description:
      'Subprotocol graphql-transport-ws. The key is in Authorization, or in connectionParams as authorization.',
    variables: HOST,
    security: SECURITY,
  },
  eventStream: {
    host: '{gateway}',
    protocol: 'https',
    description: 'GraphQL over SSE, distinct connections mode, by POST or GET. The key is in Authorization.',
    variables: HOST,
    security: SECURITY,
  },
  receiver: {
    host: '{receiver}',
    protocol: 'https',
    description: 'Your endpoint. An operator adds it with: cardway endpoints add URL --programme NAME',
    variables: { receiver: { description: 'Host of the endpoint', default: 'integrator.example' } },
  },
};

const FROM_CLIENT = ['connectionInit', 'subscribe', 'complete', 'ping', 'pong'] as const;
const FROM_GATEWAY = ['connectionAck', 'next', 'error', 'complete', 'ping', 'pong'] as const;
const SOCKET_MESSAGES = [...new Set([...FROM_CLIENT, ...FROM_GATEWAY])];
const STREAM_MESSAGES = ['request', 'streamed', 'streamEnd'] as const;

const messageReference = (name: string): Schema => ({ $ref: `#/components/messages/${name}` });

const CHANNELS = {
  websocket: {
    address: '/graphql',
    title: 'WebSocket',
    description: 'One subscription of the many that a socket can carry. The id of each message names it.',
    servers: [{ $ref: '#/servers/websocket' }],
    messages: Object.fromEntries(SOCKET_MESSAGES.map((name) => [name, messageReference(name)])),
  },
  eventStream: {
    address: '/graphql/stream',
    title: 'Event stream',
    description: 'One subscription for each request.',
    servers: [{ $ref: '#/servers/eventStream' }],
    messages: Object.fromEntries(STREAM_MESSAGES.map((name) => [name, messageReference(name)])),
  },
  webhook: {
    address: '/',
    title: 'Webhook',
    description: 'Standard Webhooks 1.0.0. Answer 2xx within 10 seconds; everything else is sent again.',
    servers: [{ $ref: '#/servers/receiver' }],
    messages: Object.fromEntries(deliveredTypes().map((type) => [type, messageReference(type)])),
  },
};

/** Returns the types that endpoints get. Events of transactions are never sent to them. */
function deliveredTypes(): readonly EventType[] {
  return EVENT_TYPES.filter((type) => !type.startsWith('transaction.'));
}

function operation(action: 'send' | 'receive', channel: keyof typeof CHANNELS, title: string): Schema {
  return { action, title, channel: { $ref: `#/channels/${channel}` } };
}

/** Operations as the gateway sees them: it sends events and receives subscriptions. */
const OPERATIONS = {
  subscribe: {
    ...operation('receive', 'websocket', 'Subscribe over a WebSocket'),
    messages: FROM_CLIENT.map((name) => ({ $ref: `#/channels/websocket/messages/${name}` })),
  },
  sendEvent: {
    ...operation('send', 'websocket', 'An event over a WebSocket'),
    messages: FROM_GATEWAY.map((name) => ({ $ref: `#/channels/websocket/messages/${name}` })),
  },
  requestStream: {
    ...operation('receive', 'eventStream', 'Ask for an event stream'),
    messages: [{ $ref: '#/channels/eventStream/messages/request' }],
  },
  streamEvent: {
    ...operation('send', 'eventStream', 'An event of an event stream'),
    messages: ['streamed', 'streamEnd'].map((name) => ({ $ref: `#/channels/eventStream/messages/${name}` })),
  },
  deliverEvent: {
    ...operation('send', 'webhook', 'An event as a webhook'),
    security: [{ $ref: '#/components/securitySchemes/signature' }],
  },
};

const QUERY = `subscription($after: ID) { events(after: $after) { id type occurredAt recordedAt programme cardId data } }`;

const REQUEST = {
  type: 'object',
  description:
    'Give query, or the id of a registered document. Each message has what the document selects. This one selects everything.',
  properties: {
    query: { type: ['string', 'null'], examples: [QUERY] },
    documentId: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
    operationName: nullable({ type: 'string' }),
    variables: {
      type: ['object', 'null'],
      properties: {
        after: { type: 'string', description: 'Id of the last event that you have' },
        types: { type: 'array', items: { type: 'string', enum: EVENT_TYPES.map(enumName) } },
        cardId: { type: 'integer' },
      },
    },
  },
} as const;

function enumName(type: EventType): string {
  return type.toUpperCase().replace('.', '_');
}

/** Event of `events` in the GraphQL schema, with every field selected. */
const EVENT = object({
  id: { type: 'string', pattern: String.raw`^evt_\d{12,16}$`, description: 'The same for every delivery' },
  type: { type: 'string', enum: EVENT_TYPES.map(enumName) },
  occurredAt: TIME,
  recordedAt: TIME,
  programme: { ...nullable({ type: 'string' }), description: 'Null for events that only operators see' },
  cardId: nullable({ type: 'integer' }),
  data: {
    description: 'The payload, as webhooks deliver it',
    oneOf: EVENT_TYPES.map((type) => reference(type)),
  },
});

const ERRORS_OF_GRAPHQL = {
  type: 'array',
  items: object(
    {
      message: { type: 'string' },
      extensions: object(
        {
          code: { type: 'string', description: 'Code of the register of errors' },
          field: { type: 'string', description: 'The field at fault' },
          retryAfterSeconds: { type: 'integer' },
        },
        ['field', 'retryAfterSeconds'],
      ),
    },
    ['extensions'],
  ),
};

/** Result with `data` where the subscription runs, `errors` where it was refused or failed. */
const EXECUTION_RESULT = object(
  {
    data: { oneOf: [object({ events: reference('Event') }), { type: 'null' }] },
    errors: ERRORS_OF_GRAPHQL,
  },
  ['data', 'errors'],
);

const SUBSCRIPTION_MESSAGES = {
  connectionInit: {
    title: 'connection_init',
    summary: 'The first message of a socket',
    payload: object(
      {
        type: { const: 'connection_init' },
        payload: object({ authorization: { type: 'string', examples: ['Bearer KEY'] } }, ['authorization']),
      },
      ['payload'],
    ),
  },
  connectionAck: { title: 'connection_ack', payload: object({ type: { const: 'connection_ack' } }) },
  subscribe: {
    title: 'subscribe',
    summary: 'Follows connection_ack',
    payload: object({ id: { type: 'string' }, type: { const: 'subscribe' }, payload: REQUEST }),
  },
  next: {
    title: 'next',
    summary: 'One event',
    payload: object({ id: { type: 'string' }, type: { const: 'next' }, payload: EXECUTION_RESULT }),
  },
  error: {
    title: 'error',
    summary: 'The subscription was refused, or cannot go on',
    payload: object({ id: { type: 'string' }, type: { const: 'error' }, payload: ERRORS_OF_GRAPHQL }),
  },
  complete: {
    title: 'complete',
    summary: 'The subscription ends',
    payload: object({ id: { type: 'string' }, type: { const: 'complete' } }),
  },
  ping: { title: 'ping', summary: 'Answer with pong', payload: object({ type: { const: 'ping' } }) },
  pong: { title: 'pong', payload: object({ type: { const: 'pong' } }) },
  request: { title: 'request', summary: 'The body of a POST', payload: REQUEST },
  streamed: {
    title: 'next',
    summary: 'The data of an SSE message of the event next',
    contentType: 'text/event-stream',
    payload: EXECUTION_RESULT,
  },
  streamEnd: {
    title: 'complete',
    summary: 'The SSE message of the event complete: the stream ends. Its data is empty',
    contentType: 'text/event-stream',
    payload: { type: 'string', maxLength: 0 },
  },
};

const WEBHOOK_HEADERS = object({
  'webhook-id': { type: 'string', description: 'The id of the event: the same for every repetition' },
  'webhook-timestamp': {
    type: 'string',
    pattern: String.raw`^\d+$`,
    description: 'Time of this attempt, Unix time in seconds',
  },
  'webhook-signature': {
    type: 'string',
    pattern: '^v1,',
    description:
      'v1, and HMAC-SHA256 of `webhook-id.webhook-timestamp.body` under the secret of the endpoint, in base64. ' +
      'While two secrets are valid, one signature of each, with a space between them',
  },
});

function webhookMessages(): Schema {
  return Object.fromEntries(
    deliveredTypes().map((type) => [
      type,
      {
        title: type,
        summary: EVENT_DESCRIPTIONS[type],
        headers: WEBHOOK_HEADERS,
        payload: object({ type: { const: type }, timestamp: TIME, data: reference(type) }),
      },
    ]),
  );
}

function payloadOf(type: EventType): Schema {
  return {
    title: type,
    description: EVENT_DESCRIPTIONS[type],
    ...object(eventProperties(type) as Record<string, Schema>),
  };
}
