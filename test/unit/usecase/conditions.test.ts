import { conditionEvents, type Conditions } from '../../../src/use-cases/events/announce.js';

const NOW = Date.UTC(2026, 10, 30, 12, 30);
const MINUTE = 60_000;
const DAY = 86_400_000;
const WELL: Conditions = {
  clocks: { databaseDriftMs: 1, routes: [], isWarning: false },
  routes: [{ route: 'default', breaker: 'closed' }],
  doubts: [{ state: 'in_doubt', count: 2, sinceMs: NOW - 15 * MINUTE + 1 }],
  keys: [
    { keyId: 'endless', expiresAtMs: null },
    { keyId: 'later', expiresAtMs: NOW + 7 * DAY + 1 },
  ],
};

test('a gateway that is well announces nothing', () => {
  expect(conditionEvents(WELL, NOW)).toEqual([]);
});

test.each<[string, Partial<Conditions>, object]>([
  [
    'transaction.overdue',
    {
      doubts: [
        { state: 'in_doubt', count: 3, sinceMs: NOW - 15 * MINUTE },
        { state: 'queued', count: 9, sinceMs: 0 },
      ],
    },
    { count: 3, oldestAt: '2026-11-30T12:15:00.000Z' },
  ],
  ['breaker.open', { routes: [{ route: 'cards', breaker: 'open' }] }, { route: 'cards' }],
  [
    'clock.drift',
    { clocks: { databaseDriftMs: 2001, routes: [], isWarning: true } },
    { databaseDriftMs: 2001, routes: [] },
  ],
  [
    'key.ending',
    { keys: [{ keyId: 'soon', expiresAtMs: NOW + 7 * DAY }] },
    { keyId: 'soon', expiresAt: '2026-12-07T12:30:00.000Z' },
  ],
])('%s is announced to operators, once however many look', (type, change, data) => {
  const looked = (nowMs: number) => conditionEvents({ ...WELL, ...change }, nowMs);
  const [event, ...others] = looked(NOW);
  expect(others).toEqual([]);
  expect(event).toMatchObject({ type, programme: null, cardId: null, occurredAtMs: NOW });
  expect(JSON.parse(event?.data ?? '')).toEqual(data);
  expect(looked(NOW + MINUTE).map(({ dedupeKey }) => dedupeKey)).toContain(event?.dedupeKey);
});
