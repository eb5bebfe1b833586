import { useSyncExternalStore } from 'react';

/** A choice of a person that this browser keeps. */
interface StoredChoice<Choice extends string> {
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

/** Returns a time as a form's field takes it, to the minute; empty for none. */
export function timeText(at: string | null, zone: Zone): string {
  const ms = Date.parse(at ?? '');
  if (Number.isNaN(ms)) return '';
  const offsetMs = zone === 'utc' ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

/** Whether lists show the time that has passed, or the date. */
export const timeForm = createStoredChoice('cardway-time-form', ['relative', 'absolute']);

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
