import type { AttemptState } from '../../../src/core/provisioning/attempt.js';
import { MINUTE_MS, NOW_MS, VERIFIED_FOR_MS, type AttemptsBench } from './bench.js';

/** Tests that attempts that can no longer succeed read as expired, without a change of their rows. */
export function expireContract(bench: () => AttemptsBench): void {
  it.each([
    { state: 'issued', afterMs: MINUTE_MS, hasExpired: false },
    { state: 'issued', afterMs: MINUTE_MS + 1, hasExpired: true },
    { state: 'verified', afterMs: VERIFIED_FOR_MS, hasExpired: false },
    { state: 'verified', afterMs: VERIFIED_FOR_MS + 1, hasExpired: true },
    { state: 'authorized', afterMs: 10 * VERIFIED_FOR_MS, hasExpired: false },
    { state: 'digitized', afterMs: 10 * VERIFIED_FOR_MS, hasExpired: false },
  ] as const)('an attempt $state $afterMs ms ago has expired: $hasExpired', async (row) => {
    const { state, afterMs, hasExpired } = row;
    const attemptId = await bench().attempt({ state });
    bench().setNowMs(NOW_MS + afterMs);
    const expected = hasExpired ? 'expired' : state;
    const { state: after, history } = await bench().row(attemptId);
    expect(after).toBe(expected);
    const idsOf = async (wanted: AttemptState) =>
      (await bench().attempts.list({ filter: { state: wanted } })).rows.map((each) => each.attemptId);
    expect([await idsOf(expected), hasExpired ? await idsOf(state) : []]).toEqual([[attemptId], []]);
    expect(await bench().attempts.funnel({})).toMatchObject({ issued: 1, expired: Number(hasExpired) });
    if (hasExpired)
      expect(history.at(-1)).toEqual({
        atMs: NOW_MS + afterMs - 1,
        actor: 'gateway',
        fromState: state,
        toState: 'expired',
        reason: state === 'issued' ? 'not_verified' : 'not_authorized',
      });
  });
}
