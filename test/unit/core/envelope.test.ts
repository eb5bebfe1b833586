/** Tests how the envelope of a call is composed, which of its content counts, and which members pass through. */
import fc from 'fast-check';
import {
  composeEnvelope,
  contentText,
  type Envelope,
  NOTHING_PASSED_THROUGH,
  readRequest,
} from '../../../src/core/transactions/envelope.js';
import { fieldNames } from '../../../src/core/transactions/fields.js';
import { type Method, methodTable } from '../../../src/core/transactions/methods.js';
import { passThroughProblem, strayFieldProblem } from '../../../src/core/transactions/pass-through.js';
import type { JsonObject, JsonValue } from '../../../src/core/wire/json.js';

const methods = methodTable();
const deduct = methods.find('Deduct')!;
const reversal = methods.find('DeductReversal')!;

const FIELDS = {
  terminalId: '0068766621',
  reference: '43172792905',
  requestAmount: 1250,
  narrative: 'SHOP',
  transactionData: { network: 'MasterCard' },
  transactionType: '00',
  transactionId: '77',
  transactionDate: '20261125T01:00:00',
  checksum: 'AB12',
  methodName: 'Deduct',
};

const compose = (
  more: {
    readonly method?: Method;
    readonly fields?: Readonly<Record<string, JsonValue | undefined>>;
    readonly request?: JsonObject;
    readonly envelope?: JsonObject;
  } = {},
): Envelope =>
  composeEnvelope({
    method: more.method ?? deduct,
    fields: more.fields ?? FIELDS,
    customerId: 1001,
    cardId: 5001,
    requestId: '5001_20261125010000_1',
    passThrough: { request: more.request ?? {}, envelope: more.envelope ?? {} },
  });

describe('the envelope', () => {
  it('takes a field that is called as a member of every object, and only where the call has it', () => {
    const named = { ...fieldNames('constructor'), type: 'string', isOptional: true } as const;
    const method = { ...deduct, parameters: [...deduct.parameters, named] };
    const given = { ...FIELDS, constructor: 'Bauhaus' } as unknown as typeof FIELDS;
    expect(Object.entries(compose({ method, fields: given }).request)).toContainEqual([
      'constructor',
      'Bauhaus',
    ]);
    expect(Object.keys(compose({ method }).request)).not.toContain('constructor');
  });

  it('has the known members in one order, whatever the order of the fields', () => {
    const names = (
      'terminal_id reference request_amount narrative transaction_type transaction_id checksum method_name ' +
      'transaction_data transaction_date'
    ).split(' ');
    const reversed = Object.fromEntries(Object.entries(FIELDS).reverse());
    for (const fields of [FIELDS, reversed]) {
      const envelope = compose({ fields });
      expect(Object.keys(envelope)).toEqual(['request', 'customer_id', 'card_id', 'request_id']);
      expect(Object.keys(envelope.request)).toEqual(names);
    }
    expect(compose()).toMatchObject({
      request: {
        terminal_id: '0068766621',
        request_amount: 1250,
        transaction_data: { network: 'MasterCard' },
      },
      customer_id: 1001,
      card_id: 5001,
      request_id: '5001_20261125010000_1',
    });
  });

  it('has no member for a field that is not given', () => {
    const { narrative: _narrative, ...fields } = FIELDS;
    expect(Object.keys(compose({ fields }).request)).not.toContain('narrative');
    expect(Object.keys(compose({ fields: { ...fields, narrative: undefined } }).request)).not.toContain(
      'narrative',
    );
  });

  it('has unknown members after the known ones, and none in place of a known one', () => {
    const envelope = compose({
      request: { zeta: 1, alpha: null, narrative: 'OTHER' },
      envelope: { trace: 'x', card_id: 9 },
    });
    expect(Object.keys(envelope.request).slice(-2)).toEqual(['zeta', 'alpha']);
    expect(envelope.request['narrative']).toBe('SHOP');
    expect([envelope['trace'], envelope.card_id]).toEqual(['x', 5001]);
  });
});

describe('the content of a call', () => {
  /** Ids among the others count for nothing, as in a JSON call. */
  const text = ({ request, ...others }: Envelope): string =>
    contentText(deduct, request, { request: {}, envelope: others });

  it('is the envelope without ids and checksum, with the data at the end', () => {
    expect(JSON.parse(text(compose()))).toEqual({
      request: {
        terminal_id: '0068766621',
        reference: '43172792905',
        request_amount: 1250,
        narrative: 'SHOP',
        transaction_id: '77',
        method_name: 'Deduct',
        transaction_date: '20261125T01:00:00',
        transaction_type: '00',
        transaction_data: { network: 'MasterCard' },
      },
    });
  });

  it.each([['checksum'], ['request_id'], ['customer_id'], ['card_id']])('does not depend on %s', (name) => {
    const envelope = compose();
    const other =
      name === 'checksum'
        ? { ...envelope, request: { ...envelope.request, checksum: 'FF' } }
        : { ...envelope, [name]: 7 };
    expect(text(other)).toBe(text(envelope));
  });

  it('depends on every other member', () => {
    const envelope = compose({ request: { extra: 1 }, envelope: { trace: 'x' } });
    for (const name of Object.keys(envelope.request).filter((one) => one !== 'checksum'))
      expect(text({ ...envelope, request: { ...envelope.request, [name]: 'other' } })).not.toBe(
        text(envelope),
      );
    expect(text({ ...envelope, trace: 7 })).not.toBe(text(envelope));
  });

  it('is equal exactly for equal fields, however their concatenation is divided', () => {
    const divided = (narrative: string, transactionId: string) =>
      text(compose({ fields: { ...FIELDS, narrative, transactionId } }));
    expect(divided('ab', 'c')).not.toBe(divided('a', 'bc'));
    expect(divided('ab', '')).not.toBe(divided('a', 'b'));
  });

  it('is the same for absent, empty and null data, and another one for any data', () => {
    const { transactionData: _data, ...fields } = FIELDS;
    const absent = text(compose({ fields }));
    expect(absent).not.toContain('transaction_data');
    expect(text(compose({ fields: { ...fields, transactionData: {} } }))).toBe(absent);
    expect(text(compose({ fields: { ...fields, transactionData: null } }))).toBe(absent);
    for (const data of ['', '025110MasterCard', { network: 'VISA' }])
      expect(text(compose({ fields: { ...fields, transactionData: data } }))).toContain('transaction_data');
  });

  it('does not depend on the order of unknown members, at any depth', () => {
    const members = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(members, members, (request, envelope) => {
        const turned = (object: object): JsonObject =>
          Object.fromEntries(Object.entries(object).reverse()) as JsonObject;
        const one = compose({ request: request as JsonObject, envelope: envelope as JsonObject });
        const other = compose({ request: turned(request), envelope: turned(envelope) });
        expect(text(other)).toBe(text(one));
      }),
    );
  });
});

describe('the members of a JSON request', () => {
  it('are the fields of the method, and others that are passed on', () => {
    const request = {
      terminal_id: '1',
      reference_id: 'x',
      checksum: 'AB',
      method_name: 'Deduct',
      other: true,
    };
    expect(readRequest(deduct, request)).toEqual({
      fields: { terminalId: '1', checksum: 'AB', methodName: 'Deduct' },
      passedOn: { reference_id: 'x', other: true },
    });
    expect(readRequest(reversal, request).fields).toMatchObject({ referenceId: 'x' });
  });

  it('that are null are passed on where the field is optional', () => {
    const optional = deduct.parameters
      .concat(deduct.beside ?? [])
      .filter(({ isOptional }) => isOptional === true);
    const needed = deduct.parameters.filter(({ isOptional }) => isOptional !== true);
    for (const { jsonName } of optional)
      expect(readRequest(deduct, { [jsonName]: null }).passedOn).toEqual({ [jsonName]: null });
    for (const { name, jsonName } of needed)
      expect(readRequest(deduct, { [jsonName]: null }).fields).toEqual({ [name]: null });
  });

  it('may pass through under a name that nothing checked has', () => {
    const problem = (request: JsonObject, envelope: JsonObject = {}) =>
      passThroughProblem({ requestNames: methods.requestNames, passThrough: { request, envelope } });
    expect(
      passThroughProblem({ requestNames: methods.requestNames, passThrough: NOTHING_PASSED_THROUGH }),
    ).toBe(undefined);
    expect(problem({ loyalty: 1, narrative: null }, { trace: 1 })).toBe(undefined);
    expect(problem({ Request_Amount: 1 })).toMatchObject({ field: 'Request_Amount' });
    expect(problem({ Request_Amount: 1 })?.message).toContain('request_amount');
    expect(problem({}, { cardId: 1 })).toMatchObject({ field: 'cardId' });
    expect(problem({}, { cardId: 1 })?.message).toContain('card_id');
  });

  it('are no field of the method when it does not take them', () => {
    expect(strayFieldProblem(deduct, { narrative: 'x', checksum: 'AB', referenceId: undefined })).toBe(
      undefined,
    );
    expect(strayFieldProblem(deduct, { narrative: 'x', referenceId: 'y' })).toMatchObject({
      field: 'reference_id',
      message: 'reference_id is no field of Deduct.',
    });
    expect(strayFieldProblem(reversal, { referenceId: 'y', checksum: 'AB' })).toBe(undefined);
    for (const { name } of deduct.beside ?? [])
      expect(strayFieldProblem(deduct, { [name]: 'x' })).toBe(undefined);
  });
});
