import type { DigitizationEventType } from '../events/event.js';

/** State of a digitized card after its last report. */
export type DigitizationState = 'active' | 'stopped' | 'deleted' | 'exception';

/** Returns the state of a digitized card after a report. A replaced token stays active, for example with another expiry. */
export function stateAfter(type: DigitizationEventType): DigitizationState {
  return STATES[type];
}

const STATES: Readonly<Record<DigitizationEventType, DigitizationState>> = {
  'digitization.complete': 'active',
  'digitization.deleted': 'deleted',
  'digitization.stopped': 'stopped',
  'digitization.resumed': 'active',
  'digitization.replaced': 'active',
  'digitization.exception': 'exception',
};

/**
 * Returns whether a call is a report that the gateway handles itself (docs/digitization.md#reports).
 * Other messages about digitization (activation methods, activation codes) go downstream.
 */
export function isDigitizationReport(methodName: string, messageName: unknown): boolean {
  return (
    methodName === 'AdministrativeMessage' &&
    typeof messageName === 'string' &&
    /^digitization\.(?:complete$|event\.)/i.test(messageName)
  );
}

/**
 * Returns the event type for the name of a report; null for an unknown name. It knows all spellings in the processor's
 * documentation (docs/digitization.md#reports), with and without `digitization.` and
 * `digitization.event.`, and the gateway's own names.
 */
export function digitizationEventType(name: string): DigitizationEventType | null {
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/^digitization\.(?:event\.)?/, '');
  return TYPES.get(bare.replace(/[ _-]/g, '')) ?? null;
}

const TYPES: ReadonlyMap<string, DigitizationEventType> = new Map([
  ['complete', 'digitization.complete'],
  ['deleted', 'digitization.deleted'],
  ['deletedfromdevice', 'digitization.deleted'],
  ['stopped', 'digitization.stopped'],
  ['digitized', 'digitization.resumed'],
  ['resumed', 'digitization.resumed'],
  ['replacement', 'digitization.replaced'],
  ['replaced', 'digitization.replaced'],
  ['digitizationexception', 'digitization.exception'],
  ['exception', 'digitization.exception'],
]);

/**
 * Returns the last four digits of a card number, whole or masked; nothing else is kept. Null where it does not end in four
 * digits.
 */
export function lastFourDigits(cardNumber: string): string | null {
  return /\d{4}$/.exec(cardNumber.trim())?.[0] ?? null;
}
