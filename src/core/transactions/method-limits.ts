import { codePointLength, isPlain } from '../wire/code-points.js';
import { isKlvName, KLV_REST, klvKey, klvName, klvNameMeant } from '../wire/klv-keys.js';
import { KLV_TEXT_MAX, KLV_VALUE_MAX, parseKlv } from '../wire/klv.js';
import {
  bad,
  type Check,
  dateCheck,
  type FieldProblem,
  integerCheck,
  optional,
  required,
  stringCheck,
  unfitCheck,
} from './field-checks.js';
import type { Field } from './fields.js';
import { confusableName } from './known-names.js';
import type { Method } from './methods.js';

type FieldCheck = { readonly kind: 'ok' } | FieldProblem;

/**
 * Checks types and limits of a request's fields (docs/reference/protocol.md#fields) in the order of the method's parameters.
 * Returns the first problem. Lengths are code points, dates are strict, texts hold neither NUL nor half a surrogate pair. Fields
 * that the method does not know are ignored.
 */
export function checkFields(method: Method, fields: Readonly<Record<string, unknown>>): FieldCheck {
  for (const { name, check } of checksOf(method)) {
    const problem = check(fields[name]);
    if (problem !== undefined) return problem;
  }
  return OK;
}

interface NamedCheck {
  readonly name: string;
  readonly check: Check;
}

/** Returns the checks of a method, built once. Each closure knows its limits, so no call reads the table. */
function checksOf(method: Method): readonly NamedCheck[] {
  const known = COMPILED.get(method);
  if (known !== undefined) return known;
  const checks = [...method.parameters, ...(method.beside ?? [])].map((parameter) =>
    compile(parameter, method),
  );
  COMPILED.set(method, checks);
  return checks;
}

const COMPILED = new WeakMap<Method, readonly NamedCheck[]>();
const OK: FieldCheck = { kind: 'ok' };

function compile(parameter: Field, method: Method): NamedCheck {
  const { name, jsonName } = parameter;
  const check = checkOf(parameter, method);
  return { name, check: parameter.isOptional === true ? optional(check) : required(jsonName, check) };
}

function checkOf(parameter: Field, method: Method): Check {
  switch (parameter.type) {
    case 'string':
      return stringCheck(parameter);
    case 'int':
      return integerCheck(parameter);
    case 'date':
      return dateCheck(parameter.jsonName);
    case 'klv':
      return klvCheck({ ...parameter, allowsRest: method.effect !== 'money' });
  }
}

/**
 * Checks an object that stands for KLV text (docs/reference/protocol.md#klv). One key has one name: `klv_002` for
 * `tracking_number` is refused. A caller therefore cannot bypass a rule by name (masked, never saved, which card is meant).
 * Members without a key must be texts too. Errors do not repeat their names, which are the caller's own words. Only a name that
 * looks like a known one is named, and refused.
 */
function klvCheck(args: {
  readonly jsonName: string;
  /** Limit in code points of the KLV text that the object stands for. */
  readonly lengthMax?: number | undefined;
  /** False where unreadable KLV text is refused (effect `money`: docs/reference/protocol.md#klv). */
  readonly allowsRest: boolean;
}): Check {
  const { jsonName: name, lengthMax = KLV_TEXT_MAX, allowsRest } = args;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return membersProblem(name);
    let length = 0;
    for (const member of Object.keys(value)) {
      const text: unknown = (value as Record<string, unknown>)[member];
      if (typeof text !== 'string') return notString(name, member);
      if (text.length <= KLV_VALUE_MAX && isKlvName(member) && isPlain(text)) {
        length += HEADER_LENGTH + text.length;
        continue;
      }
      const measured = measure({ name, member, text, allowsRest });
      if (typeof measured !== 'number') return measured;
      length += measured;
    }
    if (length <= lengthMax) return undefined;
    return bad(name, `${name} must have at most ${lengthMax} characters as KLV text; it has ${length}.`);
  };
}

/** Returns the code points that a member takes in the KLV text, or its problem. */
function measure(args: {
  name: string;
  member: string;
  text: string;
  allowsRest: boolean;
}): number | FieldProblem {
  const { name, member, text } = args;
  const field = `${name}.${member}`;
  const key = klvKey(member);
  if (key === undefined) {
    if (member !== KLV_REST) return ownProblem(args) ?? 0;
    if (!args.allowsRest) return bad(field, `${name} must be readable as KLV to its end; it left a rest.`);
    return restProblem(field, text) ?? codePointLength(text);
  }
  if (klvName(key) !== member) return bad(field, `${field} must be given by its name, ${klvName(key)}.`);
  const length = codePointLength(text);
  if (length > KLV_VALUE_MAX) {
    return bad(field, `${field} must have at most ${KLV_VALUE_MAX} characters; it has ${length}.`);
  }
  return unfitCheck(field, text) ?? HEADER_LENGTH + length;
}

/** Checks a member without a key. The error names it only where it looks like a known name. */
function ownProblem({ name, member, text }: { name: string; member: string; text: string }) {
  const known = klvNameMeant(member);
  if (known === undefined) return unfitCheck(name, text);
  return confusableName(`${name}.${member}`, member, known);
}

/**
 * Refuses a rest that is readable as KLV: readable entries belong under their names. It is parsed behind an entry, because the
 * parser skips white space at the start of a text.
 */
function restProblem(field: string, text: string): FieldProblem | undefined {
  const reading = parseKlv(`${ANY_ENTRY}${text}`);
  const isRest = reading.kind === 'broken' && reading.entries.length === 1;
  return isRest ? unfitCheck(field, text) : bad(field, `${field} must be text that cannot be read as KLV.`);
}

function notString(name: string, member: string): FieldProblem {
  const isOurName = member === KLV_REST || klvKey(member) !== undefined;
  return isOurName ? bad(`${name}.${member}`, `${name}.${member} must be a string.`) : membersProblem(name);
}

function membersProblem(name: string): FieldProblem {
  return bad(name, `${name} must be an object whose members are strings.`);
}

/** Key and length. */
const HEADER_LENGTH = 5;
const ANY_ENTRY = '00000';
