import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeDayFile, readDayFile } from '../../../src/cli/transactions/day-file.js';
import { type GatewayRow, rangeOfDay, receivedAround } from '../../../src/core/transactions/booked-row.js';
import {
  DayComparison,
  type DayDifference,
  type FileRow,
} from '../../../src/core/transactions/compare-day.js';

/** 60 rows in the published form: Windows-1252, each description in both spellings, a debit with and a credit without a sign. */
const BYTES = readFileSync(join(__dirname, 'mark-off.csv'));
const DAY = rangeOfDay('2026-11-20')!;

function fileOf(bytes: Uint8Array) {
  const read = readDayFile(decodeDayFile(bytes));
  if (read.kind === 'wrong') throw new Error(read.problem);
  return read.file;
}

const FILE = fileOf(BYTES);

/** Returns the transaction of the gateway that a row of the file is about. */
function transactionOf({ line, transactionId, amount, markOff }: FileRow): GatewayRow {
  const at = new Date(Date.UTC(2026, 10, 20, 9, line)).toISOString();
  return {
    requestId: `5001_20261120${String(line).padStart(6, '0')}_1`,
    ...{ transactionId, transactionDate: at.slice(0, 19).replaceAll('-', ''), terminalId: '0068766621' },
    ...{
      reference: markOff!.reference,
      methodName: markOff!.isDebit ? 'Deduct' : 'LoadAuth',
      effect: 'money',
    },
    ...{ state: 'answered', resultCode: 1, requestAmount: amount, approvalAmount: null, currency: 'EUR' },
    ...{ programme: 'gift', route: 'default', originalRequestId: null, replyReason: null },
    ...{ receivedAt: at, sentAt: at, answeredAt: at },
  };
}

/** Compares the file with a gateway that has its transactions, except for the changes by line. */
function differencesOf(changes: Readonly<Record<number, Partial<GatewayRow> | null>>, file = FILE) {
  const comparison = new DayComparison(DAY, file);
  for (const row of file.rows) {
    const change = changes[row.line];
    if (change !== null) comparison.addGatewayRow({ ...transactionOf(row), ...change });
  }
  return comparison.finish();
}

const UNREADABLE = [
  [22, 'unreadable', 'TransactionAmount must be an integer in cents, with - for a debit.'],
  [23, 'unreadable', 'WalletReference or TransactionID is empty.'],
  [24, 'unreadable', 'Neither TransactionDate nor SystemDate is a date.'],
];

const shortOf = ({ line, kind, note }: DayDifference) => [line, kind, note];

it('a gateway with the same transactions differs in nothing, and each unreadable line is named', () => {
  const { differences, summary } = differencesOf({});
  expect(differences.map(shortOf)).toEqual(UNREADABLE);
  expect(summary).toMatchObject({ fileRows: 57, gatewayRows: 57, matched: 57, proposals: 0 });
});

it('each finding is named with what to do, and nothing is matched by a guess', () => {
  const { differences } = differencesOf({
    2: { resultCode: -17 },
    3: null,
    4: { requestAmount: 1 },
    5: { state: 'in_doubt', resultCode: null, answeredAt: null },
    6: { reference: '99999999999' },
    8: { methodName: 'DeductReversal', effect: 'advice' },
    10: { receivedAt: '2026-11-22T23:00:00.000Z', transactionDate: '20261122T230000' },
    11: { resultCode: 2, approvalAmount: 50 },
  });
  const found = differences.filter(({ kind }) => kind !== 'unreadable').map(shortOf);
  expect(found.sort(([a], [b]) => Number(a ?? 99) - Number(b ?? 99))).toEqual([
    [
      2,
      'missing_at_gateway',
      expect.stringMatching(/answered with resultCode -17\. The processor counts it as moved: book it/),
    ],
    [
      3,
      'missing_at_gateway',
      expect.stringMatching(/no such transaction .* The processor counts it as moved/),
    ],
    [4, 'amount_differs', 'The amounts differ.'],
    [5, 'missing_at_gateway', expect.stringMatching(/^Only the file of the wallet service proves/)],
    [6, 'missing_at_gateway', expect.stringContaining('no such transaction')],
    [8, 'missing_at_gateway', expect.stringContaining('no such transaction')],
    [10, 'missing_at_gateway', expect.stringContaining('no such transaction')],
    [11, 'amount_differs', 'The amounts differ.'],
    [null, 'missing_in_file', 'The gateway has it as booked. The file lacks it.'],
    [null, 'missing_in_file', 'The gateway has it as booked. The file lacks it.'],
  ]);
});

it('two rows of one transaction with other amounts than the gateway decide nothing', () => {
  const [first] = FILE.rows;
  const rows = [first!, { ...first!, line: 99, amount: 7 }];
  const comparison = new DayComparison(DAY, { ...FILE, unreadable: [], rows });
  comparison.addGatewayRow({ ...transactionOf(first!), requestAmount: 9 });
  expect(comparison.finish().differences.map(({ kind }) => kind)).toEqual([
    'missing_in_file',
    'missing_at_gateway',
    'missing_at_gateway',
  ]);
});

it('the file is read in the encodings of spreadsheets', () => {
  const text = decodeDayFile(BYTES);
  expect(text).toContain('KLEIN CAFÉ');
  for (const bytes of [Buffer.from(`\uFEFF${text}`), Buffer.from(`\uFEFF${text}`, 'utf16le')])
    expect(fileOf(bytes)).toEqual(FILE);
});

it('transactions are read as far around the day as zones differ', () => {
  expect(receivedAround(DAY, 'mark_off').toMs - DAY.toMs).toBe(26 * 3_600_000);
});
