import fc from 'fast-check';
import { readMethodCall } from '../../../../src/adapters/xmlrpc/reader.js';
import { readMethodResponse } from '../../../../src/adapters/xmlrpc/response-reader.js';
import { writeFault, writeMethodResponse } from '../../../../src/adapters/xmlrpc/writer.js';
import type { JsonValue } from '../../../../src/core/wire/json.js';
import { ANY_CHARACTER } from '../../../support/characters.js';
import { GROWTH_MAX, growthOf } from '../../growth.js';
import { mutated, valueOrRefusal } from '../mutations.js';
import { CAPTURES } from './captures.js';

const NOT_IN_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Name of a struct member: no white space around it, and only characters that XML can hold. */
const memberName = fc
  .string({ unit: ANY_CHARACTER })
  .filter((name) => name === name.trim() && name !== '__proto__' && name.search(NOT_IN_XML) < 0);

const { value: json } = fc.letrec<{
  value: JsonValue;
  array: JsonValue[];
  object: Record<string, JsonValue>;
}>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.string({ unit: ANY_CHARACTER }),
    fc.string({
      unit: fc.constantFrom('<', '>', '&', ']', ']]>', '<![CDATA[', '\r', '\n', '"', 'a', '&#0;'),
    }),
    tie('array'),
    tie('object'),
  ),
  array: fc.array(tie('value'), { maxLength: 8 }),
  object: fc.dictionary(memberName, tie('value'), { maxKeys: 8 }),
}));

/** Returns a value as a reader gets it: a second version of the rules of `writeMethodResponse`. */
function received(value: JsonValue): JsonValue {
  if (value === null) return '';
  if (typeof value === 'string')
    return value.replace(NOT_IN_XML, '\ufffd').replace(/[\u{10000}-\u{10ffff}]/gu, '?');
  if (typeof value === 'number') return receivedNumber(value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(received);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, received(member)]));
}

function receivedNumber(value: number): JsonValue {
  if (Number.isInteger(value)) return value === (value | 0) ? value + 0 : String(value);
  return Math.abs(value) < 1e-80 ? (expect.any(Number) as number) : value;
}

const result = (document: Buffer | string): JsonValue => {
  const response = readMethodResponse(document);
  return response.value;
};

const TOKENS = [
  '<',
  '>',
  '</',
  '/>',
  '<value>',
  '</value>',
  '<param>',
  '</param>',
  '<params/>',
  '<struct>',
  '<member>',
  '<name>a</name>',
]
  .concat([
    '<array><data>',
    '</data></array>',
    '<int>1e3</int>',
    '<nil/>',
    '&',
    '&#0;',
    '&#xD800;',
    '&amp;',
    '&x;',
    '<![CDATA[',
    ']]>',
  ])
  .concat([
    '<!--',
    '-->',
    '<?',
    '?>',
    '<!DOCTYPE a [',
    '<!ENTITY x "y">',
    ' xmlns:ex="',
    '<ex:i8>',
    '"',
    "'",
    '\u0000',
    '\r\n',
  ])
  .concat([
    '\xef\xbb\xbf',
    '\xff\xfe',
    '\xc0\xaf',
    '\xed\xa0\x80',
    ' encoding="utf-7"',
    '__proto__',
    '<methodCall>',
    '</methodCall>',
  ]);

describe('writer and reader', () => {
  it('round-trip every value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(result(writeMethodResponse(value))).toEqual(received(value));
      }),
      { numRuns: 300 },
    );
  });

  it('round-trip every fault', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string({ unit: ANY_CHARACTER }), (code, text) => {
        expect(readMethodResponse(writeFault(code, text))).toEqual({
          kind: 'fault',
          value: { faultCode: code, faultString: received(text) },
        });
      }),
    );
  });

  it('write well-formed XML for any names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: ANY_CHARACTER }), fc.string()), (object) => {
        const names = Object.keys(object).map((name) => name.trim());
        fc.pre(!names.includes('__proto__') && new Set(names).size === names.length);
        expect(valueOrRefusal(() => readMethodResponse(writeMethodResponse(object)))).toBeDefined();
      }),
    );
  });
});

describe('readMethodCall', () => {
  it('refuses or reads any bytes', () => {
    const documents = CAPTURES.map(({ body }) => body);
    fc.assert(
      fc.property(
        mutated(documents, TOKENS),
        fc.constantFrom(undefined, 'utf-8', 'iso-8859-1'),
        (body, charset) => {
          const read = valueOrRefusal(() => readMethodCall(body, charset));
          if (read === undefined) return;
          expect(read.value.methodName).not.toBe('');
          expect(read.value.params.length).toBeLessThanOrEqual(64);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('needs time in proportion to its input', () => {
    const opening = '<methodCall><methodName>M</methodName><params><param><value>';
    fc.assert(
      fc.property(
        fc.constantFrom('', opening),
        fc.constantFrom(...TOKENS),
        fc.constantFrom(...TOKENS),
        (start, a, b) => {
          const body = (length: number): Buffer =>
            Buffer.concat([Buffer.from(start), Buffer.alloc(length, Buffer.from(a + b, 'latin1'))]);
          const read = (bytes: Buffer): unknown => valueOrRefusal(() => readMethodCall(bytes));
          expect(growthOf(body, 65_000, read).times).toBeLessThan(GROWTH_MAX);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('readMethodResponse', () => {
  it('refuses or reads any text', () => {
    const documents = [
      writeMethodResponse({ resultCode: 1, list: ['a', 1.5, { b: true }] }),
      writeFault(-1, 'x & y'),
    ];
    fc.assert(
      fc.property(mutated(documents, TOKENS), fc.boolean(), (body, asText) => {
        valueOrRefusal(() => result(asText ? body.toString('latin1') : body));
      }),
      { numRuns: 1000 },
    );
  });
});
