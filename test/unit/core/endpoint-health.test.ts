import { healthAfterFailure } from '../../../src/core/events/delivery.js';

const DAY = 86_400_000;
const at = (
  nowMs: number,
  failingSinceMs: number | null,
  warnedAtMs: number | null,
  disableAfterMs: number | null = 5 * DAY,
) => healthAfterFailure({ failingSinceMs, warnedAtMs }, nowMs, disableAfterMs);

it('a first failure and failures for up to four days are tolerated', () => {
  expect(at(100 * DAY, null, null)).toEqual({ kind: 'failing' });
  expect(at(4 * DAY - 1, 0, null)).toEqual({ kind: 'failing' });
});

it('an endpoint that fails longer gets one warning and is disabled a day later', () => {
  expect(at(4 * DAY, 0, null)).toEqual({ kind: 'warn', disablesAtMs: 5 * DAY });
  expect(at(5 * DAY - 1, 0, 4 * DAY)).toEqual({ kind: 'failing' });
  expect(at(5 * DAY, 0, 4 * DAY)).toEqual({ kind: 'disable' });
});

it('no endpoint is disabled without a warning, however late the next failure comes', () => {
  expect(at(100 * DAY, 0, null)).toEqual({ kind: 'warn', disablesAtMs: 101 * DAY });
  expect(at(101 * DAY - 1, 0, 100 * DAY)).toEqual({ kind: 'failing' });
});

it('an endpoint that is never disabled is never warned', () => {
  expect(at(100 * DAY, 0, null, null)).toEqual({ kind: 'failing' });
  expect(at(100 * DAY, 0, 1, null)).toEqual({ kind: 'failing' });
});
