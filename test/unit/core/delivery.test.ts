import fc from 'fast-check';
import {
  deliveryId,
  deliveryOutcome,
  deliverySequence,
  failureOf,
  type WebhookResult,
} from '../../../src/core/events/delivery.js';

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const POLICY = {
  scheduleMs: [5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H],
  retryAfterMaxMs: 24 * H,
};
const answered = (httpStatus: number, retryAfterMs: number | null = null): WebhookResult => ({
  kind: 'answered',
  httpStatus,
  retryAfterMs,
  excerpt: '',
  isWhole: true,
});
const after = (result: WebhookResult, tries = 0, random = 0.5) =>
  deliveryOutcome({ result, attemptCount: tries, random, policy: POLICY });

it('only 2xx is success', () => {
  for (let status = 100; status < 600; status += 1) {
    expect(failureOf(answered(status)) === null).toBe(status >= 200 && status < 300);
  }
  expect(after(answered(200))).toEqual({ kind: 'delivered' });
  expect(after(answered(299), 9)).toEqual({ kind: 'delivered' });
});

it('kinds of failure are distinguished', () => {
  expect(failureOf(answered(302))).toBe('redirect');
  expect(failureOf(answered(410))).toBe('gone');
  expect(failureOf(answered(500))).toBe('http_status');
  expect(failureOf({ kind: 'failed', failure: 'timeout' })).toBe('timeout');
});

it('ten attempts are made, over 75 h 35 min 5 s', () => {
  const pauses: number[] = [];
  for (let tries = 0; ; tries += 1) {
    const outcome = after(answered(500), tries);
    if (outcome.kind !== 'retry') {
      expect(outcome).toEqual({ kind: 'dead' });
      break;
    }
    pauses.push(outcome.inMs);
  }
  expect(pauses).toEqual(POLICY.scheduleMs);
  expect(pauses.reduce((a, b) => a + b)).toBe(75 * H + 35 * M + 5 * S);
});

it('an attempt that got 410 is not retried', () => {
  expect(after(answered(410))).toEqual({ kind: 'dead' });
});

it('a longer pause requested by the receiver is kept up to its limit; a shorter one is ignored', () => {
  expect(after(answered(503, 60 * S))).toEqual({ kind: 'retry', inMs: 60 * S });
  expect(after(answered(429, 1000 * H))).toEqual({ kind: 'retry', inMs: 24 * H });
  expect(after(answered(503, 0))).toEqual({ kind: 'retry', inMs: 5 * S });
});

it('jitter is a tenth either way at most', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 8 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (tries, random) => {
        const outcome = after({ kind: 'failed', failure: 'timeout' }, tries, random);
        const pauseMs = outcome.kind === 'retry' ? outcome.inMs : Number.NaN;
        const plainMs = POLICY.scheduleMs[tries]!;
        expect(Math.abs(pauseMs - plainMs)).toBeLessThanOrEqual(plainMs / 10 + 1);
      },
    ),
  );
});

it('only delivery ids resolve to deliveries', () => {
  expect(deliverySequence(deliveryId(31))).toBe(31);
  for (const text of ['dlv_31', 'dlv_', 'evt_000000000031', '31', 'dlv_00000000000031']) {
    expect(deliverySequence(text)).toBeNull();
  }
});
