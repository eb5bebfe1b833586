import fc from 'fast-check';
import {
  fromTransactionData,
  type KlvEntry,
  parseKlv,
  toTransactionData,
  transactionDataText,
  writeKlv,
} from '../../../src/core/wire/klv.js';
import { ANY_CHARACTER } from '../../support/characters.js';
import { PUBLISHED_SAMPLES, sample } from './published-samples.js';
import { thrownBy } from './thrown.js';

/** Returns entries such as `002=AB48DE, 026=4577`; ∅ is the empty value. */
function written(entries: readonly KlvEntry[]): string {
  return entries.map(({ key, value }) => `${key}=${value === '' ? '∅' : value}`).join(', ');
}

/** Pattern of KLV: every published text begins with one of two keys. */
const KLV = /^(?:002|254)\d{17}/;

function klvOf(title: string): string {
  return sample(title).args.find((arg) => KLV.test(arg)) ?? '';
}

const COMPLETE = klvOf('AdministrativeMessage digitization.complete');

describe('reading KLV', () => {
  it.each([
    ['00206AB48DE026044577', '002=AB48DE, 026=4577'],
    ['01206AB48DE003044577', '012=AB48DE, 003=4577'],
    [
      klvOf('Balance'),
      '002=761386100001592, 004=000000000000, 026=6011, 037=127399089060, 041=12345678, 042=12345, 049=704, 050=30, 085=∅, ' +
        '250=MAG, 251=MasterCard, 252=0, 253=4562, 258=0',
    ],
    [
      klvOf('Deduct ATM'),
      '002=627028100000021, 004=000000002500, 026=6011, 049=532, 085=42, 250=EMV, 251=MasterCard, 253=5112, 254=∅, 255=∅',
    ],
    [
      klvOf('Deduct POS'),
      '002=627028100000021, 004=000000000200, 026=5712, 049=840, 085=∅, 250=EMV, 251=MasterCard, 253=5112, 254=∅, 255=∅',
    ],
    [
      klvOf('Deduct (SimPOS capture)'),
      '002=889739500000002, 004=000000000500, 010=∅, 026=7299, 037=72582614060, 041=12345678, 042=12345, 048=∅, 049=840, 050=30, ' +
        '052=∅, 085=∅, 250=EMV, 251=MasterCard, 252=0, 253=8895, 254=∅, 255=∅, 258=0, 259=ARG, 261=0, 270=∅',
    ],
    [
      COMPLETE,
      '254=5308426600000116, 255=103, 910=21, 911=2311, 912=5190XXXXXXXX9538, ' +
        '913=DAPLMC00002584413e8419ef209a4257a24cfc68ce45d378',
    ],
    ['00200', '002=∅'],
    ['', ''],
  ])('reads the vector %s', (text, entries) => {
    const reading = parseKlv(text);
    expect(reading.kind === 'ok' && written(reading.entries)).toBe(entries);
  });

  it('keeps padding and reads lengths as decimal', () => {
    const reading = parseKlv(klvOf('LoadAdjustment refund'));
    const values = new Map(
      reading.kind === 'ok' ? reading.entries.map(({ key, value }) => [key, value]) : [],
    );
    expect(values.get('037')).toBe('200816000000-15414100234030009760894-00000286');
    expect(values.get('042')).toBe('24588775       ');
    expect(values.get('256')).toBe('04');
  });

  it.each(PUBLISHED_SAMPLES.filter(({ args }) => args.some((arg) => KLV.test(arg))))(
    'reads and rewrites the published $title losslessly, names included',
    ({ title }) => {
      const text = klvOf(title);
      const reading = parseKlv(text);
      if (reading.kind !== 'ok') throw new Error(reading.kind);
      expect(writeKlv(reading.entries)).toBe(text);
      expect(transactionDataText(toTransactionData(reading.entries))).toBe(text);
    },
  );

  it.each([
    ['an incomplete header', '002', '', '002', 0, 'a length must have 2 digits'],
    ['a short value', '00210ABC', '', '00210ABC', 0, 'the text ends before its last value does'],
    ['a key that is no number', 'A0206AB48DE', '', 'A0206AB48DE', 0, 'a key must have 3 digits'],
    ['a length that is no number', '002A6AB48DE', '', '002A6AB48DE', 0, 'a length must have 2 digits'],
    [
      'a stray digit behind',
      `${COMPLETE}0`,
      written(entriesOf(COMPLETE)),
      '0',
      119,
      'a key must have 3 digits',
    ],
    [
      'the published 3DSecureOTP',
      '4603253853400000093700404180004305test10490384090006726326',
      '460=53853400000093700404180004305tes',
      't10490384090006726326',
      37,
      'a key must have 3 digits',
    ],
    [
      'the published 3DSecureAppAuthentication',
      '0040512345examplemerchantabc04903978',
      '004=12345',
      'examplemerchantabc04903978',
      10,
      'a key must have 3 digits',
    ],
    ['digits of another script', '00٢0', '', '00٢0', 0, 'a key must have 3 digits'],
    [
      'a line break between entries',
      '026044577\n00206AB48DE',
      '026=4577',
      '\n00206AB48DE',
      9,
      'a key must have 3 digits',
    ],
  ])('reports where %s breaks the text', (_, text, entries, rest, offset, reason) => {
    const reading = parseKlv(text);
    expect({ ...reading, entries: 'entries' in reading ? written(reading.entries) : null }).toEqual({
      kind: 'broken',
      entries,
      rest,
      offset,
      reason,
    });
  });

  it('refuses a repeated key at its position', () => {
    expect(parseKlv('00206AB48DE026044577002011')).toEqual({ kind: 'repeated', key: '002', offset: 20 });
  });

  it('reports the first of two faults', () => {
    expect(parseKlv('0020110020110x').kind).toBe('repeated');
    expect(parseKlv('002011x002011').kind).toBe('broken');
  });

  it.each(['   ', '\n      ', '\r\n\t '])('reads white space alone (%j) as empty', (text) => {
    expect(parseKlv(text)).toEqual({ kind: 'ok', entries: [] });
  });

  it('leaves out white space around the text, not in values', () => {
    expect(parseKlv('\n  0420324 026044577\n  ')).toEqual({
      kind: 'ok',
      entries: [
        { key: '042', value: '24 ' },
        { key: '026', value: '4577' },
      ],
    });
  });

  it('counts code points, in lengths and in offsets', () => {
    expect(parseKlv('04304🚀é漢a0260145')).toEqual({
      kind: 'broken',
      entries: [
        { key: '043', value: '🚀é漢a' },
        { key: '026', value: '4' },
      ],
      rest: '5',
      offset: 15,
      reason: 'a key must have 3 digits',
    });
    expect(parseKlv('04302🚀').kind).toBe('broken');
  });

  it('reads back any values that it wrote', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        expect(parseKlv(writeKlv(entries))).toEqual({ kind: 'ok', entries });
      }),
    );
  });

  it('loses nothing of any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: ANY_CHARACTER }), anyKlvText), (text) => {
        const reading = parseKlv(text);
        if (reading.kind === 'repeated') return;
        const again = writeKlv(reading.entries) + (reading.kind === 'broken' ? reading.rest : '');
        expect(again.trim()).toBe(text.trim());
      }),
      { numRuns: 1000 },
    );
  });
});

describe('writing KLV', () => {
  it('accepts a value of 99 characters and refuses one of 100', () => {
    const value = '🚀'.repeat(99);
    expect(writeKlv([{ key: '043', value }])).toBe(`04399${value}`);
    const error = thrownBy(() => writeKlv([{ key: '043', value: `${value}🚀` }]));
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      field: 'merchant_description',
      message: 'merchant_description must have at most 99 characters; it has 100.',
    });
  });

  it.each(['2', '0002', '02a', ''])('refuses the key %j', (key) => {
    expect(thrownBy(() => writeKlv([{ key, value: '' }]))).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'A KLV key must have 3 digits.',
    });
  });
});

describe('transaction_data', () => {
  it('names entries and puts keys in order', () => {
    const data = toTransactionData([
      { key: '251', value: 'MasterCard' },
      { key: '777', value: 'x' },
      { key: '002', value: '761386100001592' },
    ]);
    expect(JSON.stringify(data)).toBe(
      '{"tracking_number":"761386100001592","network":"MasterCard","klv_777":"x"}',
    );
  });

  it('keeps the rest of a broken text, last', () => {
    const data = toTransactionData([{ key: '026', value: '4577' }], '0x');
    expect(JSON.stringify(data)).toBe('{"merchant_category_code":"4577","klv_rest":"0x"}');
    expect(transactionDataText(data)).toBe('0260445770x');
  });

  it('counts known and numbered names in its text, in the order of their keys, and leaves out the rest', () => {
    const data = { klv_rest: 'zz', network: 'VISA', loyalty: 'gold', klv_100: '', tracking_number: '1' };
    expect(fromTransactionData(data)).toEqual({
      entries: [
        { key: '002', value: '1' },
        { key: '100', value: '' },
        { key: '251', value: 'VISA' },
      ],
      rest: 'zz',
      unknown: ['loyalty'],
    });
    expect(transactionDataText(data)).toBe('00201110000' + '25104VISA' + 'zz');
  });

  it('has one text for any order of members', () => {
    fc.assert(
      fc.property(anyEntries, fc.infiniteStream(fc.nat()), (entries, order) => {
        const shuffled = entries
          .map((entry) => ({ entry, at: order.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ entry }) => entry);
        expect(JSON.stringify(toTransactionData(shuffled))).toBe(JSON.stringify(toTransactionData(entries)));
        expect(fromTransactionData(toTransactionData(shuffled)).entries).toEqual(
          entries.toSorted((a, b) => Number(a.key) - Number(b.key)),
        );
      }),
    );
  });
});

const anyKey = fc.integer({ min: 0, max: 999 }).map((key) => String(key).padStart(3, '0'));

const anyValue = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 99 }),
  fc.string({ unit: fc.constantFrom(' ', '0', '9', 'é', '🚀', '漢'), maxLength: 99 }),
  fc.string({ maxLength: 90 }).map((text) => `${text}         `),
);

const anyEntries = fc.uniqueArray(fc.record({ key: anyKey, value: anyValue }), {
  selector: ({ key }) => key,
  maxLength: 20,
});

/** Text that is nearly KLV. */
const anyKlvText = fc
  .tuple(anyEntries, fc.string({ unit: fc.constantFrom('0', '1', '2', 'a', ' ', '🚀'), maxLength: 8 }))
  .map(([entries, tail]) => writeKlv(entries) + tail);

function entriesOf(text: string): readonly KlvEntry[] {
  const reading = parseKlv(text);
  return reading.kind === 'ok' ? reading.entries : [];
}
