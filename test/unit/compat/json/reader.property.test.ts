import fc from 'fast-check';
import { readJson } from '../../../../src/adapters/json/reader.js';
import type { JsonValue } from '../../../../src/core/wire/json.js';
import { ANY_CHARACTER } from '../../../support/characters.js';
import { GROWTH_MAX, growthOf } from '../../growth.js';
import { mutated, valueOrRefusal } from '../mutations.js';

const LONE_SURROGATE = /\p{Surrogate}/u;

const { value: json } = fc.letrec<{
  value: JsonValue;
  array: JsonValue[];
  object: Record<string, JsonValue>;
}>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double({ min: -1e6, max: 1e6, noNaN: true, noInteger: true }),
    fc.string({ unit: ANY_CHARACTER }).filter((text) => !LONE_SURROGATE.test(text)),
    tie('array'),
    tie('object'),
  ),
  array: fc.array(tie('value'), { maxLength: 8 }),
  object: fc
    .dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 20 })
    .filter((object) => !Object.hasOwn(object, '__proto__')),
}));

const ENVELOPE = JSON.stringify({
  request: {
    terminal_id: '0068766621',
    request_amount: 200,
    narrative: 'KARINA "FURNITURE"\\ é 😀',
    transaction_data: { network: 'MasterCard', fee_type: '0', other: [1, -1.5, true, false, null, {}] },
  },
  customer_id: 1001,
  card_id: 5001,
});
const ESCAPED = ENVELOPE.replace('é 😀', '\\u00e9 \\ud83d\\ude00');

const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u',
  '\\ud800',
  '"__proto__":',
  '"card_id":1',
  '-',
  '0',
  '.',
  'e9',
].concat([
  '1e400',
  '9007199254740993',
  'true',
  'null',
  ' ',
  '\n',
  '\u0000',
  '\xef\xbb\xbf',
  '\xc0\xaf',
  '\xed\xa0\x80',
  '[[[[[[[[',
]);

describe('readJson', () => {
  it('reads the output of JSON.stringify, compact or spaced', () => {
    fc.assert(
      fc.property(json, fc.constantFrom('', ' ', '\t', '\n'), (value, space) => {
        expect(readJson(Buffer.from(JSON.stringify(value, null, space)))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('refuses or reads any bytes, and loses nothing', () => {
    const documents = [ENVELOPE, ESCAPED, JSON.stringify(JSON.parse(ENVELOPE), null, 2)].map((text) =>
      Buffer.from(text),
    );
    fc.assert(
      fc.property(mutated(documents, TOKENS), (body) => {
        const read = valueOrRefusal(() => readJson(body));
        if (read === undefined) return;
        expect(read.value).toEqual(JSON.parse(body.toString('utf8').replace(/^\ufeff/, '')));
        expect(readJson(Buffer.from(JSON.stringify(read.value)))).toEqual(read.value);
      }),
      { numRuns: 1000 },
    );
  });

  it('needs time in proportion to its input', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TOKENS), fc.constantFrom(...TOKENS), (first, second) => {
        const unit = Buffer.from(first + second, 'latin1');
        const body = (length: number): Buffer => Buffer.alloc(length, unit);
        const { times } = growthOf(body, 65_536, (bytes) => valueOrRefusal(() => readJson(bytes)));
        expect(times).toBeLessThan(GROWTH_MAX);
      }),
      { numRuns: 200 },
    );
  });
});
