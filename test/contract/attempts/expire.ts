import { MINUTE_MS, NOW_MS, VERIFIED_FOR_MS, type AttemptsBench } from './bench.js';

/** Tests the expiry of attempts that can no longer succeed. */
export function expireContract(bench: () => AttemptsBench): void {
  const expire = (limit = 100, verifiedForMs: number | null = VERIFIED_FOR_MS) =>
    bench().attempts.expire({ verifiedForMs, limit });

  it.each([
    { state: 'issued', afterMs: MINUTE_MS, ends: 0 },
    { state: 'issued', afterMs: MINUTE_MS + 1, ends: 1 },
    { state: 'verified', afterMs: VERIFIED_FOR_MS, ends: 0 },
    { state: 'verified', afterMs: VERIFIED_FOR_MS + 1, ends: 1 },
    { state: 'authorized', afterMs: 10 * VERIFIED_FOR_MS, ends: 0 },
    { state: 'digitized', afterMs: 10 * VERIFIED_FOR_MS, ends: 0 },
  ] as const)('ends $ends attempt $state $afterMs ms ago', async ({ state, afterMs, ends }) => {
    const attemptId = await bench().attempt({ state });
    bench().setNowMs(NOW_MS + afterMs);
    expect(await expire()).toBe(ends);
    const { state: after, history } = await bench().row(attemptId);
    expect(after).toBe(ends === 1 ? 'expired' : state);
    if (ends === 1) {
      expect(history.at(-1)).toEqual({
        atMs: NOW_MS + afterMs,
        actor: 'gateway',
        fromState: state,
        toState: 'expired',
        reason: state === 'issued' ? 'not_verified' : 'not_authorized',
      });
    }
  });

  it('goes on in batches, oldest first, until nothing is due', async () => {
    // A card has at most one issued attempt.
    const ids: string[] = [];
    for (const age of [3, 1, 2]) {
      const issuedAtMs = NOW_MS - age * 10 * MINUTE_MS;
      ids.push(await bench().attempt({ state: 'issued', cardId: 5000 + age, issuedAtMs }));
    }
    expect(await expire(2)).toBe(2);
    expect((await bench().row(ids[1] ?? '')).state).toBe('issued');
    expect(await expire(2)).toBe(1);
    expect(await expire(2)).toBe(0);
    expect(await bench().query(`select * from attempt_history where to_state = 'expired'`)).toHaveLength(3);
  });

  it('leaves verified attempts alone where they are good for ever', async () => {
    await bench().attempt({ issuedAtMs: 1 });
    expect(await expire(100, null)).toBe(0);
  });

  it('is done once by two processes', async () => {
    await bench().attempt({ state: 'issued', issuedAtMs: 1 });
    const limits = { verifiedForMs: VERIFIED_FOR_MS, limit: 10 };
    const ended = await Promise.all([bench().attempts.expire(limits), bench().other.expire(limits)]);
    expect(ended.sort()).toEqual([0, 1]);
  });
}
