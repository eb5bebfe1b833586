import { isExactInteger, isJsonObject, type JsonObject, type JsonValue } from '../../core/wire/json.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type { HttpRequest } from '../exchange.js';
import { decodeUtf8, malformedAt } from '../malformed.js';

/**
 * Reads a JSON text (docs/reference/protocol.md#json-requests). It refuses what the gateway could not keep, sign and forward as one value:
 * bytes that are not UTF-8, integers beyond ±(2^53-1), numbers out of range, `__proto__`, lone surrogates, and texts over the limits. It
 * drops a byte order mark. The last value of a repeated member name counts.
 *
 * Errors: MALFORMED with line and column.
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

/**
 * Reads the object in the body of a request, behind its media type. Errors: UNSUPPORTED_MEDIA_TYPE, MALFORMED, BAD_REQUEST.
 */
export function readJsonObject({ mediaType, body }: Pick<HttpRequest, 'mediaType' | 'body'>): JsonObject {
  if (mediaType !== 'application/json')
    throw new CardwayError('UNSUPPORTED_MEDIA_TYPE', { message: 'Content-Type must be application/json.' });
  const value = readJson(body);
  if (!isJsonObject(value)) throw badRequest(undefined, 'The body must be a JSON object.');
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

/** Returns the error for the first token of a JSON text that cannot be kept. */
function refusalOf(text: string, { depthMax, membersMax }: Limits): CardwayError {
  let depth = 0;
  let members = 0;
  const problemOf = (token: string, isName: boolean): string | null => {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth > depthMax) return `nested deeper than ${depthMax}`;
    if (/^[-\d]/.test(token)) return problemOfNumber(Number(token));
    if (!token.startsWith('"')) return null;
    const string = JSON.parse(token) as string;
    if (isName) members += 1;
    if (isName && string === '__proto__') return 'the member name is not allowed';
    if (members > membersMax) return `more than ${membersMax} members`;
    return string.isWellFormed() ? null : 'half of a surrogate pair';
  };
  for (const { 1: token = '', 2: colon, index: offset } of text.matchAll(TOKEN)) {
    const problem = problemOf(token, colon !== undefined);
    if (problem !== null) return malformedAt({ text, offset, problem });
  }
  return malformedAt({ text, offset: 0, problem: 'a value that cannot be kept' });
}

/**
 * Strings, numbers and brackets of a text that is JSON. A colon tells that a string is a name. The end of a string is optional, so
 * that the pattern takes linear time on any text.
 */
const TOKEN = /("(?:[^"\\]|\\.)*"?|-?\d[^\s,\]}]*|[{}[\]])(?:\s*(:))?/g;

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
