import { useSyncExternalStore } from 'react';

/** A choice of a person that this browser keeps. */
export interface StoredChoice<Choice extends string> {
  readonly read: () => Choice;
  readonly write: (choice: Choice) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export type Zone = 'local' | 'utc';

/** Zone in which the page shows and reads times. */
export const timeZone: StoredChoice<Zone> = createStoredChoice('cardway-time-zone', ['local', 'utc']);

/** Reads a time of a form's field, which has no zone; undefined for none. */
export function timeIn(zone: Zone, written = ''): string | undefined {
  const ms = Date.parse(zone === 'utc' ? `${written}Z` : written);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Whether lists show the time that has passed, or the date. */
export const timeForm = createStoredChoice('cardway-time-form', ['relative', 'absolute']);

/** Whether single keys act. Users of speech input can switch them off (WCAG 2.1.4). */
export const singleKeys = createStoredChoice('cardway-single-keys', ['on', 'off']);

/** Returns a choice, and draws again when it changes. */
export function useChoice<Choice extends string>(choice: StoredChoice<Choice>): Choice {
  return useSyncExternalStore(choice.subscribe, choice.read);
}

/** Creates a choice among values, of which the first is the default. Other tabs follow a change. */
function createStoredChoice<const Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): StoredChoice<Choice> {
  const listeners = new Set<() => void>();
  return {
    read: () => choices.find((choice) => choice === localStorage.getItem(name)) ?? choices[0],
    write(choice) {
      localStorage.setItem(name, choice);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
  };
}
