import { momentOf, timeOption } from '../../../src/cli/values.js';

describe('a day that is not in the calendar', () => {
  it.each([
    '2027-02-31',
    '2027-02-29T12:00:00Z',
    '2026-04-31T23:00:00+02:00',
    '2026-13-01',
    '2026-01-00',
    '2026-02-29T12:00',
  ])('%s is refused', (written) => {
    expect(() => timeOption('--before', written)).toThrow(
      '--before must be an ISO 8601 time of the calendar',
    );
    expect(() => momentOf('--at', written, 0)).toThrow('--at must be a time (ISO 8601)');
  });
});

it.each([
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-12-31T23:30', '2026-12-31T23:30:00.000Z'],
  ['2027-01-01T00:30:00+02:00', '2026-12-31T22:30:00.000Z'],
])('%s is the time %s', (written, expected) => {
  expect(new Date(timeOption('--before', written)).toISOString()).toBe(expected);
  expect(momentOf('--at', written, 0)).toBe(expected);
});

it.each(['2026-01-31T25:00:00Z', '2026-1-31', 'tomorrow'])('%s is no time', (written) => {
  expect(() => timeOption('--before', written)).toThrow('--before must be an ISO 8601 time');
});
