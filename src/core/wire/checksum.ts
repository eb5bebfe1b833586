import { hash } from 'node:crypto';
import { equalMacs, hmac, type HmacAlgorithm, type HmacKey, isEmptyKey, readMac } from './signature.js';

/** SHA-256 is the rule; SHA-1 is for single terminals of the processor's older programmes (docs/reference/protocol.md#checksum). */
type ChecksumAlgorithm = HmacAlgorithm;

/**
 * What the checksum is computed over: the method name and every argument in positional order, the checksum excluded, without
 * separators, in UTF-8.
 */
export function checksumMessage(methodName: string, args: readonly string[]): Buffer {
  return Buffer.from(methodName + args.join(''), 'utf8');
}

/** Lower-case hex of the HMAC with the terminal's password as key. */
export function computeChecksum(
  algorithm: ChecksumAlgorithm,
  password: HmacKey,
  message: Buffer | string,
): string {
  return hmac(algorithm, password, message).toString('hex');
}

/**
 * Under what the ledger looks for rows with this checksum: 12 characters of it, behind the date that the text ends with, if it
 * does (all of the processor's methods end with transactionDate). Equal texts have equal keys however they are cut into
 * fields, and keys of one time lie side by side in an index.
 */
export function checksumKey(message: Buffer, checksum: string): string {
  const end = message.toString('latin1', Math.max(0, message.length - WIRE_DATE_BYTES));
  return (WIRE_DATE.test(end) ? end : '') + checksum.slice(0, 12);
}

const WIRE_DATE = /^\d{8}T\d\d:\d\d:\d\d$/;
const WIRE_DATE_BYTES = 17;

interface ChecksumClaim {
  readonly algorithm: ChecksumAlgorithm;
  /** The terminal's password; `DUMMY_PASSWORD` where the terminal is unknown. */
  readonly password: HmacKey;
  /** Every text that the checksum may have been computed over (docs/reference/protocol.md#checksum-texts), most likely first. */
  readonly messages: readonly Buffer[];
  /** As the caller wrote it: hex of either case, or anything else. */
  readonly claimed: string;
}

/**
 * The index of the first message that the claimed checksum is right for, or -1. All messages are computed and compared in
 * constant time, also when the claim is not even hex, so the time tells neither which one matched nor how near a wrong claim
 * came. An empty password proves nothing and never matches.
 */
export function matchChecksum({ algorithm, password, messages, claimed }: ChecksumClaim): number {
  const { bytes, isMac } = readMac(algorithm, claimed);
  let matched = -1;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const isEqual = equalMacs(hmac(algorithm, password, messages[index] ?? ''), bytes);
    if (isEqual) matched = index;
  }
  return isMac && !isEmptyKey(password) && password !== DUMMY_PASSWORD ? matched : -1;
}

/** As `matchChecksum`, for callers who need not know which text it was. */
export function verifyChecksum(claim: ChecksumClaim): boolean {
  return matchChecksum(claim) !== -1;
}

/**
 * Check an unknown terminal's claim with this password: it costs what a wrong checksum costs, so that terminal ids cannot be
 * found by timing, and it never matches, though everybody can read it here.
 */
export const DUMMY_PASSWORD: Buffer = Buffer.from('no terminal has this password');

/**
 * A digest of texts that keeps their borders, which the checksum's own message loses: `ab` + `c` and `a` + `bc` have one
 * checksum and two of these. Pass the method name first, it is part of the same concatenation. Lower-case hex of SHA-256.
 */
export function fieldBoundaries(texts: readonly string[]): string {
  let text = '';
  for (const part of texts) text += `${part.length}:${part}`;
  return hash('sha256', text, 'hex');
}
