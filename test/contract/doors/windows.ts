import {
  balance,
  deduct,
  requestIdOf,
  stop,
  withFields,
  type Bench,
  type Call,
  type Door,
} from '../../support/doors/index.js';
import { expectAnswer, expectError, withoutTrace } from './register.js';

/** How old a transactionDate may be, and how far ahead (contract 4.2): 30 days and 48 hours. */
export function dateWindowContract(door: Door, bench: () => Bench): void {
  it('refuses a transaction date outside the window as it refuses a wrong checksum', async () => {
    const wrong = await door.call(bench().url, { ...deduct(), checksum: '0'.repeat(64) });
    for (const hours of [-30 * 24 - 1, 49]) {
      for (const call of [dated(deduct(), hours), dated(stop(), hours)]) {
        const heard = await withoutTrace(bench(), () => door.call(bench().url, call));
        expectError(door, heard, 'UNAUTHENTICATED');
        expect(heard.message).toBe(wrong.message);
      }
    }
  });

  it('takes a transaction date inside the window', async () => {
    for (const hours of [-30 * 24 + 1, 0, 47]) {
      expectAnswer(door, await door.call(bench().url, dated(deduct(), hours)), 1);
    }
  });
}

/** Answers of effect `none` are replayed for their window only (contract 4.4); here it is a millisecond. */
export function replayWindowContract(door: Door, bench: () => Bench): void {
  const outlived = async (call: Call) => {
    expectAnswer(door, await door.call(bench().url, call), 1);
    const requestId = requestIdOf(call, door.checksumForm);
    await untilClockIs(bench().ledger.row(requestId).settled_at_ms! + 3);
    return { requestId, again: await door.call(bench().url, call) };
  };

  it('asks a Balance again once its answer is older', async () => {
    const { requestId, again } = await outlived(dated(balance(), -1));
    expectAnswer(door, again, 1);
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

/** The call as of so many hours from now. */
function dated(call: Call, hours: number): Call {
  const iso = new Date(Date.now() + hours * 3_600_000).toISOString();
  return withFields(call, { transaction_date: iso.slice(0, 19).replaceAll('-', '') });
}

/** The gateway reads the same clock. */
async function untilClockIs(epochMs: number): Promise<void> {
  while (Date.now() < epochMs) await new Promise((resolve) => setImmediate(resolve));
}
