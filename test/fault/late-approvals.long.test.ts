/**
 * Tests docs/reference/transactions.md#contradictions: money that moved although its terminal got a decline is given back once,
 * whatever happens to its own reversal. Other cases: test/fault/advices.
 */
import { approving, gate, respond } from '../support/wallet/index.js';
import { deduct, freshId, reversalOf, RPC2, type Call } from '../support/channels/index.js';
import { until } from '../life/until.js';
import { heldApprovals, startAdviceBench, type AdviceBench } from './advice-bench.js';

/** Bench with a wallet service that does not recognise a repeated request id. */
let plain: AdviceBench;

beforeAll(async () => (plain = await startAdviceBench({})));
afterAll(() => plain.stop());

const accepted = { status: 200, resultCode: 1 };

describe('an approval that comes after the terminal got -7', () => {
  it('is reversed by the gateway when the terminal’s own reversal was sent before without effect', async () => {
    const { payment, approve } = await plain.timedOut();
    const advice = reversalOf(payment);
    expect(await RPC2.call(plain.url(), advice)).toMatchObject(accepted);
    expect(plain.arrived(advice)).toHaveLength(1);
    approve();
    await plain.untilState(payment, 'contradicted');
    await plain.untilGivenBack(payment);
    await plain.rounds();
    expect([plain.ownReversals(payment).length, plain.arrived(advice).length]).toEqual([1, 1]);
    expect(await RPC2.call(plain.url(), advice)).toMatchObject({ ...accepted, replayed: true });
  });

  it('is reversed once when the terminal’s own reversal could not be sent before', async () => {
    const { payment, approve } = await plain.timedOut();
    await plain.relay.down();
    const advice = reversalOf(payment);
    expect(await RPC2.call(plain.url(), advice)).toMatchObject(accepted);
    plain.leave(payment, { state: 'contradicted', result_code: 1 });
    await plain.relay.up();
    approve();
    await until('it is given back', () => plain.reversalsSent(payment) === 1);
    await plain.untilState(advice, 'answered');
    await plain.rounds();
    expect(plain.reversalsSent(payment)).toBe(1);
  });

  it('is reversed later when the wallet service refuses the reversal at first', async () => {
    const { payment, approve } = await plain.timedOut();
    plain.wallet.behave(respond({ status: 429 }));
    approve();
    await until('the reversal is queued', () => plain.ownReversals(payment)[0]?.state === 'queued');
    plain.wallet.behave(approving());
    await plain.untilGivenBack(payment);
    expect(plain.row(payment).state).toBe('contradicted');
    expect(plain.ownReversals(payment)).toHaveLength(1);
  });

  it('is reversed when the gateway died between detection and reversal', async () => {
    const { payment } = await plain.timedOut();
    await plain.kill();
    plain.leave(payment, { state: 'contradicted', result_code: 1 });
    await plain.start();
    // The process that found out has ten seconds left.
    await plain.untilGivenBack(payment);
    expect(plain.ownReversals(payment)).toHaveLength(1);
  });

  it('is never reversed twice when the terminal’s own reversal comes at the same moment', async () => {
    const hold = gate();
    plain.wallet.behave(heldApprovals(hold));
    const payments = Array.from({ length: 40 }, () => deduct({ transaction_id: freshId() }));
    await Promise.all(payments.map((payment) => RPC2.call(plain.url(), payment)));
    await until('all are in doubt', () => payments.every((one) => plain.row(one).state === 'in_doubt'));
    plain.wallet.behave(approving());
    const reversed = payments.map((payment, index) => {
      if (index === payments.length / 2) hold.open();
      const advice = reversalOf(payment);
      advices.set(payment, advice);
      return RPC2.call(plain.url(), advice);
    });
    const heard = await Promise.all(reversed);
    expect(heard.map(({ resultCode }) => resultCode)).toEqual(heard.map(() => 1));
    await Promise.all(payments.map((payment) => plain.untilState(payment, 'contradicted')));
    await plain.rounds();
    await until('each is given back', () => payments.every((one) => reversedSince(one) === 1));
    await plain.rounds();
    expect(payments.map(reversedSince)).toEqual(payments.map(() => 1));
  });

  const advices = new Map<Call, Call>();

  /** Returns the number of reversals that were sent after the approval was known. */
  function reversedSince(payment: Call): number {
    const early = plain.row(advices.get(payment)!)['early_at_ms'] === null ? 0 : 1;
    return plain.reversalsSent(payment) - early;
  }
});
