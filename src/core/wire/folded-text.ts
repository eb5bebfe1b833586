/**
 * Text in the form in which card numbers and member names are searched. JSON escapes, XML references, CDATA marks and comments
 * are undone. Compatibility forms follow NFKC. Other digits, spaces and dashes become plain ones, and zero-width marks are gone.
 * Each of its UTF-16 units knows its part of the source.
 */
export interface FoldedText {
  readonly source: string;
  readonly text: string;
  /** Start and end in `source` of each unit; null where text and source are the same. */
  readonly offsets: SourceOffsets | null;
}

interface SourceOffsets {
  readonly starts: Uint32Array | readonly number[];
  readonly ends: Uint32Array | readonly number[];
}

/** Folds a text in linear time, and in almost no time for plain text. `kinds` are those of `source`. */
export function fold(source: string, kinds = kindsIn(source)): FoldedText {
  let folded: FoldedText = { source, text: source, offsets: null };
  if ((kinds & KIND.backslash) !== 0 && JSON_ESCAPE.test(source)) folded = rewrite(folded, foldEscapes);
  if ((kinds & (KIND.backslash | KIND.markup)) !== 0 && MARKUP.test(folded.text))
    folded = rewrite(folded, foldMarkup);
  const mayBeWide = (kinds & (KIND.backslash | KIND.markup | KIND.wide)) !== 0;
  return mayBeWide && BEYOND_ASCII.test(folded.text) ? rewrite(folded, foldCharacters) : folded;
}

/** Bits for the kinds of characters in a text. One look at each character saves nearly every text all other looks. */
export const KIND = {
  digit: 1,
  letter: 2,
  /** Characters between a name and its value. */
  separator: 4,
  backslash: 8,
  /** Characters that may begin a reference, a CDATA section or an escape of a URL. */
  markup: 16,
  /** Characters of which every secret of a known kind holds one. */
  mark: 32,
  wide: 64,
} as const;

export function kindsIn(text: string): number {
  let kinds = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    kinds |= unit < 128 ? (KINDS[unit] ?? 0) : KIND.wide;
  }
  return kinds;
}

const KINDS = new Uint8Array(128);
for (const [kind, characters] of [
  [KIND.digit, '0123456789'],
  [KIND.letter, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'],
  [KIND.separator, ':=<'],
  [KIND.backslash, '\\'],
  [KIND.markup, '&<%'],
  [KIND.mark, ' _#-/'],
] as const)
  for (const character of characters) {
    const unit = character.charCodeAt(0);
    KINDS[unit] = (KINDS[unit] ?? 0) | kind;
  }

/** Returns where the units [from, to) stand in the source. */
export function sourceSpan({ offsets }: FoldedText, from: number, to: number): readonly [number, number] {
  if (offsets === null || from >= to) return [from, to];
  return [offsets.starts[from] ?? 0, offsets.ends[to - 1] ?? 0];
}

const MARKUP = /&|<!|%20/;
const JSON_ESCAPE = /\\[/bfnrtu]/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Writer of units, each with its part of the previous text. */
class Rewriting {
  units: Uint16Array;
  starts: Uint32Array;
  ends: Uint32Array;
  length = 0;

  constructor(capacity: number) {
    this.units = new Uint16Array(capacity);
    this.starts = new Uint32Array(capacity);
    this.ends = new Uint32Array(capacity);
  }

  put(unit: number, start: number, end: number): void {
    const at = this.length;
    if (at === this.units.length) this.grow();
    this.units[at] = unit;
    this.starts[at] = start;
    this.ends[at] = end;
    this.length = at + 1;
  }

  putText(text: string, start: number, end: number): void {
    for (let index = 0; index < text.length; index += 1) this.put(text.charCodeAt(index), start, end);
  }

  /** Doubles the room. Few characters become more than one. */
  private grow(): void {
    const { units, starts, ends } = this;
    const capacity = 2 * units.length + 16;
    this.units = new Uint16Array(capacity);
    this.units.set(units);
    this.starts = new Uint32Array(capacity);
    this.starts.set(starts);
    this.ends = new Uint32Array(capacity);
    this.ends.set(ends);
  }
}

function rewrite(before: FoldedText, pass: (text: string, into: Rewriting) => void): FoldedText {
  const isShort = before.text.length <= SHORT_MAX;
  const into = isShort ? SCRATCH : new Rewriting(before.text.length);
  into.length = 0;
  pass(before.text, into);
  const { units, starts, ends, length } = into;
  const text = Buffer.from(units.buffer, 0, 2 * length).toString('utf16le');
  const { source, offsets } = before;
  if (offsets !== null) {
    for (let at = 0; at < length; at += 1) {
      starts[at] = offsets.starts[starts[at] ?? 0] ?? 0;
      ends[at] = offsets.ends[(ends[at] ?? 0) - 1] ?? 0;
    }
  }
  return { source, text, offsets: isShort ? copied(into) : { starts, ends } };
}

/**
 * Limit in units of a text that is written into `SCRATCH`. Short texts come by the thousand, and typed arrays are expensive to
 * make.
 */
const SHORT_MAX = 256;
const SCRATCH = new Rewriting(SHORT_MAX);

function copied({ starts, ends, length }: Rewriting): SourceOffsets {
  const offsets = { starts: new Array<number>(length), ends: new Array<number>(length) };
  for (let at = 0; at < length; at += 1) {
    offsets.starts[at] = starts[at] ?? 0;
    offsets.ends[at] = ends[at] ?? 0;
  }
  return offsets;
}

const SPACE = 0x20;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const SLASH = 0x2f;
const LESS = 0x3c;
const CLOSE_BRACKET = 0x5d;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** Undoes JSON escapes, however often a text was escaped: JSON in a JSON string has more backslashes before the same letter. */
function foldEscapes(text: string, into: Rewriting): void {
  for (let at = 0; at < text.length;) {
    const start = at;
    while (text.charCodeAt(at) === BACKSLASH) at += 1;
    const next = text.charCodeAt(at);
    if (at === start) {
      at += 1;
      into.put(next, start, at);
    } else if (next === SLASH) {
      at += 1;
      into.put(next, start, at);
    } else if (next === LETTER_U && isHex(text, at + 1, 4)) {
      at += 5;
      into.put(Number.parseInt(text.slice(at - 4, at), 16), start, at);
    } else if (isSpaceEscape(next)) {
      at += 1;
      into.put(SPACE, start, at);
    } else {
      // Before a quote, their number shows how deep it stands.
      for (let index = start; index < at; index += 1) into.put(BACKSLASH, index, index + 1);
    }
  }
}

function isSpaceEscape(unit: number): boolean {
  return unit === 0x62 || unit === 0x66 || unit === 0x6e || unit === 0x72 || unit === 0x74;
}

function isHex(text: string, from: number, count: number): boolean {
  for (let at = from; at < from + count; at += 1) if (!isHexDigit(text.charCodeAt(at))) return false;
  return true;
}

function isHexDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66);
}

function foldMarkup(text: string, into: Rewriting): void {
  let isCdata = false;
  // -1 where no further comment ends: the search then stops.
  let commentsEnd = 0;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (unit === AMPERSAND) {
      at = foldReference(text, at, into);
    } else if (unit === PERCENT && text.startsWith(ESCAPED_SPACE, at)) {
      // No card number begins with 20, so none is lost.
      into.put(SPACE, at, at + ESCAPED_SPACE.length);
      at += ESCAPED_SPACE.length;
    } else if (unit === LESS && text.startsWith(CDATA_START, at)) {
      isCdata = true;
      at += CDATA_START.length;
    } else if (isCdata && unit === CLOSE_BRACKET && text.startsWith(CDATA_END, at)) {
      isCdata = false;
      at += CDATA_END.length;
    } else if (unit === LESS && commentsEnd >= 0 && text.startsWith('<!--', at)) {
      if (commentsEnd < at) commentsEnd = text.indexOf(COMMENT_END, at);
      at = commentsEnd < 0 ? at + 1 : commentsEnd + COMMENT_END.length;
    } else {
      at += 1;
      into.put(unit, at - 1, at);
    }
  }
}

const ESCAPED_SPACE = '%20';
const CDATA_START = '<![CDATA[';
const CDATA_END = ']]>';
const COMMENT_END = '-->';

/**
 * Folds `&lt;`, `&nbsp;`, `&#52;`, `&#x34;`, and the same escaped again: `&amp;lt;`. Any other `&` stays. Returns where the text
 * continues.
 */
function foldReference(text: string, start: number, into: Rewriting): number {
  let at = start + 1;
  while (text.charCodeAt(at) === LETTER_A && text.startsWith('amp;', at)) at += 4;
  const next = text.charCodeAt(at);
  if (next === HASH) return foldNumber(text, start, at + 1, into);
  const named = next >= LETTER_A ? NAMED.find(({ name }) => text.startsWith(name, at)) : undefined;
  into.put(named?.unit ?? AMPERSAND, start, named === undefined ? start + 1 : at + named.name.length);
  return named === undefined ? start + 1 : at + named.name.length;
}

const LETTER_A = 0x61;
const HASH = 0x23;
const SEMICOLON = 0x3b;

const NAMED = [
  { name: 'lt;', unit: LESS },
  { name: 'gt;', unit: 0x3e },
  { name: 'quot;', unit: 0x22 },
  { name: 'apos;', unit: 0x27 },
  { name: 'nbsp;', unit: SPACE },
] as const;

function foldNumber(text: string, start: number, from: number, into: Rewriting): number {
  const isHexadecimal = (text.charCodeAt(from) | 0x20) === 0x78;
  const first = isHexadecimal ? from + 1 : from;
  let number = 0;
  let at = first;
  for (; at < first + NUMBER_LENGTH_MAX; at += 1) {
    const unit = text.charCodeAt(at);
    const isDigit = unit >= 0x30 && unit <= 0x39;
    if (!(isHexadecimal ? isHexDigit(unit) : isDigit)) break;
    number = number * (isHexadecimal ? 16 : 10) + (isDigit ? unit - 0x30 : (unit | 0x20) - 0x57);
  }
  if (at === first || text.charCodeAt(at) !== SEMICOLON || number > 0x10ffff) {
    into.put(AMPERSAND, start, start + 1);
    return start + 1;
  }
  if (number <= 0xffff) into.put(number, start, at + 1);
  else into.putText(String.fromCodePoint(number), start, at + 1);
  return at + 1;
}

/** Length of `10FFFF`, with room for leading zeros. */
const NUMBER_LENGTH_MAX = 14;

function foldCharacters(text: string, into: Rewriting): void {
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80 || isOpaque(unit)) {
      at += 1;
      into.put(unit, at - 1, at);
      continue;
    }
    const codePoint = text.codePointAt(at) ?? unit;
    const end = at + (codePoint > 0xffff ? 2 : 1);
    into.putText(characterFold(codePoint), at, end);
    at = end;
  }
}

/** Recognises ideographs and Hangul, which are most characters beyond ASCII. None of them folds to ASCII. */
function isOpaque(unit: number): boolean {
  return (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7ff);
}

function characterFold(codePoint: number): string {
  if (codePoint > 0xffff && !isFoldedAstral(codePoint)) return String.fromCodePoint(codePoint);
  const known = FOLDS.get(codePoint);
  if (known !== undefined) return known;
  const folded = foldOf(codePoint);
  FOLDS.set(codePoint, folded);
  return folded;
}

/** Recognises mathematical letters and digits, digits with a full stop or comma, and squared letters. */
function isFoldedAstral(codePoint: number): boolean {
  return (
    (codePoint >= 0x1d400 && codePoint <= 0x1d7ff) ||
    (codePoint >= 0x1f100 && codePoint <= 0x1f16f) ||
    (codePoint >= 0x1fbf0 && codePoint <= 0x1fbf9)
  );
}

/** Cache with at most one entry for each character that is not skipped: about 20,000. */
const FOLDS = new Map<number, string>();

/** Returns a name for comparison: in compatibility forms, without case, marks, spaces and zero-width signs. */
export function foldName(name: string): string {
  const bare = name.replace(/[\p{Cc}\p{Cf}\p{M}\p{Z}\s]+/gu, '');
  // A dotless i keeps its form in lower case, so the name becomes upper case first.
  return bare.length > FOLDED_NAME_MAX ? bare : bare.normalize('NFKC').toUpperCase().toLowerCase();
}

const FOLDED_NAME_MAX = 256;

function foldOf(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  if (/[\p{Cf}\p{M}]/u.test(character)) return '';
  if (/[\p{Pd}\u2212]/u.test(character)) return '-';
  if (/\s/u.test(character)) return ' ';
  if (MIDDLE_DOTS.includes(character)) return '.';
  if (/\p{Nd}/u.test(character)) return digitFold(codePoint);
  const normal = character.normalize('NFKC');
  // Some ligatures become whole sentences whose only ASCII characters are spaces.
  return /[!-~]/.test(normal) ? normal : character;
}

const MIDDLE_DOTS = '\u00b7\u0387\u2022\u2024\u2027\u2219\u22c5\u30fb\uff65';

/** Returns a plain digit. The decimal digits of a script follow each other, zero first (Unicode 4.6). */
function digitFold(codePoint: number): string {
  const normal = String.fromCodePoint(codePoint).normalize('NFKC');
  if (/^\d$/.test(normal)) return normal;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return String(value);
}
