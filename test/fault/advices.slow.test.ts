/**
 * Tests docs/reference/transactions.md#advices and docs/reference/transactions.md#reversals against a wallet service that is
 * down, hangs, cuts or answers late, and against a killed gateway. An accepted advice arrives. Money that moved although its
 * terminal got a decline is given back once.
 *
 *   npm test -- test/fault/advices.slow.test.ts
 */
import { join } from 'node:path';
import { temporaryFolder } from '../support/gateway.js';
import { startInProcess } from '../support/in-process.js';
import { approving, cut, gate, hang, respond, startWallet } from '../support/wallet/index.js';
import {
  deduct,
  freshId,
  JSON_PROXY,
  requestIdOf,
  reversalOf,
  RPC2,
  XML_CHANNELS,
  type Call,
} from '../support/channels/index.js';
import { until } from '../life/until.js';
import { heldApprovals, startAdviceBench, type AdviceBench } from './advice-bench.js';
import { metric } from './metrics.js';

/** Bench with a wallet service that does not recognise a repeated request id. */
let plain: AdviceBench;
/** Bench with a wallet service that does. */
let deduping: AdviceBench;

beforeAll(async () => {
  plain = await startAdviceBench({});
  deduping = await startAdviceBench({ CARDWAY_DOWNSTREAM_DEDUPES: 'true' });
});

afterAll(async () => {
  await plain.stop();
  await deduping.stop();
});

const accepted = { status: 200, resultCode: 1 };

describe('a reversal while the wallet service refuses connections', () => {
  it.each(XML_CHANNELS)(
    'is accepted through $name, queued, and arrives when it is up again',
    async (channel) => {
      const payment = await plain.answeredDeduct();
      await plain.relay.down();
      const advice = reversalOf(payment);
      expect(await channel.call(plain.url(), advice)).toMatchObject(accepted);
      expect(plain.row(advice)).toMatchObject({ state: 'queued', reply_reason: 'advice_accepted' });
      expect(await channel.call(plain.url(), advice)).toMatchObject({ ...accepted, replayed: true });
      await plain.relay.up();
      await plain.untilState(advice, 'answered');
      expect(plain.arrived(advice)).toHaveLength(1);
      expect(plain.row(advice)).toMatchObject({
        original_request_id: requestIdOf(payment),
        sealed_body: null,
      });
    },
  );

  it('survives a kill while it is queued', async () => {
    const payment = await plain.answeredDeduct();
    await plain.relay.down();
    const advice = reversalOf(payment);
    expect(await RPC2.call(plain.url(), advice)).toMatchObject(accepted);
    // Kill it in the middle of a pause: a kill while it is being sent would leave it perhaps sent.
    await until('it pauses', () => Number(plain.row(advice)['next_attempt_at_ms']) > Date.now() + 150);
    await plain.kill();
    expect(plain.row(advice).state).toBe('queued');
    await plain.relay.up();
    await plain.start();
    await plain.untilState(advice, 'answered');
    expect(plain.arrived(advice)).toHaveLength(1);
  });
});

describe('a reversal in doubt', () => {
  it('is sent again with the same bytes when the wallet service dedupes', async () => {
    const payment = await deduping.answeredDeduct();
    deduping.wallet.behave(cut());
    const advice = reversalOf(payment);
    expect(await RPC2.call(deduping.url(), advice)).toMatchObject(accepted);
    deduping.wallet.behave(approving());
    await deduping.untilState(advice, 'answered');
    const bytes = deduping.arrived(advice);
    expect(bytes.length).toBeGreaterThanOrEqual(2);
    expect(new Set(bytes).size).toBe(1);
  });

  it('is settled by a late answer, also where it had been queued before', async () => {
    const payment = await plain.answeredDeduct();
    const [later, advice] = [gate(), reversalOf(payment)];
    plain.wallet.behave(async (received) => {
      if (plain.arrived(advice).length === 1) return respond({ status: 429 });
      await later.opened;
      return approving()(received);
    });
    expect(await RPC2.call(plain.url(), advice)).toMatchObject(accepted);
    await plain.untilState(advice, 'in_doubt');
    later.open();
    await plain.untilState(advice, 'answered');
    plain.wallet.behave(approving());
    expect(plain.arrived(advice)).toHaveLength(2);
  });

  it('holds up its reversal while a late answer may come', async () => {
    const later = gate();
    const adjustment = reversalOf(deduct({ transaction_id: freshId() }), {}, 'LoadAdjustment');
    const reversal = reversalOf(adjustment, {}, 'LoadReversal');
    plain.wallet.behave(async (received) => {
      await later.opened;
      return approving()(received);
    });
    expect(await RPC2.call(plain.url(), adjustment)).toMatchObject(accepted);
    expect(plain.row(adjustment).state).toBe('in_doubt');
    expect(await RPC2.call(plain.url(), reversal)).toMatchObject(accepted);
    await plain.rounds();
    expect(plain.arrived(reversal)).toEqual([]);
    later.open();
    await plain.untilState(reversal, 'answered');
    plain.wallet.behave(approving());
    expect(plain.row(adjustment).state).toBe('answered');
    expect(plain.arrived(reversal)).toHaveLength(1);
  });

  it.each([
    ['is sent again after a kill where the wallet service dedupes', () => deduping, 'answered', 2],
    ['is left to an operator after a kill where it does not', () => plain, 'in_doubt', 1],
  ])('%s', async (_title, benchOf, state, times) => {
    const bench = benchOf();
    const payment = await bench.answeredDeduct();
    bench.wallet.behave(hang());
    const advice = reversalOf(payment);
    const lost = RPC2.call(bench.url(), advice).catch(() => null);
    await until('it has arrived', () => bench.arrived(advice).length === 1);
    await bench.kill();
    expect(await lost).toBeNull();
    bench.wallet.behave(approving());
    await bench.start();
    await bench.untilState(advice, state);
    expect(bench.arrived(advice)).toHaveLength(times);
    expect(new Set(bench.arrived(advice)).size).toBe(1);
    expect(await RPC2.call(bench.url(), advice)).toMatchObject(accepted);
  });
});

describe('a reversal that overtakes its Deduct', () => {
  it.each(XML_CHANNELS)(
    'is accepted through $name and sent; the Deduct is never sent and gets -3',
    async (channel) => {
      const payment = deduct({ transaction_id: freshId() });
      const advice = reversalOf(payment);
      expect(await channel.call(plain.url(), advice)).toMatchObject(accepted);
      expect(plain.row(advice)).toMatchObject({ state: 'answered', original_request_id: null });
      expect((await RPC2.call(plain.url(), payment)).resultCode).toBe(-3);
      expect((await JSON_PROXY.call(plain.url(), payment)).resultCode).toBe(-3);
      expect([plain.arrived(payment).length, plain.arrived(advice).length]).toEqual([0, 1]);
    },
  );

  it('is unmatched when its wallet is unknown: an alert is raised, and the Deduct is still stopped', async () => {
    const payment = deduct({ transaction_id: freshId(), reference: '77000000001' });
    const advice = { ...reversalOf(payment), cardId: 0 };
    const alert = 'alert="advice_unmatched"';
    const alerts = await metric(plain.url(), 'cardway_alerts_total', alert);
    expect(await RPC2.call(plain.url(), advice)).toMatchObject(accepted);
    expect(plain.row(advice).state).toBe('unmatched');
    expect(await metric(plain.url(), 'cardway_alerts_total', alert)).toBe(alerts + 1);
    expect([...plain.arrived(payment), ...plain.arrived(advice)]).toEqual([]);
  });

  it('waits for a Deduct in progress, and is sent after it', async () => {
    const hold = gate();
    plain.wallet.behave(heldApprovals(hold));
    const payment = deduct({ transaction_id: freshId() });
    const advice = reversalOf(payment);
    const paid = RPC2.call(plain.url(), payment);
    await until('the Deduct has arrived', () => plain.arrived(payment).length === 1);
    const reversed = RPC2.call(plain.url(), advice);
    await until('the reversal is claimed', () => plain.ledger.rows().at(-1)?.method_name === advice.method);
    expect(plain.arrived(advice)).toEqual([]);
    hold.open();
    expect((await paid).resultCode).toBe(1);
    expect(await reversed).toMatchObject(accepted);
    await plain.untilState(advice, 'answered');
    expect([plain.arrived(payment).length, plain.arrived(advice).length]).toEqual([1, 1]);
    expect(plain.row(advice)).toMatchObject({ original_request_id: requestIdOf(payment) });
  });
});

/** Fields whose printed and canonical texts are the same, so that the call has one request id everywhere. */
const SAME_TEXTS = { request_amount: '200', transaction_data: '' };

describe('an advice of a terminal whose request id a caller with a key has used', () => {
  it.each(XML_CHANNELS)(
    'is sent under another id through $name, and a retransmission is that one',
    async (channel) => {
      const payment = await plain.answeredDeduct();
      const advice = reversalOf(payment, SAME_TEXTS);
      const squatter = { ...deduct(), requestId: requestIdOf(advice, channel.checksumForm) };
      expect((await JSON_PROXY.call(plain.url(), squatter)).resultCode).toBe(1);
      expect(await channel.call(plain.url(), advice)).toMatchObject({ resultCode: 1, replayed: false });
      expect(plain.reversalsSent(payment)).toBe(1);
      expect(await channel.call(plain.url(), advice)).toMatchObject({ resultCode: 1, replayed: true });
      expect(plain.reversalsSent(payment)).toBe(1);
    },
  );

  it.each(XML_CHANNELS)(
    'for the same advice with more content, is accepted through $name and not sent twice',
    async (channel) => {
      const payment = await plain.answeredDeduct();
      const advice = reversalOf(payment, SAME_TEXTS);
      const body = JSON.parse(JSON_PROXY.body(advice)) as { request: Record<string, unknown> };
      body.request['note'] = 'from a backend';
      expect((await JSON_PROXY.post(plain.url(), JSON.stringify(body))).resultCode).toBe(1);
      expect((await channel.call(plain.url(), advice)).resultCode).toBe(1);
      expect(plain.reversalsSent(payment)).toBe(1);
    },
  );
});

describe('an adjustment whose process is killed before it finds the reversal that came first', () => {
  it.each([
    ['is not sent', {}, { state: 'answered', reply_reason: 'reversed_first' }],
    [
      'waits for an operator where it was reversed in part',
      { request_amount: '50' },
      { state: 'in_doubt', failure: 'reversed_in_part' },
    ],
  ])('%s', async (_title, fields, outcome) => {
    plain.wallet.behave(approving());
    const adjustment = reversalOf(deduct({ transaction_id: freshId() }), {}, 'LoadAdjustment');
    const reversal = reversalOf(adjustment, fields, 'LoadReversal');
    expect(await RPC2.call(plain.url(), reversal)).toMatchObject(accepted);
    const mend = plain.breakRow(adjustment);
    expect((await RPC2.call(plain.url(), adjustment)).status).toBe(503);
    expect(plain.row(adjustment).state).toBe('pending');
    await plain.kill();
    mend();
    await plain.start();
    await plain.untilState(adjustment, outcome.state);
    expect(plain.row(adjustment)).toMatchObject(outcome);
    expect(await RPC2.call(plain.url(), adjustment)).toMatchObject({ ...accepted, replayed: true });
    expect(plain.row(reversal)).toMatchObject({ original_request_id: requestIdOf(adjustment) });
    expect([plain.arrived(adjustment).length, plain.arrived(reversal).length]).toEqual([0, 1]);
  });
});

describe('a reversal that another node is sending, or left behind when it died', () => {
  it('is accepted at the deadline of its caller', async () => {
    const wallet = await startWallet({ behaviour: approving() });
    const folder = temporaryFolder();
    const shared = {
      CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
      CARDWAY_DOWNSTREAM_URL: wallet.url,
    };
    const carrying = await startInProcess({ ...shared, CARDWAY_DOWNSTREAM_TIMEOUT_MS: '20000' });
    const asked = await startInProcess({ ...shared, CARDWAY_DOWNSTREAM_TIMEOUT_MS: '500' });
    const hold = gate();
    try {
      const payment = deduct({ transaction_id: freshId() });
      expect((await RPC2.call(carrying.url, payment)).resultCode).toBe(1);
      wallet.behave(heldApprovals(hold));
      const advice = reversalOf(payment);
      const first = RPC2.call(carrying.url, advice);
      await wallet.called(2);
      expect(await RPC2.call(asked.url, advice)).toMatchObject({ ...accepted, replayed: true });
      expect(await JSON_PROXY.call(asked.url, advice)).toMatchObject(accepted);
      hold.open();
      expect(await first).toMatchObject(accepted);
      expect(wallet.calls).toHaveLength(2);
    } finally {
      hold.open();
      await Promise.all([carrying.stop(), asked.stop()]);
      await wallet.close();
    }
  });
});

describe('a Deduct in doubt', () => {
  async function doubtful(bench: AdviceBench): Promise<Call> {
    bench.wallet.behave(cut());
    const payment = deduct({ transaction_id: freshId() });
    expect((await RPC2.call(bench.url(), payment)).resultCode).toBe(-9);
    expect(bench.row(payment).state).toBe('in_doubt');
    bench.wallet.behave(approving());
    return payment;
  }

  it('is reversed by its terminal: the reversal is sent once and linked to it', async () => {
    const payment = await doubtful(plain);
    const advice = reversalOf(payment);
    expect(await RPC2.call(plain.url(), advice)).toMatchObject(accepted);
    expect(plain.row(advice)).toMatchObject({
      state: 'answered',
      original_request_id: requestIdOf(payment),
    });
    expect([plain.arrived(payment).length, plain.arrived(advice).length]).toEqual([1, 1]);
  });
});

describe('an approval that comes after the terminal got -7', () => {
  it('makes it contradicted, raises an alert, and is reversed once by the gateway, also after a kill', async () => {
    const alert = 'alert="transaction_contradicted"';
    const alerts = await metric(plain.url(), 'cardway_alerts_total', alert);
    const { payment, approve } = await plain.timedOut();
    approve();
    await plain.untilState(payment, 'contradicted');
    await plain.untilGivenBack(payment);
    expect(await metric(plain.url(), 'cardway_alerts_total', alert)).toBe(alerts + 1);
    await plain.kill();
    await plain.start();
    await plain.rounds();
    const [made, ...more] = plain.ownReversals(payment);
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      method_name: 'DeductReversal',
      terminal_id: payment.fields['terminal_id'],
      reference_id: payment.fields['transaction_id'],
      reference_date: payment.fields['transaction_date'],
      request_amount: 200,
    });
    const sent = plain.wallet.calls.filter((call) => call.envelope()['request_id'] === made?.request_id);
    expect(sent).toHaveLength(1);
  });

  it('leaves the terminal with -7; the terminal’s own reversal gets 1 and is not sent', async () => {
    const { payment, approve } = await plain.timedOut();
    approve();
    await plain.untilGivenBack(payment);
    expect((await RPC2.call(plain.url(), payment)).resultCode).toBe(-7);
    const advice = reversalOf(payment);
    expect(await RPC2.call(plain.url(), advice)).toMatchObject(accepted);
    expect(plain.row(advice)).toMatchObject({ state: 'answered', reply_reason: 'reversed_by_gateway' });
    expect(await RPC2.call(plain.url(), advice)).toMatchObject(accepted);
    expect(plain.arrived(advice)).toEqual([]);
    expect(plain.ownReversals(payment)).toHaveLength(1);
  });
});

describe('an approval that comes after a reversal was sent, when another node had given the Deduct up', () => {
  it.each([RPC2, JSON_PROXY])(
    'contradicts it for a caller of $name, and is reversed by the gateway',
    async (channel) => {
      const hold = gate();
      plain.wallet.behave(heldApprovals(hold));
      const payment = deduct({ transaction_id: freshId() });
      const heard = channel.call(plain.url(), payment);
      await until('it has arrived', () => plain.arrived(payment).length === 1);
      plain.leave(payment, { state: 'in_doubt', result_code: null });
      plain.wallet.behave(approving());
      const advice = reversalOf(payment);
      expect(await RPC2.call(plain.url(), advice)).toMatchObject(accepted);
      expect(plain.arrived(advice)).toHaveLength(1);
      const alert = 'alert="transaction_contradicted"';
      const alerts = await metric(plain.url(), 'cardway_alerts_total', alert);
      hold.open();
      expect((await heard).resultCode).toBe(-7);
      await plain.untilState(payment, 'contradicted');
      await until('it is given back', () => plain.ownReversals(payment)[0]?.state === 'answered');
      expect(await metric(plain.url(), 'cardway_alerts_total', alert)).toBe(alerts + 1);
      expect((await RPC2.call(plain.url(), payment)).resultCode).toBe(-7);
      await plain.rounds();
      expect([plain.ownReversals(payment).length, plain.arrived(advice).length]).toEqual([1, 1]);
    },
  );
});
