import { useSyncExternalStore } from 'react';

/** Zone in which the page shows and reads times, as this browser keeps it. */
export type Zone = 'local' | 'utc';

const NAME = 'cardway-time-zone';

/** Returns the chosen zone. */
export function zoneNow(): Zone {
  return localStorage.getItem(NAME) === 'utc' ? 'utc' : 'local';
}

/** Chooses a zone. Other tabs follow. */
export function setZone(zone: Zone): void {
  localStorage.setItem(NAME, zone);
  dispatchEvent(new StorageEvent('storage', { key: NAME }));
}

/** Returns the chosen zone, and draws again when it changes. */
export function useZone(): Zone {
  return useSyncExternalStore(subscribe, zoneNow);
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Reads a time of a form's field, which has no zone; empty for none. */
export function timeIn(zone: Zone, written: string): string {
  const ms = Date.parse(zone === 'utc' ? `${written}Z` : written);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}

/** Returns a time as a form's field takes it, to the minute; empty for none. */
export function timeText(at: string, zone: Zone): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return '';
  const offsetMs = zone === 'utc' ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}
