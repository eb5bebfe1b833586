import type { ApiKey, Clock, Timer } from '../usecase/ports.js';
import { repeat } from '../usecase/repeat.js';

/** A WebSocket or an event stream: what is the same for both. */
export interface Connection {
  /** Null until it has authenticated. */
  readonly credential: Credential | null;
  /** Operations that end by themselves, and so are waited for before a stop. */
  readonly running: number;
  readonly subscriptions: number;
  /** Once a second. */
  tick(nowMs: number): void;
  close(reason: CloseReason): void;
  /** At once, whatever is unsent. */
  cut(): void;
}

export interface Credential {
  /** Where the connection came from. */
  readonly address: string;
  readonly authorization: string;
  readonly key: ApiKey;
}

export type CloseReason = 'going away' | 'key ended' | 'too slow' | 'too many' | 'idle' | 'unavailable';

export interface Connections {
  /** False when there are too many already, or the gateway is stopping. */
  add(connection: Connection): boolean;
  /** Once it has its credential; false when its key has too many already. */
  admit(connection: Connection): boolean;
  remove(connection: Connection): void;
  readonly counts: { readonly connections: number; readonly subscriptions: number };
  /** Waits for operations under way, closes everything, and cuts what is left. */
  close(): Promise<void>;
}

export interface ConnectionsOptions {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly socketsMax: number;
  readonly socketsPerKeyMax: number;
  /** Where other processes count too. */
  readonly others?: {
    of(keyId: string): number;
    changed(keyId: string, count: number): void;
  };
  readonly keyCheckMs: number;
  /** How long a stop waits: for operations under way, and then for the other side to close. */
  readonly drainMs: number;
  /** The key as it is now; null when it is no longer one. Errors: UNAVAILABLE. */
  readonly currentKey: (authorization: string) => Promise<ApiKey | null>;
  readonly onFailure: (error: unknown) => void;
}

const TICK_MS = 1000;
const CLOSE_POLL_MS = 20;

/** All connections of a process: how many there may be, whether their keys still hold, and how they end. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { clock, timer } = options;
  const all = new Set<Connection>();
  const byKey = new Map<string, Set<Connection>>();
  let isClosing = false;

  const ticks = repeat({
    ...options,
    everyMs: TICK_MS,
    round() {
      const nowMs = clock.nowMs();
      for (const connection of [...all]) connection.tick(nowMs);
      return false;
    },
  });
  const keyChecks = repeat({
    ...options,
    everyMs: options.keyCheckMs,
    async round() {
      for (const connections of [...byKey.values()]) await checkKeys([...connections], options.currentKey);
      return false;
    },
  });
  const closeIdle = (): void => {
    for (const connection of [...all]) if (connection.running === 0) connection.close('going away');
  };

  return {
    add(connection) {
      if (isClosing || all.size >= options.socketsMax) return false;
      all.add(connection);
      return true;
    },
    admit(connection) {
      const keyId = connection.credential?.key.keyId ?? '';
      const ofKey = byKey.get(keyId) ?? new Set();
      if (ofKey.size + (options.others?.of(keyId) ?? 0) >= options.socketsPerKeyMax) return false;
      byKey.set(keyId, ofKey.add(connection));
      options.others?.changed(keyId, ofKey.size);
      return true;
    },
    remove(connection) {
      all.delete(connection);
      const keyId = connection.credential?.key.keyId ?? '';
      const ofKey = byKey.get(keyId);
      if (ofKey?.delete(connection) !== true) return;
      if (ofKey.size === 0) byKey.delete(keyId);
      options.others?.changed(keyId, ofKey.size);
    },
    get counts() {
      let subscriptions = 0;
      for (const connection of all) subscriptions += connection.subscriptions;
      return { connections: all.size, subscriptions };
    },
    async close() {
      isClosing = true;
      void ticks.stop();
      void keyChecks.stop();
      const deadlineMs = clock.nowMs() + options.drainMs;
      for (closeIdle(); all.size > 0 && clock.nowMs() < deadlineMs; closeIdle()) {
        await timer.wait(CLOSE_POLL_MS).done;
      }
      for (const connection of [...all]) connection.cut();
    },
  };
}

/** One look-up for each text that was presented, however many connections did. */
async function checkKeys(
  connections: readonly Connection[],
  currentKey: ConnectionsOptions['currentKey'],
): Promise<void> {
  const current = new Map<string, string>();
  for (const connection of connections) {
    const { credential } = connection;
    if (credential === null) continue;
    const { authorization } = credential;
    if (!current.has(authorization)) {
      current.set(authorization, JSON.stringify(await currentKey(authorization)));
    }
    if (current.get(authorization) !== JSON.stringify(credential.key)) connection.close('key ended');
  }
}
