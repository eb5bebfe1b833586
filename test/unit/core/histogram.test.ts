import {
  addHistogram,
  countDuration,
  emptyHistogram,
  printHistogram,
  quantile,
  readHistogram,
} from '../../../src/core/transactions/histogram.js';

describe('a histogram of durations', () => {
  it('has no quantile while it is empty', () => {
    expect(quantile(emptyHistogram(), 0.5)).toBeNull();
  });

  it.each([0, 1, 42, 99, 100, 250, 1800, 59_000, 3_599_000])('returns %d ms within 2%', (durationMs) => {
    const histogram = emptyHistogram();
    countDuration(histogram, durationMs, 1);
    const found = quantile(histogram, 0.5) ?? -1;
    expect(found).toBeLessThanOrEqual(durationMs);
    expect(found).toBeGreaterThanOrEqual(durationMs * 0.979);
  });

  it('keeps negative durations and those beyond an hour within its ends', () => {
    const histogram = emptyHistogram();
    countDuration(histogram, -5, 1);
    countDuration(histogram, 1e12, 1);
    expect(quantile(histogram, 0.5)).toBe(0);
    expect(quantile(histogram, 1)).toBeGreaterThan(3_500_000);
  });

  it('is read as printed', () => {
    const histogram = emptyHistogram();
    for (const durationMs of [3, 3, 450, 9_000_000]) countDuration(histogram, durationMs, 1);
    const printed = printHistogram(histogram);
    expect(printed).toMatch(/^3:2 \d+:1 \d+:1$/);
    expect(readHistogram(printed)).toEqual(histogram);
    expect([printHistogram(emptyHistogram()), readHistogram('')]).toEqual(['', emptyHistogram()]);
  });

  it('weighs durations, and adds up', () => {
    const [one, other] = [emptyHistogram(), emptyHistogram()];
    countDuration(one, 10, 98.5);
    countDuration(other, 90, 1.5);
    addHistogram(one, other);
    expect([quantile(one, 0.5), quantile(one, 0.98), quantile(one, 0.99)]).toEqual([10, 10, 90]);
  });
});
