import { timingSafeEqual } from 'node:crypto';
import { hmac } from '../wire/signature.js';

/**
 * Time-based secret as the gateway issues it (docs/provisioning.md#rules-of-a-secret): id of the shared key, and its one-time
 * password.
 */
export interface Secret {
  readonly sharedKeyId: string;
  readonly otp: string;
}

export const OTP_ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;
export type OtpAlgorithm = (typeof OTP_ALGORITHMS)[number];

export const DERIVATIONS = ['hmac', 'append', 'none'] as const;
export type DerivationName = (typeof DERIVATIONS)[number];

export const OTP_DIGITS_MAX = 8;
const OTP_DIGITS_SAFE = 6;

/** Returns what is wrong with so few digits; null where they are enough. */
export function digitsWarning(digits: number): string | null {
  if (digits >= OTP_DIGITS_SAFE) return null;
  return `digits is ${String(digits)}: secrets of fewer than ${String(OTP_DIGITS_SAFE)} digits are easy to guess.`;
}

/** Returns `<KEY_ID>#<OTP>`. */
export function formatSecret({ sharedKeyId, otp }: Secret): string {
  return `${sharedKeyId}#${otp}`;
}

/** Reads a secret. Null for a text that cannot be a secret of any programme. */
export function parseSecret(text: string): Secret | null {
  const [, sharedKeyId, otp] = /^([A-Za-z0-9_-]{1,16})#([0-9]{1,8})$/.exec(text) ?? [];
  return sharedKeyId === undefined || otp === undefined ? null : { sharedKeyId, otp };
}

export function isSharedKeyId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,16}$/.test(text);
}

/**
 * Derives the TOTP key of one card (docs/provisioning.md#programmes-and-shared-keys). No published document says how the card enters
 * the computation, so each programme sets it:
 *
 *   hmac     HMAC-SHA-256(shared key, decimal text of the card id)
 *   append   the shared key followed by that text
 *   none     the shared key: RFC 6238 as published, the same code for every card
 */
export function deriveTotpKey(args: {
  readonly derivation: DerivationName;
  readonly sharedKey: Buffer;
  readonly cardId: number;
}): Buffer {
  const { derivation, sharedKey } = args;
  const card = String(args.cardId);
  switch (derivation) {
    case 'hmac':
      return hmac('sha256', sharedKey, card);
    case 'append':
      return Buffer.concat([sharedKey, Buffer.from(card)]);
    case 'none':
      return sharedKey;
  }
}

/** Returns T of RFC 6238 section 4.2, counted from the Unix epoch. */
export function timeStep(epochMs: number, stepMs: number): number {
  return Math.floor(epochMs / stepMs);
}

/** Compares codes in constant time. Their lengths are not secret. */
export function equalCodes(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns a secret as written in a file, variable or text block, without the line ends behind it: they belong to no secret. */
export function withoutLineEnds(written: string): string {
  let end = written.length;
  while (written[end - 1] === '\n' || written[end - 1] === '\r') end -= 1;
  return written.slice(0, end);
}

/**
 * Length limits of a new terminal password in code points. An attacker who records one call can try passwords against its
 * checksum. Older, shorter passwords still work, with a warning.
 */
export const PASSWORD_CHARACTERS_MIN = 10;
export const PASSWORD_CHARACTERS_MAX = 255;
