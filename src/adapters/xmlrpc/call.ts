import type { Field } from '../../core/transactions/fields.js';
import type { Method, MethodTable } from '../../core/transactions/methods.js';
import { checksumMessage } from '../../core/wire/checksum.js';
import type { JsonValue } from '../../core/wire/json.js';
import { klvName } from '../../core/wire/klv-keys.js';
import { parseKlv, toTransactionData } from '../../core/wire/klv.js';
import { parseWireDate, wireDateWithoutZone } from '../../core/wire/wire-date.js';
import { badRequest, unknownMethod } from '../../platform/errors.js';
import type { ChecksumText, TransactionCall } from '../../use-cases/transactions/call/call.js';
import { transactionCall } from '../transaction-call.js';
import type { XmlEncoding } from './encoding.js';
import type { MethodCall } from './reader.js';
import { safeInteger, scalarBytes, scalarText, type XmlRpcParam } from './values.js';

/** A methodCall with named parameters, and every text as sent. */
interface XmlCall {
  readonly call: TransactionCall;
  /** Texts by position, without the checksum, which may have been computed over them. */
  readonly texts: readonly PositionalText[];
}

interface PositionalText {
  readonly value: XmlRpcParam;
  /** The text as sent. For a date that is not written as documented, all ways to write it. */
  readonly forms: Forms;
  /** KLV of white space alone: that white space. Its form is empty, because clients that indent a document sign nothing there. */
  readonly blank?: string;
}

type Forms = readonly [Form, ...Form[]];

interface Form {
  readonly text: string;
  /** The date that a checksum over this text proves, by its name in `fields`, as `yyyyMMddTHH:mm:ss` in UTC. */
  readonly dates?: Readonly<Record<string, string>>;
}

/** Returns the method of a call. Errors: UNKNOWN_METHOD. */
export function xmlMethod(methods: MethodTable, call: MethodCall): Method {
  const method = methods.find(call.methodName);
  if (method === undefined)
    throw unknownMethod(call.methodName, { message: 'methodName is not a known method.' });
  return method;
}

/**
 * Names the positional parameters of a methodCall (docs/reference/protocol.md#methods,
 * docs/reference/protocol.md#xml-rpc-requests). A string parameter accepts every scalar type, by its text. Errors: BAD_REQUEST
 * with the parameter.
 */
export function readXmlCall(method: Method, call: MethodCall): XmlCall {
  const { parameters } = method;
  const expected = parameters.length + 1;
  if (call.params.length !== expected) {
    const missing =
      parameters[call.params.length]?.jsonName ?? (call.params.length < expected ? 'checksum' : undefined);
    throw badRequest(
      missing,
      `${method.name} takes ${String(expected)} parameters; there are ${String(call.params.length)}.`,
    );
  }
  for (const [position, param] of call.params.entries()) {
    if (param.kind !== 'misfit') continue;
    const field = parameters[position]?.jsonName ?? 'checksum';
    throw badRequest(field, `The text of ${field} does not fit the type ${param.type}.`);
  }
  const fields: Record<string, JsonValue> = { ...method.fixed };
  const texts = parameters.map((parameter, index) =>
    readParameter(method, parameter, call.params[index], fields),
  );
  fields['checksum'] = scalarText(call.params[parameters.length])?.trim() ?? '';
  return { call: transactionCall(method, { fields }), texts };
}

function readParameter(
  method: Method,
  parameter: Field,
  value: XmlRpcParam | undefined,
  into: Record<string, JsonValue>,
): PositionalText {
  const text = scalarText(value);
  const { name, jsonName } = parameter;
  if (value === undefined || text === undefined) throw badRequest(jsonName, `${jsonName} must be a text.`);
  switch (parameter.type) {
    case 'string':
      into[name] = text;
      return { value, forms: [{ text }] };
    case 'int': {
      const integer = safeInteger(value);
      if (integer === undefined) throw badRequest(jsonName, `${jsonName} must be an integer.`);
      into[name] = integer;
      return { value, forms: [{ text }] };
    }
    case 'date': {
      const date = parseWireDate(text);
      if (date.kind !== 'ok')
        throw badRequest(jsonName, `${jsonName} must be a date like 20240131T23:59:59.`);
      into[name] = date.normalized;
      return { value, forms: dateForms(name, text, date.normalized) };
    }
    case 'klv': {
      const klv = text.trim() === '' ? '' : text;
      into[name] = klvObject(method, parameter, klv);
      return { value, forms: [{ text: klv }], ...(klv === text ? {} : { blank: text }) };
    }
  }
}

/** Returns the ways to write a date: as sent, in UTC, and its own digits without the zone, as documented and as spelled. */
function dateForms(name: string, text: string, normalized: string): Forms {
  const form = (written: string, date: string): Form => ({ text: written, dates: { [name]: date } });
  const zoneless = wireDateWithoutZone(text) ?? { text, wireDate: normalized };
  const asSent = form(text, normalized);
  if (text === normalized) return [asSent];
  return [
    asSent,
    form(normalized, normalized),
    form(zoneless.wireDate, zoneless.wireDate),
    form(zoneless.text, zoneless.wireDate),
  ];
}

function klvObject(method: Method, parameter: Field, text: string): Record<string, string> {
  const reading = parseKlv(text);
  switch (reading.kind) {
    case 'ok':
      return toTransactionData(reading.entries);
    case 'repeated': {
      const field = `${parameter.jsonName}.${klvName(reading.key)}`;
      throw badRequest(
        field,
        `${field} (KLV ${reading.key}) is given more than once, again at character ${String(reading.offset + 1)}.`,
      );
    }
    case 'broken':
      if (method.effect !== 'money') return toTransactionData(reading.entries, reading.rest);
      throw badRequest(
        parameter.jsonName,
        `${parameter.jsonName} is not a KLV text: ${reading.reason} at character ${String(reading.offset + 1)}.`,
      );
  }
}

/**
 * Returns the readings of an XML call that its checksum may have been computed over, in the order of
 * docs/reference/protocol.md#checksum-texts. They are the decoded text, the text with the CRLF line ends that XML turned into LF,
 * and the document's own bytes. Each also comes with the dates in the documented form, which has no zone. These are converted to
 * UTC, or keep their own digits without the zone, in that form or as spelled.
 *
 * Each reading carries the dates that a checksum over it proves. A zone that the checksum does not cover changes no date: anybody
 * who saw the call could have written it.
 */
export function xmlChecksumTexts(
  { name }: Pick<Method, 'name'>,
  texts: readonly PositionalText[],
  encoding: XmlEncoding,
): readonly ChecksumText[] {
  const readings: ChecksumText[] = [];
  for (const { args, dates } of [...rowsOf(texts), ...rowsWithBlanks(texts)]) {
    const row = (signed: readonly string[], message = checksumMessage(name, signed)): void => {
      readings.push({ args: [name, ...signed], message, dates });
    };
    row(args);
    if (args.some((text) => text.includes('\n'))) row(args.map((text) => text.replace(/\r?\n/g, '\r\n')));
    const bytes = documentBytes(name, texts, args, encoding);
    if (bytes !== null) row(args, bytes);
  }
  return readings;
}

interface Row {
  readonly args: readonly string[];
  readonly dates: Readonly<Record<string, string>>;
}

/** Returns one row of texts for each way to write the dates, without equal rows. */
function rowsOf(texts: readonly PositionalText[]): readonly Row[] {
  const rows: Row[] = [];
  const ways = Math.max(1, ...texts.map(({ forms }) => forms.length));
  for (let way = 0; way < ways; way += 1) {
    const forms = texts.map((text) => text.forms[way] ?? text.forms[0]);
    const args = forms.map(({ text }) => text);
    const isKnown = rows.some((known) => known.args.every((text, index) => text === args[index]));
    const dates: Record<string, string> = {};
    for (const form of forms) if (form.dates !== undefined) Object.assign(dates, form.dates);
    if (!isKnown) rows.push({ args, dates });
  }
  return rows;
}

/** Returns the rows of a client that signs the white space of a KLV text. */
function rowsWithBlanks(texts: readonly PositionalText[]): readonly Row[] {
  if (texts.every(({ blank }) => blank === undefined)) return [];
  return rowsOf(
    texts.map((text) => (text.blank === undefined ? text : { ...text, forms: [{ text: text.blank }] })),
  );
}

/** Returns the document's bytes of a call; null where they equal those of the UTF-8 text, or cannot be made. */
function documentBytes(
  name: string,
  texts: readonly PositionalText[],
  args: readonly string[],
  encoding: XmlEncoding,
): Buffer | null {
  if (encoding === 'utf-8' || args.every((text) => isAscii(text))) return null;
  const parts = texts.map(({ value, forms }, index) =>
    args[index] === forms[0].text ? scalarBytes(value, encoding) : Buffer.from(args[index] ?? ''),
  );
  return parts.every((part) => part !== undefined) ? Buffer.concat([Buffer.from(name), ...parts]) : null;
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
