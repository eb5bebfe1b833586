import { readDayFile } from '../../../src/cli/transactions/day-file.js';

const BY_ID = 'request_id,amount,currency';

function problemOf(...lines: readonly string[]): string {
  const read = readDayFile(lines.join('\n'));
  return read.kind === 'wrong' ? read.problem : 'It can be read.';
}

it('is read in any order of columns, beside others, with empty lines and a byte order mark', () => {
  expect(
    readDayFile(`\uFEFF${BY_ID}\r\n5001_20261120101500_1,354,EUR\r\n\r\n5001_20261120101500_2,0,\r\n`),
  ).toEqual({
    kind: 'file',
    rows: [
      { line: 2, requestId: '5001_20261120101500_1', amount: 354, currency: 'EUR' },
      { line: 4, requestId: '5001_20261120101500_2', amount: 0, currency: null },
    ],
  });
  expect(readDayFile('currency,more,amount,request_id\nEUR,"a, b",9007199254740991,x\n')).toMatchObject({
    rows: [{ requestId: 'x', amount: Number.MAX_SAFE_INTEGER }],
  });
});

it.each([
  [['a,b', '1,2'], 'The first line lacks request_id, amount, currency.'],
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
  [['request_id\0'], 'Save it as CSV in UTF-8'],
] as const)('%j is refused with the line and the column', (lines, problem) => {
  expect(problemOf(...lines)).toContain(problem);
});
