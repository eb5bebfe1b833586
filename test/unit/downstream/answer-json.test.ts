import fc from 'fast-check';
import { readJson } from '../../../src/adapters/json/reader.js';
import { ANY_CHARACTER } from '../../support/characters.js';

const read = (text: string) => readJson(Buffer.from(text), { numbers: 'text' });

test.each<[string, unknown]>([
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  [
    '[9007199254740991,9007199254740992,-9007199254740992]',
    [9007199254740991, '9007199254740992', '-9007199254740992'],
  ],
  ['[100.0,1e2,-0,-0.0,2.50,1E-2]', [100, 100, -0, -0, 2.5, 0.01]],
  [
    '[0.99999999999999999999,1.00000000000000000001,1e-400]',
    ['0.99999999999999999999', '1.00000000000000000001', '1e-400'],
  ],
  ['[9007199254740990.9,10e-1,0e-400,100.50e2]', ['9007199254740990.9', 1, 0, 10050]],
  ['[1e30,1e400,-1e400]', ['1e30', '1e400', '-1e400']],
  ['12345678901234567890', '12345678901234567890'],
  [
    '{"a\\"9007199254740993":"9007199254740993 \\\\","b":"1.0"}',
    { 'a"9007199254740993': '9007199254740993 \\', b: '1.0' },
  ],
  ['{"é":"ü","n":9007199254740993}', { é: 'ü', n: '9007199254740993' }],
])('reads %s', (text, value) => {
  expect(read(text)).toEqual(value);
});

test('reads the same values as JSON.parse', () => {
  const plain = fc
    .jsonValue({ maxDepth: 4, stringUnit: ANY_CHARACTER })
    .filter((value) => !JSON.stringify(value).includes('__proto__'));
  fc.assert(
    fc.property(plain, (value) => {
      const text = JSON.stringify(value, (_name, member: unknown) =>
        typeof member === 'number' && Number.isInteger(member) && !Number.isSafeInteger(member) ? 0 : member,
      );
      expect(JSON.stringify(read(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});
