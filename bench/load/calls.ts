import { createHmac } from 'node:crypto';
import { readRequest } from '../../src/core/transactions/envelope.js';
import { checksumArguments, methodTable } from '../../src/core/transactions/methods.js';
import { KLV_ARGUMENTS } from '../../src/core/wire/klv-keys.js';
import { parseKlv, toTransactionData } from '../../src/core/wire/klv.js';
import { CLIENT_KEY, TERMINAL_ID, TERMINAL_PASSWORD } from '../stage/credentials.js';
import { walletOf } from './wallets.js';

/** Form of a call. No two calls are the same. */
export type CallKind = 'json' | 'xml' | 'graphql';

export interface Call {
  readonly path: string;
  readonly contentType: string;
  readonly authorization: string | null;
  readonly body: string;
}

/** Pattern of an approving reply of any interface, and of the wallet service itself. */
export const APPROVED = /"resultCode":1\b|<name>resultCode<\/name><value><(?:int|i4)>1</;

/** Published sample "Deduct ATM". Each call gets its own transaction id. */
const SAMPLE = {
  request_amount: 1439,
  narrative: 'CUR ESPERAMOS SUPERMAR CURACAO       CUW',
  transaction_type: '01',
};
const SAMPLE_KLV =
  '002156270281000000210041200000000250002604601104903532085024225003EMV25110MasterCard2530451122540025500';

/** Document of a backend that wrote its own GraphQL, with its own names and choice of fields. */
const DEDUCT_DOCUMENT = `mutation PayWithCard($input: DeductInput!) {
  deduct(input: $input) {
    status
    message
    customerId
    requestId
    replayed
    response { resultCode resultText balanceAmount actualBalance approvalAmount fields }
  }
}`;

/** Members of the sample's KLV text, by name. */
const DATA = dataOfSample();
const FIXED = fixedArguments();

interface Transaction {
  readonly customerId: number;
  readonly cardId: number;
  readonly requestId: string;
  readonly fields: Readonly<Record<Field, string>>;
}

type Field = 'terminal_id' | 'reference' | 'transaction_id' | 'transaction_date' | 'checksum';

/** Returns a function that makes the next call. `run` tells runs apart: no two send the same request id or checksum. */
export function deductCalls({
  kind,
  wallets,
  run,
}: {
  readonly kind: CallKind;
  /** Number of wallets of the directory that the calls go around. */
  readonly wallets: number;
  readonly run: number;
}): () => Call {
  let count = 0;
  return () => {
    count += 1;
    return WRITERS[kind](transactionOf(count % wallets, String(run * 10_000_000 + count)));
  };
}

function transactionOf(wallet: number, serial: string): Transaction {
  const { reference, customerId, cardId } = walletOf(wallet);
  const date = new Date().toISOString().slice(0, 19).replaceAll('-', '');
  const message = `Deduct${TERMINAL_ID}${reference}${FIXED.text}${serial}${date}`;
  return {
    customerId,
    cardId,
    requestId: `${String(cardId)}_${String(Date.now())}_${serial}`,
    fields: {
      terminal_id: TERMINAL_ID,
      reference,
      transaction_id: serial,
      transaction_date: date,
      checksum: createHmac('sha256', TERMINAL_PASSWORD).update(message).digest('hex'),
    },
  };
}

function dataOfSample(): Record<string, string> {
  const reading = parseKlv(SAMPLE_KLV);
  if (reading.kind !== 'ok') throw new Error('The sample cannot be read.');
  return toTransactionData(reading.entries);
}

/** Returns the checksum text between reference and transaction id, which is the same for every call, and the KLV text in it. */
function fixedArguments(): { readonly text: string; readonly klv: string } {
  const method = methodTable([]).find('Deduct');
  if (method === undefined) throw new Error('There is no method Deduct.');
  const own = {
    terminal_id: '1',
    reference: '1',
    transaction_id: '1',
    transaction_date: '20260101T00:00:00',
  };
  const { fields } = readRequest(method, { ...SAMPLE, ...own, transaction_data: DATA });
  const middle = checksumArguments(method, fields).slice(2, -2);
  return { text: middle.join(''), klv: middle.at(-1) ?? '' };
}

const WITH_KEY = { contentType: 'application/json', authorization: `Bearer ${CLIENT_KEY}` };

const WRITERS: Readonly<Record<CallKind, (transaction: Transaction) => Call>> = {
  json: ({ fields, customerId, cardId, requestId }) => ({
    ...{ path: '/v1/proxy', ...WITH_KEY },
    body: JSON.stringify({
      request: { ...SAMPLE, ...fields, transaction_data: DATA, method_name: 'Deduct' },
      customer_id: customerId,
      card_id: cardId,
      request_id: requestId,
    }),
  }),
  graphql: (transaction) => ({
    ...{ path: '/graphql', ...WITH_KEY },
    body: JSON.stringify({ query: DEDUCT_DOCUMENT, variables: { input: inputOf(transaction) } }),
  }),
  xml: ({ fields }) => ({
    ...{ path: '/RPC2', contentType: 'text/xml', authorization: null },
    body: methodCallOf(fields),
  }),
};

function inputOf({ fields, ...ids }: Transaction): object {
  return {
    ...ids,
    terminalId: fields.terminal_id,
    reference: fields.reference,
    requestAmount: SAMPLE.request_amount,
    narrative: SAMPLE.narrative,
    transactionType: SAMPLE.transaction_type,
    transactionData: DATA_INPUT,
    transactionId: fields.transaction_id,
    transactionDate: fields.transaction_date,
    checksum: fields.checksum,
  };
}

const DATA_INPUT = dataInput();

/** Returns the sample's KLV members as GraphQL takes them: those without an argument of their own are `other`. */
function dataInput(): object {
  const entries = Object.entries(DATA);
  const isNamed = ([name]: [string, string]): boolean => KLV_ARGUMENTS.includes(name);
  const camelCase = (name: string): string =>
    name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return {
    ...Object.fromEntries(entries.filter(isNamed).map(([name, value]) => [camelCase(name), value])),
    other: entries.filter((entry) => !isNamed(entry)).map(([key, value]) => ({ key, value })),
  };
}

function methodCallOf(fields: Transaction['fields']): string {
  const param = (type: string, value: string): string =>
    `<param><value><${type}>${value}</${type}></value></param>`;
  const params = [
    param('string', fields.terminal_id),
    param('string', fields.reference),
    param('int', String(SAMPLE.request_amount)),
    param('string', SAMPLE.narrative),
    param('string', SAMPLE.transaction_type),
    param('string', FIXED.klv),
    param('string', fields.transaction_id),
    param('dateTime.iso8601', fields.transaction_date),
    param('string', fields.checksum),
  ];
  return `<?xml version="1.0"?><methodCall><methodName>Deduct</methodName><params>${params.join('')}</params></methodCall>`;
}
