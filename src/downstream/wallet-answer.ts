import type { JsonValue } from '../core/json.js';
import { CardwayError } from '../errors.js';
import type { Card, Wallet, WalletAnswer, WalletQuestion } from '../usecase/ports.js';
import type { Ending } from './exchange.js';

/**
 * What an ended look-up says:
 *
 *   200 { "known": true, "reference", "customer_id", "cards": [ … ] }    known
 *   200 or 404 { "known": false, "reference" }                           unknown
 *   everything else                                                      trouble
 *
 * A bare 404 is trouble: it is what a wrong path and a proxy without a service answer too, and a wallet that is there must not
 * be told away by them. Members that are not named here are not read.
 */
export function understandWallet(
  ending: Ending,
  asked: Pick<WalletQuestion, 'reference' | 'programme'>,
  readJson: (body: Buffer) => JsonValue,
): WalletAnswer {
  if (ending.kind !== 'response') return trouble(ending.reason);
  if (ending.httpStatus !== 200 && ending.httpStatus !== 404) return trouble('status');
  const body = membersOf(readBody(ending.body, readJson));
  if (body === null) return trouble('unreadable');
  if (body['reference'] !== asked.reference) return trouble('other_reference');
  if (body['known'] === false) return { kind: 'unknown' };
  const wallet = ending.httpStatus === 200 && body['known'] === true ? walletOf(body, asked) : null;
  return wallet === null ? trouble('unusable') : { kind: 'known', wallet };
}

function trouble(reason: string): WalletAnswer {
  return { kind: 'trouble', reason };
}

type Members = Readonly<Record<string, JsonValue | undefined>>;

/** Undefined for a body that is no JSON, or more of it than is read. */
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

/** Where no card is said to be the default, the first one is. */
function cardsOf(written: JsonValue | undefined): readonly Card[] | null {
  if (!Array.isArray(written) || written.length > CARDS_MAX) return null;
  const cards = written.flatMap((entry) => cardOf(membersOf(entry)) ?? []);
  const ids = new Set(cards.map(({ cardId }) => cardId));
  const defaults = cards.filter(({ isDefault }) => isDefault).length;
  if (ids.size !== written.length || defaults > 1) return null;
  return defaults === 1 ? cards : cards.map((card, index) => ({ ...card, isDefault: index === 0 }));
}

/** As many as the directory takes. */
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

/** As long as a KLV value can be (wire.md 2.1). */
const TRACKING = /^.{1,99}$/su;

function membersOf(value: JsonValue | undefined): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}

/** Null for what is no flag; left out, it is false. */
function flagOf(value: JsonValue | undefined): boolean | null {
  if (value === undefined) return false;
  return typeof value === 'boolean' ? value : null;
}

function isId(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
