import { isExactInteger, type JsonObject, type JsonValue } from '../../core/wire/json.js';
import type { CardwayError } from '../../platform/errors.js';
import { decodeUtf8, malformedAt } from '../malformed.js';

/**
 * Reads a JSON text (docs/reference/protocol.md#json-requests). It refuses what the gateway could not keep, sign and forward as one value:
 * bytes that are not UTF-8, integers beyond ±(2^53-1), numbers out of range, `__proto__`, lone surrogates, and texts over the limits. It
 * drops a byte order mark. The last value of a repeated member name counts.
 *
 * Errors: MALFORMED with line, column and, where one exists, the path of the member.
 */
export function readJson(body: Buffer, options: Partial<JsonOptions> = {}): JsonValue {
  const text = decodeUtf8(body, 'the bytes are not UTF-8');
  const { numbers, ...limits } = { ...JSON_LIMITS, ...options };
  const { depthMax } = limits;
  const run = text.indexOf(DEEP_RUN);
  if (run !== -1)
    throw malformedAt({ text, offset: run + depthMax, problem: `nested deeper than ${depthMax}` });
  const value = parse(text, numbers);
  if (!isWithin(value, limits)) throw refusalOf(text, limits);
  return value;
}

/** Brackets in a row that no caller writes. V8 takes 30 ms and more to read 64,000 levels, because it collects garbage meanwhile. */
const DEEP_RUN = '['.repeat(20_000);

export interface JsonOptions {
  /** Maximum nesting of objects and arrays. */
  readonly depthMax: number;
  /** Members of all objects together. */
  readonly membersMax: number;
  /** A number that is not kept exactly, as an integer beyond ±(2^53-1), is refused, or becomes a string with its text. */
  readonly numbers: 'exact' | 'text';
}

type Limits = Omit<JsonOptions, 'numbers'>;

/** docs/reference/protocol.md#json-requests states these limits. */
export const JSON_LIMITS: JsonOptions = { depthMax: 32, membersMax: 2000, numbers: 'exact' };

function parse(text: string, numbers: JsonOptions['numbers']): JsonValue {
  try {
    // A reviver takes as long as the whole rest. Few texts have a number for it.
    return (
      numbers === 'text' && UNUSUAL_NUMBER.test(text) ? JSON.parse(text, withNumberTexts) : JSON.parse(text)
    ) as JsonValue;
  } catch (error) {
    throw syntaxErrorOf(text, error);
  }
}

const UNUSUAL_NUMBER = /\d{16}|\d[eE]|\.\d{15}/;

/** Keeps the text of a number that JavaScript would round to an integer, or that is out of its range. */
function withNumberTexts(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const isKept = Number.isInteger(value)
    ? Number.isSafeInteger(value) && isExactInteger(context.source)
    : Number.isFinite(value);
  return isKept ? value : context.source;
}

/** Returns whether the value is within the limits, and all of it can be kept. */
function isWithin(value: JsonValue, { depthMax, membersMax }: Limits): boolean {
  let members = 0;
  const isObjectWithin = (object: JsonObject, depth: number): boolean => {
    const names = Object.keys(object);
    members += names.length;
    if (members > membersMax) return false;
    return names.every(
      (name) => name !== '__proto__' && name.isWellFormed() && isRight(object[name] ?? null, depth),
    );
  };
  const isRight = (one: JsonValue, depth: number): boolean => {
    if (typeof one === 'string') return one.isWellFormed();
    if (typeof one === 'number') return problemOfNumber(one) === null;
    if (typeof one !== 'object' || one === null) return true;
    if (depth >= depthMax) return false;
    return Array.isArray(one)
      ? one.every((item) => isRight(item, depth + 1))
      : isObjectWithin(one, depth + 1);
  };
  return isRight(value, 0);
}

function problemOfNumber(value: number): string | null {
  if (!Number.isFinite(value)) return 'the number is out of range';
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? 'the integer is beyond 9007199254740991'
    : null;
}

/** Place in a text: the members and items around it, outermost first. */
type Path = (string | number)[];

/** Returns the error for the first token of a JSON text that cannot be kept. */
function refusalOf(text: string, { depthMax, membersMax }: Limits): CardwayError {
  const path: Path = [];
  let members = 0;
  let isName = false;
  const problemOf = (token: string): string | null => {
    if (token.startsWith('"')) {
      const string = JSON.parse(token) as string;
      if (isName) {
        path[path.length - 1] = string;
        members += 1;
        if (string === '__proto__') return 'the member name is not allowed';
        if (members > membersMax) return `more than ${membersMax} members`;
      }
      return string.isWellFormed() ? null : 'half of a surrogate pair';
    }
    return /^[-\d]/.test(token) ? problemOfNumber(Number(token)) : null;
  };
  for (const { 0: token, index: offset } of text.matchAll(TOKEN)) {
    const problem = problemOf(token);
    if (problem !== null) return refused({ text, offset, problem, path });
    const last = path.at(-1);
    if (token === '{' || token === '[') path.push(token === '{' ? '' : 0);
    if (path.length > depthMax)
      return refused({ text, offset, problem: `nested deeper than ${depthMax}`, path: path.slice(0, -1) });
    if (token === '}' || token === ']') path.pop();
    if (token === ',' && typeof last === 'number') path[path.length - 1] = last + 1;
    isName = token === '{' || (token === ',' && typeof last === 'string');
  }
  return refused({ text, offset: 0, problem: 'a value that cannot be kept', path: [] });
}

/** Tokens of a text that is JSON. The end of a string is optional, so that the pattern takes linear time on any text. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

function refused(about: {
  readonly text: string;
  readonly offset: number;
  readonly problem: string;
  readonly path: Path;
}): CardwayError {
  const field = memberPath(about.path);
  return malformedAt({
    ...about,
    problem: field === undefined ? about.problem : `${about.problem} (${field})`,
    field,
  });
}

/**
 * Returns a path like `request.items[2].name`, cut at a length; undefined at the top. Odd names could carry anything, so they
 * show as `?`.
 */
function memberPath(path: Path): string | undefined {
  if (path.length === 0) return undefined;
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return NAME_TO_SHOW.test(step) ? `.${step}` : '.?';
  });
  return steps.join('').replace(/^\./, '').slice(0, PATH_LENGTH_MAX);
}

const PATH_LENGTH_MAX = 200;
const NAME_TO_SHOW = /^[A-Za-z_]\w{0,63}$/;

/** Returns the error for a text that is not JSON. */
function syntaxErrorOf(text: string, error: unknown): CardwayError {
  const { reason, position } = readSyntaxError(text, error);
  const offset = position ?? offsetOfBreak(text);
  const isEnd = text.slice(offset).trim() === '';
  return malformedAt({ text, offset, problem: isEnd ? 'the document ends too early' : `not JSON${reason}` });
}

/** Reads the message of an error of V8. For an unexpected token, V8 quotes the text, which may hold anything, and gives no position. */
function readSyntaxError(
  text: string,
  error: unknown,
): { readonly reason: string; readonly position: number | null } {
  const message = error instanceof Error ? error.message : '';
  if (message === 'Unexpected end of JSON input') return { reason: '', position: text.length };
  const said = message.startsWith('Unexpected token')
    ? null
    : /^([A-Z].*?)(?: in JSON| after JSON)? at position (\d+)/.exec(message);
  if (said === null) return { reason: '', position: null };
  return { reason: `: ${said[1]?.toLowerCase() ?? ''}`, position: Math.min(Number(said[2]), text.length) };
}

/** Searches for the end of the shortest beginning of the text that no continuation can make JSON. */
function offsetOfBreak(text: string): number {
  const isBroken = (length: number): boolean => {
    const beginning = text.slice(0, length);
    try {
      JSON.parse(beginning);
      return false;
    } catch (error) {
      return (readSyntaxError(beginning, error).position ?? 0) < length;
    }
  };
  let [whole, broken] = [0, Math.min(text.length, SEARCHED_MAX)];
  while (broken - whole > 1) {
    const middle = Math.floor((whole + broken) / 2);
    if (isBroken(middle)) broken = middle;
    else whole = middle;
  }
  return whole;
}

/** Longest text that is searched, which takes some milliseconds. */
const SEARCHED_MAX = 65_536;
