import { type JsonOptions, readJson } from '../../../../src/adapters/json/reader.js';
import { GROWTH_MAX, growthOf } from '../../growth.js';
import { valueOrRefusal } from '../mutations.js';
import { malformation } from '../xmlrpc/documents.js';

const read = (text: string, limits?: Partial<JsonOptions>) => readJson(Buffer.from(text), limits);
const refused = (text: string, limits?: Partial<JsonOptions>): string =>
  malformation(() => read(text, limits));

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('texts that are not JSON, after JSONTestSuite', () => {
  it.each([
    ['[1 true]', 4],
    ['[a]', 2],
    ['[""],', 5],
    ['[,1]', 2],
    ['["x"', 5],
    ['[3[4]]', 3],
    ['[-]', 3],
    ['["a",\n4\n,1,', undefined],
    ['[nul]', 5],
    ['[truth]', 5],
    ['[-01]', 4],
    ['[-1.0.]', undefined],
    ['[-2.]', undefined],
    ['[0.3e+]', 7],
    ['[0x1]', 3],
    ['[NaN]', 2],
    ['{"a":"a" 123}', 10],
    ['{"a" b}', 6],
    ['{"a":', 6],
    ['{"id":0,}', 9],
    ['{"a":"a', 8],
    ['{"a":/*c*/"b"}', 6],
    ['["\\uD800\\u"]', 11],
    ['["\\u00A"]', 8],
    ['["\\x00"]', 4],
    ['["\\', 4],
    ["['single']", 2],
    ['["a\u0000a"]', 4],
    ['["new\nline"]', 6],
    ['""x', 3],
    ['[1]x', 4],
    ['', 1],
    ['\u0000', 1],
    ['nUll', 2],
  ])('refuses %j at column %s', (text, column) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(refused(text)).toMatch(
      new RegExp(`^Line \\d, column ${column ?? '\\d+'}: [^.]+(\\([^)]+\\))?\\.$`),
    );
  });
});

it('shows nothing of a text that repeats the words of the parser, and looks for no position beyond its end', () => {
  expect(refused('[x at position 99999999999 ')).toBe('Line 1, column 2: not JSON.');
  expect(refused('{"pin":1234 x at position 99999999999')).toMatch(/^Line 1, column \d+: not JSON[^0-9]*$/);
});

describe('bytes that are not UTF-8', () => {
  it.each([
    ['a Latin-1 byte', [0xe9]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['an overlong sequence of six bytes', [0xfc, 0x83, 0xbf, 0xbf, 0xbf, 0xbf]],
    ['a raw surrogate', [0xed, 0xa0, 0x80]],
    ['a pair in CESU-8', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
    ['a lone continuation byte', [0x81]],
    ['a code point beyond Unicode', [0xf4, 0xbf, 0xbf, 0xbf]],
    ['a truncated sequence', [0xe0, 0xff]],
    ['0xFF', [0xff]],
  ])('are refused: %s', (_what, bytes) => {
    const body = Buffer.concat([Buffer.from('{\n"é":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(malformation(() => readJson(body))).toBe('Line 2, column 6: the bytes are not UTF-8.');
  });

  it('are refused: a truncated sequence', () => {
    expect(malformation(() => readJson(Buffer.from([0x22, 0xe2, 0x82])))).toMatch(/^Line 1, column 2: /);
  });

  it('are refused: UTF-16 with and without a mark', () => {
    expect(malformation(() => readJson(Buffer.from('\ufeff["é"]', 'utf16le')))).toBe(
      'Line 1, column 1: the bytes are not UTF-8.',
    );
    expect(malformation(() => readJson(Buffer.from('["a"]', 'utf16le')))).toMatch(/^Line 1, column 2: /);
  });

  it('may begin with one byte order mark', () => {
    expect(read('\ufeff{"a":"\ufeff"}')).toEqual({ a: '\ufeff' });
    expect(refused('\ufeff\ufeff{}')).toBe('Line 1, column 1: not JSON.');
    expect(refused('\ufeff')).toBe('Line 1, column 1: the document ends too early.');
  });

  it('may hold U+FFFD that the sender wrote', () => {
    expect(read('"\ufffd"')).toBe('\ufffd');
  });
});

describe('member names', () => {
  it('count with their last value where one is repeated', () => {
    expect(read('{"a":1,"r":{"b":1,"\\u0062":2},"a":[3]}')).toEqual({ a: [3], r: { b: 2 } });
  });

  it('may repeat in other objects', () => {
    expect(read('{"a":{"a":[{"a":1},{"a":2}]}}')).toEqual({ a: { a: [{ a: 1 }, { a: 2 }] } });
  });

  it.each([
    ['{"__proto__":{}}', 'Line 1, column 2: the member name is not allowed.'],
    ['{"a":{"\\u005f_proto_\\u005F":1}}', 'Line 1, column 7: the member name is not allowed.'],
  ])('are refused when they name the prototype: %s', (text, message) => {
    expect(refused(text)).toBe(message);
  });

  it('may be names of other inherited properties', () => {
    const value = read('{"constructor":1,"toString":2,"proto":3}');
    expect(Object.entries(value ?? {})).toEqual([
      ['constructor', 1],
      ['toString', 2],
      ['proto', 3],
    ]);
  });
});

describe('numbers', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['0', 0],
    ['-1', -1],
    ['100000000000000', 100000000000000],
    ['1000000000000000', 1000000000000000],
    ['0.1', 0.1],
    ['-0.5', -0.5],
    ['1.25e1', 12.5],
    ['1e-7', 1e-7],
    ['1E-7', 1e-7],
  ])('are read: %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each([
    '9007199254740992',
    '9007199254740993',
    '-9007199254740992',
    '123456789012345678901234567890',
    '1'.repeat(300),
    '1e20',
    '9007199254740993.5',
  ])('are refused beyond 2^53-1: %s', (text) => {
    expect(refused(text)).toBe('Line 1, column 1: the integer is beyond 9007199254740991.');
    expect(refused(`{"a":${text}}`)).toBe('Line 1, column 6: the integer is beyond 9007199254740991.');
  });

  it.each([
    ['1e3', 1000],
    ['1.0', 1],
    ['-0.0', -0],
    ['10e-1', 1],
    ['1e-400', 0],
  ])('are read however an integer is written: %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each(['1e400', '-1e400', '1.5e999', `1${'0'.repeat(400)}`])('are refused out of range: %s', (text) => {
    expect(refused(text)).toBe('Line 1, column 1: the number is out of range.');
  });
});

describe('surrogates', () => {
  it.each([
    ['"\\ud800"', 1],
    ['"\\uDFFF"', 1],
    ['"\\uD800a"', 1],
    ['"\\ude00\\ud83d"', 1],
    ['["", "\\ud83d\\ude00\\ude00"]', 6],
    ['{"\\ud800":1}', 2],
  ])('are refused without their other half: %s', (text, column) => {
    expect(refused(text)).toMatch(new RegExp(`^Line 1, column ${column}: half of a surrogate pair`));
  });

  it.each(['"\\ud83d\\ude00"', '"\\uD83D\\uDE00"', '"\\\\ud800"', '"\\ud7ff\\ue000"'])(
    'are read in pairs: %s',
    (text) => {
      expect(read(text)).toBe(JSON.parse(text));
    },
  );
});

describe('limits', () => {
  it('are 32 levels', () => {
    expect(read(nested(32))).toEqual(JSON.parse(nested(32)));
    expect(refused(nested(33))).toMatch(/^Line 1, column 33: nested deeper than 32\.$/);
    expect(refused(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toMatch(
      /^Line 1, column 161: nested deeper than 32\.$/,
    );
    expect(read(`[${nested(31)},${nested(31)}]`)).toHaveLength(2);
  });

  it('are 2,000 members in all', () => {
    const members = (count: number): string =>
      Array.from({ length: count }, (_, index) => `"n${index}":0`).join();
    expect(Object.keys(read(`{${members(2000)}}`) ?? {})).toHaveLength(2000);
    expect(refused(`{${members(2001)}}`)).toContain('more than 2000 members.');
    expect(refused(`[{${members(1000)}},{${members(1001)}}]`)).toContain('more than 2000 members.');
  });

  it('can be set by the caller', () => {
    expect(read('[[1]]', { depthMax: 2 })).toEqual([[1]]);
    expect(refused('[[1]]', { depthMax: 1 })).toContain('nested deeper than 1');
    expect(refused('{"a":1,"b":2}', { membersMax: 1 })).toContain('more than 1 members');
  });
});

describe('documents of 64 KiB built to be slow', () => {
  it.each<[what: string, text: (length: number) => string]>([
    ['open brackets', (length) => '['.repeat(length)],
    ['open objects', (length) => '{"a":'.repeat(length / 5)],
    ['brackets', (length) => nested(length / 2)],
    ['a string without end', (length) => `"${'a'.repeat(length)}`],
    ['backslashes', (length) => `"${'\\'.repeat(length)}`],
    ['escapes', (length) => `"${'\\u0041'.repeat(length / 6)}"`],
    ['pairs', (length) => `"${'\\ud83d\\ude00'.repeat(length / 12)}"`],
    ['quotes', (length) => '"'.repeat(length)],
    ['digits', (length) => '1'.repeat(length)],
    ['decimals', (length) => `0.${'1'.repeat(length)}`],
    ['an exponent', (length) => `1e${'1'.repeat(length)}`],
    ['white space', (length) => ' '.repeat(length)],
    ['fractions', (length) => `[${'1.5,'.repeat(length / 4)}1]`],
    ['names', (length) => `{${names(length / 32).join()}}`],
    ['repeated names', (length) => `{${'"a":1,'.repeat(length / 6)}"b":1}`],
  ])('are read or refused in time that grows only with their length: %s', (_what, text) => {
    const body = (length: number): Buffer => Buffer.from(text(length));
    // At most 2,000 names are accepted.
    const { times } = growthOf(body, 64_000, (bytes) => valueOrRefusal(() => readJson(bytes)));
    expect(times).toBeLessThan(GROWTH_MAX);
  });

  const names = (count: number): string[] =>
    Array.from({ length: count }, (_none, index) => `"${String(index).padStart(26, 'n')}":1`);
});
