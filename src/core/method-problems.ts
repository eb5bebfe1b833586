import { BUILT_IN_METHODS, type Method } from './method-catalogue.js';
import type { Parameter } from './method-parameters.js';

/**
 * What is wrong with methods from a configuration file, one sentence each; empty when nothing is. A gateway cannot serve a method
 * that names no terminal (nobody to authenticate), no wallet (nobody to look up) or no date (no request id, contract 4.3).
 */
export function methodProblems(extra: readonly Method[]): string[] {
  const names = new Set(BUILT_IN_METHODS.map((method) => method.name));
  return extra.flatMap((method) => {
    const isTaken = names.has(method.name);
    names.add(method.name);
    return [...(isTaken ? [`There are two methods named ${method.name}.`] : []), ...problemsOf(method)];
  });
}

function problemsOf(method: Method): string[] {
  return [...nameProblems(method), ...missingParameters(method), ...parameterProblems(method)];
}

function nameProblems({ name }: Method): string[] {
  if (!METHOD_NAME.test(name)) return [`${name} is not a name that XML-RPC allows.`];
  return name.startsWith('system.') ? [`${name} is reserved: system methods are the gateway's own.`] : [];
}

function missingParameters({ name, parameters }: Method): string[] {
  return REQUIRED.filter(
    ({ names, type }) =>
      !parameters.some((it) => names.includes(it.name) && it.type === type && it.isOptional !== true),
  ).map(({ names, type }) => `${name} needs the parameter ${names.join(' or ')} of type ${type}.`);
}

function parameterProblems({ name, parameters }: Method): string[] {
  const seen = new Set(RESERVED);
  return parameters.flatMap((parameter) => {
    const isTaken = seen.has(parameter.name);
    seen.add(parameter.name);
    return [
      ...(FIELD_NAME.test(parameter.name) ? [] : [`${name}: ${parameter.name} is not in snake case.`]),
      ...(isTaken ? [`${name}: ${parameter.name} is there twice, or the gateway's own.`] : []),
      ...(hasRoom(parameter) ? [] : [`${name}: the limits of ${parameter.name} leave no room.`]),
    ];
  });
}

function hasRoom(parameter: Parameter): boolean {
  const { lengthMin = 0, lengthMax = Infinity, valueMin = -Infinity, valueMax = Infinity } = parameter;
  return lengthMin <= lengthMax && valueMin <= valueMax;
}

const METHOD_NAME = /^[A-Za-z0-9_.:/]+$/;
const FIELD_NAME = /^[a-z][a-z0-9_]*$/;
const REQUIRED: readonly { names: readonly string[]; type: Parameter['type'] }[] = [
  { names: ['terminal_id'], type: 'string' },
  { names: ['reference'], type: 'string' },
  { names: ['transaction_date', 'reference_date'], type: 'date' },
];
/** Members of `request` that are no parameters. */
const RESERVED: readonly string[] = ['checksum', 'method_name'];
