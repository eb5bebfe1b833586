import { codePointLength } from './code-points.js';

/** Stands in place of a value that is never kept. */
export const HIDDEN = '[hidden]';

/** Returns what stands in place of a text that is not kept or not shown. */
export function sizeOf(text: string): string {
  return `[text of ${String(codePointLength(text))} characters]`;
}

/**
 * Returns a text of a caller as logs, traces and errors show it: whole where it can be an id or a name, else its length. Neither a
 * card number nor a secret has the form of an id.
 */
export function idText(text: string, lengthMax = ID_MAX): string {
  const isId = text.length <= lengthMax && ID.test(text) && cutCardNumbers(text) === text;
  return isId ? text : sizeOf(text);
}

/** Letters, digits and some signs, with fewer than 12 digits in a row. */
const ID = /^(?!.*\d{12})[\w.:/-]+$/;
const ID_MAX = 64;

/**
 * Cuts each card number to its first six and last four digits. It is a row of 12 to 19 digits, with single separators between
 * them, in which whole groups satisfy Luhn. A longer row is cut whatever it is. Track data behind it is dropped.
 */
export function cutCardNumbers(text: string): string {
  const { hasRow, rows } = rowsOf(text);
  if (!hasRow.test(text)) return text;
  const tracks: string[] = [];
  const cut = text.replace(rows, (whole: string, row: string, sign: string | undefined) => {
    if (!isCardNumber(row, sign)) return whole;
    if (sign === undefined) return cutRow(row);
    tracks.push(sign);
    return `${cutRow(row)}${sign}${HIDDEN}`;
  });
  return tracks.length > 0 ? cut.replace(TRACK_REST, HIDDEN) : cut;
}

/**
 * Returns whether each row of 12 digits or more in a text is a request id or stands in another text too. False for a text with many
 * rows.
 */
export function digitRowsAreIn(other: string, text: string): boolean {
  let count = 0;
  for (const [, row = ''] of text.matchAll(rowsOf(text).rows)) {
    count += 1;
    if (count > ROWS_MAX || !(REQUEST_ID.test(row) || other.includes(row))) return false;
  }
  return true;
}

/** A request id, whose first part is a card id and too short for a card number. */
const REQUEST_ID = /^\d{1,11}_\d{8,17}_\d{1,20}$/;
/** Each row is searched in the whole other text. */
const ROWS_MAX = 20;

/** Track data, up to the end of its line, string or element. */
const TRACK_REST = /\[hidden\][^"<>\r\n]*/g;
/** Digits of the shortest card number. */
export const DIGITS_MIN = 12;
const DIGITS_MAX = 19;
/** Digits of a row that is cut before the sign of track data whatever it is: EMV tag 57 and its length stand before the number. */
const TRACK_DIGITS_MIN = 16;

interface DigitRows {
  readonly hasRow: RegExp;
  /** A row, and the sign of track data behind it. */
  readonly rows: RegExp;
}

/** Plain digits are found several times faster than those of all scripts. */
function rowsOf(text: string): DigitRows {
  return BEYOND_ASCII.test(text) ? ANY_ROWS : PLAIN_ROWS;
}

const BEYOND_ASCII = /[^\0-\x7f]/;
const PLAIN_ROWS: DigitRows = {
  hasRow: /\d(?:[ ._/-]?\d){11}/,
  rows: /(\d(?:[ ._/-]?\d){11,})([=^]|[Dd](?=\d{4}))?/g,
};
const ANY_ROWS: DigitRows = {
  hasRow: /\p{Nd}(?:[ ._/-]?\p{Nd}){11}/u,
  rows: /(\p{Nd}(?:[ ._/-]?\p{Nd}){11,})([=^]|[Dd](?=\d{4}))?/gu,
};

function isCardNumber(row: string, sign: string | undefined): boolean {
  if (row.length >= 2 * DIGITS_MAX) return true;
  const digits = row.replace(BETWEEN_DIGITS, '');
  // Luhn counts plain digits only.
  if (digits.length > DIGITS_MAX || BEYOND_ASCII.test(digits)) return true;
  if (sign !== undefined && digits.length >= TRACK_DIGITS_MIN) return true;
  return digits.length === row.length ? satisfiesLuhn(digits) : hasCardNumber(row.split(BETWEEN_DIGITS));
}

const BETWEEN_DIGITS = /[ ._/-]/g;

/** Returns whether whole groups beside each other are a card number. */
function hasCardNumber(groups: readonly string[]): boolean {
  return groups.some((_group, first) => {
    let digits = '';
    return groups.slice(first).some((group) => {
      digits += group;
      return digits.length >= DIGITS_MIN && satisfiesLuhn(digits);
    });
  });
}

function satisfiesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - ZERO;
    sum += at % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit;
  }
  return sum % 10 === 0;
}

const ZERO = 0x30;

/** Cuts the digits, and leaves the signs between them where the row is short enough for a card number. */
function cutRow(row: string): string {
  const digits = row.length >= 2 * DIGITS_MAX ? row : row.replace(BETWEEN_DIGITS, '');
  if (digits.length === row.length) return cutText(row);
  const kept = [...cutText(digits)];
  let at = 0;
  return [...row].map((each) => (' ._/-'.includes(each) ? each : (kept[at++] ?? ''))).join('');
}

/** Keeps the first six and the last four characters. Keeps nothing of a text that is too short for a card number. */
export function cutText(text: string): string {
  const length = codePointLength(text);
  if (length <= DIGITS_MIN) return 'X'.repeat(length);
  return text.replace(MIDDLE, 'X'.repeat(length - 10));
}

/** All but the first six and the last four characters. */
const MIDDLE = /(?<=^.{6}).*(?=.{4}$)/su;
