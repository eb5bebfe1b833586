import { timingSafeEqual } from 'node:crypto';
import { parseSigningKey, verifySignature, webhookSignature } from '../core/wire/signature.js';

/** Error for a webhook that is not authentic: answer 400, and do nothing. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

export interface VerifiedWebhook<Data = Readonly<Record<string, unknown>>> {
  /** For example `digitization.complete`. */
  readonly type: string;
  /** Time of the event, ISO 8601. */
  readonly timestamp: string;
  readonly data: Data;
}

/**
 * Returns the content of a webhook whose signature is right and whose timestamp is at most 5 minutes off. `body` must be the
 * bytes as received: parsing and rewriting changes them. `headers`: as Node, Express and fetch give them. Errors:
 * WebhookVerificationError; TypeError for a body that was parsed already.
 */
export function verifyWebhook<Data = Readonly<Record<string, unknown>>>(args: {
  readonly body: string | ArrayBufferView;
  readonly headers: ReceivedHeaders;
  /** `whsec_…` of the endpoint. */
  readonly secret: string;
}): VerifiedWebhook<Data> {
  const body = receivedBody(args.body);
  const given = Symbol.iterator in args.headers ? [...args.headers] : Object.entries(args.headers);
  const headers = Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value ?? '')]));
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers;
  if (!id || !seconds || !signatures)
    throw new WebhookVerificationError('A header of the signature is missing.');
  requireRecent(seconds);
  const expected = Buffer.from(webhookSignature({ id, seconds, body, secret: args.secret }));
  // Several signatures come while a secret changes, and in other versions.
  const isRight = signatures.split(' ').some((signature) => {
    const claimed = Buffer.from(signature);
    return claimed.length === expected.length && timingSafeEqual(claimed, expected);
  });
  if (!isRight) throw new WebhookVerificationError('The signature is wrong.');
  return JSON.parse(body.toString()) as VerifiedWebhook<Data>;
}

type ReceivedHeaders =
  Readonly<Record<string, string | readonly string[] | undefined>> | Iterable<readonly [string, string]>;

function receivedBody(body: string | ArrayBufferView): Buffer {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new TypeError('body must be the bytes as received, before any parser.');
  // The bytes of any view: Node copies the numbers of a Uint16Array, and nothing of a DataView.
  return typeof body === 'string'
    ? Buffer.from(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

const TOLERANCE_SECONDS = 5 * 60;

function requireRecent(seconds: string): void {
  if (!/^\d{1,12}$/.test(seconds)) throw new WebhookVerificationError('The timestamp is no number.');
  const ageSeconds = Math.floor(Date.now() / 1000) - Number(seconds);
  if (Math.abs(ageSeconds) > TOLERANCE_SECONDS)
    throw new WebhookVerificationError('The timestamp is more than 5 minutes off.');
}

/**
 * Returns whether the gateway sent this request, for wallet services (docs/reference/protocol.md#signature). It compares
 * HMAC-SHA256 over the body's exact bytes with `X_msg_signature` in constant time.
 *
 * `body`: the bytes as received; a text stands for its UTF-8. `header`: as Node, Express and fetch give it. `keys`: all keys in
 * use, written like `CARDWAY_SIGNING_KEY` (text, `hex:…` or `base64:…`) or as bytes; while a key changes, two exist. Errors:
 * TypeError for an unreadable key, and for no key.
 */
export function verifyMessageSignature(
  body: Uint8Array | string,
  header: string | readonly string[] | null | undefined,
  keys: SigningKey | readonly SigningKey[],
): boolean {
  const known = [keys].flat().map(bytesOf);
  if (known.length === 0) throw new TypeError('There must be a key at least.');
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body);
  // A repeated header proves nothing.
  const claimed = typeof header === 'string' ? header : header?.length === 1 ? header[0] : undefined;
  // Every key is tried, so that the time does not reveal which one matches.
  return known.map((key) => verifySignature({ key, body: bytes, claimed })).some((isRight) => isRight);
}

export type SigningKey = string | Uint8Array;

function bytesOf(key: SigningKey): Buffer {
  if (typeof key !== 'string') {
    if (key.length === 0) throw new TypeError('The key is empty.');
    return Buffer.from(key);
  }
  const reading = parseSigningKey(key);
  if (reading.kind === 'bad') throw new TypeError(reading.reason);
  return reading.key;
}
