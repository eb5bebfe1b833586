/**
 * Tests docs/reference/transactions.md#advices and docs/reference/transactions.md#reversals on every interface: which advices go
 * downstream, what they are linked to, and which wait for a wallet.
 */
import Database from 'better-sqlite3';
import { approving, respond } from '../support/wallet/index.js';
import {
  askGraphQL,
  deduct,
  CHANNELS,
  freshId,
  JSON_PROXY,
  KEYS,
  requestIdOf,
  reversalOf,
  RPC2,
  startBench,
  USUAL,
  XML_CHANNELS,
  type Bench,
  type Call,
  type Channel,
  type LedgerRow,
} from '../support/channels/index.js';
import { until } from '../life/until.js';
import { constants } from '../support/constants.js';

const accepted = { status: 200, resultCode: 1 };

/** Bench that looks for wallets only at the start. */
let bench: Bench;
/** Bench that looks for wallets all the time. */
let looking: Bench;

beforeAll(async () => {
  const quick = { ...constants({ SWEEP_EVERY_MS: 50 }), CARDWAY_TRANSACTION_MAX_AGE: 'off' };
  bench = await startBench({ env: quick });
  looking = await startBench({ env: { ...quick, ...constants({ ADVICE_RETRY_MIN_MS: 10 }) } });
});
afterEach(() => bench.wallet.behave(USUAL));
afterAll(async () => {
  await bench.stop();
  await looking.stop();
});

const rowOf = (at: Bench, { fields }: Call): LedgerRow => {
  const row = at.ledger.rows().find((saved) => saved['transaction_id'] === fields['transaction_id']);
  if (row === undefined) throw new Error('The ledger does not have this call.');
  return row;
};
const sent = (at: Bench, { fields }: Call) =>
  at.wallet.calls
    .map((call) => call.envelope())
    .filter(({ request }) => (request as Call['fields'])['transaction_id'] === fields['transaction_id']);

async function paid(channel: Channel): Promise<Call> {
  const payment = deduct({ transaction_id: freshId() });
  expect(await channel.call(bench.url, payment)).toMatchObject(accepted);
  return payment;
}

it('a reversal of an adjustment that is queued is sent after it', async () => {
  const adjustment = reversalOf(deduct({ transaction_id: freshId() }), {}, 'LoadAdjustment');
  const reversal = reversalOf(adjustment, {}, 'LoadReversal');
  looking.wallet.behave(respond({ status: 429 }));
  for (const advice of [adjustment, reversal])
    expect(await RPC2.call(looking.url, advice)).toMatchObject(accepted);
  expect(sent(looking, reversal)).toEqual([]);
  looking.wallet.behave(approving());
  await until('the reversal is answered', () => rowOf(looking, reversal).state === 'answered');
  expect(rowOf(looking, adjustment).state).toBe('answered');
  expect(sent(looking, reversal)).toHaveLength(1);
});

it('an adjustment that follows its reversal is accepted and not sent', async () => {
  const adjustment = reversalOf(deduct({ transaction_id: freshId() }), {}, 'LoadAdjustment');
  const reversal = reversalOf(adjustment, {}, 'LoadReversal');
  for (const advice of [reversal, adjustment, adjustment])
    expect(await RPC2.call(bench.url, advice)).toMatchObject(accepted);
  expect([sent(bench, reversal).length, sent(bench, adjustment).length]).toEqual([1, 0]);
  expect(rowOf(bench, adjustment)).toMatchObject({ state: 'answered', reply_reason: 'reversed_first' });
});

it('an adjustment that follows the reversal of a part of it waits for an operator', async () => {
  const adjustment = reversalOf(deduct({ transaction_id: freshId() }), {}, 'LoadAdjustment');
  const reversal = reversalOf(adjustment, { request_amount: '50' }, 'LoadReversal');
  for (const advice of [reversal, adjustment, adjustment])
    expect(await RPC2.call(bench.url, advice)).toMatchObject(accepted);
  expect(sent(bench, adjustment)).toEqual([]);
  expect(rowOf(bench, adjustment)).toMatchObject({ state: 'in_doubt', failure: 'reversed_in_part' });
});

it('a reversal that came before its adjustment is shown with it, and stops no other adjustment', async () => {
  const adjustment = reversalOf(deduct({ transaction_id: freshId() }), {}, 'LoadAdjustment');
  const reversal = reversalOf(adjustment, {}, 'LoadReversal');
  const other = {
    ...adjustment,
    fields: { ...adjustment.fields, transaction_date: '20260817T19:58:57' },
  };
  for (const advice of [reversal, adjustment, other])
    expect(await RPC2.call(bench.url, advice)).toMatchObject(accepted);
  const rows = bench.ledger
    .rows()
    .filter(({ transaction_id }) => transaction_id === adjustment.fields['transaction_id']);
  expect(rows.map(({ state, reply_reason }) => [state, reply_reason])).toEqual([
    ['answered', 'reversed_first'],
    ['answered', null],
  ]);
  const document =
    'query ($requestId: String!) { transaction(requestId: $requestId) { linked { requestId originalRequestId } } }';
  const variables = { requestId: rows[0]?.request_id };
  const { data } = await askGraphQL(bench.url, document, { variables, key: KEYS.operator });
  const { request_id: requestId } = rowOf(bench, reversal);
  expect(data).toEqual({
    transaction: { linked: [{ requestId, originalRequestId: rows[0]?.request_id }] },
  });
});

it('a reversal of an unmatched adjustment is sent after it', async () => {
  const owner = freshOwner();
  const payment = deduct({ transaction_id: freshId(), reference: owner.reference });
  const adjustment = reversalOf(payment, {}, 'LoadAdjustment');
  const reversal = reversalOf(adjustment, {}, 'LoadReversal');
  expect(await RPC2.call(bench.url, adjustment)).toMatchObject(accepted);
  await putWallet(bench, owner);
  expect(await RPC2.call(bench.url, reversal)).toMatchObject(accepted);
  expect([rowOf(bench, adjustment).state, sent(bench, reversal)]).toEqual(['unmatched', []]);
  for (const advice of [adjustment, reversal]) {
    await send(rowOf(bench, advice).request_id);
    await until('the advice is answered', () => rowOf(bench, advice).state === 'answered');
    expect(sent(bench, advice)).toHaveLength(1);
  }
});

it('an advice whose request id a backend has used is sent under another one, once', async () => {
  const advice = reversalOf(await paid(RPC2));
  const squatter = { ...deduct(), requestId: requestIdOf(advice, RPC2.checksumForm) };
  expect(await JSON_PROXY.call(bench.url, squatter)).toMatchObject(accepted);
  for (const replayed of [false, true])
    expect(await RPC2.call(bench.url, advice)).toMatchObject({ ...accepted, replayed });
  expect(sent(bench, advice)).toHaveLength(1);
});

describe.each(CHANNELS)('through $name', (channel) => {
  const internal = {
    GraphQL: [200, 'INTERNAL', null],
    'JSON on /v1/proxy': [503, 'INTERNAL', null],
    'XML on /v1/proxy': [503, 'INTERNAL', null],
    'XML on /RPC2': [503, null, null],
  }[channel.name];

  it.each([
    ['while an advice is claimed', 'before insert', {}],
    ['after an advice was claimed', 'before update', { reference: '99999999999' }],
  ])('an internal error %s is HTTP 503 without a resultCode', async (_, moment, fields) => {
    const advice = { ...reversalOf(deduct()), customerId: 1001, cardId: 5001 };
    const call: Call = { ...advice, fields: { ...advice.fields, ...fields } };
    const mend = breakRows(
      `${moment} on transactions when new.transaction_id = '${call.fields['transaction_id']!}'`,
    );
    try {
      const { status, errorCode, resultCode } = await channel.call(bench.url, call);
      expect([status, errorCode, resultCode]).toEqual(internal);
    } finally {
      mend();
    }
    expect(await channel.call(bench.url, call)).toMatchObject(accepted);
  });

  it('an advice for an unknown wallet is sent, with its customer and card, once the directory knows the wallet', async () => {
    const owner = freshOwner();
    const advice = { ...reversalOf(deduct({ reference: owner.reference })), ...owner };
    expect(await channel.call(looking.url, advice)).toMatchObject(accepted);
    const { request_id, state } = rowOf(looking, advice);
    expect([state, sent(looking, advice)]).toEqual(['unmatched', []]);
    await putWallet(looking, owner);
    await until('it is answered', () => rowOf(looking, advice).state === 'answered');
    const [envelope, ...more] = sent(looking, advice);
    expect(more).toEqual([]);
    const { customerId: customer_id, cardId: card_id } = owner;
    expect(envelope).toMatchObject({ customer_id, card_id, request_id });
    expect(rowOf(looking, advice)).toMatchObject({ customer_id, card_id, request_id, sealed_body: null });
    expect(await channel.call(looking.url, advice)).toMatchObject({ ...accepted, replayed: true });
    expect(sent(looking, advice)).toHaveLength(1);
  });
});

/** Causes a failure that nobody has foreseen. Returns its end. */
function breakRows(when: string): () => void {
  const file = new Database(bench.ledger.path);
  file.exec(`create trigger broken ${when} begin select raise(abort, 'broken'); end`);
  return () => {
    file.exec('drop trigger broken');
    file.close();
  };
}

interface Owner {
  readonly reference: string;
  readonly customerId: number;
  readonly cardId: number;
}

let owners = 0;

function freshOwner(): Owner {
  owners += 1;
  return { reference: `77000000${String(100 + owners)}`, customerId: 7000 + owners, cardId: 8000 + owners };
}

async function putWallet(at: Bench, { reference, customerId, cardId }: Owner): Promise<void> {
  const input = { reference, programme: 'sandbox', customerId, cards: [{ cardId, default: true }] };
  const document = 'mutation ($input: PutWalletInput!) { putWallet(input: $input) { wallet { reference } } }';
  expect((await askGraphQL(at.url, document, { variables: { input } })).errors).toEqual([]);
}

const SEND =
  'mutation ($requestId: String!) { sendTransaction(input: { requestId: $requestId }) { transaction { state } } }';
const send = async (requestId: string, key: string = KEYS.operator) => {
  const heard = await askGraphQL<{ sendTransaction: { transaction: { state: string } } }>(bench.url, SEND, {
    variables: { requestId },
    key,
  });
  return heard.errors.length === 0
    ? heard.data?.sendTransaction.transaction.state.toLowerCase()
    : `${heard.errors[0]!.extensions.code} ${heard.errors[0]!.message}`;
};

describe('sendTransaction', () => {
  const audited = () => {
    const file = new Database(bench.ledger.path, { readonly: true });
    const rows = file
      .prepare("select subject from audit_log where action = 'send_transaction'")
      .pluck()
      .all();
    file.close();
    return rows;
  };

  it.each(XML_CHANNELS)('sends an unmatched advice of $name once its wallet is known', async (channel) => {
    const owner = freshOwner();
    const advice = reversalOf(deduct({ reference: owner.reference }));
    await channel.call(bench.url, advice);
    const { request_id: requestId } = rowOf(bench, advice);
    expect(await send(requestId)).toMatch(/^BAD_REQUEST .* wallet is still unknown/);
    expect([rowOf(bench, advice).state, audited().includes(requestId)]).toEqual(['unmatched', false]);
    await putWallet(bench, owner);
    expect(await send(requestId)).toMatch(/^(?:queued|answered)$/);
    await until('it is answered', () => rowOf(bench, advice).state === 'answered');
    expect(sent(bench, advice)).toMatchObject([{ card_id: owner.cardId, request_id: requestId }]);
    expect(audited()).toContain(requestId);
  });

  it('refuses an advice that names another customer than its wallet has, and says so', async () => {
    const owner = freshOwner();
    const advice = {
      ...reversalOf(deduct({ reference: owner.reference })),
      customerId: owner.customerId + 1,
      cardId: owner.cardId,
    };
    await JSON_PROXY.call(bench.url, advice);
    await putWallet(bench, owner);
    const refused = await send(requestIdOf(advice));
    expect(refused).toMatch(
      /^BAD_REQUEST .* is not that of its wallet in the directory; correct the directory/,
    );
    expect(refused).not.toContain('add the wallet');
    expect(rowOf(bench, advice).state).toBe('unmatched');
  });

  it('sends an advice that waits for its next attempt, with the same bytes', async () => {
    const payment = await paid(RPC2);
    bench.wallet.behave(respond({ status: 429 }));
    const advice = reversalOf(payment);
    await RPC2.call(bench.url, advice);
    expect(rowOf(bench, advice).state).toBe('queued');
    bench.wallet.behave(approving());
    expect(await send(requestIdOf(advice))).toMatch(/^(?:queued|answered)$/);
    await until('it is answered', () => rowOf(bench, advice).state === 'answered');
    const bytes = bench.sent(requestIdOf(advice)).map(({ body }) => body.toString('utf8'));
    expect([bytes.length, new Set(bytes).size]).toEqual([2, 1]);
  });

  it('sends nothing else', async () => {
    const payment = await paid(RPC2);
    expect(await send(requestIdOf(payment))).toMatch(/^BAD_REQUEST .*only queued and unmatched advices/);
    expect(await send('5001_20260101220405_9')).toMatch(/^NOT_FOUND/);
    expect(sent(bench, payment)).toHaveLength(1);
  });
});
