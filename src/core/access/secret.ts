import { timingSafeEqual } from 'node:crypto';
import { hmac } from '../wire/signature.js';

/** A time-based secret as it is handed out (docs/reference/provisioning.md#secrets): which shared key, and the one-time password made with it. */
export interface Secret {
  readonly sharedKeyId: string;
  readonly otp: string;
}

export const OTP_ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;
export type OtpAlgorithm = (typeof OTP_ALGORITHMS)[number];

export const DERIVATIONS = ['hmac', 'append', 'none'] as const;
export type DerivationName = (typeof DERIVATIONS)[number];

export const OTP_DIGITS_MAX = 8;

/** `<KEY_ID>#<OTP>` */
export function formatSecret({ sharedKeyId, otp }: Secret): string {
  return `${sharedKeyId}#${otp}`;
}

/** Null for a text that can be no secret of any programme. */
export function parseSecret(text: string): Secret | null {
  const [, sharedKeyId, otp] = /^([A-Za-z0-9_-]{1,16})#([0-9]{1,8})$/.exec(text) ?? [];
  return sharedKeyId === undefined || otp === undefined ? null : { sharedKeyId, otp };
}

export function isSharedKeyId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,16}$/.test(text);
}

/**
 * The TOTP key of one card (docs/reference/provisioning.md#derivation). Nobody has published how the card enters the computation, so it
 * is a setting of the programme:
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

/** RFC 6238 section 4.2: T, counted from the Unix epoch. */
export function timeStep(epochMs: number, stepMs: number): number {
  return Math.floor(epochMs / stepMs);
}

/** Takes the same time wherever the codes differ; their lengths are no secret. */
export function equalCodes(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Lengths of a new terminal password in code points. Whoever records one call can try passwords against its checksum. Older, shorter
 * passwords go on, with a warning.
 */
export const PASSWORD_CHARACTERS_MIN = 10;
export const PASSWORD_CHARACTERS_MAX = 255;
