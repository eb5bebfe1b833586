import { type MethodResponseReading, normalise } from '../../../src/core/transactions/normalise.js';
import type { JsonValue } from '../../../src/core/wire/json.js';
import { GROWTH_MAX, growthOf } from '../growth.js';

const run = (
  body: JsonValue,
  reading: MethodResponseReading = { kind: 'unreadable' },
  customerId: number | null = 1001,
) => normalise({ body, customerId, readMethodResponse: () => reading });

const value = (json: JsonValue): MethodResponseReading => ({ kind: 'value', value: json });

const RAW: JsonValue = { status: 'success', message: '', customerId: 1001, response: '<methodResponse/>' };

describe('a usable answer', () => {
  test('is read from a methodResponse with all its members', () => {
    const response = {
      resultCode: 1,
      balanceAmount: 626900,
      activationMethods: [{ type: '1', value: 'x' }],
      big: '9007199254740993',
    };
    expect(run(RAW, value(response))).toEqual({
      kind: 'answer',
      answer: { status: 'success', message: '', customerId: 1001, response },
    });
  });

  test('passes the text of the methodResponse to the reader unchanged', () => {
    const echo = (text: string) => value({ resultCode: 1, text });
    const normalised = normalise({
      body: { response: ' <a>\n' },
      customerId: null,
      readMethodResponse: echo,
    });
    expect(normalised).toMatchObject({ answer: { response: { text: ' <a>\n' } } });
  });

  test('may contain response as an object', () => {
    const response = { resultCode: -17, nested: { a: [1] } };
    expect(run({ customer_id: 1001, response, status: 'failed', message: 'no' })).toEqual({
      kind: 'answer',
      answer: { status: 'failed', message: 'no', customerId: 1001, response },
    });
  });

  test.each([
    ['customerId', { customerId: 1001 }],
    ['customer_id', { customer_id: 1001 }],
    ['both the same', { customerId: 1001, customer_id: 1001 }],
    ['the same as text', { customerId: '1001', customer_id: 1001 }],
    ['one of them null', { customerId: null, customer_id: 1001 }],
  ])('names the customer as %s', (_, members) => {
    expect(run({ ...members, response: { resultCode: 1 } })).toMatchObject({ answer: { customerId: 1001 } });
  });

  test('need not name the customer', () => {
    expect(run({ response: { resultCode: 1 } })).toMatchObject({
      kind: 'answer',
      answer: { customerId: null },
    });
  });

  test('may name any customer when the call was about none', () => {
    expect(run({ customerId: 7, response: { resultCode: 1 } }, undefined, null)).toMatchObject({
      answer: { customerId: 7 },
    });
  });

  test.each([
    [1, 'success'],
    [2, 'success'],
    [0, 'failed'],
    [-17, 'failed'],
  ])('resultCode %d without status is %s', (resultCode, status) => {
    expect(run({ response: { resultCode } })).toMatchObject({ answer: { status, message: '' } });
    expect(run({ status: 200, message: null, response: { resultCode } })).toMatchObject({
      answer: { status, message: '' },
    });
  });

  test.each([
    ['1', 1],
    ['-17', -17],
    ['+2', 2],
    ['007', 7],
    ['-0', 0],
    [' \t\r\n-3\n', -3],
    ['2147483647', 2147483647],
  ])('may contain the resultCode as text: %j', (resultCode, integer) => {
    const response = { before: 'a', resultCode, after: 'b' };
    const expected = {
      kind: 'answer',
      answer: { response: { before: 'a', resultCode: integer, after: 'b' } },
    };
    expect(run({ customerId: 1001, response })).toMatchObject(expected);
    expect(run(RAW, value(response))).toMatchObject(expected);
  });

  test('is read in time that grows only with the text of its resultCode', () => {
    for (const worst of [
      (length: number) => ' '.repeat(length),
      (length: number) => `${' '.repeat(length)}x`,
      (length: number) => `1${' '.repeat(length)}x`,
      (length: number) => '1'.repeat(length),
    ]) {
      const { times } = growthOf(worst, 262_144, (resultCode) =>
        run({ customerId: 1001, response: { resultCode } }),
      );
      expect(times).toBeLessThan(GROWTH_MAX);
    }
  });

  test('keeps its own status for any resultCode', () => {
    expect(run({ status: 'OK', response: { resultCode: -9 } })).toMatchObject({ answer: { status: 'OK' } });
  });
});

describe('an unusable answer', () => {
  test.each<[string, JsonValue, MethodResponseReading | undefined]>([
    ['not_an_object', null, undefined],
    ['not_an_object', [RAW], undefined],
    ['not_an_object', 'text', undefined],
    ['response_missing', { status: 'success', customerId: 1001 }, undefined],
    ['response_missing', { customerId: 1001, response: null }, undefined],
    ['method_response_unreadable', RAW, { kind: 'unreadable' }],
    ['fault', RAW, { kind: 'fault' }],
    ['result_code_missing', RAW, value(1)],
    ['result_code_missing', RAW, value([{ resultCode: 1 }])],
    ['result_code_missing', { response: {} }, undefined],
    ['result_code_missing', { response: [1] }, undefined],
    ['result_code_missing', { response: true }, undefined],
    ...[
      '',
      ' ',
      '1.5',
      '1abc',
      '1.0',
      '1e0',
      '0x1',
      '- 1',
      '+',
      '٣',
      '\u00a01',
      '9007199254740992',
      '-9007199254740992',
      '1'.repeat(20),
    ].map((resultCode): [string, JsonValue, undefined] => [
      'result_code_missing',
      { response: { resultCode } },
      undefined,
    ]),
    ['result_code_missing', { response: { resultCode: true } }, undefined],
    ['result_code_missing', { response: { resultCode: ['1'] } }, undefined],
    ['result_code_missing', { response: { resultCode: 1.5 } }, undefined],
    ['result_code_missing', { response: { resultCode: 4_970_504_985_376_648 } }, undefined],
    ['result_code_missing', { response: { resultCode: '4970504985376648' } }, undefined],
    ['result_code_missing', { response: { resultCode: null } }, undefined],
    ['result_code_missing', { response: { resultCode: '0.99999999999999999999' } }, undefined],
    ['amount_unreadable', { response: { resultCode: 2, approvalAmount: 1.5 } }, undefined],
    [
      'amount_unreadable',
      { response: { resultCode: 2, approvalAmount: '0.99999999999999999999' } },
      undefined,
    ],
    ['amount_unreadable', { response: { resultCode: 2, approvalAmount: 5e-324 } }, undefined],
    ['two_customers', { customerId: 1001, customer_id: 1002, response: { resultCode: 1 } }, undefined],
    ['other_customer', { customerId: 1002, response: { resultCode: 1 } }, undefined],
    ['other_customer', { customer_id: 1002, response: { resultCode: 1 } }, undefined],
    ['customer_unreadable', { customerId: '1001x', response: { resultCode: 1 } }, undefined],
    ['customer_unreadable', { customerId: {}, response: { resultCode: 1 } }, undefined],
    [
      'customer_unreadable',
      { customerId: 1001, customer_id: 1001.5, response: { resultCode: 1 } },
      undefined,
    ],
  ])('%s: %j', (reason, body, reading) => {
    expect(run(body, reading)).toEqual({ kind: 'unusable', reason });
  });
});
