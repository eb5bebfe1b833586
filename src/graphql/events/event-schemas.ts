import { DIGITIZATION_EVENT_TYPES, EVENT_TYPES, type EventType } from '../../core/events/event.js';
import { DIGITIZATION_PAYLOAD_SCHEMA } from '../../core/provisioning/digitization-event.js';
import type { TransactionEventData } from '../../core/transactions/transaction.js';

const nullable = (type: string, description: string) => ({ type: [type, 'null'], description });

const HEAD = {
  id: DIGITIZATION_PAYLOAD_SCHEMA.properties.id,
  occurredAt: { type: 'string', format: 'date-time', description: 'UTC' },
} as const;

/** `transaction.*`, for operators. */
const TRANSACTION = {
  requestId: { type: 'string' },
  attempt: { type: 'integer', minimum: 1 },
  methodName: { type: 'string' },
  programme: { type: 'string' },
  terminalId: { type: 'string' },
  reference: { type: 'string' },
  customerId: nullable('integer', 'Null where the directory knows none'),
  cardId: nullable('integer', 'Null where the directory knows none'),
  requestAmount: nullable('integer', 'Minor units'),
  state: { type: 'string', description: 'Of the transaction' },
  errorCode: nullable('string', 'Of the register of errors'),
  repliedResultCode: nullable('integer', 'What the caller heard when it was a default'),
} satisfies Record<keyof Omit<TransactionEventData, 'settledAtMs'>, object>;

/** The JSON Schema of what receivers get of an event of this type; null for types without a fixed payload. */
function propertiesOf(type: EventType): object | null {
  if ((DIGITIZATION_EVENT_TYPES as readonly EventType[]).includes(type)) {
    return DIGITIZATION_PAYLOAD_SCHEMA.properties;
  }
  return type.startsWith('transaction.') ? { ...HEAD, ...TRANSACTION } : null;
}

/**
 * `schema/events/<type>.v1.json`, by file name (JSON Schema 2020-12). Members may be added to a version; none is ever taken away or
 * retyped: that would be v2.
 */
export function emitEventSchemas(): string {
  const files = EVENT_TYPES.flatMap((type) => {
    const properties = propertiesOf(type);
    return properties === null ? [] : [[`${type}.v1.json`, schemaOf(type, properties)] as const];
  });
  return JSON.stringify(Object.fromEntries(files));
}

function schemaOf(type: EventType, properties: object): string {
  const all = { ...properties, type: { const: type } };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${type}.v1.json`,
    title: type,
    type: 'object',
    required: Object.keys(all),
    properties: all,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
