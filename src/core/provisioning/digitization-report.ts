import type { DigitizationEventType } from '../events/event.js';

/** Where a digitized card stands by the last report of it. */
export type DigitizationState = 'active' | 'stopped' | 'deleted' | 'exception';

/** What a report makes of a digitized card. A replaced token lives on, with another expiry for example. */
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
 * Whether a call is a report that the gateway takes itself (docs/reference/provisioning.md#digitization-messages). Other messages about
 * digitization (activation methods, activation codes) are for downstream.
 */
export function isDigitizationReport(methodName: string, messageName: unknown): boolean {
  return (
    methodName === 'AdministrativeMessage' &&
    typeof messageName === 'string' &&
    /^digitization\.(?:complete$|event\.)/i.test(messageName)
  );
}

/**
 * What a report is about: the processor's names in all the spellings of its documentation
 * (docs/reference/provisioning.md#digitization-messages), with and without `digitization.` and `digitization.event.` before them, and our
 * own. Null for a name that none of them is.
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

/** All that is kept of a card number, whole or masked: its last four digits. Null where it does not end in four. */
export function lastFourDigits(cardNumber: string): string | null {
  return /\d{4}$/.exec(cardNumber.trim())?.[0] ?? null;
}
