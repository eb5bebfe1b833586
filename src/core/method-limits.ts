import {
  dateCheck,
  integerCheck,
  optional,
  required,
  stringCheck,
  type Check,
  type FieldProblem,
} from './field-checks.js';
import { klvCheck } from './klv-check.js';
import type { Method } from './methods.js';
import type { Field } from './transactions/fields.js';

export type { FieldProblem };

export type FieldCheck = { readonly kind: 'ok' } | FieldProblem;

/**
 * Types and limits of a request's fields (service.md 2.2, 2.4 and 8), in the order of the method's parameters; the first problem is
 * told. Lengths are code points, dates are strict, texts hold neither NUL nor half a surrogate pair. Fields that the
 * method does not know are not looked at.
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

/** Built once per method: a closure knows its limits, so nothing of the table is read per call. */
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
