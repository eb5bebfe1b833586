import { DIGITIZATION_EVENT_TYPES, EVENT_TYPES, type EventType } from '../../src/core/events/event.js';
import { WALLET_PROVIDERS } from '../../src/core/provisioning/attempt.js';
import type { DigitizationPayload } from '../../src/core/provisioning/digitization-event.js';
import type { TransactionEventData } from '../../src/core/transactions/transaction.js';

const text = (description: string) => ({ type: 'string', description });

const nullable = (type: string, description: string) => ({ type: [type, 'null'], description });

const ID = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

/** `digitization.*`. It may gain members, but never loses or retypes one. */
export const DIGITIZATION = {
  id: { type: 'string', pattern: '^evt_\\d{12,16}$', description: 'The same for every delivery' },
  type: { type: 'string', enum: [...DIGITIZATION_EVENT_TYPES], description: 'Type of the event' },
  occurredAt: { type: 'string', format: 'date-time', description: 'When the gateway took the report, UTC' },
  programme: text('Short name of the programme'),
  cardId: { ...ID, description: 'Card id' },
  customerId: { ...ID, description: 'Customer id' },
  wallet: { type: 'string', enum: [...WALLET_PROVIDERS], description: 'The wallet that has the card' },
  walletId: nullable('string', 'The network’s number of the wallet: 103, 216, 217, 327 …'),
  tokenReference: { ...text('The network’s unique reference of the token'), minLength: 1 },
  tokenRequestorId: nullable('string', 'The network’s number of who asked for the token'),
  deviceType: nullable('string', 'The network’s code of the device, for example 21'),
  panLastFour: {
    ...nullable('string', 'Last four digits of the digitized card number'),
    pattern: '^\\d{4}$',
  },
  attemptId: nullable('string', 'The provisioning attempt that led to it; null where none is known'),
} as const satisfies Record<keyof DigitizationPayload, object>;

/** Members of every event. */
export const HEAD = {
  id: DIGITIZATION.id,
  occurredAt: { type: 'string', format: 'date-time', description: 'When it happened, UTC' },
  type: text('Type of the event'),
} as const;

/** `transaction.*`, for operators. */
const TRANSACTION = {
  requestId: text('Request id of the transaction'),
  attempt: { type: 'integer', minimum: 1, description: 'Number of the attempt to send it' },
  methodName: text('Method of the call'),
  programme: text('Short name of the programme'),
  terminalId: text('Terminal that made the call'),
  reference: text('Wallet reference'),
  customerId: nullable('integer', 'Null where the directory knows none'),
  cardId: nullable('integer', 'Null where the directory knows none'),
  requestAmount: nullable('integer', 'Minor units'),
  state: { type: 'string', description: 'State of the transaction' },
  errorCode: nullable('string', 'Code of the register of errors'),
  repliedResultCode: nullable('integer', 'The resultCode of a default reply to the caller'),
} satisfies Record<keyof Omit<TransactionEventData, 'settledAtMs'>, object>;

/** `endpoint.*`, for the receivers of webhooks. */
const ENDPOINT = {
  programme: text('Short name of the programme'),
  endpointId: { type: 'string', pattern: '^ep_', description: 'The endpoint that it is about' },
} as const;

const ENDPOINT_DISABLING = {
  ...ENDPOINT,
  failingSince: { type: 'string', format: 'date-time', description: 'Time of the first failure, UTC' },
  disablesAt: { type: 'string', format: 'date-time', description: 'Time when it is disabled, UTC' },
} as const;

/** `wallet.unknown`. */
const WALLET_UNKNOWN = {
  programme: text('Short name of the programme of the terminal'),
  reference: text('The wallet reference. A text that may be a card number is masked'),
  terminalId: text('Terminal that made the call'),
  methodName: text('Method of the call'),
};

const time = (description: string) => ({ type: 'string', format: 'date-time', description });

/** Events about the state of the gateway, for operators. */
const CONDITIONS: Partial<Record<EventType, Properties>> = {
  'transaction.overdue': {
    count: { type: 'integer', minimum: 1, description: 'Transactions in doubt' },
    oldestAt: time('When the oldest of them was received, UTC'),
  },
  'breaker.open': { route: text('Name of the route') },
  'clock.drift': {
    databaseDriftMs: nullable('number', 'The clock of the database minus that of this machine'),
    routes: {
      type: 'array',
      items: { type: 'object' },
      description: 'The same for each route, by `driftMs`',
    },
  },
  'key.ending': { keyId: text('Id of the API key'), expiresAt: time('When it ends, UTC') },
  'endpoint.failing': { ...ENDPOINT, failingSince: time('Time of the first failure, UTC') },
};

type Properties = Readonly<Record<string, object>>;

/** Returns the JSON Schemas of the members of an event of this type, including `type`. */
export function eventProperties(type: EventType): Properties {
  return { ...membersOf(type), type: { const: type } };
}

function membersOf(type: EventType): Properties {
  switch (type) {
    case 'transaction.in_doubt':
    case 'transaction.contradicted':
      return { ...HEAD, ...TRANSACTION };
    case 'endpoint.disabling':
      return { ...HEAD, ...ENDPOINT_DISABLING };
    case 'endpoint.test':
      return { ...HEAD, ...ENDPOINT };
    case 'wallet.unknown':
      return { ...HEAD, ...WALLET_UNKNOWN };
    default: {
      const condition = CONDITIONS[type];
      return condition === undefined ? DIGITIZATION : { ...HEAD, ...condition };
    }
  }
}

/** Returns the JSON Schemas (2020-12) of events by file name. A version may gain members. Removing or retyping one needs v2. */
export function eventSchemas(): Readonly<Record<string, object>> {
  return Object.fromEntries(EVENT_TYPES.map((type) => [`${type}.v1.json`, schemaOf(type)]));
}

function schemaOf(type: EventType): object {
  const properties = eventProperties(type);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${type}.v1.json`,
    title: type,
    type: 'object',
    required: Object.keys(properties),
    properties,
  };
}
