import fc from 'fast-check';
import {
  formatWireDate,
  isStrictWireDate,
  parseWireDate,
  wireDateWithoutZone,
} from '../../../src/core/wire/wire-date.js';

const EXPECTED = { kind: 'ok', normalized: '20260102T03:04:05', epochMs: Date.UTC(2026, 0, 2, 3, 4, 5) };

describe('reading dates from the wire', () => {
  it.each([
    ['20260102T03:04:05'],
    ['20260102T030405'],
    ['2026-01-02T03:04:05'],
    ['2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05.9'],
    ['20260102T03:04:05Z'],
    ['20260102T10:04:05+0700'],
    ['20260102T10:04:05+07:00'],
    ['2026-01-01T22:04:05.000-05:00'],
    ['20260101T173405-0930'],
    ['20260102T03:04:05-00:00'],
    [' 20260102T03:04:05 '],
    ['\r\n\t20260102T03:04:05\n   '],
  ])('reads %j as one moment', (text) => {
    expect(parseWireDate(text)).toEqual(EXPECTED);
  });

  it('reads the offset of the published QR sample', () => {
    expect(parseWireDate('20100102T12:34:56+0700')).toMatchObject({ normalized: '20100102T05:34:56' });
  });

  it('applies a zone across the end of a year', () => {
    expect(parseWireDate('20251231T23:30:00-01:00')).toMatchObject({ normalized: '20260101T00:30:00' });
    expect(parseWireDate('20240301T00:30:00+01:00')).toMatchObject({ normalized: '20240229T23:30:00' });
  });

  it.each([
    ['20260102T10:04:05+0700', { wireDate: '20260102T10:04:05', text: '20260102T10:04:05' }],
    [' 2026-01-01T22:04:05.678-05:00\n', { wireDate: '20260101T22:04:05', text: '2026-01-01T22:04:05.678' }],
    ['2026-01-02T03:04:05Z', { wireDate: '20260102T03:04:05', text: '2026-01-02T03:04:05' }],
    ['20260102T030405', null],
    ['now+0700', null],
  ])('omits the zone of %j', (text, expected) => {
    expect(wireDateWithoutZone(text)).toEqual(expected);
  });

  it.each([
    ['20240231T00:00:00'],
    ['20230229T00:00:00'],
    ['19000229T00:00:00'],
    ['20240431T00:00:00'],
    ['20240001T00:00:00'],
    ['20241301T00:00:00'],
    ['20240100T00:00:00'],
    ['20240101T24:00:00'],
    ['20240101T00:60:00'],
    ['20240101T00:00:60'],
    ['00000101T00:00:00'],
    ['00010101T00:00:00+01:00'],
    ['99991231T23:59:59-01:00'],
  ])('refuses %s, which does not exist', (text) => {
    expect(parseWireDate(text)).toEqual({ kind: 'bad', reason: 'The date does not exist.' });
  });

  it.each([
    [''],
    ['now'],
    ['20240101'],
    ['20240101T00:00'],
    ['20240101 00:00:00'],
    ['20240101t00:00:00'],
    ['240101T00:00:00'],
    [' 1260002T03:04:05'],
    ['20240101T00:00:00z'],
    ['20240101T00:00:00+7'],
    ['20240101T00:00:00.'],
    ['20240101T00:00:00x'],
    ['٢٠٢٤٠١٠١T00:00:00'],
    [`${' '.repeat(300)}20240101T00:00:00`],
  ])('refuses %j, which is not in the form of a date', (text) => {
    expect(parseWireDate(text)).toEqual({
      kind: 'bad',
      reason: 'A date must have the form yyyyMMddTHH:mm:ss.',
    });
  });

  it.each([['20240101T00:00:00+24:00'], ['20240101T00:00:00-0060']])('refuses the zone of %s', (text) => {
    expect(parseWireDate(text)).toEqual({
      kind: 'bad',
      reason: 'A zone must be Z or a difference of up to 23:59.',
    });
  });

  it('reads the first and the last year', () => {
    expect(parseWireDate('00010101T00:00:00')).toMatchObject({
      normalized: '00010101T00:00:00',
      epochMs: -62135596800000,
    });
    expect(parseWireDate('99991231T23:59:59')).toMatchObject({ normalized: '99991231T23:59:59' });
  });

  it('reads back every moment that it wrote', () => {
    fc.assert(
      fc.property(anyMoment, (epochMs) => {
        const normalized = formatWireDate(epochMs);
        expect(isStrictWireDate(normalized)).toBe(true);
        expect(parseWireDate(normalized)).toEqual({ kind: 'ok', normalized, epochMs });
        expect(parseWireDate(new Date(epochMs).toISOString())).toEqual({ kind: 'ok', normalized, epochMs });
      }),
    );
  });
});

describe('strict dates', () => {
  it.each(['20200824T14:17:06', '20240229T23:59:59', '20000229T00:00:00', '00010101T00:00:00'])(
    'accepts %s',
    (text) => {
      expect(isStrictWireDate(text)).toBe(true);
    },
  );

  it.each([
    '',
    '20200824T141706',
    '2020-08-24T14:17:06',
    '20200824T14:17:06Z',
    ' 20200824T14:17:06',
    '20200824T14:17:06 ',
    '20200824 14:17:06',
    '20200824T14-17:06',
    '20200824T14:17-06',
    '20200824T14:1 :06',
    '2020082xT14:17:06',
    '20240231T00:00:00',
    '20230229T00:00:00',
    '21000229T00:00:00',
    '20240631T00:00:00',
    '20240932T00:00:00',
    '20240101T24:00:00',
    '20240101T23:60:00',
    '20240101T23:59:60',
    '00000101T00:00:00',
  ])('refuses %j', (text) => {
    expect(isStrictWireDate(text)).toBe(false);
  });

  it('agrees with the calendar of the runtime on every day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.nat({ max: 13 }),
        fc.nat({ max: 32 }),
        (year, month, day) => {
          const date = new Date(0);
          date.setUTCFullYear(year, month - 1, day);
          const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
          const text = `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}T00:00:00`;
          expect(isStrictWireDate(text)).toBe(isReal);
        },
      ),
    );
  });
});

/** Whole seconds from the year 1 to the year 9999. */
const anyMoment = fc.integer({ min: -62135596800, max: 253402300799 }).map((seconds) => seconds * 1000);
