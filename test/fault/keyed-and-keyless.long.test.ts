/**
 * Tests one call by a backend with a key and by a terminal, under one request id. A terminal that got a decline is not left with
 * money taken, for every row of any caller. Its advices are never declined (docs/reference/transactions.md#advices,
 * docs/reference/transactions.md#contradictions).
 */
import {
  deduct,
  JSON_PROXY,
  KEY_CHANNELS,
  loadAuth,
  requestIdOf,
  reversalOf,
  RPC2,
  XML_CHANNELS,
} from '../support/channels/index.js';
import { askGraphQL } from '../support/channels/graphql.js';
import { until } from '../life/until.js';
import { answer, approving, gate, respond } from '../support/wallet/index.js';
import { startAdviceBench, type AdviceBench } from './advice-bench.js';

let bench: AdviceBench;

beforeAll(async () => {
  bench = await startAdviceBench({});
});

afterAll(async () => {
  await bench.stop();
});

beforeEach(() => {
  bench.wallet.behave(approving());
});

/** Fields whose printed and canonical texts are the same, so that the call has one request id everywhere. */
const PLAIN = { request_amount: '200', transaction_data: '' };

const PAIRS = KEY_CHANNELS.flatMap((keyed) =>
  XML_CHANNELS.map((keyless) => [keyed.name, keyless.name, keyed, keyless] as const),
);

/** Answers once the gate is open, but reversals at once. */
function answeringLate(opened: Promise<void>, response: Record<string, number>) {
  return async (call: Parameters<ReturnType<typeof approving>>[0]) => {
    const isReversal = String(call.envelope()['method_name']).endsWith('Reversal');
    if (isReversal) return approving()(call);
    await opened;
    return answer(response, { customerId: 1001 });
  };
}

describe('a Deduct that is approved late', () => {
  it.each(PAIRS)(
    'was made through %s, is contradicted for the terminal that got a decline through %s, and is reversed',
    async (_one, _other, keyed, keyless) => {
      const open = gate();
      bench.wallet.behave(answeringLate(open.opened, { resultCode: 1 }));
      const call = deduct(PLAIN);
      const first = await keyed.call(bench.url(), call);
      expect(first).toMatchObject({ errorCode: 'DOWNSTREAM_TIMEOUT' });
      const declined = await keyless.call(bench.url(), call);
      expect(declined.resultCode).toBe(-7);
      open.open();
      await bench.untilState(call, 'contradicted');
      expect((await keyless.call(bench.url(), call)).resultCode).toBe(-7);
      expect((await keyed.call(bench.url(), call)).resultCode).toBe(-7);
      expect(bench.arrived(call)).toHaveLength(1);
      await until('it is given back', () => bench.reversalsSent(call) > 0);
      expect(bench.reversalsSent(call)).toBe(1);
    },
  );

  it('is not contradicted when only callers with a key got the decline', async () => {
    const open = gate();
    bench.wallet.behave(answeringLate(open.opened, { resultCode: 1 }));
    const call = deduct(PLAIN);
    await JSON_PROXY.call(bench.url(), call);
    open.open();
    await bench.untilState(call, 'answered');
    expect((await RPC2.call(bench.url(), call)).resultCode).toBe(1);
  });

  it('is contradicted for that terminal also when an operator settles it', async () => {
    bench.wallet.behave(respond({ status: 500 }));
    const call = deduct(PLAIN);
    expect((await JSON_PROXY.call(bench.url(), call)).errorCode).toBe('DOWNSTREAM_INVALID');
    expect((await RPC2.call(bench.url(), call)).resultCode).toBe(-7);
    bench.wallet.behave(approving());
    const settle = `mutation ($id: String!) {
      settleTransaction(input: { requestId: $id, resultCode: 1, reason: "asked the wallet service" }) { transaction { state } } }`;
    const { errors } = await askGraphQL(bench.url(), settle, { variables: { id: requestIdOf(call) } });
    expect(errors).toEqual([]);
    expect(bench.row(call).state).toBe('contradicted');
  });

  it('is reversed by the approved amount', async () => {
    const open = gate();
    bench.wallet.behave(answeringLate(open.opened, { resultCode: 2, approvalAmount: 50 }));
    const call = deduct(PLAIN);
    await RPC2.call(bench.url(), call);
    open.open();
    await bench.untilState(call, 'contradicted');
    await until('it is given back', () => bench.ownReversals(call).length > 0);
    expect(bench.ownReversals(call).map(({ request_amount: amount }) => amount)).toEqual([50]);
  });

  it('is reversed by the matching reversal method', async () => {
    const open = gate();
    bench.wallet.behave(answeringLate(open.opened, { resultCode: 1 }));
    const call = loadAuth();
    await RPC2.call(bench.url(), call);
    open.open();
    await bench.untilState(call, 'contradicted');
    await until('it is given back', () => bench.ownReversals(call).length > 0);
    expect(bench.ownReversals(call).map(({ method_name: name }) => name)).toEqual(['LoadAuthReversal']);
  });
});

describe('an advice of a terminal whose request id a caller with a key has used', () => {
  it.each(XML_CHANNELS)(
    'is sent under another id through $name, and a retransmission is that one',
    async (channel) => {
      const payment = await bench.answeredDeduct();
      const advice = reversalOf(payment, PLAIN);
      const squatter = { ...deduct(), requestId: requestIdOf(advice, channel.checksumForm) };
      expect((await JSON_PROXY.call(bench.url(), squatter)).resultCode).toBe(1);
      expect(await channel.call(bench.url(), advice)).toMatchObject({ resultCode: 1, replayed: false });
      expect(bench.reversalsSent(payment)).toBe(1);
      expect(await channel.call(bench.url(), advice)).toMatchObject({ resultCode: 1, replayed: true });
      expect(bench.reversalsSent(payment)).toBe(1);
    },
  );

  it.each(XML_CHANNELS)(
    'for the same advice with more content, is accepted through $name and not sent twice',
    async (channel) => {
      const payment = await bench.answeredDeduct();
      const advice = reversalOf(payment, PLAIN);
      const body = JSON.parse(JSON_PROXY.body(advice)) as { request: Record<string, unknown> };
      body.request['note'] = 'from a backend';
      expect((await JSON_PROXY.post(bench.url(), JSON.stringify(body))).resultCode).toBe(1);
      expect((await channel.call(bench.url(), advice)).resultCode).toBe(1);
      expect(bench.reversalsSent(payment)).toBe(1);
    },
  );
});

describe('a terminal’s text with other field boundaries that names an unknown wallet', () => {
  it.each(XML_CHANNELS)('is refused as a wrong checksum through $name', async (channel) => {
    const call = deduct(PLAIN);
    expect((await channel.call(bench.url(), call)).resultCode).toBe(1);
    const { reference = '' } = call.fields;
    const shifted = { ...call, fields: { ...call.fields, reference: `${reference}2`, request_amount: '00' } };
    expect((await channel.call(bench.url(), shifted)).resultCode).toBe(-8);
  });
});
