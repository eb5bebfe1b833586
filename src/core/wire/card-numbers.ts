/** Card numbers of one scheme: ranges of their first digits, and their lengths. */
interface CardScheme {
  readonly name: string;
  /** `51-55`, `4`: the first and the last prefix of a range have the same number of digits. */
  readonly prefixes: readonly string[];
  readonly lengths: readonly number[];
}

const from = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** ISO/IEC 7812 issuer ranges, one row per scheme. */
export const CARD_SCHEMES: readonly CardScheme[] = [
  { name: 'Visa', prefixes: ['4'], lengths: [13, 16, 19] },
  { name: 'Mastercard', prefixes: ['51-55', '2221-2720'], lengths: [16] },
  { name: 'American Express', prefixes: ['34', '37'], lengths: [15] },
  { name: 'Diners Club', prefixes: ['300-305', '309', '36', '38', '39'], lengths: from(14, 19) },
  { name: 'Discover', prefixes: ['6011', '644-649', '65'], lengths: from(16, 19) },
  { name: 'JCB', prefixes: ['3528-3589'], lengths: from(16, 19) },
  { name: 'JCB, of old', prefixes: ['1800', '2131'], lengths: [15] },
  { name: 'UnionPay', prefixes: ['62', '8100-8171'], lengths: from(16, 19) },
  { name: 'T-Union', prefixes: ['31'], lengths: [19] },
  { name: 'Maestro', prefixes: ['50', '56-58', '63', '67'], lengths: from(13, 19) },
  {
    name: 'Maestro, short',
    prefixes: ['5018', '5020', '5038', '5893', '6304', '6759', '6761-6763'],
    lengths: [12],
  },
  { name: 'InterPayment', prefixes: ['636'], lengths: from(16, 19) },
  { name: 'Mir', prefixes: ['2200-2204'], lengths: from(16, 19) },
  { name: 'Borica', prefixes: ['2205'], lengths: [16] },
  { name: 'RuPay', prefixes: ['60', '81', '82', '508', '353', '356'], lengths: [16] },
  { name: 'UkrCard', prefixes: ['604001-604200'], lengths: from(16, 19) },
  { name: 'Verve', prefixes: ['506099-506198', '650002-650027', '507865-507964'], lengths: [16, 18, 19] },
  {
    name: 'Elo',
    prefixes: ['504175', '506699-506778', '509000-509999', '627780', '636297', '636368', '650031-650598'],
    lengths: [16],
  },
  {
    name: 'Hipercard',
    prefixes: ['606282', '637095', '637568', '637599', '637609', '637612'],
    lengths: [13, 16, 19],
  },
  { name: 'Troy', prefixes: ['9792'], lengths: [16] },
  { name: 'Uzcard', prefixes: ['8600', '5614'], lengths: [16] },
  { name: 'Humo', prefixes: ['9860'], lengths: [16] },
  { name: 'Napas', prefixes: ['9704'], lengths: [16, 19] },
  { name: 'GPN', prefixes: ['1946'], lengths: [16] },
];

/** Part of a text, its end excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Masks all but the first six and the last four digits. Masks all of a text that is too short for a card number. */
export function maskPan(digits: string): string {
  if (digits.length < 13) return 'X'.repeat(digits.length);
  return `${digits.slice(0, 6)}${'X'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}

/**
 * Finds the digits of a folded text that must not be kept, ascending. They lie between the first six and the last four digits of
 * each card number (PCI DSS 3.4.1). A number of 12 digits keeps only the last four. A card number is a row of whole groups of
 * digits, with at most two of `space . _ / -` between two groups. Its digits have the prefix and the length of a scheme and
 * satisfy Luhn. Zeros before it do not count. Three zeros or more behind it do not count in a group of 19 digits or more. A comma
 * and a colon count only between groups of a card's form.
 *
 * Request ids are skipped, by their form. Each digit costs one look, and each start of a group at most eight more. Time grows
 * only with the length of the text.
 */
export function cardDigits(text: string): CardDigits {
  const count = countDigits(text);
  if (count < DIGITS_MIN) return NONE;
  const chain = CHAIN.begin(text, count);
  let gap = 0;
  let isListed = false;
  for (let at = 0; at < text.length && chain.restFrom === Infinity; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) {
      chain.add(unit - 0x30, at, gap > 0, isListed);
      gap = 0;
      isListed = false;
    } else if (gap < SEPARATORS_MAX && (isSeparator(unit) || isListSign(unit))) {
      gap += 1;
      if (isListSign(unit)) isListed = true;
    } else {
      chain.end();
      gap = 0;
      isListed = false;
    }
  }
  chain.end();
  return chain.result();
}

interface CardDigits {
  readonly found: readonly number[];
  /** Offset from which nothing may be kept: no honest text holds a thousand card numbers. Infinity in nearly every text. */
  readonly restFrom: number;
}

/** Digits of each group, as printed on cards. */
const CARD_FORMS: ReadonlySet<string> = new Set(['4444', '44443', '465', '464']);
const FOUND_MAX = 10_000;
const NONE: CardDigits = { found: [], restFrom: Infinity };
const DIGITS_MIN = 12;
const DIGITS_MAX = 19;
const SEPARATORS_MAX = 2;
/** Zeros that fill up a card number of 16 digits to 19. Ids of 20 digits often end in fewer ones by chance. */
const FILL_MIN = 3;
/** Zeros at the end of a card number that others fill up. More of them are rather an amount with 18 decimal places. */
const OWN_ZEROS_MAX = 2;

function countDigits(text: string): number {
  if (text.length < DIGITS_MIN) return 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) count += 1;
  }
  return count;
}

/** Returns whether a unit may separate groups. Tabs and line ends are spaces too. */
function isSeparator(unit: number): boolean {
  return (unit >= 0x2d && unit <= 0x2f) || unit === 0x20 || unit === 0x5f || (unit >= 0x09 && unit <= 0x0d);
}

/**
 * Recognises a comma or colon. Lists and times have them too, so only groups of a card's form count: in fours, or as 4, 6 and 5.
 */
function isListSign(unit: number): boolean {
  return unit === 0x2c || unit === 0x3a;
}

/**
 * Groups of digits that are close enough to be one number. One object serves all texts, because an answer may hold thousands of
 * short ones.
 */
class Chain {
  private text = '';
  private found: number[] = [];
  restFrom = Infinity;
  private digits = new Uint8Array(0);
  private positions = new Uint32Array(0);
  /** Start of each group, as an index of `digits`. */
  private groups = new Uint32Array(0);
  /** 1 for a group behind a comma or a colon. */
  private listed = new Uint8Array(0);
  private isList = false;
  /** 1 for the last digit of a group. */
  private groupEnds = new Uint8Array(0);
  /** Sums of the digits before each digit, with those at even or odd places doubled as in Luhn. */
  private evenDoubled = new Uint32Array(1);
  private oddDoubled = new Uint32Array(1);
  private marks = new Uint8Array(0);
  private digitCount = 0;
  private groupCount = 0;
  private marked = 0;
  private foundCount = 0;

  begin(text: string, digitsMax: number): this {
    if (digitsMax > this.digits.length) this.makeRoom(Math.max(digitsMax, ROOM_MIN));
    this.text = text;
    this.found = [];
    this.restFrom = Infinity;
    this.digitCount = 0;
    this.groupCount = 0;
    this.isList = false;
    this.marked = 0;
    this.foundCount = 0;
    return this;
  }

  /** Returns the digits found. Drops the text, and the room for an unusually long one. */
  result(): CardDigits {
    const { found, restFrom } = this;
    this.text = '';
    this.found = [];
    if (this.digits.length > ROOM_KEPT_MAX) this.makeRoom(0);
    return { found, restFrom };
  }

  private makeRoom(digitsMax: number): void {
    this.digits = new Uint8Array(digitsMax);
    this.positions = new Uint32Array(digitsMax);
    this.groups = new Uint32Array(digitsMax);
    this.listed = new Uint8Array(digitsMax);
    this.groupEnds = new Uint8Array(digitsMax);
    this.evenDoubled = new Uint32Array(digitsMax + 1);
    this.oddDoubled = new Uint32Array(digitsMax + 1);
    this.marks = new Uint8Array(digitsMax);
  }

  add(digit: number, place: number, isApart: boolean, isListed: boolean): void {
    const at = this.digitCount;
    if (isListed && at > 0) this.isList = true;
    if (isApart || at === 0) {
      this.listed[this.groupCount] = isListed ? 1 : 0;
      this.groups[this.groupCount++] = at;
      if (at > 0) this.groupEnds[at - 1] = 1;
    }
    this.groupEnds[at] = 0;
    this.digits[at] = digit;
    const doubled = digit > 4 ? 2 * digit - 9 : 2 * digit;
    const isEven = (at & 1) === 0;
    this.evenDoubled[at + 1] = (this.evenDoubled[at] ?? 0) + (isEven ? doubled : digit);
    this.oddDoubled[at + 1] = (this.oddDoubled[at] ?? 0) + (isEven ? digit : doubled);
    this.positions[at] = place;
    this.digitCount = at + 1;
  }

  end(): void {
    if (this.digitCount >= DIGITS_MIN) {
      this.groupEnds[this.digitCount - 1] = 1;
      this.look();
    }
    this.digitCount = 0;
    this.groupCount = 0;
    this.isList = false;
    this.marked = 0;
  }

  private look(): void {
    let first = 0;
    for (let group = 0; group + 2 < this.groupCount; group += 1) {
      if (!this.isRequestId(group)) continue;
      this.lookBetween(first, group);
      first = group + 3;
      group += 2;
    }
    this.lookBetween(first, this.groupCount);
    for (let index = 0; index < this.digitCount; index += 1) {
      if (this.marks[index] !== 1) continue;
      this.marks[index] = 0;
      this.found.push(this.positions[index] ?? 0);
    }
  }

  /** Looks at the groups from `first` up to `end`. */
  private lookBetween(first: number, end: number): void {
    for (let group = first; group < end; group += 1) {
      if (this.foundCount > FOUND_MAX) {
        this.restFrom = Math.min(this.restFrom, this.positions[this.start(group)] ?? 0);
        return;
      }
      this.lookFrom(group, end);
    }
  }

  private lookFrom(first: number, end: number): void {
    const start = this.withoutZeros(first);
    const last = this.start(end);
    if (last - start < DIGITS_MIN) return;
    const lengths = LENGTHS[this.prefix(start, 4)] ?? 0;
    if (lengths === 0) return;
    const lengthMax = Math.min(DIGITS_MAX, last - start);
    const filledFrom = this.filledFrom(first);
    const filledTo = Math.min(filledFrom + OWN_ZEROS_MAX, this.start(first + 1) - FILL_MIN);
    for (let length = DIGITS_MIN; length <= lengthMax; length += 1) {
      const to = start + length;
      if ((lengths & (NARROW | (1 << length))) === 0) continue;
      if (this.groupEnds[to - 1] !== 1 && (to < filledFrom || to > filledTo)) continue;
      if (
        this.satisfiesLuhn(start, to) &&
        hasScheme(this.prefix(start, 6), length) &&
        (!this.isList || this.hasForm(first, to))
      )
        this.mark(start + (length === DIGITS_MIN ? 0 : 6), to - 4);
    }
  }

  /** Returns where a group begins without its leading zeros, which fill up a card number to a fixed length. */
  private withoutZeros(group: number): number {
    const end = this.start(group + 1);
    let at = this.start(group);
    while (at < end && this.digits[at] === 0) at += 1;
    return at;
  }

  /**
   * Returns where the zeros begin that fill up a card number of one group from behind. Infinity in a group of less than 19 digits:
   * amounts and ids of such lengths often end in zeros. The group has other digits too.
   */
  private filledFrom(group: number): number {
    let at = this.start(group + 1);
    if (at - this.start(group) < DIGITS_MAX) return Infinity;
    while (this.digits[at - 1] === 0) at -= 1;
    return at;
  }

  /** Returns true where no comma or colon stands between the groups from `first` on, or the groups have a card's form. */
  private hasForm(first: number, to: number): boolean {
    let isListed = false;
    let form = '';
    for (let group = first; group < this.groupCount && this.start(group) < to; group += 1) {
      if (group > first && this.listed[group] === 1) isListed = true;
      form += String(this.start(group + 1) - this.start(group));
    }
    return !isListed || CARD_FORMS.has(form);
  }

  /** Checks Luhn: every second digit from the right is doubled, at odd places where the last place is even. */
  private satisfiesLuhn(from: number, to: number): boolean {
    const sums = (to - 1) % 2 === 0 ? this.oddDoubled : this.evenDoubled;
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) % 10 === 0;
  }

  /** Marks digits. Later calls begin later, so digits between `from` and `marked` are marked already. */
  private mark(from: number, to: number): void {
    for (let index = Math.max(from, this.marked); index < to; index += 1) {
      this.marks[index] = 1;
      this.foundCount += 1;
    }
    this.marked = Math.max(this.marked, to);
  }

  /** Returns where a group begins: at the end of the digits for the group after the last one. */
  private start(group: number): number {
    return group < this.groupCount ? (this.groups[group] ?? 0) : this.digitCount;
  }

  private prefix(start: number, length: number): number {
    let prefix = 0;
    for (let index = start; index < start + length; index += 1)
      prefix = prefix * 10 + (this.digits[index] ?? 0);
    return prefix;
  }

  /** Recognises `<card_id>_<date and time>_<number>` without a name character before or after it. */
  private isRequestId(group: number): boolean {
    const a = this.start(group);
    const b = this.start(group + 1);
    const c = this.start(group + 2);
    const end = this.start(group + 3);
    if (b - a > 16 || c - b < 8 || c - b > 17 || end - c > 20) return false;
    return (
      this.isUnderscoreBefore(b) &&
      this.isUnderscoreBefore(c) &&
      !isNamePart(this.text.charCodeAt((this.positions[a] ?? 0) - 1)) &&
      !isNamePart(this.text.charCodeAt((this.positions[end - 1] ?? 0) + 1))
    );
  }

  private isUnderscoreBefore(index: number): boolean {
    const place = this.positions[index] ?? 0;
    return place - (this.positions[index - 1] ?? 0) === 2 && this.text.charCodeAt(place - 1) === 0x5f;
  }
}

/** Returns whether a unit may be part of a name. NaN, before and after the text, is not. */
function isNamePart(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    unit === 0x5f ||
    (unit >= 0x61 && unit <= 0x7a)
  );
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly lengths: number;
}

/** Lengths by the first four digits: a bit for each length of a scheme, and `NARROW` where `NARROW_RANGES` has more ranges. */
const LENGTHS = new Uint32Array(10_000);
const NARROW = 1;
const NARROW_RANGES: Range[] = [];

for (const { prefixes, lengths } of CARD_SCHEMES) {
  const bits = lengths.reduce((sum, length) => sum | (1 << length), 0);
  for (const prefix of prefixes) {
    const [first = '', last = first] = prefix.split('-');
    const isNarrow = first.length > 4;
    if (isNarrow) NARROW_RANGES.push({ from: Number(first), to: Number(last), lengths: bits });
    const begin = Number(first.padEnd(4, '0').slice(0, 4));
    const end = Number(last.padEnd(4, '9').slice(0, 4));
    for (let four = begin; four <= end; four += 1)
      LENGTHS[four] = (LENGTHS[four] ?? 0) | (isNarrow ? NARROW : bits);
  }
}

/** Room for the digits of an ordinary text. Room above `ROOM_KEPT_MAX` is freed after each text. */
const ROOM_MIN = 1024;
const ROOM_KEPT_MAX = 300_000;
const CHAIN = new Chain();

function hasScheme(prefix: number, length: number): boolean {
  const lengths = LENGTHS[Math.floor(prefix / 100)] ?? 0;
  if ((lengths & (1 << length)) !== 0) return true;
  if ((lengths & NARROW) === 0) return false;
  return NARROW_RANGES.some(
    (range) => prefix >= range.from && prefix <= range.to && (range.lengths & (1 << length)) !== 0,
  );
}
