import { REQUEST_FIELD_ORDER } from './envelope.js';

/** Fields that the inputs of GraphQL have arguments for, snake case → argument. All others of a method go into `parameters`. */
export const CALL_ARGUMENTS: ReadonlyMap<string, string> = new Map(
  [
    ...REQUEST_FIELD_ORDER.filter((name) => name !== 'method_name'),
    'reference_id',
    'reference_date',
    'message_name',
    'message_data',
    'voucher_number',
    'stop_reason',
    'pin_block',
  ].map((name) => [name, camelCase(name)]),
);

/** Those whose value is KLV, and an object of its own in GraphQL. */
export const DATA_FIELDS: ReadonlySet<string> = new Set(['transaction_data', 'message_data']);

export function camelCase(snake: string): string {
  return snake.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
