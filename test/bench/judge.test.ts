import { median, spread } from '../../bench/judge/median.js';
import { problemOf, ratioOf, type Measured } from '../../bench/judge/ratio.js';
import { quantile } from '../../bench/load/latencies.js';
import { allocatedBytes } from '../../bench/scenarios/allocation.js';
import { verdictOf, type Finding } from '../../bench/scenarios/scenario.js';

const CEILING = 10_000;

function measured(name: string, ...rates: number[]): Measured {
  return { name, rounds: rates.map((perSecond) => ({ perSecond, refused: 0, refusal: null, broken: 0 })) };
}

function withRound(change: Partial<Measured['rounds'][number]>): Measured {
  return { name: 'changed', rounds: [{ perSecond: 100, refused: 0, refusal: null, broken: 0, ...change }] };
}

describe('medians and quantiles', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[7], 7],
  ])('takes the middle of %j', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('gives the spread of the rounds', () => {
    expect(spread([90, 100, 110])).toBeCloseTo(0.2);
  });

  it('takes the nearest rank', () => {
    const sorted = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([quantile(sorted, 0.5), quantile(sorted, 0.99), quantile([], 0.5)]).toEqual([50, 99, 0]);
  });
});

describe('a ratio', () => {
  it('is the median of the ratios of each round', () => {
    const ratio = ratioOf(measured('a', 50, 10, 60), measured('b', 100, 100, 100), CEILING);
    expect(ratio).toEqual({ kind: 'ratio', value: 0.5, spread: 1 });
  });

  it('is missing when a reply is no approval', () => {
    const ratio = ratioOf(withRound({ refused: 1, refusal: 'HTTP/1.1 503' }), measured('b', 100), CEILING);
    expect(ratio).toEqual({
      kind: 'no_ratio',
      reason: 'changed: 1 replies were no approvals: HTTP/1.1 503',
    });
  });

  it('is missing when a connection broke', () => {
    expect(ratioOf(measured('a', 100), withRound({ broken: 2 }), CEILING).kind).toBe('no_ratio');
  });

  it('is missing when a measurement is too near the ceiling', () => {
    const ratio = ratioOf(measured('a', 100), measured('b', 8600), CEILING);
    expect(ratio).toMatchObject({ kind: 'no_ratio', reason: expect.stringContaining('too near') });
    expect(ratioOf(measured('a', 100), measured('b', 8400), CEILING).kind).toBe('ratio');
  });

  it('is missing when no reply came, or a round is missing', () => {
    expect(ratioOf(measured('a', 0), measured('b', 1), CEILING).kind).toBe('no_ratio');
    expect(ratioOf(measured('a', 1, 2), measured('b', 1), CEILING).kind).toBe('no_ratio');
    expect(ratioOf(measured('a'), measured('b'), CEILING).kind).toBe('no_ratio');
  });

  it('is not limited without a ceiling', () => {
    expect(problemOf(measured('a', 1e9), null)).toBeNull();
  });
});

describe('a verdict', () => {
  const finding: Finding = { target: 'P1', what: '', measured: 0.5, unit: 'ratio', wanted: { atLeast: 0.5 } };

  it.each([
    [finding, 'reached'],
    [{ ...finding, measured: 0.49 }, 'missed'],
    [{ ...finding, measured: 1.2, wanted: { atMost: 1 } }, 'missed'],
    [{ ...finding, measured: null }, 'not measured'],
    [{ ...finding, wanted: null }, ''],
  ])('of %j is %j', (given, expected) => {
    expect(verdictOf(given)).toBe(expected);
  });
});

it('adds up what each heap has grown by between two garbage collections', () => {
  const trace = [
    '[7:0x1d]       39 ms: Scavenge 4.5 (5.6) -> 3.5 (5.9) MB, pooled: 0.0 MB, 1.71 / 0.00 ms',
    '{"level":30,"msg":"call 1.0 (2.0) -> 0.5 (1.0) MB"}',
    '[7:0x2e]       40 ms: Scavenge 1.0 (1.6) -> 0.5 (1.9) MB, pooled: 0.0 MB, 0.10 / 0.00 ms',
    '[7:0x1d]       42 ms: Mark-Compact (reduce) 5.0 (6.6) -> 2.0 (6.9) MB, pooled: 0.0 MB, 1.54 / 0.00 ms',
  ];
  expect(allocatedBytes(trace.join('\n'))).toBe(7 * 2 ** 20);
});
