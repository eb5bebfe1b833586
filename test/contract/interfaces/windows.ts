import {
  balance,
  checksumOf,
  deduct,
  freshId,
  requestIdOf,
  reversalOf,
  sampleCall,
  stop,
  withFields,
  type Bench,
  type Call,
  type Channel,
} from '../../support/channels/index.js';
import { expectAnswer, expectError, withoutTrace } from './register.js';

/** Tests how old a transactionDate may be, and how far ahead (docs/reference/protocol.md#date-window): 30 days and 48 hours. */
export function dateWindowContract(channel: Channel, bench: () => Bench): void {
  it('refuses a transaction date outside the window as it refuses a wrong checksum', async () => {
    const wrong = await channel.call(bench().url, { ...deduct(), checksum: '0'.repeat(64) });
    for (const hours of [-30 * 24 - 1, 49]) {
      for (const call of [dated(deduct(), hours), dated(stop(), hours)]) {
        const heard = await withoutTrace(bench(), () => channel.call(bench().url, call));
        expectError(channel, heard, 'UNAUTHENTICATED');
        expect(heard.message).toBe(wrong.message);
      }
    }
  });

  it('takes a transaction date inside the window', async () => {
    for (const hours of [-30 * 24 + 1, 0, 47]) {
      expectAnswer(channel, await channel.call(bench().url, dated(deduct(), hours)), 1);
    }
  });
}

/**
 * Tests that only transactionDate has a window: notices and reversals refer to old purchases
 * (docs/reference/protocol.md#date-window).
 */
export function referenceDateContract(channel: Channel, bench: () => Bench): void {
  it('takes a notice and a reversal of an old purchase', async () => {
    for (const days of [31, 400]) {
      const reference_date = dateOf(-24 * days);
      const notice = withFields(sampleCall('BrazilianInstallmentSettled'), {
        reference_id: freshId(),
        reference_date,
      });
      expectAnswer(channel, await channel.call(bench().url, notice), 1);
      const reversal = dated(reversalOf(deduct(), { reference_date }), -1);
      expect(await channel.call(bench().url, reversal)).toMatchObject({ resultCode: 1 });
    }
  });
}

/** Tests that a zone outside the checksum moves no date into the window (docs/reference/protocol.md#dates-with-a-zone). */
export function zoneWindowContract(channel: Channel, bench: () => Bench): void {
  it('refuses an old call whatever zone stands behind its date', async () => {
    for (const [hours, zone] of [
      [-30 * 24 - 1, '-23:59'],
      [49, '+23:59'],
    ] as const) {
      const call = dated(deduct(), hours);
      const moved = withFields(call, { transaction_date: call.fields['transaction_date']! + zone });
      const checksum = checksumOf(call, 'printed');
      const heard = await withoutTrace(bench(), () => channel.call(bench().url, { ...moved, checksum }));
      expectError(channel, heard, 'UNAUTHENTICATED');
    }
  });
}

/**
 * Tests that answers of effect `none` are replayed only within their window (docs/reference/transactions.md#effects). Here it is
 * a millisecond.
 */
export function replayWindowContract(channel: Channel, bench: () => Bench): void {
  const outlived = async (call: Call) => {
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    const requestId = requestIdOf(call, channel.checksumForm);
    await untilClockIs(bench().ledger.row(requestId).settled_at_ms! + 3);
    return { requestId, again: await channel.call(bench().url, call) };
  };

  it('asks a Balance again once its answer is older', async () => {
    const { requestId, again } = await outlived(dated(balance(), -1));
    expectAnswer(channel, again, 1);
    expect(again.replayed).toBe(false);
    const [first, second] = bench().sent(requestId);
    expect(second!.body.equals(first!.body)).toBe(true);
    expect(bench().ledger.row(requestId)).toMatchObject({ attempt: 2, state: 'answered' });
  });

  it('repeats the answer of a Deduct all the same', async () => {
    const { requestId, again } = await outlived(dated(deduct(), -1));
    expect(again).toMatchObject({ replayed: true, resultCode: 1 });
    expect(bench().sent(requestId)).toHaveLength(1);
  });
}

/** Returns the call, dated this many hours from now. */
function dated(call: Call, hours: number): Call {
  return withFields(call, { transaction_date: dateOf(hours) });
}

function dateOf(hours: number): string {
  const iso = new Date(Date.now() + hours * 3_600_000).toISOString();
  return iso.slice(0, 19).replaceAll('-', '');
}

/** Waits until the clock shows this time. The gateway reads the same clock. */
async function untilClockIs(epochMs: number): Promise<void> {
  while (Date.now() < epochMs) await new Promise((resolve) => setImmediate(resolve));
}
