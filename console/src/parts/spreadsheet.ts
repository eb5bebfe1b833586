import { moneyText } from '../../../src/core/transactions/money.js';
import { csvRecord } from '../../../src/core/wire/csv.js';
import type { TransactionFilter } from '../../../src/generated/operations.js';
import { readTransactions } from '../gateway/exports.js';
import { GatewayError } from '../gateway/gateway-error.js';
import { resultWord } from './format.js';
import { type Zone, zonedTime, zoneNow } from './time.js';
import { stateOf, wordOf } from './value.js';

/** Row of the export, as far as people read it. */
interface ExportedRow {
  readonly [name: string]: string | number | null;
  readonly receivedAt: string;
  readonly requestAmount: number | null;
  readonly currency: string | null;
  readonly resultCode: number | null;
  readonly callerResultCode: number | null;
  readonly state: string;
  readonly replyReason: string | null;
}

/** Columns that people read first, and those of ids by their names in the export. */
const NAMES = ['Received', 'Merchant', 'Amount', 'Currency', 'Result', 'Caller got', 'State', 'Method'];
const IDS: Readonly<Record<string, string>> = {
  programme: 'Programme',
  reference: 'Wallet',
  cardId: 'Card',
  customerId: 'Customer',
  terminalId: 'Terminal',
  transactionId: 'Transaction id',
  requestId: 'Request id',
};

/** Spreadsheets open no more rows. */
const ROWS_MAX = 1_000_000;
const ROWS_AT_ONCE = 10_000;
/** Time after which the browser has begun to save. */
const SAVED_MS = 60_000;

/** Saves transactions as a file that a spreadsheet opens with a click: times in the zone of the page, amounts in major units. */
export async function saveSpreadsheet(filter: TransactionFilter): Promise<void> {
  const zone = zoneNow();
  const day = zonedTime(filter.time?.from ?? new Date().toISOString(), zone).slice(0, 10);
  // Spreadsheets know UTF-8 by its byte order mark.
  const parts = [new Blob(['\uFEFF', csvRecord([...NAMES, ...Object.values(IDS)])])];
  let lines: string[] = [];
  await readTransactions(filter, (row) => {
    if (lines.push(lineOf(row as ExportedRow, zone)) < ROWS_AT_ONCE) return;
    parts.push(new Blob(lines));
    lines = [];
    if (parts.length * ROWS_AT_ONCE > ROWS_MAX)
      throw new GatewayError('TOO_MANY', 'A spreadsheet opens a million rows. Choose a shorter time.');
  });
  const href = URL.createObjectURL(new Blob([...parts, ...lines], { type: 'text/csv' }));
  const download = `cardway-transactions-${day}.csv`;
  Object.assign(document.createElement('a'), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVED_MS);
}

function lineOf(row: ExportedRow, zone: Zone): string {
  const { receivedAt, requestAmount, currency, resultCode, callerResultCode } = row;
  const isMoney = requestAmount !== null && currency !== null;
  const cells = [
    zonedTime(receivedAt, zone).slice(0, 19).replace('T', ' '),
    row['narrative'] ?? null,
    isMoney ? moneyText(requestAmount, currency).replace(` ${currency}`, '') : requestAmount,
    currency ?? 'minor units',
    resultCode === null ? null : `${resultWord(resultCode)} (${String(resultCode)})`,
    callerResultCode === null ? null : `${resultWord(callerResultCode)} (${String(callerResultCode)})`,
    wordOf(stateOf(row)),
    row['methodName'] ?? null,
  ];
  const ids = Object.keys(IDS).map((name) => idCell(String(row[name] ?? '')));
  return `${csvRecord(cells, ',')}${ids.join(',')}\r\n`;
}

/** Returns an id as a formula of a text: a spreadsheet would round its last digits, drop zeros in front, or read a date. */
function idCell(id: string): string {
  return /^[\w.:-]{1,255}$/.test(id) ? `="${id}"` : csvRecord([id], '');
}
