import { EVENT_TYPES, type EventType } from '../../src/core/events/event.js';
import { DIGITIZATION_PAYLOAD_SCHEMA } from '../../src/core/provisioning/digitization-event.js';
import type { TransactionEventData } from '../../src/core/transactions/transaction.js';

const text = (description: string) => ({ type: 'string', description });

const nullable = (type: string, description: string) => ({ type: [type, 'null'], description });

const HEAD = {
  id: DIGITIZATION_PAYLOAD_SCHEMA.properties.id,
  occurredAt: { type: 'string', format: 'date-time', description: 'When it happened, UTC' },
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

type Properties = Readonly<Record<string, object>>;

/** Returns the JSON Schemas of the members of an event of this type, including `type`. */
export function eventProperties(type: EventType): Properties {
  return { ...membersOf(type), type: { const: type } };
}

function membersOf(type: EventType): Properties {
  switch (type) {
    case 'transaction.in_doubt':
    case 'transaction.contradicted':
      return { ...HEAD, type: {}, ...TRANSACTION };
    case 'endpoint.disabling':
      return { ...HEAD, type: {}, ...ENDPOINT_DISABLING };
    case 'endpoint.test':
      return { ...HEAD, type: {}, ...ENDPOINT };
    default:
      return DIGITIZATION_PAYLOAD_SCHEMA.properties;
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
