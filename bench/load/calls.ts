import { createHmac } from 'node:crypto';
import { readRequest } from '../../src/core/transactions/envelope.js';
import { checksumArguments, type Method, methodTable } from '../../src/core/transactions/methods.js';
import type { JsonObject } from '../../src/core/wire/json.js';
import { KLV_ARGUMENTS } from '../../src/core/wire/klv-keys.js';
import { parseKlv, toTransactionData } from '../../src/core/wire/klv.js';
import { DEDUCT_DOCUMENT } from './deduct-document.js';
import { walletOf } from './wallets.js';

/** Form of a call. No two calls are the same. */
export type CallKind = 'json' | 'xml' | 'graphql';

export interface Call {
  readonly path: string;
  readonly contentType: string;
  readonly authorization: string | null;
  readonly body: string;
  /** Pattern of every approving reply. */
  readonly approved: RegExp;
}

export interface CallOptions {
  readonly kind: CallKind;
  /** Number of wallets of the directory that the calls go around. */
  readonly wallets: number;
  /** Number that tells runs apart: no two runs send the same request id or checksum. */
  readonly run: number;
  readonly terminalId: string;
  readonly password: string;
  readonly clientKey: string;
}

/** Published sample "Deduct ATM". Each call gets its own transaction id. */
const SAMPLE = {
  request_amount: 1439,
  narrative: 'CUR ESPERAMOS SUPERMAR CURACAO       CUW',
  transaction_type: '01',
  transaction_data:
    '002156270281000000210041200000000250002604601104903532085024225003EMV25110MasterCard2530451122540025500',
};

export function deductCalls(options: CallOptions): () => Call {
  const method = methodTable([]).find('Deduct');
  if (method === undefined) throw new Error('There is no method Deduct.');
  const write = WRITERS[options.kind](options);
  let count = 0;
  return () => {
    count += 1;
    return write(transactionOf(method, options, count));
  };
}

interface Transaction {
  readonly customerId: number;
  readonly cardId: number;
  readonly requestId: string;
  readonly fields: Readonly<Record<string, unknown>> & { readonly checksum: string };
  /** KLV text, as the XML form sends it. */
  readonly klv: string;
}

interface FixedArguments {
  readonly before: string;
  readonly klv: string;
}

let argumentsOfSample: FixedArguments | undefined;

function transactionOf(method: Method, options: CallOptions, count: number): Transaction {
  const { reference, customerId, cardId } = walletOf(count % options.wallets);
  const data = dataOfSample();
  const date = new Date().toISOString().slice(0, 19).replaceAll('-', '');
  const serial = String(options.run * 10_000_000 + count);
  const fields = {
    terminal_id: options.terminalId,
    reference,
    ...SAMPLE,
    transaction_data: data,
    transaction_id: serial,
    transaction_date: date,
  };
  const { before, klv } = (argumentsOfSample ??= fixedArguments(method, fields));
  const message = `Deduct${options.terminalId}${reference}${before}${serial}${date}`;
  const checksum = createHmac('sha256', options.password).update(message).digest('hex');
  return {
    customerId,
    cardId,
    requestId: `${String(cardId)}_${String(Date.now())}_${serial}`,
    fields: { ...fields, checksum, method_name: 'Deduct' },
    klv,
  };
}

let data: Record<string, string> | undefined;
function dataOfSample(): Record<string, string> {
  const reading = data === undefined ? parseKlv(SAMPLE.transaction_data) : null;
  if (reading?.kind === 'ok') data = toTransactionData(reading.entries);
  return data ?? {};
}

/** Returns the checksum text between reference and transaction id. It is the same for every call. */
function fixedArguments(method: Method, fields: JsonObject): FixedArguments {
  const texts = checksumArguments(method, readRequest(method, fields).fields);
  const middle = texts.slice(2, -2);
  return { before: middle.join(''), klv: middle.at(-1) ?? '' };
}

const JSON_TYPE = 'application/json';
const APPROVED_JSON = /"resultCode":1\b/;

const WRITERS: Readonly<Record<CallKind, (options: CallOptions) => (transaction: Transaction) => Call>> = {
  json: (options) => {
    const fixed = {
      path: '/v1/proxy',
      contentType: JSON_TYPE,
      authorization: `Bearer ${options.clientKey}`,
      approved: APPROVED_JSON,
    };
    return ({ fields, customerId, cardId, requestId }) => ({
      ...fixed,
      body: JSON.stringify({
        request: fields,
        customer_id: customerId,
        card_id: cardId,
        request_id: requestId,
      }),
    });
  },
  graphql: (options) => {
    const fixed = {
      path: '/graphql',
      contentType: JSON_TYPE,
      authorization: `Bearer ${options.clientKey}`,
      approved: APPROVED_JSON,
    };
    const before = `{"query":${JSON.stringify(DEDUCT_DOCUMENT)},"variables":{"input":`;
    return (transaction) => ({ ...fixed, body: `${before}${JSON.stringify(inputOf(transaction))}}}` });
  },
  xml: () => {
    const fixed = {
      path: '/RPC2',
      contentType: 'text/xml',
      authorization: null,
      approved: /<name>resultCode<\/name><value><(?:int|i4)>1</,
    };
    return (transaction) => ({ ...fixed, body: methodCallOf(transaction) });
  },
};

function inputOf({ fields, customerId, cardId, requestId }: Transaction): object {
  const { method_name: _method, transaction_data: given, ...rest } = fields;
  const input: Record<string, unknown> = { customerId, cardId, requestId };
  for (const [name, value] of Object.entries(rest)) input[camelCase(name)] = value;
  const named: Record<string, unknown> = {};
  const other: { key: string; value: unknown }[] = [];
  for (const [name, value] of Object.entries(given as object)) {
    if (NAMED.has(name)) named[camelCase(name)] = value;
    else other.push({ key: name, value });
  }
  input['transactionData'] = other.length === 0 ? named : { ...named, other };
  return input;
}

const NAMED: ReadonlySet<string> = new Set(KLV_ARGUMENTS);

const camel = new Map<string, string>();
function camelCase(snake: string): string {
  let known = camel.get(snake);
  if (known === undefined) {
    known = snake.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
    camel.set(snake, known);
  }
  return known;
}

function methodCallOf({ fields, klv }: Transaction): string {
  const text = (name: string): string => String(fields[name]);
  const param = (type: string, value: string): string =>
    `<param><value><${type}>${value}</${type}></value></param>`;
  const params = [
    param('string', text('terminal_id')),
    param('string', text('reference')),
    param('int', text('request_amount')),
    param('string', text('narrative')),
    param('string', text('transaction_type')),
    param('string', klv),
    param('string', text('transaction_id')),
    param('dateTime.iso8601', text('transaction_date')),
    param('string', fields.checksum),
  ];
  return `<?xml version="1.0"?><methodCall><methodName>Deduct</methodName><params>${params.join('')}</params></methodCall>`;
}
