import {
  fieldStorage,
  isExempt,
  namesSecret,
  pairRole,
  spelt,
  type FieldStorage,
} from '../../../src/core/transactions/field-storage.js';

describe('the storage rule of a name', () => {
  it.each<[FieldStorage, string[]]>([
    [
      'never',
      ['cvv', 'cvv2', 'cvc', 'cav2', 'cid', 'pin', 'otp', 'password', 'secret', 'track2', 'klv_rest'],
    ],
    [
      'never',
      ['pin_block', '3d_secure_otp', 'digitization_activation', '052', '900', '901', 'klv_052', 'klv052'],
    ],
    ['masked', ['mdes_digitized_pan', 'visa_digitized_pan', '254', '916', 'klv_254', 'klv916']],
    [
      'identifier',
      ['request_id', 'requestId', 'terminal_id', 'reference', 'tracking_number', 'token_reference'],
    ],
    ['amount', ['request_amount', 'balanceAmount', 'approval_amount', 'markup_amount']],
    ['date', ['transaction_date', 'referenceDate']],
    ['checksum', ['checksum', 'CHECKSUM']],
    ['klv', ['transaction_data', 'messageData']],
    ['plain', ['narrative', 'network', '', 'a', 'id', '002', 'klv_002', 'made_up', 'pinned', 'cv']],
  ])('is %s for %j', (storage, names) => {
    expect(names.map((name) => [name, fieldStorage(name)])).toEqual(names.map((name) => [name, storage]));
  });

  it.each([
    'CVV',
    'c-v-v',
    'P I N',
    'pin_',
    '_pin',
    '*pin*',
    '[cvv2]',
    'Pass.Word',
    'ｃｖｖ',
    'c\u200Bvv',
    '(otp)',
  ])('is never for the secret name %j, however it is spelt', (name) => {
    expect([fieldStorage(name), fieldStorage(name)]).toEqual(['never', 'never']);
  });

  it.each(['*reference*', '[254]', 'request/id', '*0*'])(
    'is plain for %j: only secrets match with signs',
    (name) => {
      expect(fieldStorage(name)).toBe('plain');
    },
  );

  it('is never for names of up to 64 characters', () => {
    const long = (length: number): string => `${'*'.repeat(length - 3)}cvv`;
    expect([fieldStorage(long(64)), fieldStorage(long(65))]).toEqual(['never', 'plain']);
  });

  it('is the same for a name that comes after a thousand others', () => {
    for (let index = 0; index < 1_200; index += 1) fieldStorage(`*${String(index)}*`);
    const fresh = ['track-3-data', 'Track1.Data'];
    expect(fresh.flatMap((name) => [fieldStorage(name), fieldStorage(name)])).toEqual(Array(4).fill('never'));
  });
});

describe('the spelling of a name', () => {
  it.each([
    ['Request_Id', 'requestid'],
    ['request-id', 'requestid'],
    ['REQUESTID', 'requestid'],
    ['__a--b_', 'ab'],
    ['ＲＥＱ', 'req'],
    ['', ''],
  ])('of %j is %j', (name, spelling) => {
    expect(spelt(name)).toBe(spelling);
  });
});

describe('a value of its own kind', () => {
  const id = 'a'.repeat(128);
  const groups = (count: number): string => Array(count).fill('1'.repeat(19)).join(' ');
  it.each<[FieldStorage, string[], string[]]>([
    [
      'identifier',
      [
        '4111111111111111',
        'A.b/c+d#e_f-g',
        id,
        'YWJj==',
        `${' '.repeat(16)}x${' '.repeat(16)}`,
        groups(8),
        '12 34',
      ],
      [
        '',
        `${id}a`,
        'a b',
        'YWJj===',
        `${' '.repeat(17)}x`,
        `x${' '.repeat(17)}`,
        groups(9),
        `${'1'.repeat(20)} 1`,
        'é',
      ],
    ],
    [
      'date',
      [
        '20260817T17:58:57',
        '2026-08-17',
        '20260817',
        '2026-08-17 17:58',
        '20260817175857',
        '2026-08-17T17:58:57.123456789Z',
      ].concat('20260817T17:58:57+02:00', '20260817T17:58:57-0330', '2026-08-17T17:58:57,5'),
      [
        '2026-8-17',
        '202608',
        'on 20260817',
        '20260817T17',
        '20260817T17:58:57.1234567890',
        '20260817 card',
        '20260817T17:58:57+2',
      ],
    ],
    ['amount', ['0', '200', '-200', '+5', '1'.repeat(19)], ['', '1'.repeat(20), '1.5', '--1', '5 EUR']],
    ['checksum', ['aB09'.repeat(16)], ['a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64), '']],
    ['plain', [], ['4111111111111111', '']],
    ['masked', [], ['4111111111111111']],
    ['never', [], ['1']],
    ['klv', [], ['00200']],
  ])('of kind %s is kept whole', (storage, whole, other) => {
    expect(whole.filter((value) => !isExempt(storage, value))).toEqual([]);
    expect(other.filter((value) => isExempt(storage, value))).toEqual([]);
  });
});

describe('a pair of members', () => {
  it.each([
    [
      'names',
      ['name', 'Key', 'field_name', 'parameterName', 'property-name', 'attribute', 'label', 'type', 'path'],
    ],
    [
      'value',
      ['value', 'VAL', 'field_value', 'rejectedValue', 'data', 'content', 'text', 'param_value', 'raw-value'],
    ],
    [null, ['', 'a', 'vl', 'named', 'values', 'other', `value${'_'.repeat(20)}`, 'zz']],
  ])('gives the role %j to %j', (role, names) => {
    expect(names.map((name) => [name, pairRole(name), pairRole(name)])).toEqual(
      names.map((name) => [name, role, role]),
    );
  });

  it('gives roles to names of up to 24 characters', () => {
    expect([pairRole(`value${'_'.repeat(19)}`), pairRole(`value${'_'.repeat(20)}`)]).toEqual(['value', null]);
  });

  it.each<[boolean, Record<string, unknown>]>([
    [true, { name: 'cvv', value: '123' }],
    [true, { note: 'x', KEY: 'P-I-N' }],
    [false, { name: 'network', value: 'cvv' }],
    [false, { value: 'cvv' }],
    [false, { note: 'cvv' }],
    [false, { name: 5 }],
    [false, { name: ['cvv'] }],
    [false, {}],
  ])('names a secret: %j for %j', (isSecret, object) => {
    expect(namesSecret(object, Object.keys(object), fieldStorage)).toBe(isSecret);
  });
});
