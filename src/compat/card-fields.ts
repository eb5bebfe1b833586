import type { ZodType } from 'zod';
import { isJsonObject, type JsonValue } from '../core/json.js';
import { CardwayError } from '../errors.js';
import { readJson } from './json/reader.js';
import type { JsonLimits } from './json/check.js';
import { CARD_ID, readMember } from './rest-schemas.js';
import { decodeUtf8 } from './utf8.js';

/** What a request says, and where: a field may stand in the query and in the body. */
export interface GivenFields {
  readonly query: URLSearchParams;
  readonly form: URLSearchParams | null;
  readonly json: Readonly<Record<string, JsonValue>> | null;
}

/**
 * Reads the fields of a provisioning call: a JSON object, a form, the query, or both of the query and one of the others.
 * Errors: MALFORMED, BAD_REQUEST (JSON that is no object), UNSUPPORTED_MEDIA_TYPE.
 */
export function readFields(
  request: { readonly mediaType: string; readonly body: Buffer; readonly search: string },
  jsonLimits: JsonLimits,
): GivenFields {
  const query = new URLSearchParams(request.search);
  // What a client says of a body that it did not send is of no interest.
  if (request.body.length === 0) return { query, form: null, json: null };
  if (request.mediaType === 'application/json') {
    const json = readJson(request.body, jsonLimits);
    if (!isJsonObject(json)) throw bad(undefined, 'The body must be a JSON object.');
    return { query, form: null, json };
  }
  if (request.mediaType === 'application/x-www-form-urlencoded') {
    const text = decodeUtf8(request.body, 'the bytes are not UTF-8');
    return { query, form: new URLSearchParams(text), json: null };
  }
  throw new CardwayError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'Content-Type must be application/json or application/x-www-form-urlencoded.',
  });
}

/** `card_id`, an integer or a string of digits, wherever it stands. Errors: BAD_REQUEST. */
export function cardIdOf({ query, form, json }: GivenFields): number {
  const given: JsonValue[] = [...query.getAll('card_id'), ...(form?.getAll('card_id') ?? [])];
  if (json !== null && 'card_id' in json) given.push(json['card_id'] ?? null);
  const [first, ...others] = (given.length === 0 ? [undefined] : given).map((value) =>
    readMember('card_id', CARD_ID, value),
  );
  if (first === undefined || others.some((other) => other !== first)) {
    throw bad('card_id', 'card_id is given in two places with two values.');
  }
  return first;
}

/** A text in the body: what is secret must not stand in a URL, where logs keep it. Errors: BAD_REQUEST. */
export function textInBody(
  { query, form, json }: GivenFields,
  name: string,
  schema: ZodType<string>,
): string {
  if (query.has(name)) throw bad(name, `${name} must be in the body, not in the query.`);
  const inForm = form?.getAll(name) ?? [];
  if (inForm.length > 1) throw bad(name, `${name} is given more than once.`);
  return readMember(name, schema, json === null ? inForm[0] : json[name]);
}

function bad(field: string | undefined, message: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field, message });
}
