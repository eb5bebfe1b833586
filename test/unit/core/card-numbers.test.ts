import type { Envelope } from '../../../src/core/transactions/envelope.js';
import { maskAnswer, maskEnvelope } from '../../../src/core/transactions/mask.js';
import { methodTable } from '../../../src/core/transactions/methods.js';
import { CARD_SCHEMES } from '../../../src/core/wire/card-numbers.js';
import type { JsonValue } from '../../../src/core/wire/json.js';
import { maskRawAnswer, maskText, scrub, scrubFields } from '../../../src/core/wire/scrub.js';
import { sizeOf } from '../../fault/size.js';
import { CARD_NUMBER_FORMS, CARD_NUMBERS, digitsOf } from '../../support/canaries.js';
import { ELSEWHERE, IDENTIFIERS, seeded } from './honest-values.js';

describe('the table of schemes', () => {
  it.each(CARD_SCHEMES.map((scheme) => [scheme.name, scheme] as const))(
    '%s',
    (_name, { prefixes, lengths }) => {
      for (const prefix of prefixes.flatMap((range) => range.split('-'))) {
        for (const length of lengths) {
          const number = completed(prefix, length);
          expect([number, maskText(number)]).toEqual([
            number,
            expect.stringMatching(/^(?:\d{6}X+|X{8})\d{4}$/),
          ]);
          const wrong = number.slice(0, -1) + String((Number(number.at(-1)) + 1) % 10);
          expect([wrong, maskText(wrong)]).toEqual([wrong, wrong]);
        }
      }
    },
  );

  it('has valid ranges of prefixes', () => {
    for (const { prefixes } of CARD_SCHEMES)
      for (const [first = '', last = first] of prefixes.map((range) => range.split('-'))) {
        expect(last).toHaveLength(first.length);
        expect(Number(first)).toBeLessThanOrEqual(Number(last));
      }
  });
});

describe.each([
  ['kept', maskText],
  ['told', scrub],
] as const)('a card number in a text that is %s', (_title, mask) => {
  it.each(CARD_NUMBERS)('of $scheme', ({ number }) => {
    const masked = `${number.slice(0, 6)}${'X'.repeat(number.length - 10)}${number.slice(-4)}`;
    expect(mask(number)).toBe(masked);
    expect(mask(`{"a":"x ${number}, y"}`)).toBe(`{"a":"x ${masked}, y"}`);
    expect(mask(`${number}${number}`)).toBe(`${number}${number}`);
  });

  it.each(CARD_NUMBER_FORMS)('$title', ({ written }) => {
    const masked = mask(`text ${written} text`);
    expect(digitsOf(masked)).not.toContain(digitsOf(written));
    expect(masked).toContain('X');
    // Everything except the middle digits is unchanged.
    expect(masked.replace(/[\p{Nd}X]/gu, '#')).toBe(`text ${written} text`.replace(/\p{Nd}/gu, '#'));
  });

  it('is masked for each of several in one text', () => {
    const row = CARD_NUMBERS.map(({ number }) => number).join(' ');
    const masked = mask(row);
    for (const { number } of CARD_NUMBERS) expect(masked).not.toContain(number);
  });

  it.each([
    ['as JSON escapes', '{"a":"\\u0034111\\u00201111 1111 1111"}', '{"a":"\\u0034111\\u002011XX XXXX 1111"}'],
    ['as an XML reference', '<a>&#52;111111111&#49;&#x31;1111</a>', '<a>&#52;11111XXXXXX1111</a>'],
    ['across a CDATA section', '<a>41111111<![CDATA[11111111]]></a>', '<a>411111XX<![CDATA[XXXX1111]]></a>'],
    [
      'as one character for two digits',
      '\u246f11 1111 1111 1111 4111111111111111',
      '\u246f11 1111 1111 1111 411111XXXXXX1111',
    ],
  ])('%s', (_form, text, masked) => {
    expect(mask(text)).toBe(masked);
  });
});

it.each(['378282246310005000', '40000000000000000060'])(
  'zeros behind it count in a shorter row, or where they are fewer than three (%s)',
  (row) => {
    expect(maskText(row)).toBe(row);
  },
);

describe('a text with more findings than an ordinary one', () => {
  it.each([
    ['card numbers', '4111 1111 1111 1111, ', /^(?:4111 11XX XXXX 1111, ){1600}/],
    ['sensitive members', '"cvv":"123",', /^(?:"cvv":"\[hidden\]",){1000}/],
    ['both', '"cvv":"123" 4111111111111111,', /^(?:"cvv":"\[hidden\]" 411111XXXXXX1111,){1000}/],
  ])('loses the rest: %s', (_title, piece, begin) => {
    for (const mask of [maskText, scrub]) {
      const masked = mask(piece.repeat(10_000));
      expect(masked).toMatch(begin);
      expect(masked).toMatch(/\[hidden\][",]*$/);
      expect(masked.length).toBeLessThan(60_000);
      expect(masked).not.toMatch(/1111 1111|"123"|41111111/);
    }
  });
});

describe('ordinary values', () => {
  const COUNT = sizeOf('CARDWAY_HONEST_VALUES', 3000);
  const SEED = sizeOf('CARDWAY_SEED', 20_260_817);
  const method = methodTable().find('Deduct')!;
  const KLV = [
    'tracking_number',
    'acquiring_institution_code',
    'retrieval_reference_number',
    'merchant_identifier',
  ];

  it(`in the fields of identifiers, dates and amounts are never changed (seed ${String(SEED)})`, () => {
    const pick = seeded(SEED);
    for (let round = 0; round * Object.keys(IDENTIFIERS).length < COUNT; round += 1) {
      const values: Record<string, JsonValue> = {};
      for (const [name, make] of Object.entries(IDENTIFIERS)) values[name] = make(pick);
      const data = Object.fromEntries(KLV.map((name) => [name, String(values[name])]));
      const envelope = {
        request: { ...values, transaction_data: data },
        customer_id: Number(values['customer_id']),
        card_id: Number(values['card_id']),
        request_id: String(values['request_id']),
      } as Envelope;
      expect(maskEnvelope(envelope, method)).toBe(envelope);
      expect(maskAnswer(values)).toBe(values);
      expect(scrubFields(values)).toBe(values);
      const raw = JSON.stringify({ response: values });
      expect(maskRawAnswer(raw)).toBe(raw);
      const beside = JSON.stringify(values, null, 2);
      expect(maskRawAnswer(beside)).toBe(beside);
      const struct = Object.entries(values).map(
        ([name, value]) =>
          `<member><name>${name}</name><value><string>${String(value)}</string></value></member>`,
      );
      const response = `<?xml version="1.0"?><methodResponse><params><param><value><struct>${struct.join('')}</struct></value></param></params></methodResponse>`;
      for (const answer of [
        response,
        JSON.stringify({ customerId: 1, response }),
        JSON.stringify({ response: `\n${struct.join('')}` }),
      ])
        expect(maskRawAnswer(answer)).toBe(answer);
    }
  });

  it(`elsewhere are changed at most once in a thousand (seed ${String(SEED)})`, () => {
    const pick = seeded(SEED);
    const hits: Record<string, number> = {};
    for (const [name, make] of Object.entries(ELSEWHERE)) {
      for (let made = 0; made * Object.keys(ELSEWHERE).length < COUNT; made += 1) {
        const value = make(pick);
        const answer = { value };
        if (maskAnswer(answer) !== answer || scrubFields(answer) !== answer)
          hits[name] = (hits[name] ?? 0) + 1;
      }
    }
    const all = Object.values(hits).reduce((sum, each) => sum + each, 0);
    // By kind, so that a kind with more hits shows.
    expect({ hits, isMore: all > COUNT / 1000 }).toEqual({ hits, isMore: false });
    if (COUNT > 100_000) process.stdout.write(`${JSON.stringify({ COUNT, SEED, all, hits })}\n`);
  });
});

/** Returns the smallest number of this length with this prefix that satisfies Luhn. */
function completed(prefix: string, length: number): string {
  const begin = prefix.padEnd(length - 1, '0');
  for (let last = 0; last < 10; last += 1) {
    const number = `${begin}${String(last)}`;
    const sum = [...number].reverse().reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    if (sum % 10 === 0) return number;
  }
  throw new Error('No digit is the check digit.');
}
