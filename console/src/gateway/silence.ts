import { useSyncExternalStore } from 'react';
import { GatewayError } from './gateway-error.js';

/** Time after which a person learns that an answer is late. It is long before the page gives the request up. */
const LATE_MS = 5000;
const SILENCE = new GatewayError('UNREACHABLE', 'The gateway does not answer.');

let silence: GatewayError | null = null;
const listeners = new Set<() => void>();

function note(next: GatewayError | null): void {
  silence = next;
  for (const each of listeners) each();
}

/** Notes where an answer is late, until the gateway answers any request. */
export function watched(answer: Promise<Response>): Promise<Response> {
  const timer = setTimeout(() => note(SILENCE), LATE_MS);
  return answer
    .then((response) => {
      note(null);
      return response;
    })
    .finally(() => clearTimeout(timer));
}

/** Returns what to tell a person while the gateway does not answer; null while it does. */
export function useSilence(): GatewayError | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => silence,
  );
}
