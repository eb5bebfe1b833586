import fc from 'fast-check';
import type { RateLimit } from '../../../src/use-cases/access/rate-limit-port.js';
import { createRateLimits, type RateRule, countOrReject } from '../../../src/use-cases/access/rate-limits.js';

const OFF: Readonly<Record<RateLimit, RateRule | null>> = {
  failedAuthentication: null,
  wrongChecksums: null,
  wrongChecksumsOfTerminal: null,
  signIns: null,
  transactionsOfKey: null,
  transactionsOfTerminal: null,
};

function limitsOf(rule: RateRule, keysMax = 1000) {
  const clock = { ms: 1_000_000, nowMs: (): number => clock.ms, monotonicMs: (): number => clock.ms };
  const limited: RateLimit[] = [];
  const limits = createRateLimits({
    clock,
    keysMax,
    rules: { ...OFF, failedAuthentication: rule },
    onLimited: (limit) => limited.push(limit),
  });
  const take = (key = 'a') => limits.take({ limit: 'failedAuthentication', key });
  const takeMany = async (times: number, key = 'a') => {
    for (let time = 0; time < times; time += 1) await take(key);
  };
  return { clock, limits, limited, take, takeMany };
}

describe('a rate limit', () => {
  it('allows its number in a window and says when the next one is allowed', async () => {
    const { clock, take, takeMany, limited } = limitsOf({ max: 20, windowMs: 60_000 });
    await takeMany(19);
    expect(await take()).toEqual({ kind: 'taken' });
    clock.ms += 10_000;
    expect(await take()).toEqual({ kind: 'limited', retryAfterMs: 50_000, isFirst: true });
    expect(await take()).toEqual({ kind: 'limited', retryAfterMs: 50_000, isFirst: false });
    expect(limited).toEqual(['failedAuthentication', 'failedAuthentication']);
    clock.ms += 50_000;
    expect(await take()).toEqual({ kind: 'taken' });
  });

  it('locks for the stated time after too many, and further attempts do not prolong it', async () => {
    const { clock, take, takeMany } = limitsOf({ max: 2, windowMs: 60_000, lockMs: 300_000 });
    await takeMany(2);
    for (let call = 0; call < 2; call += 1)
      expect(await take()).toMatchObject({ kind: 'limited', retryAfterMs: 300_000 });
    clock.ms += 299_999;
    expect(await take()).toMatchObject({ kind: 'limited', retryAfterMs: 1 });
    clock.ms += 1;
    expect(await take()).toEqual({ kind: 'taken' });
  });

  it('is not prolonged by a clock that is set back', async () => {
    const { clock, take, takeMany } = limitsOf({ max: 2, windowMs: 60_000 });
    await takeMany(3);
    clock.ms -= 3_600_000;
    expect(await take()).toEqual({ kind: 'taken' });
  });

  it('remembers a bounded number of keys and forgets the oldest first', async () => {
    const { take, takeMany } = limitsOf({ max: 1, windowMs: 60_000 }, 100);
    await takeMany(1, 'old');
    await takeMany(1, 'kept');
    for (let other = 0; other < 99; other += 1) await take(`other ${String(other)}`);
    expect(await take('kept')).toMatchObject({ kind: 'limited' });
    expect(await take('old')).toEqual({ kind: 'taken' });
  });

  it('never allows more than its number within one window, however calls are spread', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 60 }),
        async (max, pauses) => {
          const { clock, take } = limitsOf({ max, windowMs: 10_000 });
          const given: number[] = [];
          for (const pause of pauses) {
            clock.ms += pause;
            const taken = await take();
            if (taken.kind === 'taken') given.push(clock.ms);
            else expect(taken.retryAfterMs).toBeGreaterThan(0);
          }
          // Two windows can touch. Three never do.
          for (const from of given) {
            const near = given.filter((at) => at >= from && at < from + 10_000);
            expect(near.length).toBeLessThanOrEqual(2 * max);
          }
        },
      ),
    );
  });

  it('is reported as RATE_LIMITED with whole seconds, one at least', async () => {
    const { limits, takeMany } = limitsOf({ max: 1, windowMs: 1500 });
    await takeMany(1);
    expect(() => countOrReject(limits, { limit: 'failedAuthentication', key: 'a' })).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 2 }),
    );
  });
});
