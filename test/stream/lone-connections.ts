import { type Connections, createConnections } from '../../src/graphql/server/connections.js';

/** Creates the connections of a route without a gateway. Keys are not checked again. */
export function loneConnections(failures: unknown[]): Connections {
  return createConnections({
    clock,
    timer: { wait: () => ({ done: new Promise(() => undefined), cancel: () => undefined }) },
    limits: { socketsMax: 40, unprovenMax: 40, heldBytesMax: 1 },
    keyCheckMs: 60_000,
    drainMs: 1000,
    currentKey: () => Promise.resolve(null),
    onFailure: (error) => failures.push(error),
  });
}

export const clock = { nowMs: Date.now, monotonicMs: () => performance.now() };
