import {
  deduct,
  envelopeOf,
  graphQLBody,
  requestIdOf,
  type Bench,
  type Call,
  type Channel,
} from '../../support/channels/index.js';
import { expectError, withoutTrace } from './register.js';

type Json = Record<string, unknown>;

/** New value for a member of the envelope or of `request`. Undefined leaves it out. */
interface Tampering {
  readonly field: string;
  readonly value: unknown;
}

const of = (field: string, ...values: unknown[]): Tampering[] => values.map((value) => ({ field, value }));

/** Values of a wrong type for each field (docs/reference/protocol.md#fields). */
const WRONG_TYPES: readonly Tampering[] = [
  ...of('terminal_id', 68766621, null, undefined),
  ...of('request_amount', '200', 1.5, [200], {}, null, undefined),
  ...of('transaction_id', { id: 1 }),
  ...of('transaction_date', 20200817, '20200817T17:58:57Z', undefined),
  ...of('transaction_data', 'text', ['002']),
  ...of('checksum', 5),
  ...of('customer_id', '1001', 1.5, -1, true),
  ...of('card_id', '5001', 1.5, -1),
  ...of('request_id', 5, ''),
];
/** test/unit/core/request-id.test.ts has more. */
const BAD_REQUEST_IDS = ['5001_2026081_1', '5002_20260817_1', '5001_20260817_1\n'];

/** Tests the types of members from callers with a key, and the form of their request ids. */
export function typesContract(channel: Channel, bench: () => Bench): void {
  it.each(WRONG_TYPES)('refuses $field: $value', async ({ field, value }) => {
    const body = tampered(channel, deduct(), field, value);
    const heard = await withoutTrace(bench(), () => channel.post(bench().url, body));
    expectError(channel, heard, 'BAD_REQUEST', field);
  });

  // GraphQL treats null as left out.
  const wrong = channel.errors === 'graphql' ? [5, true, {}] : [5, null, true, {}];
  it.each(of('network', ...wrong))('refuses transaction_data.$field: $value', async ({ field, value }) => {
    const body = withData(channel, deduct(), { [field]: value });
    const heard = await withoutTrace(bench(), () => channel.post(bench().url, body));
    expectError(channel, heard, 'BAD_REQUEST');
    expect(heard.field).toMatch(/^transaction_data(\.network)?$/);
  });

  it('refuses a value of transaction_data beyond 99 characters', async () => {
    const within = withData(channel, deduct(), { merchant_identifier: '😀'.repeat(99) });
    expect((await channel.post(bench().url, within)).errorCode).toBe('UNAUTHENTICATED');
    const beyond = withData(channel, deduct(), { merchant_identifier: 'x'.repeat(100) });
    const heard = await withoutTrace(bench(), () => channel.post(bench().url, beyond));
    expectError(channel, heard, 'BAD_REQUEST', 'transaction_data.merchant_identifier');
  });

  it.each(BAD_REQUEST_IDS)('refuses the request id %j', async (requestId) => {
    const call = { ...deduct(), requestId };
    const heard = await withoutTrace(bench(), () => channel.call(bench().url, call));
    expectError(channel, heard, 'BAD_REQUEST', 'request_id');
  });
}

/**
 * Returns the tampered body. It keeps the checksum of the untampered call: types are checked first
 * (docs/reference/protocol.md#order-of-refusal).
 */
function tampered(channel: Channel, call: Call, field: string, value: unknown): string {
  const isOfEnvelope = ['customer_id', 'card_id', 'request_id'].includes(field);
  if (channel.errors === 'json') {
    const envelope = envelopeOf(call);
    const changed = isOfEnvelope
      ? { ...envelope, [field]: value }
      : { ...envelope, request: { ...envelope.request, [field]: value } };
    return JSON.stringify(changed);
  }
  const { query, variables } = graphQLBody({ ...call, requestId: requestIdOf(call) });
  const name = field.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return JSON.stringify({ query, variables: { input: { ...variables.input, [name]: value } } });
}

function withData(channel: Channel, call: Call, data: Json): string {
  if (channel.errors === 'json') return tampered(channel, call, 'transaction_data', data);
  const camel = Object.entries(data).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return tampered(channel, call, 'transaction_data', Object.fromEntries(camel));
}
