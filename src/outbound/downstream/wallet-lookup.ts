import type { JsonValue } from '../../core/wire/json.js';
import type { Clock } from '../../platform/clock.js';
import { CardwayError } from '../../platform/errors.js';
import type { Card, Wallet } from '../../use-cases/directory/directory-port.js';
import type { Timer } from '../../use-cases/ports.js';
import type {
  AskForWallet,
  WalletAnswer,
  WalletQuestion,
} from '../../use-cases/transactions/downstream-port.js';
import { isRouteFailure } from './answer.js';
import { sendWithRetries, acquireSlot } from './attempt.js';
import type { Ending } from './exchange.js';
import { createUpstreams, type Upstream } from './upstreams.js';
import type { DownstreamSettings, RouteConfig } from './routes.js';

/** Address of the lookup, and the keys that sign its questions. */
type WalletLookupConfig = Pick<RouteConfig, 'url' | 'timeoutMs' | 'signingKeys' | 'tls'>;

export interface WalletLookupClient {
  readonly ask: AskForWallet;
  /**
   * Prepares another configuration. `take`, which cannot fail, makes questions use it. Throws INTERNAL for one that cannot be
   * used.
   */
  prepareReload(config: WalletLookupConfig): { take(): void };
  close(): Promise<void>;
}

/**
 * Creates the client that asks the customer's service for wallets: `POST {"reference", "programme"}`, with `X_msg_signature` over
 * these bytes as on every call to a wallet service. It has its own breaker, bulkhead and connections. A question moves nothing,
 * so it is given up when no answer comes in time.
 *
 * Reasons of `failed`: deadline_passed, bulkhead, breaker, no_answer_in_time, status, unreadable, unusable, other_reference, and
 * those of the exchange (not_connected[:code], cut[:code], too_large, closed).
 *
 * Throws INTERNAL for a URL or a key that cannot be used.
 */
export function createWalletLookupClient(deps: {
  readonly config: WalletLookupConfig;
  readonly settings: DownstreamSettings;
  readonly readJson: (body: Buffer) => JsonValue;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly onSigningKey?: () => void;
}): WalletLookupClient {
  const upstreams = createUpstreams({ ...deps, routes: [routeOf(deps.config)] });
  return {
    ask(question) {
      const [upstream] = upstreams.all;
      return upstream === undefined ? Promise.resolve(failedLookup('closed')) : ask(deps, upstream, question);
    },
    prepareReload: (config) => upstreams.prepare([routeOf(config)]),
    close: () => upstreams.close(),
  };
}

async function ask(
  deps: Parameters<typeof createWalletLookupClient>[0],
  upstream: Upstream,
  question: WalletQuestion,
): Promise<WalletAnswer> {
  const { reference, programme, deadline } = question;
  const call = { body: Buffer.from(JSON.stringify({ reference, programme })), deadline };
  const entry = await acquireSlot(deps, upstream, call, programme);
  if (entry.kind === 'turned_away') return failedLookup(entry.reason);
  const { exchange, ending } = await sendWithRetries(deps, upstream, call, () => true);
  entry.release(ending === null || isRouteFailure(ending));
  if (ending !== null) return interpretWalletAnswer(ending, question, deps.readJson);
  exchange.cancel('no_answer_in_time');
  return failedLookup('no_answer_in_time');
}

function routeOf(config: WalletLookupConfig): RouteConfig {
  return { ...config, name: 'wallet-lookup', methods: [], dedupes: true };
}

function failedLookup(reason: string): WalletAnswer {
  return { kind: 'failed', reason };
}

/**
 * Returns the result of an ended lookup:
 *
 *   200 { "known": true, "reference", "customer_id", "cards": [ … ] }    known
 *   200 or 404 { "known": false, "reference" }                           unknown
 *   everything else                                                      trouble
 *
 * A bare 404 is a failure: a wrong path and a proxy without a service answer the same, and must not hide a wallet that exists.
 * Members that are not named here are not read.
 */
function interpretWalletAnswer(
  ending: Ending,
  asked: Pick<WalletQuestion, 'reference' | 'programme'>,
  readJson: (body: Buffer) => JsonValue,
): WalletAnswer {
  if (ending.kind !== 'response') return failedLookup(ending.reason);
  if (ending.httpStatus !== 200 && ending.httpStatus !== 404) return failedLookup('status');
  const body = membersOf(readBody(ending.body, readJson));
  if (body === null) return failedLookup('unreadable');
  if (body['reference'] !== asked.reference) return failedLookup('other_reference');
  if (body['known'] === false) return { kind: 'unknown' };
  const wallet = ending.httpStatus === 200 && body['known'] === true ? walletOf(body, asked) : null;
  return wallet === null ? failedLookup('unusable') : { kind: 'known', wallet };
}

type Members = Readonly<Record<string, JsonValue | undefined>>;

/** Reads a body. Returns undefined for one that is not JSON, or that is over the limits of the reader. */
function readBody(body: Buffer, readJson: (body: Buffer) => JsonValue): JsonValue | undefined {
  try {
    return readJson(body);
  } catch (error) {
    if (error instanceof CardwayError) return undefined;
    throw error;
  }
}

function walletOf(
  body: Members,
  { reference, programme }: Pick<WalletQuestion, 'reference' | 'programme'>,
): Wallet | null {
  const customerId = body['customer_id'];
  const isBlocked = flagOf(body['blocked']);
  const cards = cardsOf(body['cards']);
  if (!isId(customerId) || isBlocked === null || cards === null) return null;
  return { reference, programme, customerId, isBlocked, cards };
}

/** Reads the cards; null for unusable ones. Where no card is marked as default, the first one is. */
function cardsOf(written: JsonValue | undefined): readonly Card[] | null {
  if (!Array.isArray(written) || written.length > CARDS_MAX) return null;
  const cards = written.flatMap((entry) => cardOf(membersOf(entry)) ?? []);
  const ids = new Set(cards.map(({ cardId }) => cardId));
  const defaults = cards.filter(({ isDefault }) => isDefault).length;
  if (ids.size !== written.length || defaults > 1) return null;
  return defaults === 1 ? cards : cards.map((card, index) => ({ ...card, isDefault: index === 0 }));
}

/** Maximum number of cards, as in the directory. */
const CARDS_MAX = 50;

function cardOf(entry: Members | null): Card | null {
  const cardId = entry?.['card_id'];
  const trackingNumber = entry?.['tracking_number'] ?? null;
  const isDefault = flagOf(entry?.['default']);
  const isBlocked = flagOf(entry?.['blocked']);
  const isTracking =
    trackingNumber === null || (typeof trackingNumber === 'string' && TRACKING.test(trackingNumber));
  if (!isId(cardId) || !isTracking || isDefault === null || isBlocked === null) return null;
  return { cardId, trackingNumber, isDefault, isBlocked };
}

/** A tracking number, at most as long as a KLV value (docs/reference/protocol.md#klv). */
const TRACKING = /^.{1,99}$/su;

function membersOf(value: JsonValue | undefined): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}

/** Returns a flag; null for another type. Left out, it is false. */
function flagOf(value: JsonValue | undefined): boolean | null {
  if (value === undefined) return false;
  return typeof value === 'boolean' ? value : null;
}

function isId(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
