import { readJson } from '../../adapters/json/reader.js';
import { readXmlCall, xmlChecksumTexts, xmlMethod } from '../../adapters/xmlrpc/call.js';
import { type MethodCall, readMethodCall } from '../../adapters/xmlrpc/reader.js';
import { readRequest } from '../../core/transactions/envelope.js';
import { ruleOf } from '../../core/keep.js';
import { HIDDEN } from '../../core/wire/card-numbers.js';
import type { Field } from '../../core/transactions/fields.js';
import { checkFields } from '../../core/transactions/method-limits.js';
import { checksumArguments, type Method, type MethodTable } from '../../core/transactions/methods.js';
import { checksumMessage } from '../../core/wire/checksum.js';
import { isJsonObject, type JsonValue } from '../../core/wire/json.js';
import { klvName } from '../../core/wire/klv-keys.js';
import { parseKlv } from '../../core/wire/klv.js';
import type { ChecksumText } from '../../use-cases/transactions/call/call.js';
import { CliError, UsageError } from '../shell.js';
import { givenFields } from './send.js';

/** A call whose checksum is asked for. */
export interface ChecksumCall {
  readonly method: Method;
  /** Documented text of the checksum. `args` begins with the method name. */
  readonly text: ChecksumText;
}

/**
 * Reads the arguments of a command: `name=value` for a JSON or GraphQL call, or only the values of an XML-RPC call, in
 * positional order. Errors: UsageError, CliError (both name the field).
 */
export function callOfArguments(methods: MethodTable, name: string, given: readonly string[]): ChecksumCall {
  const method = methods.find(name);
  if (method === undefined)
    throw new UsageError(`${name} is not known; known: ${methods.all.map((each) => each.name).join(', ')}.`);
  if (given.every(isPair)) return jsonCall(method, givenFields(method, given));
  const { parameters } = method;
  if (given.length !== parameters.length) {
    const names = parameters.map(({ jsonName }) => jsonName).join(', ');
    const missing = parameters[given.length]?.jsonName;
    throw new UsageError(
      `${name} takes ${String(parameters.length)} values; there are ${String(given.length)}${missing === undefined ? '' : `, and ${missing} is missing`}. In order: ${names}. The checksum is not one of them.`,
    );
  }
  const params = given.map((text) => ({ kind: 'scalar', type: 'string', text }) as const);
  return xmlCall(methods, {
    methodName: name,
    params: [...params, { kind: 'scalar', type: 'string', text: '' }],
    encoding: 'utf-8',
  });
}

/** Begins like a field of the JSON interface. A terminal id, which comes first by position, never has this form. */
function isPair(argument: string): boolean {
  return /^[a-z_]{4,}(?:\.\w+)?=/.test(argument);
}

/** Reads a document as a caller posts it: a JSON envelope, or a methodCall. Errors: CliError, and CardwayError as on the interfaces. */
export function callOfDocument(methods: MethodTable, body: Buffer): ChecksumCall {
  const first = /[^\s\ufeff]/.exec(body.toString('utf8', 0, 64))?.[0];
  if (first !== '{') return xmlCall(methods, readMethodCall(body));
  const envelope = readJson(body);
  const request = isJsonObject(envelope) ? envelope['request'] : undefined;
  if (!isJsonObject(request)) throw new CliError('request is missing: the document is no JSON envelope.');
  const name = request['method_name'];
  const method = typeof name === 'string' ? methods.find(name) : undefined;
  if (method === undefined) throw new CliError('method_name is not a known method.');
  const { fields } = readRequest(method, request);
  return jsonCall(method, fields);
}

function jsonCall(method: Method, fields: Readonly<Record<string, JsonValue>>): ChecksumCall {
  requireFields(method, fields);
  const args = checksumArguments(method, fields);
  return { method, text: { args: [method.name, ...args], message: checksumMessage(method.name, args) } };
}

function xmlCall(methods: MethodTable, call: MethodCall): ChecksumCall {
  const method = xmlMethod(methods, call);
  const { call: read, texts } = readXmlCall(method, call);
  requireFields(method, read.fields);
  const [text] = xmlChecksumTexts(method, texts, call.encoding);
  if (text === undefined) throw new CliError('The call has no text.');
  return { method, text };
}

function requireFields(method: Method, fields: Readonly<Record<string, JsonValue | undefined>>): void {
  const checked = checkFields(method, fields);
  if (checked.kind !== 'ok') throw new CliError(checked.message);
}

/** One part of the text, for people. */
export interface Part {
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the parts of a text in its order. PIN blocks, one-time passwords and digitized card numbers are replaced by
 * `[hidden]`: the gateway never stores them either.
 */
export function shownParts(method: Method, { args }: ChecksumText): readonly Part[] {
  const values = method.parameters.map((parameter, index) => ({
    name: parameter.jsonName,
    text: shown(parameter, args[index + 1] ?? ''),
  }));
  return [{ name: 'method_name', text: method.name }, ...values];
}

function shown({ type, isSecret }: Field, text: string): string {
  if (isSecret === true && text !== '') return HIDDEN;
  if (type !== 'klv') return text;
  const reading = parseKlv(text);
  if (reading.kind === 'repeated') return text;
  const hides = reading.entries.some(isHidden) || reading.kind === 'broken';
  if (!hides) return text;
  const entries = reading.entries.map((entry) => {
    const length = String([...entry.value].length).padStart(2, '0');
    return `${entry.key}${length}${isHidden(entry) ? HIDDEN : entry.value}`;
  });
  return entries.join('') + (reading.kind === 'broken' ? HIDDEN : '');
}

function isHidden({ key, value }: { readonly key: string; readonly value: string }): boolean {
  return value !== '' && ['never', 'cut'].includes(ruleOf(klvName(key)));
}
