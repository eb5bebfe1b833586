/**
 * Fields with values of closed sets. GraphQL writes the values in UPPER_CASE. The command line and the console write them as
 * REST and webhooks do: `in_doubt`, `digitization.complete`.
 */
const LOWER_CASE: ReadonlySet<string> = new Set([
  'state',
  // Other names of it in the console's search, where types of states differ.
  'transactionState',
  'deliveryState',
  'attemptState',
  'digitizationState',
  'from',
  'to',
  'effect',
  'channel',
  'replyReason',
  'failure',
  'disabledReason',
  'role',
  'algorithm',
  'checksumAlgorithm',
  'derivation',
  'verifier',
  'breaker',
  'documents',
]);

const EVENT_TYPES: ReadonlySet<string> = new Set(['type', 'types', 'eventType', 'eventTypes', 'lastEvent']);

/** Fields with free objects. Their content is never an enum value. */
export const FREE_FIELDS: ReadonlySet<string> = new Set([
  'request',
  'answer',
  'data',
  'before',
  'after',
  'fields',
  'variables',
  'parameters',
  'arguments',
]);

/** Returns a GraphQL answer with the values of closed sets in their plain spelling. */
export function plainValues<T>(answer: T): T {
  return mapped(answer, null, plainValue) as T;
}

/** Returns the variables of an operation with the values of closed sets in UPPER_CASE. */
export function enumNames<T>(variables: T): T {
  return mapped(variables, null, (_field, value) =>
    /^[a-z][\w.]*$/.test(value) ? value.replaceAll('.', '_').toUpperCase() : value,
  ) as T;
}

function plainValue(field: string, value: string): string {
  if (!/^[A-Z][A-Z\d_]*$/.test(value)) return value;
  const plain = value.toLowerCase();
  return EVENT_TYPES.has(field) ? plain.replace('_', '.') : plain;
}

function mapped(
  value: unknown,
  field: string | null,
  map: (field: string, value: string) => string,
): unknown {
  if (typeof value === 'string') {
    return field !== null && (LOWER_CASE.has(field) || EVENT_TYPES.has(field)) ? map(field, value) : value;
  }
  if (Array.isArray(value)) return value.map((entry) => mapped(entry, field, map));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, member]) => [name, FREE_FIELDS.has(name) ? member : mapped(member, name, map)] as const,
  );
  return Object.fromEntries(entries);
}
