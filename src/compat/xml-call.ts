import type { JsonValue } from '../core/json.js';
import { parseKlv, toTransactionData } from '../core/klv.js';
import { klvName } from '../core/klv-keys.js';
import type { Method, MethodTable } from '../core/methods.js';
import type { Field } from '../core/transactions/fields.js';
import { parseWireDate, wireDateWithoutZone } from '../core/wire-date.js';
import { CardwayError } from '../errors.js';
import type { NamedCall } from './transaction-input.js';
import type { MethodCall } from './xmlrpc/reader.js';
import { safeInteger, scalarText, type XmlRpcValue } from './xmlrpc/values.js';

/** A methodCall with its parameters named, and every text as it was sent. */
export interface NamedXmlCall extends NamedCall {
  /** Positional, the checksum left out: what the checksum may have been computed over. */
  readonly texts: readonly PositionalText[];
}

export interface PositionalText {
  /** The parameter's name in `fields`. */
  readonly name: string;
  readonly value: XmlRpcValue;
  readonly text: string;
  /** Dates: in the form `yyyyMMddTHH:mm:ss`, in UTC. */
  readonly normalized?: string;
  /** Dates with a zone: in that form too, the digits as they stand before the zone. */
  readonly zoneless?: string;
  /** The same in their own spelling. */
  readonly zonelessText?: string;
}

/** Errors: UNKNOWN_METHOD. */
export function xmlMethod(methods: MethodTable, call: MethodCall): Method {
  const method = methods.find(call.methodName);
  if (method === undefined)
    throw new CardwayError('UNKNOWN_METHOD', { message: 'methodName is not a known method.' });
  return method;
}

/**
 * Names the positional parameters of a methodCall (service.md 2.4, contract 4.1 and 4.3). Every scalar type is taken for a
 * string parameter, by its text. Errors: BAD_REQUEST with the parameter.
 */
export function namedXmlCall(method: Method, call: MethodCall): NamedXmlCall {
  const { parameters } = method;
  const expected = parameters.length + 1;
  if (call.params.length !== expected) {
    const missing =
      parameters[call.params.length]?.jsonName ?? (call.params.length < expected ? 'checksum' : undefined);
    throw new CardwayError('BAD_REQUEST', {
      field: missing,
      message: `${method.name} takes ${String(expected)} parameters; there are ${String(call.params.length)}.`,
    });
  }
  const fields: Record<string, JsonValue> = { ...method.fixed };
  const texts = parameters.map((parameter, index) => take(method, parameter, call.params[index], fields));
  const checksum = call.params[parameters.length];
  fields['checksum'] = (checksum === undefined ? undefined : scalarText(checksum)?.trim()) ?? '';
  return { method, fields, texts };
}

function take(
  method: Method,
  parameter: Field,
  value: XmlRpcValue | undefined,
  into: Record<string, JsonValue>,
): PositionalText {
  const text = value === undefined ? undefined : scalarText(value);
  const { name, jsonName } = parameter;
  if (value === undefined || text === undefined) throw bad(jsonName, `${jsonName} must be a text.`);
  switch (parameter.type) {
    case 'string':
      into[name] = text;
      return { name, value, text };
    case 'int': {
      const integer = safeInteger(value);
      if (integer === undefined) throw bad(jsonName, `${jsonName} must be an integer.`);
      into[name] = integer;
      return { name, value, text };
    }
    case 'date': {
      const date = parseWireDate(text);
      if (date.kind !== 'ok') throw bad(jsonName, `${jsonName} must be a date like 20240131T23:59:59.`);
      into[name] = date.normalized;
      const zoneless = wireDateWithoutZone(text);
      const own = zoneless === null ? {} : { zoneless: zoneless.wireDate, zonelessText: zoneless.text };
      return { name, value, text, normalized: date.normalized, ...own };
    }
    case 'klv': {
      const klv = text.trim() === '' ? '' : text;
      into[name] = klvObject(method, parameter, klv);
      return { name, value, text: klv };
    }
  }
}

function klvObject(method: Method, parameter: Field, text: string): Record<string, string> {
  const reading = parseKlv(text);
  switch (reading.kind) {
    case 'ok':
      return toTransactionData(reading.entries);
    case 'repeated': {
      const field = `${parameter.jsonName}.${klvName(reading.key)}`;
      throw bad(
        field,
        `${field} (KLV ${reading.key}) is given more than once, again at character ${String(reading.offset + 1)}.`,
      );
    }
    case 'broken':
      if (method.effect !== 'money') return toTransactionData(reading.entries, reading.rest);
      throw bad(
        parameter.jsonName,
        `${parameter.jsonName} is not a KLV text: ${reading.reason} at character ${String(reading.offset + 1)}.`,
      );
  }
}

function bad(field: string, message: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field, message });
}
