import { createHash } from 'node:crypto';
import { parseKlv, writeKlv } from './klv.js';
import { hmac, type HmacAlgorithm } from './signature.js';
import { formatWireDate, parseWireDate } from './wire-date.js';

/** A call whose checksum is wrong, and the secrets that it may have been made with. */
interface WrongChecksum {
  readonly methodName: string;
  /** In positional order. */
  readonly args: readonly Argument[];
  readonly claimed: string;
  readonly algorithm: HmacAlgorithm;
  readonly password: Buffer;
  /** The previous password, whose time is over. */
  readonly endedPassword?: Buffer | undefined;
}

interface Argument {
  readonly text: string;
  readonly kind: 'amount' | 'string' | 'int' | 'date' | 'klv';
  /** KLV text in the order in which the caller wrote the keys. */
  readonly asWritten?: string | undefined;
}

/** Returns the frequent mistake that explains a wrong checksum; null where none does. The words hold nothing of the call. */
export function checksumMistake(wrong: WrongChecksum): string | null {
  const { claimed } = wrong;
  for (const [words, checksum] of mistakes(wrong))
    if (checksum === claimed || checksum === claimed.toLowerCase()) return words;
  return null;
}

type Mistake = readonly [words: string, checksum: string];

function* mistakes(wrong: WrongChecksum): Generator<Mistake> {
  const { methodName, args, algorithm, password, endedPassword } = wrong;
  const text = args.map((argument) => argument.text).join('');
  const message = methodName + text;
  const signed = (changed: string, key = password): string => hmac(algorithm, key, changed).toString('hex');
  const withEach = (change: (argument: Argument) => string): string =>
    signed(methodName + args.map(change).join(''));
  const digest = (...parts: (string | Buffer)[]): string =>
    parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest('hex');

  const other = algorithm === 'sha256' ? 'sha1' : 'sha256';
  yield [`HMAC-${other.toUpperCase()}`, hmac(other, password, message).toString('hex')];
  if (endedPassword !== undefined) yield ['the previous password', signed(message, endedPassword)];
  yield ['base64 in place of hex', hmac(algorithm, password, message).toString('base64')];
  yield ['a plain digest of text and password in place of HMAC', digest(message, password)];
  yield ['a plain digest of password and text in place of HMAC', digest(password, message)];
  yield ['the arguments without the method name', signed(text)];
  yield ['arguments in lower case', signed(methodName + text.toLowerCase())];
  yield ['arguments in upper case', signed(methodName + text.toUpperCase())];
  yield ['the text without the amount', withEach((each) => (each.kind === 'amount' ? '' : each.text))];
  for (const order of KLV_ORDERS)
    yield [
      'another order of the KLV keys',
      withEach((each) => (each.kind === 'klv' ? order(each) : each.text)),
    ];
  for (const minutes of ZONE_MINUTES)
    yield [
      `dates in local time (${zoneText(minutes)}) in place of UTC`,
      withEach((each) => (each.kind === 'date' ? inZone(each.text, minutes) : each.text)),
    ];
}

const KLV_ORDERS: readonly ((klv: Argument) => string)[] = [
  ({ text, asWritten = text }) => asWritten,
  ({ text }) => sorted(text, 1),
  ({ text }) => sorted(text, -1),
];

function sorted(text: string, direction: 1 | -1): string {
  const reading = parseKlv(text);
  if (reading.kind !== 'ok') return text;
  return writeKlv(reading.entries.toSorted((a, b) => direction * (Number(a.key) - Number(b.key))));
}

/** Half hours from -12 to +14 hours. */
const ZONE_MINUTES = Array.from({ length: 53 }, (_, index) => index * 30 - 12 * 60);

function inZone(text: string, minutes: number): string {
  const date = parseWireDate(text);
  return date.kind === 'ok' ? formatWireDate(date.epochMs + minutes * 60_000) : text;
}

/** Returns `UTC+05:30`. */
function zoneText(minutes: number): string {
  return `UTC${minutes < 0 ? '-' : '+'}${formatWireDate(Math.abs(minutes) * 60_000).slice(9, 14)}`;
}
