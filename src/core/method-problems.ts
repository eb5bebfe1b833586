import { BUILT_IN_METHODS, type Method } from './method-catalogue.js';
import { CHECKSUM, FIELDS, METHOD_NAME, type Field } from './transactions/fields.js';

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
  if (!RPC_NAME.test(name)) return [`${name} is not a name that XML-RPC allows.`];
  return name.startsWith('system.') ? [`${name} is reserved: system methods are the gateway's own.`] : [];
}

function missingParameters({ name, parameters }: Method): string[] {
  return REQUIRED.filter(
    ({ names, type }) =>
      !parameters.some((it) => names.includes(it.jsonName) && it.type === type && it.isOptional !== true),
  ).map(({ names, type }) => `${name} needs the parameter ${names.join(' or ')} of type ${type}.`);
}

function parameterProblems({ name, parameters }: Method): string[] {
  const seen = new Set(RESERVED);
  return parameters.flatMap((parameter) => {
    const isTaken = seen.has(parameter.jsonName);
    seen.add(parameter.jsonName);
    return [
      ...(JSON_NAME.test(parameter.jsonName) ? [] : [`${name}: ${parameter.jsonName} is not in snake case.`]),
      ...(isTaken ? [`${name}: ${parameter.jsonName} is there twice, or the gateway's own.`] : []),
      ...(hasRoom(parameter) ? [] : [`${name}: the limits of ${parameter.jsonName} leave no room.`]),
    ];
  });
}

function hasRoom(parameter: Field): boolean {
  const { lengthMin = 0, lengthMax = Infinity, valueMin = -Infinity, valueMax = Infinity } = parameter;
  return lengthMin <= lengthMax && valueMin <= valueMax;
}

const RPC_NAME = /^[A-Za-z0-9_.:/]+$/;
const JSON_NAME = /^[a-z][a-z0-9_]*$/;
const REQUIRED: readonly { names: readonly string[]; type: Field['type'] }[] = [
  { names: [FIELDS.terminalId.jsonName], type: 'string' },
  { names: [FIELDS.reference.jsonName], type: 'string' },
  { names: [FIELDS.transactionDate.jsonName, FIELDS.referenceDate.jsonName], type: 'date' },
];
/** Members of `request` that are no parameters. */
const RESERVED: readonly string[] = [CHECKSUM.jsonName, METHOD_NAME.jsonName];
