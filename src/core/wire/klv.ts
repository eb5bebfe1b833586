import { CardwayError } from '../../platform/errors.js';
import { codePointLength, isPlain } from './code-points.js';
import { isJsonObject, type JsonValue } from './json.js';
import { KLV_REST, klvKey, klvName } from './klv-keys.js';

/** Limit of one value in code points: its length has two decimal digits. */
export const KLV_VALUE_MAX = 99;

/**
 * Limit of a whole text in code points (docs/reference/protocol.md#klv). Checked with the other field limits, not while reading.
 */
export const KLV_TEXT_MAX = 2048;

export interface KlvEntry {
  /** Three digits. */
  readonly key: string;
  readonly value: string;
}

/** Result of a reading. Offsets count code points from the start of the text. */
export type KlvReading =
  | { readonly kind: 'ok'; readonly entries: readonly KlvEntry[] }
  | { readonly kind: 'repeated'; readonly key: string; readonly offset: number }
  | {
      readonly kind: 'broken';
      /** Entries before the break. */
      readonly entries: readonly KlvEntry[];
      /** Text from the break on, unchanged. */
      readonly rest: string;
      readonly offset: number;
      /** Phrase for use in a sentence. It holds nothing of the text. */
      readonly reason: string;
    };

/**
 * Reads key (3 digits), length (2 decimal digits, in code points) and value, repeatedly, in any order of keys
 * (docs/reference/protocol.md#klv). Values keep their padding. White space around the whole text, as in pretty-printed XML, does
 * not count. The first repeated key or unreadable part ends the reading at once.
 */
export function parseKlv(text: string): KlvReading {
  const countsUnits = isPlain(text);
  const entries: KlvEntry[] = [];
  const seen = new Set<number>();
  let at = LEADING_SPACE.exec(text)?.[0].length ?? 0;
  while (at < text.length) {
    const key = digits(text, at, 3);
    const length = digits(text, at + 3, 2);
    const start = at + 5;
    const end = countsUnits ? start + length : afterCodePoints(text, start, length);
    const reason = reasonToStop({ key, length, isCut: !(end <= text.length) });
    if (reason !== undefined) {
      const rest = text.slice(at);
      if (ALL_SPACE.test(rest)) break;
      return { kind: 'broken', entries, rest, offset: codePointLength(text.slice(0, at)), reason };
    }
    const keyText = text.slice(at, at + 3);
    if (seen.has(key)) return { kind: 'repeated', key: keyText, offset: codePointLength(text.slice(0, at)) };
    seen.add(key);
    entries.push({ key: keyText, value: text.slice(start, end) });
    at = end;
  }
  return { kind: 'ok', entries };
}

/**
 * Writes the text of these entries, in their order. `parseKlv` reads them back.
 *
 * Errors: BAD_REQUEST for a value of over 99 code points or a key that is not three digits.
 */
export function writeKlv(entries: readonly KlvEntry[]): string {
  let text = '';
  for (const { key, value } of entries) {
    const length = codePointLength(value);
    if (key.length !== 3 || Number.isNaN(digits(key, 0, 3))) {
      throw new CardwayError('BAD_REQUEST', { message: 'A KLV key must have 3 digits.' });
    }
    if (length > KLV_VALUE_MAX) {
      throw new CardwayError('BAD_REQUEST', {
        field: klvName(key),
        message: `${klvName(key)} must have at most ${KLV_VALUE_MAX} characters; it has ${length}.`,
      });
    }
    text += `${key}${length < 10 ? '0' : ''}${length}${value}`;
  }
  return text;
}

/** `transaction_data`: values by name (docs/reference/protocol.md#klv). */
export type TransactionData = Readonly<Record<string, string>>;

/**
 * Returns the entries by name with ascending keys, so that equal content in any order gives equal bytes. `rest` is the unreadable
 * end of a broken text. Names come from the table or are `klv_` and digits, so none can touch a prototype.
 */
export function toTransactionData(entries: readonly KlvEntry[], rest?: string): TransactionData {
  const data: Record<string, string> = {};
  for (const { key, value } of ascending(entries)) data[klvName(key)] = value;
  if (rest !== undefined) data[KLV_REST] = rest;
  return data;
}

interface NamedEntries {
  /** Keys ascending. */
  readonly entries: readonly KlvEntry[];
  /** `klv_rest`, or the empty text. */
  readonly rest: string;
  /** Names without a KLV key. They are forwarded, but are not part of the KLV text. */
  readonly unknown: readonly string[];
}

export function fromTransactionData(data: TransactionData): NamedEntries {
  const entries: KlvEntry[] = [];
  const unknown: string[] = [];
  let rest = '';
  for (const name of Object.keys(data)) {
    const value = data[name] ?? '';
    const key = klvKey(name);
    if (key !== undefined) entries.push({ key, value });
    else if (name === KLV_REST) rest = value;
    else unknown.push(name);
  }
  return { entries: ascending(entries), rest, unknown };
}

/** Returns the KLV text of the object for a checksum: keys ascending, `klv_rest` last (docs/reference/protocol.md#klv). */
export function transactionDataText(data: TransactionData): string {
  const { entries, rest } = fromTransactionData(data);
  return writeKlv(entries) + rest;
}

/** Returns the KLV text of an object of texts in the order of its members. Undefined for another value. */
export function klvAsWritten(data: JsonValue | undefined): string | undefined {
  if (!isJsonObject(data)) return undefined;
  const named = Object.entries(data) as [string, string][];
  const entries = named.map(([name, value]) => ({ key: klvKey(name) ?? '', value }));
  return writeKlv(entries.filter(({ key }) => key !== ''));
}

function reasonToStop(header: { key: number; length: number; isCut: boolean }): string | undefined {
  if (Number.isNaN(header.key)) return 'a key must have 3 digits';
  if (Number.isNaN(header.length)) return 'a length must have 2 digits';
  return header.isCut ? 'the text ends before its last value does' : undefined;
}

/** Reads `count` digits. NaN where one of them is not a digit, or the text ends before. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Returns where `count` code points from here end; Infinity past the end of the text. */
function afterCodePoints(text: string, from: number, count: number): number {
  let at = from;
  for (let passed = 0; passed < count; passed += 1) {
    const codePoint = text.codePointAt(at);
    if (codePoint === undefined) return Infinity;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return at;
}

/** Keys of three digits sort alike as numbers and as texts. */
function ascending(entries: readonly KlvEntry[]): readonly KlvEntry[] {
  // Mostly they are in order.
  if (entries.every((entry, at) => at === 0 || Number(entries[at - 1]?.key) <= Number(entry.key)))
    return entries;
  return entries.toSorted((a, b) => Number(a.key) - Number(b.key));
}

const LEADING_SPACE = /^[ \t\r\n]*/;
const ALL_SPACE = /^[ \t\r\n]*$/;
