import {
  deduct,
  envelopeOf,
  GRAPHQL,
  graphQLBody,
  JSON_PROXY,
  type Bench,
  type Reply,
} from '../../support/channels/index.js';
import { expectAnswer, expectError, withoutTrace } from './register.js';

type Members = Readonly<Record<string, unknown>>;

/** Members of the envelope: the name, and the known name that a wallet service might read it as. */
const ENVELOPE: readonly (readonly [name: string, known: string])[] = [
  ['Customer_ID', 'customer_id'],
  ['customerId', 'customer_id'],
  ['cu\u017ftomer_id', 'customer_id'],
  ['\uff43ustomer_id', 'customer_id'],
  ['customer\u200b_id', 'customer_id'],
  ['customer_id\u0000', 'customer_id'],
  ['$customer.id', 'customer_id'],
  [`customer${'_'.repeat(60_000)}id`, 'customer_id'],
];

const REQUEST: typeof ENVELOPE = [
  ['Request_Amount', 'request_amount'],
  ['requestAmount', 'request_amount'],
  ['transaction_date ', 'transaction_date'],
  ['Transaction_Data', 'transaction_data'],
  ['transact\u0131on_id', 'transaction_id'],
  // Members of other methods.
  ['PINBlock', 'pin_block'],
];

const DATA: typeof ENVELOPE = [
  ['Trace_Id', 'trace_id'],
  ['trace_id ', 'trace_id'],
  ['transactionFeeAmount', 'transaction_fee_amount'],
  ['KLV_251', 'network'],
  ['klv\u00a0251', 'network'],
  ['KLV_900', '3d_secure_otp'],
  ['Klv_Rest', 'klv_rest'],
];

/**
 * Tests unknown members: the gateway forwards them unread, and refuses those that look like known ones
 * (docs/reference/protocol.md#unknown-members).
 */
export function confusableNamesContract(bench: () => Bench): void {
  const post = (body: unknown) => JSON_PROXY.post(bench().url, JSON.stringify(body));

  const json = (envelope: Members, request: Members = {}) => {
    const whole = envelopeOf(deduct());
    return post({ ...whole, ...envelope, request: { ...whole.request, ...request } });
  };

  it.each(ENVELOPE)('refuses %j beside request', async (name, known) => {
    const heard = await withoutTrace(bench(), () => json({ [name]: 102 }));
    expectError(JSON_PROXY, heard, 'BAD_REQUEST', replyOf(name));
    expectSaid(heard, `is not ${known}; write it as that.`);
  });

  it.each(REQUEST)('refuses %j in request', async (name, known) => {
    for (const value of [1_000_000, null]) {
      const heard = await withoutTrace(bench(), () => json({}, { [name]: value }));
      expectError(JSON_PROXY, heard, 'BAD_REQUEST', name);
      expectSaid(heard, `is not ${known}; write it as that.`);
    }
  });

  it.each(DATA)('refuses %j in transaction_data, in JSON and in GraphQL', async (name, known) => {
    const heard = await withoutTrace(bench(), () => json({}, { transaction_data: { [name]: '1' } }));
    expectError(JSON_PROXY, heard, 'BAD_REQUEST', `transaction_data.${name}`);
    expectSaid(heard, `is not ${known}; write it as that.`);
    const { query, variables } = graphQLBody(deduct());
    const input = { ...variables.input, transactionData: { other: [{ key: name, value: '1' }] } };
    const body = JSON.stringify({ query, variables: { input } });
    const given = await withoutTrace(bench(), () => GRAPHQL.post(bench().url, body));
    expectGraphQLField(given, `transactionData.${name}`);
  });

  it('tells a name that has more than the signs of an id by its length alone', async () => {
    const heard = await json({ 'cu\u017ftomer_id': 102 });
    expectSaid(heard, '[text of 11 characters] is not customer_id; write it as that.');
  });

  it('tells a wrong field first, and a wrong checksum after', async () => {
    const heard = await json({ Customer_ID: 102 }, { narrative: '' });
    expectError(JSON_PROXY, heard, 'BAD_REQUEST', 'narrative');
    const unproven = await json({ Customer_ID: 102 }, { checksum: '0'.repeat(64) });
    expectError(JSON_PROXY, unproven, 'BAD_REQUEST', 'Customer_ID');
  });

  it('passes on what has letters of its own, and what only other methods take', async () => {
    const own = { customer_ids: 1, my_customer_id: 2, 'h\u00f6p': 3, '': 4, _: 5, '\u20ac': 6 };
    const request = { ...own, Amount: 7, reference_id: 'r', voucher_number: null };
    expectAnswer(JSON_PROXY, await json(own, request), 1);
    const sent = bench().wallet.calls.at(-1)!.envelope();
    expect(sent).toMatchObject(own);
    expect(sent['request']).toMatchObject(request);
  });
}

/** Checks the field of the refusal. Names stay as the caller wrote them, and are not converted to snake case here. */
function expectGraphQLField(heard: Reply, field: string): void {
  expectError(GRAPHQL, heard, 'BAD_REQUEST');
  expect(heard.body).toMatchObject({ errors: [{ extensions: { field } }] });
}

/** Returns the path as a refusal repeats it. Refusals do not repeat long names. */
function replyOf(path: string): string {
  return path.length <= 256 ? path : `(a name of ${String(path.length)} characters)`;
}

function expectSaid(heard: Reply, words: string): void {
  expect(heard.message).toContain(words);
}
