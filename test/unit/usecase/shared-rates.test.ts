import fc from 'fast-check';
import type { RateCount } from '../../../src/use-cases/access/rate-limit-port.js';
import { createRateLimits, type RateRule } from '../../../src/use-cases/access/rate-limits.js';

const WINDOW_MS = 10_000;

/** Makes processes that count under one key, with one clock, and exchange the messages that the test lets through. */
function processesOf(count: number, rule: RateRule) {
  const clock = { ms: 1_000_000, nowMs: (): number => clock.ms, monotonicMs: (): number => clock.ms };
  const processes = Array.from({ length: count }, (_, index) => {
    const limits = createRateLimits({
      clock,
      keysMax: 100,
      rules: {
        failedAuthentication: rule,
        wrongChecksums: null,
        wrongChecksumsOfTerminal: null,
        signIns: null,
        transactionsOfKey: null,
        transactionsOfTerminal: null,
      },
    });
    const told: RateCount[] = [];
    limits.onCounted((each) => told.push(each));
    return {
      told,
      take: () => limits.take({ limit: 'failedAuthentication', key: 'a' }),
      learnFrom: (other: number, each: RateCount) => limits.learn({ ...each, source: String(other) }),
      index,
    };
  });
  const spread = (from: (typeof processes)[number], each: RateCount): void => {
    for (const to of processes) if (to !== from) to.learnFrom(from.index, each);
  };
  /** Delivers all messages of each process to all others, in the order of `order`. */
  const tellAll = (order = (all: readonly (() => void)[]) => all): void => {
    const all = processes.flatMap((from) => from.told.map((each) => () => spread(from, each)));
    for (const tell of order(all)) tell();
  };
  return { clock, processes, tellAll };
}

describe('a rate limit that several processes share', () => {
  it('allows only its number in total when counts are shared at once, and gives all the same time', async () => {
    const { clock, processes, tellAll } = processesOf(3, { max: 20, windowMs: WINDOW_MS });
    let given = 0;
    for (let call = 0; call < 60; call += 1) {
      clock.ms += 10;
      if ((await processes[call % 3]!.take()).kind === 'taken') given += 1;
      tellAll();
    }
    expect(given).toBe(20);
    const waits = await Promise.all(processes.map(({ take }) => take()));
    expect(waits).toEqual(
      waits.map(() => ({ kind: 'limited', retryAfterMs: WINDOW_MS - 590, isFirst: false })),
    );
    clock.ms += WINDOW_MS - 590;
    expect(await Promise.all(processes.map(({ take }) => take()))).toEqual(
      waits.map(() => ({ kind: 'taken' })),
    );
  });

  it('is reported once, by any process', async () => {
    const { processes, tellAll } = processesOf(2, { max: 1, windowMs: WINDOW_MS });
    await processes[0]!.take();
    expect(await processes[0]!.take()).toMatchObject({ isFirst: true });
    tellAll();
    expect(await processes[1]!.take()).toMatchObject({ kind: 'limited', isFirst: false });
  });

  it('is locked in all processes by a lock in one, for the rest of its time', async () => {
    const { clock, processes, tellAll } = processesOf(2, { max: 2, windowMs: 3_600_000, lockMs: 60_000 });
    await processes[1]!.take();
    for (let call = 0; call < 3; call += 1) await processes[0]!.take();
    clock.ms += 1000;
    tellAll();
    expect(await processes[1]!.take()).toEqual({ kind: 'limited', retryAfterMs: 59_000, isFirst: false });
    clock.ms += 59_000;
    expect(await processes[1]!.take()).toEqual({ kind: 'taken' });
  });

  it('joins windows that began apart, and ends them with the earlier one, also where it locks', async () => {
    const { clock, processes, tellAll } = processesOf(2, { max: 2, windowMs: WINDOW_MS, lockMs: 60_000 });
    await processes[0]!.take();
    clock.ms += 3000;
    await processes[1]!.take();
    tellAll();
    clock.ms += WINDOW_MS - 3000;
    for (const { take } of processes) expect(await take()).toEqual({ kind: 'taken' });
  });

  it('follows another process into its next window, and not back into its previous one', async () => {
    const { clock, processes, tellAll } = processesOf(2, { max: 2, windowMs: WINDOW_MS });
    for (const { take } of [processes[1]!, processes[1]!]) await take();
    clock.ms += 9500;
    await processes[0]!.take();
    tellAll();
    expect(await processes[0]!.take()).toEqual({ kind: 'taken' });
    tellAll();
    clock.ms += 600;
    expect(await processes[1]!.take()).toMatchObject({ kind: 'limited', retryAfterMs: 9400 });
  });

  it('refuses as long as it said, whatever another process counts', async () => {
    const { clock, processes, tellAll } = processesOf(2, { max: 1, windowMs: WINDOW_MS });
    await processes[1]!.take();
    clock.ms += 5000;
    await processes[0]!.take();
    expect(await processes[0]!.take()).toMatchObject({ kind: 'limited', retryAfterMs: WINDOW_MS });
    tellAll();
    clock.ms += 6000;
    expect(await processes[0]!.take()).toMatchObject({ kind: 'limited', retryAfterMs: 4000 });
  });

  it('refuses until the same moment in all processes, also where their windows began apart', async () => {
    const { clock, processes, tellAll } = processesOf(2, { max: 1, windowMs: WINDOW_MS });
    const [first, second] = processes;
    await second!.take();
    clock.ms += 2000;
    for (const { take } of [first!, first!]) await take();
    tellAll();
    for (const { take } of processes) expect(await take()).toMatchObject({ retryAfterMs: WINDOW_MS });
  });

  it('is not ended by the count of a window that has ended', async () => {
    const { clock, processes, tellAll } = processesOf(2, { max: 1, windowMs: WINDOW_MS });
    const [first, second] = processes;
    await first!.take();
    clock.ms += 1500;
    await second!.take();
    clock.ms += WINDOW_MS - 1500;
    tellAll();
    expect(await second!.take()).toEqual({ kind: 'limited', retryAfterMs: 1500, isFirst: true });
  });

  it('is not drawn back into its previous window by a refusal there', async () => {
    const { clock, processes, tellAll } = processesOf(2, { max: 2, windowMs: WINDOW_MS });
    const [first, second] = processes;
    for (const { take } of [first!, first!, first!]) await take();
    clock.ms += 9500;
    await second!.take();
    tellAll();
    clock.ms += 500;
    await second!.take();
    expect(await second!.take()).toMatchObject({ kind: 'limited', retryAfterMs: WINDOW_MS - 500 });
  });

  it('counts nothing of a limit that is switched off here', async () => {
    const { clock, processes } = processesOf(1, { max: 1, windowMs: WINDOW_MS });
    const count = { count: 5, endsAtMs: clock.ms + WINDOW_MS, isLimited: true };
    processes[0]!.learnFrom(1, { limit: 'signIns', key: 'a', ...count });
    expect(await processes[0]!.take()).toEqual({ kind: 'taken' });
  });

  it('tells the others of each count and of the refusal, and not of a flood after it', async () => {
    const { processes } = processesOf(1, { max: 2, windowMs: WINDOW_MS });
    for (let call = 0; call < 20; call += 1) await processes[0]!.take();
    expect(processes[0]!.told.map(({ count, isLimited }) => [count, isLimited])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  it('refuses where another process does, although it does not know all that the other counted', async () => {
    const { processes } = processesOf(3, { max: 3, windowMs: WINDOW_MS });
    const [first, second, third] = processes;
    for (let call = 0; call < 2; call += 1) await first!.take();
    for (const each of first!.told) second!.learnFrom(0, each);
    await second!.take();
    expect(await second!.take()).toMatchObject({ kind: 'limited', isFirst: true });
    for (const each of second!.told) third!.learnFrom(1, each);
    expect(await third!.take()).toMatchObject({ kind: 'limited', isFirst: false });
  });

  it('counts another process whose clock is ahead, for no longer than a window', async () => {
    const { clock, processes } = processesOf(1, { max: 2, windowMs: WINDOW_MS });
    const ahead = { count: 2, endsAtMs: clock.ms + 5 * WINDOW_MS, isLimited: false };
    processes[0]!.learnFrom(1, { limit: 'failedAuthentication', key: 'a', ...ahead });
    expect(await processes[0]!.take()).toMatchObject({ kind: 'limited', retryAfterMs: WINDOW_MS });
  });

  it('counts another process in the window after a refusal', async () => {
    const { clock, processes, tellAll } = processesOf(2, { max: 1, windowMs: WINDOW_MS });
    for (const { take } of [processes[1]!, processes[1]!]) await take();
    clock.ms += WINDOW_MS;
    await processes[0]!.take();
    tellAll();
    expect(await processes[1]!.take()).toMatchObject({ kind: 'limited' });
  });

  it('keeps the greatest count of a process, where an older one comes again', async () => {
    const { processes, tellAll } = processesOf(2, { max: 2, windowMs: WINDOW_MS });
    for (const { take } of [processes[0]!, processes[0]!]) await take();
    tellAll((all) => all.toReversed());
    expect(await processes[1]!.take()).toMatchObject({ kind: 'limited' });
  });

  it('forgets a window that ended, however late its count arrives', async () => {
    const { clock, processes, tellAll } = processesOf(2, { max: 1, windowMs: WINDOW_MS });
    await processes[0]!.take();
    await processes[0]!.take();
    clock.ms += WINDOW_MS;
    tellAll();
    expect(await processes[1]!.take()).toEqual({ kind: 'taken' });
  });

  it('exceeds its number at most by the calls before counts were shared, in any order', async () => {
    const step = fc.record({
      process: fc.nat({ max: 2 }),
      pauseMs: fc.nat({ max: 400 }),
      isRound: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(step, { maxLength: 80 }),
        fc.infiniteStream(fc.nat()),
        async (max, steps, order) => {
          const { clock, processes, tellAll } = processesOf(3, { max, windowMs: 3_600_000 });
          let given = 0;
          let sinceRound = 0;
          let sinceRoundMost = 0;
          for (const { process, pauseMs, isRound } of steps) {
            clock.ms += pauseMs;
            if ((await processes[process]!.take()).kind === 'taken') {
              given += 1;
              sinceRound += 1;
            }
            sinceRoundMost = Math.max(sinceRoundMost, sinceRound);
            if (!isRound) continue;
            sinceRound = 0;
            // Twice, and in another order than it was sent.
            tellAll((all) =>
              [...all, ...all]
                .map((tell) => ({ tell, at: order.next().value! }))
                .sort((a, b) => a.at - b.at)
                .map(({ tell }) => tell),
            );
          }
          expect(given).toBeLessThanOrEqual(max + sinceRoundMost);
        },
      ),
    );
  });
});
