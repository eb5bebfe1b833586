import { DIGITIZATION_EVENT_TYPES, type DigitizationPayload } from './digitization-event.js';
import { WALLET_PROVIDERS } from './wallet-provider.js';

const nullable = (description: string) => ({ type: ['string', 'null'], description });

/** JSON Schema (2020-12) of the `data` of every `digitization.*` event. Members may be added; none is ever taken away or retyped. */
export const DIGITIZATION_PAYLOAD_SCHEMA = {
  type: 'object',
  required: [
    'id',
    'type',
    'occurredAt',
    'programme',
    'cardId',
    'customerId',
    'wallet',
    'walletId',
    'tokenReference',
    'tokenRequestorId',
    'deviceType',
    'panLastFour',
    'attemptId',
  ] satisfies (keyof DigitizationPayload)[],
  properties: {
    id: { type: 'string', pattern: '^evt_\\d{12,16}$', description: 'The same for every delivery' },
    type: { type: 'string', enum: [...DIGITIZATION_EVENT_TYPES] },
    occurredAt: { type: 'string', format: 'date-time', description: 'When the gateway took the report, UTC' },
    programme: { type: 'string' },
    cardId: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    customerId: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    wallet: { type: 'string', enum: [...WALLET_PROVIDERS] },
    walletId: nullable('The network’s number of the wallet: 103, 216, 217, 327 …'),
    tokenReference: {
      type: 'string',
      minLength: 1,
      description: 'The network’s unique reference of the token',
    },
    tokenRequestorId: nullable('The network’s number of who asked for the token'),
    deviceType: nullable('The network’s code of the device, for example 21'),
    panLastFour: {
      type: ['string', 'null'],
      pattern: '^\\d{4}$',
      description: 'Last four digits of the digitized card number',
    },
    attemptId: nullable('The provisioning attempt that led to it; null where none is known'),
  } satisfies Record<keyof DigitizationPayload, object>,
} as const;
