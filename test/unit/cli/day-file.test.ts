import { readDayFile } from '../../../src/cli/transactions/day-file.js';

const BY_ID = 'request_id,amount,currency';
const BY_TRANSACTION = 'terminal_id,transaction_id,transaction_date,amount,currency';

function problemOf(...lines: readonly string[]): string {
  const read = readDayFile(lines.join('\n'));
  return read.kind === 'wrong' ? read.problem : 'It can be read.';
}

it('is found by request ids', () => {
  expect(
    readDayFile(`\uFEFF${BY_ID}\r\n5001_20261120101500_1,354,EUR\r\n\r\n5001_20261120101500_2,0,\r\n`),
  ).toEqual({
    kind: 'file',
    file: {
      keyBy: 'request_id',
      rows: [
        { line: 2, requestId: '5001_20261120101500_1', ...NOTHING, amount: 354, currency: 'EUR' },
        { line: 4, requestId: '5001_20261120101500_2', ...NOTHING, amount: 0, currency: null },
      ],
      unreadable: [],
    },
  });
});

const NOTHING = { terminalId: null, transactionId: null, date: null };

it('is found by terminal, transaction id and date, in any order of columns, beside others', () => {
  const head = 'currency,more,amount,transaction_date,terminal_id,transaction_id';
  const line = 'EUR,"a, b",9007199254740991,2026-11-20T10:15:00+01:00,0068766621,T-1';
  expect(readDayFile(`${head}\n${line}\n`)).toMatchObject({
    file: {
      keyBy: 'transaction_id',
      rows: [
        {
          terminalId: '0068766621',
          transactionId: 'T-1',
          date: '20261120T09:15:00',
          amount: Number.MAX_SAFE_INTEGER,
        },
      ],
    },
  });
});

it.each([
  [['a,b', '1,2'], 'The first line lacks terminal_id, transaction_id, transaction_date, amount, currency.'],
  [['request_id,amount', 'a,1'], 'The first line lacks currency.'],
  [['request_id;amount;currency', 'a;1;EUR'], 'The first line lacks'],
  [[''], 'The first line lacks'],
  [[BY_ID], 'no bookings'],
  [[BY_ID, 'a,1,EUR', ',2,EUR'], 'Line 3: request_id is empty.'],
  [[BY_ID, 'a,1,EUR,x'], 'Line 2: the record does not end'],
  [[BY_ID, '"a,1,EUR'], 'the record does not end'],
  ...['', '-1', '+1', '3.54', '3,54', '1 000', '1e3', '9007199254740993'].map(
    (amount) => [[BY_ID, `a,"${amount}",EUR`], 'Line 2: amount must be an integer in minor units'] as const,
  ),
  [[BY_ID, 'a,1,eur'], 'Line 2: currency must have three capital letters'],
  [[BY_TRANSACTION, 't,i,20 November,1,EUR'], 'Line 2: transaction_date must be written as'],
  [[BY_TRANSACTION, ',i,20261120T10:15:00,1,EUR'], 'Line 2: terminal_id is empty.'],
  [['request_id\0'], 'Save it as CSV in UTF-8'],
] as const)('%j is refused with the line and the column', (lines, problem) => {
  expect(problemOf(...lines)).toContain(problem);
});
