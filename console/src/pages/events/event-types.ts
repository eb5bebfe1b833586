import type { EventType } from '../../../../src/generated/operations.js';

/** Types of events, as filters offer them. */
export const EVENT_TYPES = [
  'digitization.complete',
  'digitization.deleted',
  'digitization.stopped',
  'digitization.resumed',
  'digitization.replaced',
  'digitization.exception',
  'transaction.in_doubt',
  'transaction.contradicted',
  'endpoint.disabling',
  'endpoint.test',
] as const satisfies readonly EventType[];

/** Returns a text in the data of an event; null where there is none. */
export function textIn(data: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = data[name];
  return typeof value === 'string' ? value : null;
}
