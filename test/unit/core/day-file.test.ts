import {
  type AmountStyle,
  guessAmountStyle,
  mapDayFile,
  readDayFile,
  readDayFileRow,
} from '../../../src/core/transactions/day-file.js';

const placesOf = (...args: Parameters<typeof mapDayFile>) => {
  const result = mapDayFile(...args);
  return result.kind === 'mapping' ? result.mapping.places : result.problem;
};

describe('the columns of a day file', () => {
  it.each([
    [['Request ID', 'Amount'], { request_id: 0, amount: 1 }],
    [['request_id', 'request_amount', 'currency'], { request_id: 0, amount: 1, currency: 2 }],
    [['requestId', 'receivedAt', 'requestAmount', 'originalAmount'], { request_id: 0, amount: 2 }],
    [['TransactionID', 'Transaction-Date', 'Amount'], { transaction_id: 0, date: 1, amount: 2 }],
    // Request ids are exact, so they come first.
    [['transaction_id', 'date', 'amount', 'request_id'], { request_id: 3, amount: 2 }],
  ])('%j are found by their names', (columns, places) => {
    expect(placesOf(columns)).toEqual(places);
  });

  it('are those that the caller names', () => {
    const columns = ['Ref', 'When', 'Sum', 'request_id'];
    expect(placesOf(columns, { request_id: 'Ref', amount: 'Sum' })).toEqual({ request_id: 0, amount: 2 });
    expect(placesOf(columns, { transaction_id: 'Ref', date: 'When', amount: 'Sum' })).toEqual({
      transaction_id: 0,
      date: 1,
      amount: 2,
    });
  });

  it.each([
    [
      { request_id: 'Nr' },
      'The file has no column "Nr" for request_id. The file has the columns "Ref", "Sum", "Sum".',
    ],
    [{ request_id: 'Ref' }, 'No column is known to hold amount: map it.'],
    [{ request_id: 'Ref', amount: 'Sum' }, 'The column for amount is there twice.'],
    [{ transaction_id: 'Ref', amount: 'Sum' }, 'The column for amount is there twice.'],
  ])('%j are refused with a sentence that names the field', (wanted, problem) => {
    expect(placesOf(['Ref', 'Sum', 'Sum'], wanted)).toContain(problem);
  });
});

describe('a row of a day file', () => {
  const BY_ID = { keyBy: 'request_id', places: { request_id: 0, amount: 1, currency: 2 } } as const;
  const read = (amount: string, style: AmountStyle) => {
    const result = readDayFileRow(7, ['id', amount, ''], BY_ID, style);
    return result.kind === 'row' ? result.row.amount : result.problem;
  };

  it.each([
    ['354', 'minor', 354],
    ['-354', 'minor', -354],
    ['+0', 'minor', 0],
    ['9007199254740991', 'minor', Number.MAX_SAFE_INTEGER],
    ['3.54', 'decimal', 35_400],
    ['3.5', 'decimal', 35_000],
    ['3', 'decimal', 30_000],
    ['-0.0010', 'decimal', -10],
    ['3.540000', 'decimal', 35_400],
    [' 3,54 ', 'decimal-comma', 35_400],
    ['0.1234', 'decimal', 1234],
  ] as const)('has the amount %j, as %s, exactly', (text, style, amount) => {
    expect(read(text, style)).toBe(amount);
  });

  it.each([
    ['1,234', 'minor'],
    ['1 234', 'minor'],
    ['3.54', 'minor'],
    ['1,234.50', 'decimal'],
    ["1'234.50", 'decimal'],
    ['3,54', 'decimal'],
    ['1.234,50', 'decimal-comma'],
    ['3.54', 'decimal-comma'],
    ['3.54 EUR', 'decimal'],
    ['.5', 'decimal'],
    ['5.', 'decimal'],
    ['1e3', 'minor'],
    ['', 'minor'],
    ['--5', 'minor'],
    ['9007199254740993', 'minor'],
    ['900719925475', 'decimal'],
    ['0.12345', 'decimal'],
    ['٣', 'minor'],
  ] as const)('with the amount %j, as %s, is refused', (text, style) => {
    expect(read(text, style)).toMatch(/^The amount /);
  });

  const BY_DATE = { keyBy: 'transaction_id', places: { transaction_id: 0, date: 1, amount: 2 } } as const;

  it.each([
    ['20261120T101500', '20261120T10:15:00'],
    ['20261120T10:15:00', '20261120T10:15:00'],
    ['2026-11-20T10:15:00', '20261120T10:15:00'],
    ['2026-11-20 10:15:00', '20261120T10:15:00'],
    ['2026-11-20T10:15:00.250Z', '20261120T10:15:00'],
    ['2026-11-20T12:15:00+02:00', '20261120T10:15:00'],
  ])('has the date %s as %s', (text, date) => {
    expect(readDayFileRow(2, ['T-1', text, '1'], BY_DATE, 'minor')).toMatchObject({
      row: { line: 2, transactionId: 'T-1', date },
    });
  });

  it.each(['20.11.2026 10:15', '11/20/2026', '2026-11-20', '2026-02-30T10:15:00', ''])(
    'with the date %j is refused',
    (text) => {
      expect(readDayFileRow(2, ['T-1', text, '1'], BY_DATE, 'minor')).toMatchObject({
        problem: expect.stringMatching(/^The date /),
      });
    },
  );

  it('without its key, or with a currency that is none, is refused', () => {
    expect(readDayFileRow(2, ['', '1', ''], BY_ID, 'minor')).toMatchObject({
      problem: 'The request_id is empty.',
    });
    expect(readDayFileRow(2, [], BY_ID, 'minor')).toMatchObject({ kind: 'unreadable' });
    expect(readDayFileRow(2, ['id', '1', '978'], BY_ID, 'minor')).toMatchObject({
      problem: expect.stringContaining('currency'),
    });
    expect(readDayFileRow(2, ['id', '1', 'EUR'], BY_ID, 'minor')).toMatchObject({ row: { currency: 'EUR' } });
  });

  it('may have the apostrophe of a spreadsheet before its key', () => {
    expect(readDayFileRow(2, ["'-T", '2026-11-20T10:15:00Z', '1'], BY_DATE, 'minor')).toMatchObject({
      row: { transactionId: '-T' },
    });
  });
});

it.each([
  ['5001_20261120101500_1', '2026-11-20'],
  ['5001_1766000000000_1', null], // milliseconds since 1970
  ['5001_1766123100_1', null],
  ['5001_20269999101500_1', null],
])('the request id %s names the day %s', (requestId, day) => {
  const result = readDayFile([
    { line: 1, cells: ['request_id', 'amount'] },
    { line: 2, cells: [requestId, '354'] },
  ]);
  expect(result).toMatchObject({ kind: 'file', file: { day } });
});

it('the first amount says how amounts are written', () => {
  const written = ['354', '3.54', '3,54', '-1234,5', '1,234'];
  const styles = ['minor', 'decimal', 'decimal-comma', 'decimal-comma', 'minor'];
  expect(written.map(guessAmountStyle)).toEqual(styles);
});
