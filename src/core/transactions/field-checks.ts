import { codePointLength, isPlain, textFault } from '../wire/code-points.js';
import { isStrictWireDate } from '../wire/wire-date.js';
import type { Field } from './fields.js';

export interface FieldProblem {
  readonly kind: 'bad';
  /** Path in the JSON names: `narrative`, `transaction_data.network`. */
  readonly field: string;
  /** One sentence that names the limit. Never holds the value. */
  readonly message: string;
}

/** Check of one value. Undefined where nothing is wrong. */
export type Check = (value: unknown) => FieldProblem | undefined;

export function required(name: string, check: Check): Check {
  const missing = bad(name, `${name} is missing.`);
  return (value) => (value === undefined ? missing : check(value));
}

export function optional(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value));
}

export function stringCheck({ jsonName: name, lengthMin = 1, lengthMax = 255 }: Limits): Check {
  const wrongType = bad(name, `${name} must be a string.`);
  return (value) => {
    if (typeof value !== 'string') return wrongType;
    if (value.length >= lengthMin && value.length <= lengthMax && isPlain(value)) return undefined;
    const length = codePointLength(value);
    if (length < lengthMin || length > lengthMax) {
      return bad(name, `${name} must have ${range(lengthMin, lengthMax)} characters; it has ${length}.`);
    }
    return unfitCheck(name, value);
  };
}

export function integerCheck({
  jsonName: name,
  valueMin = 0,
  valueMax = Number.MAX_SAFE_INTEGER,
}: Limits): Check {
  const problem = bad(name, `${name} must be an integer from ${valueMin} to ${valueMax}.`);
  return (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= valueMin && value <= valueMax
      ? undefined
      : problem;
}

export function dateCheck(name: string): Check {
  const problem = bad(name, `${name} must be a real date in the form yyyyMMddTHH:mm:ss.`);
  return (value) => (typeof value === 'string' && isStrictWireDate(value) ? undefined : problem);
}

/** Refuses texts that XML or UTF-8 cannot represent: they cannot be signed or forwarded unchanged. */
export function unfitCheck(field: string, text: string): FieldProblem | undefined {
  const fault = textFault(text);
  if (fault === undefined) return undefined;
  return bad(
    field,
    `${field} must not hold ${fault === 'nul' ? 'the character NUL' : 'half of a surrogate pair'}.`,
  );
}

export function bad(field: string, message: string): FieldProblem {
  return { kind: 'bad', field, message };
}

type Limits = Partial<Field> & Pick<Field, 'jsonName'>;

function range(min: number, max: number): string {
  return min === max ? `exactly ${min}` : `${min} to ${max}`;
}
