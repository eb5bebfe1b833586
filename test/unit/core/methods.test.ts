import { fieldNames } from '../../../src/core/transactions/fields.js';
import {
  BUILT_IN_METHODS,
  checksumArguments,
  type Method,
  methodProblems,
  methodTable,
} from '../../../src/core/transactions/methods.js';
import { thrownBy } from './thrown.js';

/** Effect of each method, then its fields in positional order (docs/reference/protocol.md#methods). */
const METHODS = {
  Balance: 'none: terminal_id reference narrative transaction_data transaction_id transaction_date',
  Deduct:
    'money: terminal_id reference request_amount narrative transaction_type transaction_data transaction_id transaction_date',
  DeductReversal:
    'advice: terminal_id reference request_amount narrative transaction_data reference_id reference_date transaction_id transaction_date',
  DeductAdjustment:
    'advice: terminal_id reference request_amount narrative transaction_data reference_id reference_date transaction_id transaction_date',
  LoadAdjustment:
    'advice: terminal_id reference request_amount narrative transaction_data reference_id reference_date transaction_id transaction_date',
  LoadReversal:
    'advice: terminal_id reference request_amount narrative transaction_data reference_id reference_date transaction_id transaction_date',
  LoadAuth:
    'money: terminal_id reference request_amount narrative transaction_type transaction_data transaction_id transaction_date',
  LoadAuthReversal:
    'advice: terminal_id reference request_amount narrative transaction_data reference_id reference_date transaction_id transaction_date',
  AdministrativeMessage:
    'state: terminal_id reference message_name message_data transaction_id transaction_date',
  Stop: 'advice: terminal_id reference voucher_number stop_reason transaction_data transaction_id transaction_date',
  ValidatePIN: 'state: terminal_id reference pin_block transaction_id transaction_date',
  BrazilianInstallmentSettled:
    'advice: terminal_id reference reference_id reference_date total_installments installment_payment_type ' +
    'installment_payment_total_amount installment_payment_number installment_payment_amount airport_fee_amount down_payment_amount',
  MexicanInstallmentSettled:
    'advice: terminal_id reference reference_id reference_date type_of_credit total_number_of_installments grace_period ' +
    'transaction_currency_code',
};

/** The processor's QR interface, as a configuration file may add it. */
const LOAD: Method = {
  name: 'load',
  effect: 'money',
  purpose: 'Loads a wallet by QR code.',
  parameters: [
    { ...fieldNames('terminalID'), type: 'string', lengthMin: 10, lengthMax: 10 },
    { ...fieldNames('Reference'), type: 'string' },
    { ...fieldNames('requestAmount'), type: 'int' },
    { ...fieldNames('transactionDate'), type: 'date' },
  ],
  answer: [],
};

describe('the method table', () => {
  it('has every built-in method with its effect and its fields in order', () => {
    const described = BUILT_IN_METHODS.map(({ name, effect, parameters }) => [
      name,
      `${effect}: ${parameters.map(({ jsonName }) => jsonName).join(' ')}`,
    ]);
    expect(Object.fromEntries(described)).toEqual(METHODS);
    expect(described.map(([name]) => name)).toEqual(Object.keys(METHODS));
  });

  it('answers every method with a result code', () => {
    for (const { answer } of BUILT_IN_METHODS)
      expect(answer[0]).toMatchObject({ name: 'resultCode', type: 'int', isOptional: false });
  });

  it('keeps only the PIN block out of everything saved', () => {
    const secrets = BUILT_IN_METHODS.flatMap(({ parameters }) =>
      parameters.filter(({ isSecret }) => isSecret),
    );
    expect(secrets.map(({ name }) => name)).toEqual(['pinBlock']);
  });

  it('gives a Balance the amount 0', () => {
    expect(methodTable().find('Balance')?.fixed).toEqual({ requestAmount: 0 });
  });

  it.each([
    ['terminalID', 'terminal_id'],
    ['PINBlock', 'pin_block'],
    ['Reference', 'reference'],
    ['totalNumberOfInstallments', 'total_number_of_installments'],
    ['referenceID', 'reference_id'],
  ])('names %s %s', (xmlName, name) => {
    expect(fieldNames(xmlName).jsonName).toBe(name);
  });

  it('finds methods by their exact name only', () => {
    const table = methodTable([LOAD]);
    expect(table.find('Deduct')?.effect).toBe('money');
    expect(table.find('load')).toBe(LOAD);
    expect(['deduct', 'Deduct ', '', 'constructor', '__proto__'].map(table.find)).toEqual(
      Array(5).fill(undefined),
    );
    expect(table.all.at(-1)).toBe(LOAD);
  });

  it('knows which methods reverse which, and that nothing stops an advice', () => {
    const table = methodTable([
      { ...LOAD, name: 'loadReversal', effect: 'advice', reverses: ['load'] },
      LOAD,
    ]);
    expect(table.reversalsOf('Deduct')).toEqual(['DeductReversal']);
    expect(table.reversalsOf('LoadAuth')).toEqual(['LoadAuthReversal', 'LoadReversal']);
    expect(table.reversalsOf('load')).toEqual(['loadReversal']);
    expect(table.find('LoadReversal')?.reverses).toContain('LoadAdjustment');
    expect(table.reversalsOf('LoadAdjustment')).toEqual(['LoadReversal']);
    expect(['Balance', 'nothing'].map(table.reversalsOf)).toEqual([[], []]);
  });
});

describe('methods of the configuration', () => {
  const change = (more: Partial<Method>): Method => ({ ...LOAD, ...more });
  const parameter = (more: object): Method =>
    change({ parameters: [...LOAD.parameters, { ...fieldNames('x'), type: 'string', ...more }] });

  it.each([
    ['nothing wrong', [LOAD], []],
    ['a built-in name', [change({ name: 'Deduct' })], ['There are two methods named Deduct.']],
    ['a name twice', [LOAD, LOAD], ['There are two methods named load.']],
    ['a name with a space', [change({ name: 'a b' })], ['a b is not a name that XML-RPC allows.']],
    [
      'a system name',
      [change({ name: 'system.x' })],
      ["system.x is reserved: system methods are the gateway's own."],
    ],
    [
      'no parameters',
      [change({ parameters: [] })],
      [
        'load needs the parameter terminal_id of type string.',
        'load needs the parameter reference of type string.',
        'load needs the parameter transaction_date or reference_date of type date.',
      ],
    ],
    [
      'an optional date',
      [
        change({
          parameters: LOAD.parameters.map((it) => (it.type === 'date' ? { ...it, isOptional: true } : it)),
        }),
      ],
      ['load needs the parameter transaction_date or reference_date of type date.'],
    ],
    [
      'a parameter twice',
      [parameter({ jsonName: 'reference' })],
      ["load: reference is there twice, or the gateway's own."],
    ],
    [
      'a checksum',
      [parameter({ jsonName: 'checksum' })],
      ["load: checksum is there twice, or the gateway's own."],
    ],
    ['a name in camel case', [parameter({ jsonName: 'fooBar' })], ['load: fooBar is not in snake case.']],
    [
      'lengths upside down',
      [parameter({ lengthMin: 3, lengthMax: 2 })],
      ['load: the limits of x leave no room.'],
    ],
    [
      'values upside down',
      [parameter({ valueMin: 3, valueMax: 2 })],
      ['load: the limits of x leave no room.'],
    ],
    ['a limit that is no number', [parameter({ valueMax: NaN })], ['load: the limits of x leave no room.']],
  ])('reports %s', (_, extra, problems) => {
    expect(methodProblems(extra)).toEqual(problems);
  });

  it('creates no table from wrong methods', () => {
    expect(thrownBy(() => methodTable([LOAD, LOAD]))).toMatchObject({ code: 'INTERNAL' });
  });
});

describe('the arguments that a JSON checksum counts', () => {
  const stop = methodTable().find('Stop');
  const deduct = methodTable().find('Deduct');
  if (stop === undefined || deduct === undefined) throw new Error('The table lacks a method.');

  it('are positional: decimal integers, KLV with keys ascending, dates and texts unchanged', () => {
    const fields = {
      transactionDate: '20200817T14:02:39',
      transactionData: { network: 'VISA', tracking_number: '627028100000021', loyalty: 'gold' },
      stopReason: 4,
      voucherNumber: '2310XXXXXXXX5112',
      reference: ' padded ',
      terminalId: '0068766621',
      transactionId: '1',
      passed_through: true,
    };
    expect(checksumArguments(stop, fields)).toEqual([
      '0068766621',
      ' padded ',
      '2310XXXXXXXX5112',
      '4',
      '0021562702810000002125104VISA',
      '1',
      '20200817T14:02:39',
    ]);
  });

  it('are empty texts for omitted fields', () => {
    expect(checksumArguments(deduct, { terminalId: 'T', requestAmount: 9007199254740991 })).toEqual([
      'T',
      '',
      '9007199254740991',
      '',
      '',
      '',
      '',
      '',
    ]);
  });

  it.each([
    ['an integer for a text', { reference: 1 }],
    ['a text for an integer', { requestAmount: '1' }],
    ['a text for an object', { transactionData: '00200' }],
    ['null for an object', { transactionData: null }],
  ])('are never built from %s', (_, fields) => {
    expect(thrownBy(() => checksumArguments(deduct, fields))).toMatchObject({ code: 'INTERNAL' });
  });
});
