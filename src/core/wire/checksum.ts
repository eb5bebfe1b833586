import { equalMacs, hmac, type HmacAlgorithm, type HmacKey, isEmptyKey, readMac } from './signature.js';

/**
 * HMAC of a checksum. SHA-256 is the rule. SHA-1 is for single terminals of the processor's older programmes
 * (docs/reference/protocol.md#checksum).
 */
type ChecksumAlgorithm = HmacAlgorithm;

/**
 * Returns the bytes that the checksum covers: the method name and every argument except the checksum, in positional order,
 * without separators, in UTF-8.
 */
export function checksumMessage(methodName: string, args: readonly string[]): Buffer {
  return Buffer.from(methodName + args.join(''), 'utf8');
}

/** Returns the HMAC under the terminal's password, in lower-case hex. */
export function computeChecksum(
  algorithm: ChecksumAlgorithm,
  password: HmacKey,
  message: Buffer | string,
): string {
  return hmac(algorithm, password, message).toString('hex');
}

/**
 * Returns the checksum as the ledger keeps it: behind the date at the end of the text, if any. Most of the processor's methods end with
 * transactionDate. It is the same for equal texts, whatever their field boundaries. Those of one time lie side by side in an index.
 */
export function datedChecksum(message: Buffer, checksum: string): string {
  const end = message.toString('latin1', Math.max(0, message.length - WIRE_DATE_BYTES));
  return (WIRE_DATE.test(end) ? end : '') + checksum;
}

const WIRE_DATE = /^\d{8}T\d\d:\d\d:\d\d$/;
const WIRE_DATE_BYTES = 17;

interface ChecksumClaim {
  readonly algorithm: ChecksumAlgorithm;
  /** The terminal's password; `DUMMY_PASSWORD` where the terminal is unknown. */
  readonly password: HmacKey;
  /** Texts that the checksum may cover (docs/reference/protocol.md#checksum-texts), most likely first. */
  readonly messages: readonly Buffer[];
  /** Checksum as the caller wrote it: hex of either case, or anything else. */
  readonly claimed: string;
}

/**
 * Returns the index of the first message that matches the claimed checksum, or -1. It compares all messages in constant time,
 * also when the claim is not hex. The time therefore reveals neither which message matched nor how near a wrong claim came. An
 * empty password proves nothing and never matches.
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

/**
 * Password to check an unknown terminal's claim with. The check costs as much as for a wrong checksum, so that timing does not
 * reveal terminal ids. It never matches, although everybody can read it here.
 */
export const DUMMY_PASSWORD: Buffer = Buffer.from('no terminal has this password');
