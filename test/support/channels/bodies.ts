import { checksumOf, ownerOf, requestIdOf, type Call } from './call.js';
import { klvObject, SPECIFIED_NAMES } from './klv.js';
import { camelCase, positionsOf } from './methods.js';

type Json = Record<string, unknown>;

/** Returns a methodCall as the processor writes it: compact, with typed strings. */
export function methodCallBody(call: Call): string {
  const params = [
    ...positionsOf(call.method).flatMap(({ name, kind }) => {
      const text = call.fields[name];
      return text === undefined ? [] : [{ tag: TAGS[kind], text }];
    }),
    ...(call.checksum === null ? [] : [{ tag: 'string', text: checksumOf(call, 'printed') }]),
  ];
  const written = params.map(
    ({ tag, text }) => `<param><value><${tag}>${escaped(text)}</${tag}></value></param>`,
  );
  return `<?xml version="1.0"?><methodCall><methodName>${call.method}</methodName><params>${written.join('')}</params></methodCall>`;
}

/** Returns the JSON envelope (docs/reference/protocol.md#envelope). */
export function envelopeOf(call: Call): Json & { request: Json } {
  const { customerId, cardId } = ownerOf(call);
  return {
    request: {
      ...named(call),
      ...(call.method === 'Balance' ? { request_amount: 0 } : {}),
      ...(call.checksum === null ? {} : { checksum: checksumOf(call, 'canonical') }),
      method_name: call.method,
    },
    customer_id: call.customerId ?? customerId,
    card_id: call.cardId ?? cardId,
    request_id: call.requestId ?? requestIdOf(call),
  };
}

export interface GraphQLBody {
  readonly query: string;
  readonly variables: { readonly input: Json };
}

/** Returns the mutation of the call's method. Leaves the request id to the gateway unless the call names one. */
export function graphQLBody(call: Call): GraphQLBody {
  const [field, type] = MUTATIONS[call.method] ?? ['transact', 'TransactionInput'];
  const { customerId, cardId } = ownerOf(call);
  const input: Json = {
    ...(field === 'transact' ? { methodName: call.method } : {}),
    ...(call.checksum === null ? {} : { checksum: checksumOf(call, 'canonical') }),
    customerId: call.customerId ?? customerId,
    cardId: call.cardId ?? cardId,
    ...(call.requestId === undefined ? {} : { requestId: call.requestId }),
  };
  const parameters: Json = {};
  for (const [name, value] of Object.entries(named(call))) {
    if (INPUT_FIELDS.has(name)) input[camelCase(name)] = DATA_FIELDS.has(name) ? dataInput(value) : value;
    else parameters[name] = value;
  }
  if (Object.keys(parameters).length > 0) input['parameters'] = parameters;
  const query = `mutation Call($input: ${type}!) { ${field}(input: $input) { status message customerId requestId replayed response { resultCode resultText balanceAmount actualBalance approvalAmount fields } } }`;
  return { query, variables: { input } };
}

/** Returns snake-case fields: integers as numbers, KLV as objects. */
function named(call: Call): Json {
  const fields: Json = {};
  for (const { name, kind } of positionsOf(call.method)) {
    const text = call.fields[name];
    if (text === undefined) continue;
    fields[name] = kind === 'int' ? integerOf(text) : kind === 'klv' ? klvObject(text) : text;
  }
  return fields;
}

/** Returns the integer. Any other text stays a text, which the interface has to refuse. */
function integerOf(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

function dataInput(value: unknown): Json {
  const input: Json = {};
  const other: { key: string; value: unknown }[] = [];
  for (const [name, text] of Object.entries(value as Json)) {
    if (SPECIFIED_NAMES.includes(name)) input[camelCase(name)] = text;
    else other.push({ key: name, value: text });
  }
  return other.length === 0 ? input : { ...input, other };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const TAGS = { text: 'string', klv: 'string', int: 'int', date: 'dateTime.iso8601' } as const;

const MUTATIONS: Readonly<Record<string, readonly [field: string, type: string]>> = {
  Balance: ['balance', 'BalanceInput'],
  Deduct: ['deduct', 'DeductInput'],
};

/** Fields that GraphQL's inputs have by name. The others are sent in `parameters`. */
const INPUT_FIELDS: ReadonlySet<string> = new Set([
  ...['terminal_id', 'reference', 'request_amount', 'narrative', 'transaction_type', 'transaction_data'],
  ...['transaction_id', 'transaction_date', 'reference_id', 'reference_date', 'message_name', 'message_data'],
  ...['voucher_number', 'stop_reason', 'pin_block'],
]);

const DATA_FIELDS: ReadonlySet<string> = new Set(['transaction_data', 'message_data']);
