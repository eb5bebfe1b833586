import { backoffMs } from '../../../src/core/events/backoff.js';

const pause = (attempt: number, random: number) =>
  backoffMs({ attempt, minMs: 1_000, maxMs: 900_000, random });

it('pauses double from the shortest to the longest, which stays', () => {
  expect([1, 2, 3, 10, 11, 5_000].map((attempt) => pause(attempt, 1))).toEqual([
    1_000, 2_000, 4_000, 512_000, 900_000, 900_000,
  ]);
});

it('a pause is shortened by a fifth at most', () => {
  expect([pause(1, 0), pause(1, 0.5), pause(5_000, 0)]).toEqual([800, 900, 720_000]);
});
