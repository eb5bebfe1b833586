import { CardwayError } from '../errors.js';
import { transactionDataText, type TransactionData } from './klv.js';
import { BUILT_IN_METHODS, type Method } from './method-catalogue.js';
import { knownNames, type KnownNames } from './known-names.js';
import { CHECKSUM, METHOD_NAME, type Field } from './transactions/fields.js';
import { methodProblems } from './method-problems.js';

export { BUILT_IN_METHODS };
export type { AnswerMember, Effect, Method } from './method-catalogue.js';
export { methodProblems };

export interface MethodTable {
  /** Built-in methods first, then those of the configuration, in their order. */
  readonly all: readonly Method[];
  find(name: string): Method | undefined;
  /** The members of `request` that some method takes. */
  readonly requestNames: KnownNames;
  /**
   * The methods whose acceptance before this one means that this one is never sent (contract 4.9). Empty for advices: they are
   * never declined, so a reversal cannot stop one.
   */
  reversalsOf(name: string): readonly string[];
}

/**
 * The methods that a gateway answers: the built-in ones and those of its configuration file.
 *
 * Errors: INTERNAL where `methodProblems(extra)` finds any; the configuration asks first and reports them all.
 */
export function methodTable(extra: readonly Method[] = []): MethodTable {
  const [problem] = methodProblems(extra);
  if (problem !== undefined) throw new CardwayError('INTERNAL', { cause: new Error(problem) });
  const all = [...BUILT_IN_METHODS, ...extra];
  const byName = new Map(all.map((method) => [method.name, method]));
  const reversals = new Map(all.map((method) => [method.name, reversalsOf(method, all)]));
  return {
    all,
    find: (name) => byName.get(name),
    requestNames: knownNames([CHECKSUM.jsonName, METHOD_NAME.jsonName, ...all.flatMap(jsonNamesOf)]),
    reversalsOf: (name) => reversals.get(name) ?? [],
  };
}

/**
 * The positional texts that the checksum of a JSON or GraphQL call is computed over (contract 4.2): texts and dates as they are,
 * integers in decimal, klv objects as KLV text with keys ascending, what is left out as empty text.
 *
 * Errors: INTERNAL for fields that `checkFields` would refuse.
 */
export function checksumArguments(method: Method, fields: Readonly<Record<string, unknown>>): string[] {
  return method.parameters.map((parameter) => argumentText(parameter, fields[parameter.name]));
}

function jsonNamesOf({ parameters, beside = [] }: Method): readonly string[] {
  return [...parameters, ...beside].map(({ jsonName }) => jsonName);
}

function argumentText(parameter: Field, value: unknown): string {
  if (value === undefined) return '';
  if (parameter.type === 'klv') {
    // checkFields has seen to it that every member is a text.
    if (typeof value === 'object' && value !== null) return transactionDataText(value as TransactionData);
  } else if (parameter.type === 'int') {
    if (typeof value === 'number') return String(value);
  } else if (typeof value === 'string') return value;
  throw new CardwayError('INTERNAL', { cause: new Error(`${parameter.jsonName} was not checked before.`) });
}

function reversalsOf(original: Method, all: readonly Method[]): readonly string[] {
  if (original.effect === 'advice') return [];
  const names = all
    .filter((method) => method.reverses?.includes(original.name) === true)
    .map((method) => method.name);
  // The one that undoes just this method comes first: the gateway's own reversal is one of it.
  const own = `${original.name}Reversal`;
  return names.includes(own) ? [own, ...names.filter((name) => name !== own)] : names;
}
