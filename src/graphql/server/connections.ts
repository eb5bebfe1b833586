import { addressGroup } from '../../core/access/network.js';
import { repeat } from '../../platform/background.js';
import type { Clock } from '../../platform/clock.js';
import { CardwayError } from '../../platform/errors.js';
import type { Authenticated, Proof } from '../../use-cases/access/authenticate-key.js';
import type { ApiKey } from '../../use-cases/directory/directory-port.js';
import type { Timer } from '../../use-cases/ports.js';

/** A WebSocket or an event stream: the part that both share. */
export interface Connection {
  /** Credential of the connection; null until it has authenticated. */
  readonly credential: Credential | null;
  /** Number of operations that end by themselves. A stop waits for them. */
  readonly running: number;
  readonly subscriptions: number;
  /** Runs once a second. The time is by the clock that nobody can set. */
  tick(monotonicMs: number): void;
  close(reason: CloseReason): void;
  /** Ends the connection at once, whatever is unsent. */
  cut(): void;
}

export interface Credential extends Authenticated {
  /** Address of the sender. */
  readonly address: string;
  readonly proof: Proof;
}

export type CloseReason = 'going away' | 'key ended' | 'too slow' | 'too many' | 'idle' | 'unavailable';

export interface Connections {
  /**
   * Adds a connection that has still to prove its key; false when the gateway is stopping. Unproven connections have their own
   * places, in total and per address group. When those are taken, the oldest gives way.
   */
  add(connection: Connection, address: string): boolean;
  /** Admits a connection that has its credential. */
  admit(connection: Connection): 'admitted' | 'too many of the key' | 'too many' | 'stopping';
  remove(connection: Connection): void;
  /** Checks the connections of a key at once. */
  checkKey(keyId: string): void;
  /** Takes memory for an open subscription from the share of its key. Returns what gives it back, once. Errors: RATE_LIMITED. */
  readonly hold: (keyId: string, bytes: number) => () => void;
  readonly counts: { readonly connections: number; readonly subscriptions: number };
  /** Waits for operations under way, closes everything, and cuts what is left. */
  close(): Promise<void>;
}

interface ConnectionLimits {
  /** Maximum number of proven connections. One key may hold half of them, which leaves places for the others. */
  readonly socketsMax: number;
  /**
   * Maximum number of connections without a proven key. One address group may hold a tenth: ten together fill the pool, one
   * cannot.
   */
  readonly unprovenMax: number;
  /** Memory that the open subscriptions of one key may take. */
  readonly heldBytesMax: number;
}

interface ConnectionsOptions {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly limits: ConnectionLimits;
  readonly keyCheckMs: number;
  /** Time that a stop waits for operations under way, and then for the other side to close. */
  readonly drainMs: number;
  /** Returns the key of a proof as it is now; null when there is none any more. Errors: UNAVAILABLE. */
  readonly currentKey: (proof: Proof) => Promise<ApiKey | null>;
  readonly onFailure: (error: unknown) => void;
}

const TICK_MS = 1000;
const CLOSE_POLL_MS = 20;

/** Creates the list of all connections of a process. It limits their number, checks their keys again and again, and ends them. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { clock, timer, limits } = options;
  const proven = new Set<Connection>();
  const unproven = createUnproven(limits);
  const everyone = (): Connection[] => [...proven, ...unproven.all()];
  const byKey = new Map<string, Set<Connection>>();
  let isClosing = false;

  const ticks = repeat({
    ...options,
    everyMs: TICK_MS,
    round() {
      const monotonicMs = clock.monotonicMs();
      for (const connection of everyone()) connection.tick(monotonicMs);
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
    for (const connection of everyone()) if (connection.running === 0) connection.close('going away');
  };

  return {
    add(connection, address) {
      if (isClosing) return false;
      unproven.add(connection, addressGroup(address));
      return true;
    },
    admit(connection) {
      if (isClosing) return 'stopping';
      if (proven.size >= limits.socketsMax) return 'too many';
      const keyId = connection.credential?.key.keyId ?? '';
      const ofKey = byKey.get(keyId) ?? new Set();
      if (ofKey.size >= limits.socketsMax / 2) return 'too many of the key';
      unproven.remove(connection);
      proven.add(connection);
      byKey.set(keyId, ofKey.add(connection));
      return 'admitted';
    },
    remove(connection) {
      unproven.remove(connection);
      proven.delete(connection);
      const keyId = connection.credential?.key.keyId ?? '';
      const ofKey = byKey.get(keyId);
      if (ofKey?.delete(connection) !== true) return;
      if (ofKey.size === 0) byKey.delete(keyId);
    },
    checkKey(keyId) {
      checkKeys([...(byKey.get(keyId) ?? [])], options.currentKey).catch(options.onFailure);
    },
    hold: createShares(limits.heldBytesMax),
    get counts() {
      let subscriptions = 0;
      for (const connection of proven) subscriptions += connection.subscriptions;
      return { connections: proven.size + unproven.size, subscriptions };
    },
    async close() {
      isClosing = true;
      void ticks.stop();
      void keyChecks.stop();
      const deadlineMs = clock.monotonicMs() + options.drainMs;
      for (closeIdle(); everyone().length > 0 && clock.monotonicMs() < deadlineMs; closeIdle()) {
        await timer.wait(CLOSE_POLL_MS).done;
      }
      for (const connection of everyone()) connection.cut();
    },
  };
}

/** Creates the function that shares the memory of open subscriptions out among keys. */
function createShares(bytesMax: number): Connections['hold'] {
  const heldByKey = new Map<string, number>();
  return (keyId, bytes) => {
    const held = (heldByKey.get(keyId) ?? 0) + bytes;
    if (held > bytesMax) throw new CardwayError('RATE_LIMITED', { message: HELD });
    heldByKey.set(keyId, held);
    return () => {
      const left = (heldByKey.get(keyId) ?? 0) - bytes;
      if (left > 0) heldByKey.set(keyId, left);
      else heldByKey.delete(keyId);
    };
  };
}

const HELD = 'The open subscriptions of this key are too many, or their documents and variables too long.';

interface Unproven {
  readonly size: number;
  all(): Iterable<Connection>;
  add(connection: Connection, group: string): void;
  remove(connection: Connection): void;
}

/** Creates the list of unproven connections. Maps and sets keep the order of their entries, so the first is the oldest. */
function createUnproven(limits: ConnectionLimits): Unproven {
  const groups = new Map<Connection, string>();
  const byGroup = new Map<string, Set<Connection>>();
  const remove = (connection: Connection): void => {
    const group = groups.get(connection);
    if (group === undefined) return;
    groups.delete(connection);
    const ofGroup = byGroup.get(group);
    ofGroup?.delete(connection);
    if (ofGroup?.size === 0) byGroup.delete(group);
  };
  const giveWay = ([oldest]: Iterable<Connection>): void => {
    if (oldest === undefined) return;
    remove(oldest);
    oldest.close('too many');
    oldest.cut();
  };
  return {
    get size() {
      return groups.size;
    },
    all: () => groups.keys(),
    add(connection, group) {
      if (groups.size >= limits.unprovenMax) giveWay(groups.keys());
      const ofGroup = byGroup.get(group) ?? new Set();
      if (ofGroup.size >= limits.unprovenMax / 10) giveWay(ofGroup);
      groups.set(connection, group);
      byGroup.set(group, ofGroup.add(connection));
    },
    remove,
  };
}

/** Checks the keys of connections, with one lookup per proof, however many connections have it. */
async function checkKeys(
  connections: readonly Connection[],
  currentKey: ConnectionsOptions['currentKey'],
): Promise<void> {
  const current = new Map<string, string>();
  for (const connection of connections) {
    const { credential } = connection;
    if (credential === null) continue;
    const proof = JSON.stringify(credential.proof);
    if (!current.has(proof)) current.set(proof, JSON.stringify(await currentKey(credential.proof)));
    if (current.get(proof) !== JSON.stringify(credential.key)) connection.close('key ended');
  }
}
