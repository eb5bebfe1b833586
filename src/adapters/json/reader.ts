import type { JsonValue } from '../../core/wire/json.js';
import { decodeUtf8, malformedAt } from '../malformed.js';

/**
 * Reads a JSON text so strictly that parsing and printing it loses nothing. The gateway signs and forwards what the sender meant
 * (docs/reference/protocol.md#json-requests, RFC 8259, RFC 7493).
 *
 * Besides broken UTF-8 and broken syntax it refuses repeated member names, `__proto__`, lone surrogates and texts over the
 * limits. It also refuses numbers out of range, and integers beyond ±(2^53-1) or not written plainly (`1e3`, `1.0`, `-0`). It
 * drops a byte order mark. Throws MALFORMED with line, column and, where one exists, the path of the member.
 */
export function readJson(body: Buffer, limits: Partial<JsonLimits> = {}): JsonValue {
  const text = decodeUtf8(body, 'the bytes are not UTF-8');
  const value = parse(text);
  const applied = { ...JSON_LIMITS, ...limits };
  if (value !== undefined && isPlainJson(text, value, applied)) return value;
  checkJson({ text, parses: value !== undefined, limits: applied });
  if (value === undefined) throw malformedAt({ text, offset: 0, problem: 'not JSON' });
  return value;
}

/**
 * Returns true only for a text that the checker accepts: printing its value gives the same text. Most machines write such texts.
 * Others may be right too; the checker decides on them.
 */
export function isPlainJson(text: string, value: JsonValue, limits: JsonLimits): boolean {
  if (text.length > PLAIN_LENGTH_MAX || text.length > limits.membersMax * MEMBER_LENGTH_MIN) return false;
  if (typeof value === 'number') return false;
  if (text.includes('\\u') || text.includes('__proto__') || UNUSUAL_NUMBER.test(text)) return false;
  const opened = countOf('{', text) + countOf('[', text);
  return opened <= limits.depthMax && JSON.stringify(value) === text;
}

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/** Length beyond which printing a value would cost more than it saves. */
const PLAIN_LENGTH_MAX = 8192;
/** Length of the shortest member of an object with others: `"":1,`. */
const MEMBER_LENGTH_MIN = 4;
/** A number in an object or a list that may be beyond ±(2^53-1) or has an exponent, or a text that looks like one. */
const UNUSUAL_NUMBER = /[[:,]-?(?:\d{16}|[\d.]+[eE])/;

/** Parses a text; undefined for broken syntax. The checker then gives the position, which `JSON.parse` does not. */
function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

export interface JsonLimits {
  /** Maximum nesting of objects and arrays. */
  readonly depthMax: number;
  /** Members of all objects together. */
  readonly membersMax: number;
}

/** docs/reference/protocol.md#json-requests states these limits. */
export const JSON_LIMITS: JsonLimits = { depthMax: 32, membersMax: 2000 };

interface JsonText {
  readonly text: string;
  /** True if `JSON.parse` accepts the text. Its strings then need no second check inside. */
  readonly parses: boolean;
  readonly limits: JsonLimits;
}

/** Throws MALFORMED for text that is not JSON, or from which `JSON.parse` loses or invents something. */
export function checkJson(document: JsonText): void {
  new JsonChecker(document).checkDocument();
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const WORD = /true|false|null/y;
const PLAIN_SAFE_INTEGER = /(?:0|-?[1-9]\d{0,14})(?![\d.eE])/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN_INTEGER = /^(?:0|-?[1-9]\d*)$/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SURROGATE = /\\u[dD][89a-fA-F]/y;
const SURROGATE_PAIR = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/y;

/** Checker that passes over the text once. Its recursion is never deeper than `depthMax`. */
class JsonChecker {
  private at = 0;
  private depth = 0;
  private members = 0;
  private readonly path: (string | number)[] = [];
  private readonly text: string;
  private readonly limits: JsonLimits;
  /** True if no string holds an escape or a control character: each one ends at the next quote. */
  private readonly stringsArePlain: boolean;
  /** True if strings hold no unknown escape and no control character: only surrogates are looked for. */
  private readonly parses: boolean;

  constructor({ text, parses, limits }: JsonText) {
    this.text = text;
    this.limits = limits;
    this.parses = parses;
    this.stringsArePlain = parses && !text.includes('\\');
  }

  checkDocument(): void {
    this.checkValue();
    this.skipSpace();
    if (this.at < this.text.length) this.refuse('text after the end of the JSON value');
  }

  private checkValue(): void {
    const next = this.skipSpace();
    if (next === QUOTE) this.skipString();
    else if (next === OPEN_BRACE) this.checkObject();
    else if (next === OPEN_BRACKET) this.checkArray();
    else this.checkNumberOrWord();
  }

  private checkObject(): void {
    this.enter();
    const names = new MemberNames();
    if (this.skipSpace() === CLOSE_BRACE) return this.leave();
    do {
      this.checkName(names);
      if (this.skipSpace() !== COLON) this.refuse('a colon is missing');
      this.at++;
      this.checkValue();
      this.path.pop();
    } while (this.more(CLOSE_BRACE));
  }

  private checkArray(): void {
    this.enter();
    if (this.skipSpace() === CLOSE_BRACKET) return this.leave();
    const level = this.path.push(0) - 1;
    for (let index = 0; ; index++) {
      this.path[level] = index;
      this.checkValue();
      if (!this.more(CLOSE_BRACKET)) break;
    }
    this.path.pop();
  }

  /** Steps over a comma and returns true, or over the closing bracket and returns false. */
  private more(close: number): boolean {
    const next = this.skipSpace();
    if (next === close) {
      this.leave();
      return false;
    }
    if (next !== COMMA) this.refuse('a comma or a closing bracket is missing');
    this.at++;
    return true;
  }

  private enter(): void {
    if (++this.depth > this.limits.depthMax) this.refuse(`nested deeper than ${this.limits.depthMax}`);
    this.at++;
  }

  private leave(): void {
    this.depth--;
    this.at++;
  }

  /** Reads a member's name, puts it on the path, and refuses one that this object already has. */
  private checkName(names: MemberNames): void {
    if (this.skipSpace() !== QUOTE) this.refuse('a member name in double quotes is missing');
    const start = this.at;
    this.skipString();
    const written = this.text.slice(start + 1, this.at - 1);
    const name = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
    this.path.push(name);
    if (!names.add(name)) this.refuse('the member name is repeated', start);
    if (name === '__proto__') this.refuse('the member name is not allowed', start);
    const { membersMax } = this.limits;
    if (++this.members > membersMax) this.refuse(`more than ${membersMax} members`, start);
  }

  private skipString(): void {
    if (this.stringsArePlain) {
      const end = this.text.indexOf('"', this.at + 1);
      if (end < 0) this.refuse('the string has no end');
      this.at = end + 1;
      return;
    }
    this.at++;
    while (this.text.charCodeAt(this.at) !== QUOTE) this.skipCharacter();
    this.at++;
  }

  private skipCharacter(): void {
    const next = this.text.charCodeAt(this.at);
    if (next === BACKSLASH) this.skipEscape();
    else if (next >= SPACE) this.at++;
    else this.refuse(Number.isNaN(next) ? 'the string has no end' : 'a control character in a string');
  }

  private skipEscape(): void {
    if (this.parses && this.text.charCodeAt(this.at + 1) !== LETTER_U) {
      this.at += 2;
      return;
    }
    if (this.matches(SURROGATE)) {
      if (!this.matches(SURROGATE_PAIR)) this.refuse('half of a surrogate pair');
      this.at = SURROGATE_PAIR.lastIndex;
    } else {
      if (!this.matches(ESCAPE)) this.refuse('an unknown escape');
      this.at = ESCAPE.lastIndex;
    }
  }

  private checkNumberOrWord(): void {
    const start = this.at;
    if (this.matches(PLAIN_SAFE_INTEGER)) {
      this.at = PLAIN_SAFE_INTEGER.lastIndex;
    } else if (this.matches(NUMBER)) {
      this.at = NUMBER.lastIndex;
      const problem = problemOfNumber(this.text.slice(start, this.at));
      if (problem !== undefined) this.refuse(problem, start);
    } else {
      if (start === this.text.length) this.refuse('the document ends too early');
      if (!this.matches(WORD)) this.refuse('not a JSON value');
      this.at = WORD.lastIndex;
    }
  }

  private matches(token: RegExp): boolean {
    token.lastIndex = this.at;
    return token.test(this.text);
  }

  /** Returns the code of the next character that is not white space; NaN at the end. */
  private skipSpace(): number {
    for (;;) {
      const next = this.text.charCodeAt(this.at);
      if (next !== SPACE && next !== LINE_FEED && next !== CARRIAGE_RETURN && next !== TAB) return next;
      this.at++;
    }
  }

  private refuse(problem: string, offset: number = this.at): never {
    const field = memberPath(this.path);
    const where = field === undefined ? problem : `${problem} (${field})`;
    throw malformedAt({ text: this.text, offset, problem: where, field });
  }
}

function problemOfNumber(written: string): string | undefined {
  const value = Number(written);
  if (!Number.isFinite(value)) return 'the number is out of range';
  if (!Number.isInteger(value)) return undefined;
  if (!PLAIN_INTEGER.test(written)) return 'an integer must be digits only, with a minus at most';
  return Number.isSafeInteger(value) ? undefined : 'the integer is beyond 9007199254740991';
}

/**
 * Returns a path like `request.items[2].name`, cut at a length; undefined at the top. Odd names could carry anything, so they
 * show as `?`.
 */
function memberPath(path: readonly (string | number)[]): string | undefined {
  if (path.length === 0) return undefined;
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return NAME_TO_SHOW.test(step) ? `.${step}` : '.?';
  });
  return steps.join('').replace(/^\./, '').slice(0, PATH_LENGTH_MAX);
}

const PATH_LENGTH_MAX = 200;
const NAME_TO_SHOW = /^[A-Za-z_]\w{0,63}$/;

const FEW_NAMES = 16;

/** Names of one object. A list is three times as fast as a set for few names, and quadratic for many. */
class MemberNames {
  private readonly few: string[] = [];
  private many: Set<string> | undefined;

  /** Adds a name. Returns false where it exists already. */
  add(name: string): boolean {
    if (this.many === undefined) {
      if (this.few.includes(name)) return false;
      if (this.few.push(name) > FEW_NAMES) this.many = new Set(this.few);
      return true;
    }
    return this.many.size < this.many.add(name).size;
  }
}
