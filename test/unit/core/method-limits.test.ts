import fc from 'fast-check';
import { camelCase, type Field } from '../../../src/core/transactions/fields.js';
import { checkFields } from '../../../src/core/transactions/method-limits.js';
import { type Method, methodTable } from '../../../src/core/transactions/methods.js';
import { parseKlv, toTransactionData, transactionDataText } from '../../../src/core/wire/klv.js';

const methods = methodTable();

function methodNamed(name: string): Method {
  const method = methods.find(name);
  if (method === undefined) throw new Error(`There is no method ${name}.`);
  return method;
}

const deduct = methodNamed('Deduct');
const adjustment = methodNamed('DeductAdjustment');

/** Returns fields that every limit allows. */
function validFields(method: Method): Record<string, unknown> {
  return Object.fromEntries(method.parameters.map((parameter) => [parameter.name, validValue(parameter)]));
}

function validValue({ type, lengthMin = 1 }: Field): unknown {
  return { string: 'x'.repeat(lengthMin), int: 0, date: '20200824T14:17:06', klv: {} }[type];
}

function checkWith(method: Method, change: Record<string, unknown>): unknown {
  const byName = Object.entries(change).map(([jsonName, value]) => [camelCase(jsonName), value]);
  return checkFields(method, { ...validFields(method), ...Object.fromEntries(byName) });
}

const refusal = (field: string, message: string) => ({ kind: 'bad', field, message });

/** Returns every parameter of every method, with the cases of its type. */
function cases(type: Field['type']): { method: Method; parameter: Field; title: string }[] {
  return methods.all.flatMap((method) =>
    method.parameters
      .filter((parameter) => parameter.type === type)
      .map((parameter) => ({ method, parameter, title: `${method.name}.${parameter.jsonName}` })),
  );
}

describe('limits of texts', () => {
  it("are the processor's for the name of a message: 0 to 2048", () => {
    const message = methodNamed('AdministrativeMessage');
    expect(checkWith(message, { message_name: '' })).toEqual({ kind: 'ok' });
    expect(checkWith(message, { message_name: 'x'.repeat(2048) })).toEqual({ kind: 'ok' });
    expect(checkWith(message, { message_name: 'x'.repeat(2049) })).toEqual(
      refusal('message_name', 'message_name must have 0 to 2048 characters; it has 2049.'),
    );
    expect(checkWith(message, { message_name: undefined })).toEqual(
      refusal('message_name', 'message_name is missing.'),
    );
  });

  it.each(cases('string'))('hold for $title, in code points', ({ method, parameter }) => {
    const { jsonName: name, lengthMin = NaN, lengthMax = NaN } = parameter;
    for (const unit of ['x', '🚀', ' ']) {
      for (const length of [lengthMin, lengthMax]) {
        expect(checkWith(method, { [name]: unit.repeat(length) })).toEqual({ kind: 'ok' });
      }
      for (const length of [lengthMin - 1, lengthMax + 1].filter((beyond) => beyond >= 0)) {
        expect(checkWith(method, { [name]: unit.repeat(length) })).toMatchObject({
          kind: 'bad',
          field: name,
        });
      }
    }
  });

  it.each([
    ['terminal_id', 10, 10],
    ['reference', 1, 255],
    ['narrative', 1, 255],
    ['transaction_type', 2, 2],
    ['transaction_id', 1, 255],
  ])('are the documented ones for %s: %i to %i', (name, lengthMin, lengthMax) => {
    expect(deduct.parameters.find(({ jsonName }) => jsonName === name)).toMatchObject({
      lengthMin,
      lengthMax,
    });
  });

  it.each([
    ['narrative', 'x'.repeat(300), 'narrative must have 1 to 255 characters; it has 300.'],
    ['narrative', '🚀'.repeat(256), 'narrative must have 1 to 255 characters; it has 256.'],
    ['terminal_id', '006876662', 'terminal_id must have exactly 10 characters; it has 9.'],
    ['reference', '', 'reference must have 1 to 255 characters; it has 0.'],
    ['reference', 43172792905, 'reference must be a string.'],
    ['reference', null, 'reference must be a string.'],
    ['reference', ['x'], 'reference must be a string.'],
    ['reference', undefined, 'reference is missing.'],
    ['reference', 'a\0b', 'reference must not hold the character NUL.'],
    ['reference', 'a\ud83d', 'reference must not hold half of a surrogate pair.'],
    ['reference', '🚀\ude80', 'reference must not hold half of a surrogate pair.'],
  ])('are reported for %s = %j', (name, value, message) => {
    expect(checkWith(deduct, { [name]: value })).toEqual(refusal(name, message));
  });
});

describe('limits of integers', () => {
  it.each(cases('int'))('hold for $title', ({ method, parameter: { jsonName: name } }) => {
    const message = `${name} must be an integer from 0 to 9007199254740991.`;
    for (const value of [0, -0, 1, Number.MAX_SAFE_INTEGER]) {
      expect(checkWith(method, { [name]: value })).toEqual({ kind: 'ok' });
    }
    for (const value of [-1, 2 ** 53, 0.5, NaN, Infinity, '1', 1n, null, true, [1], {}]) {
      expect(checkWith(method, { [name]: value })).toEqual(refusal(name, message));
    }
    expect(checkWith(method, { [name]: undefined })).toEqual(refusal(name, `${name} is missing.`));
  });

  it('hold for the optional amount of a Balance', () => {
    const balance = methodNamed('Balance');
    expect(checkWith(balance, { request_amount: 0 })).toEqual({ kind: 'ok' });
    expect(checkWith(balance, { request_amount: '0' })).toMatchObject({
      kind: 'bad',
      field: 'request_amount',
    });
    expect(checkWith(balance, { request_amount: -1 })).toMatchObject({
      kind: 'bad',
      field: 'request_amount',
    });
  });
});

describe('limits of dates', () => {
  it.each(cases('date'))('hold for $title', ({ method, parameter: { jsonName: name } }) => {
    const message = `${name} must be a real date in the form yyyyMMddTHH:mm:ss.`;
    expect(checkWith(method, { [name]: '20240229T23:59:59' })).toEqual({ kind: 'ok' });
    for (const value of [
      '20230229T23:59:59',
      '2024-02-29T23:59:59',
      '20240229T23:59:59Z',
      '',
      20240229,
      null,
    ]) {
      expect(checkWith(method, { [name]: value })).toEqual(refusal(name, message));
    }
    expect(checkWith(method, { [name]: undefined })).toEqual(refusal(name, `${name} is missing.`));
  });
});

describe('limits of klv objects', () => {
  /** Data of 20 entries of 5 + 97 code points and one of 8: 2048 in all. */
  const full = Object.fromEntries(
    Array.from({ length: 21 }, (_, index) => [
      `klv_${100 + index + 12}`,
      index < 20 ? '🚀'.repeat(97) : '123',
    ]),
  );

  it.each(cases('klv'))('hold for $title, which is optional', ({ method, parameter: { jsonName: name } }) => {
    expect(Array.from(transactionDataText(full))).toHaveLength(2048);
    for (const value of [undefined, {}, { network: '' }, { network: 'x'.repeat(99) }, full]) {
      expect(checkWith(method, { [name]: value })).toEqual({ kind: 'ok' });
    }
    expect(checkWith(method, { [name]: { ...full, klv_132: '1234' } })).toEqual(
      refusal(name, `${name} must have at most 2048 characters as KLV text; it has 2049.`),
    );
    expect(checkWith(method, { [name]: { network: 'x'.repeat(100) } })).toEqual(
      refusal(`${name}.network`, `${name}.network must have at most 99 characters; it has 100.`),
    );
  });

  it.each([
    [
      'KLV text',
      '00200',
      'transaction_data',
      'transaction_data must be an object whose members are strings.',
    ],
    ['null', null, 'transaction_data', 'transaction_data must be an object whose members are strings.'],
    ['a list', ['x'], 'transaction_data', 'transaction_data must be an object whose members are strings.'],
    [
      'a number as value',
      { fee_type: 0 },
      'transaction_data.fee_type',
      'transaction_data.fee_type must be a string.',
    ],
    [
      'null as value',
      { klv_123: null },
      'transaction_data.klv_123',
      'transaction_data.klv_123 must be a string.',
    ],
    [
      'a value that is no text under a name of nobody',
      { 'drop table': {} },
      'transaction_data',
      'transaction_data must be an object whose members are strings.',
    ],
    [
      'a known key by its number',
      { klv_002: '1' },
      'transaction_data.klv_002',
      'transaction_data.klv_002 must be given by its name, tracking_number.',
    ],
    [
      'a long value under a number',
      { klv_123: '🚀'.repeat(100) },
      'transaction_data.klv_123',
      'transaction_data.klv_123 must have at most 99 characters; it has 100.',
    ],
    [
      'NUL in a value',
      { network: '\0' },
      'transaction_data.network',
      'transaction_data.network must not hold the character NUL.',
    ],
    [
      'half a pair under a name of nobody',
      { loyalty: '\ud83d' },
      'transaction_data',
      'transaction_data must not hold half of a surrogate pair.',
    ],
  ])('refuse %s', (_, value, field, message) => {
    expect(checkWith(deduct, { transaction_data: value })).toEqual(refusal(field, message));
  });

  it('accept members with other names and do not count them', () => {
    expect(checkWith(deduct, { transaction_data: { ...full, loyalty: 'x'.repeat(5000) } })).toEqual({
      kind: 'ok',
    });
  });

  it('count 99 characters outside the basic plane as 99', () => {
    expect(checkWith(deduct, { transaction_data: { network: '🚀'.repeat(99) } })).toEqual({ kind: 'ok' });
  });
});

describe('the rest of unreadable KLV', () => {
  it('is refused for payments and accepted elsewhere', () => {
    for (const method of methods.all.filter((it) =>
      it.parameters.some(({ name }) => name === 'transaction_data'),
    )) {
      const isMoney = method.effect === 'money';
      expect(checkWith(method, { transaction_data: { klv_rest: '0x' } })).toEqual(
        isMoney
          ? refusal(
              'transaction_data.klv_rest',
              'transaction_data must be readable as KLV to its end; it left a rest.',
            )
          : { kind: 'ok' },
      );
    }
  });

  it.each(['', '  ', '00206AB48DE', '0020', '00200x'])('may not be %j when that is readable', (klvRest) => {
    const isReadable = klvRest !== '0020';
    expect(checkWith(adjustment, { transaction_data: { klv_rest: klvRest } })).toEqual(
      isReadable
        ? refusal(
            'transaction_data.klv_rest',
            'transaction_data.klv_rest must be text that cannot be read as KLV.',
          )
        : { kind: 'ok' },
    );
  });

  it('counts towards the limit of the whole', () => {
    const rest = (length: number) => ({
      transaction_data: { network: 'VISA', klv_rest: 'x'.repeat(length) },
    });
    expect(checkWith(adjustment, rest(2039))).toEqual({ kind: 'ok' });
    expect(checkWith(adjustment, rest(2040))).toMatchObject({ field: 'transaction_data' });
  });

  it('is accepted whenever it comes from the reader', () => {
    const anyText = fc.string({
      unit: fc.constantFrom('0', '0', '1', '2', 'a', ' ', '\n', '🚀'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(anyText, (text) => {
        const reading = parseKlv(text);
        if (reading.kind === 'repeated') return;
        const data = toTransactionData(reading.entries, reading.kind === 'broken' ? reading.rest : undefined);
        expect(checkWith(adjustment, { transaction_data: data })).toEqual({ kind: 'ok' });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('checking fields', () => {
  it('reports the first problem in the order of the parameters', () => {
    const fields = { transactionId: '', narrative: '', terminalId: 'T' };
    expect(checkFields(deduct, fields)).toMatchObject({ field: 'terminal_id' });
    expect(checkFields(deduct, { ...fields, terminalId: '0068766621' })).toMatchObject({
      field: 'reference',
    });
    expect(checkWith(deduct, { transaction_id: '', narrative: '' })).toMatchObject({ field: 'narrative' });
  });

  it('checks no field that the method does not know', () => {
    expect(checkWith(deduct, { loyalty: 1, reference_id: null, checksum: 5 })).toEqual({ kind: 'ok' });
  });

  it('does not restrict codes to the documented values', () => {
    expect(checkWith(deduct, { transaction_type: 'ZZ' })).toEqual({ kind: 'ok' });
    expect(checkWith(methodNamed('Stop'), { stop_reason: 99 })).toEqual({ kind: 'ok' });
  });

  it('accepts fields without a prototype', () => {
    const fields = Object.setPrototypeOf(validFields(deduct), null) as Record<string, unknown>;
    expect(checkFields(deduct, fields)).toEqual({
      kind: 'ok',
    });
  });

  it('never repeats a value', () => {
    const canary = 'CANARY4111111111111111';
    const anyField = fc.constantFrom(...deduct.parameters.map(({ name }) => name));
    const anyValue = fc.constantFrom<unknown>(
      canary.repeat(20),
      [canary],
      { [canary]: 1 },
      { network: canary.repeat(9) },
      { klv_rest: canary },
      { [canary]: `${canary}\0` },
      `${canary}\0`,
    );
    fc.assert(
      fc.property(anyField, anyValue, (name, value) => {
        expect(JSON.stringify(checkWith(deduct, { [name]: value }))).not.toContain('CANARY');
      }),
    );
  });
});
