import { parse } from 'csv-parse/sync';
import {
  type ExportFormat,
  exportColumns,
  exportHead,
  type ExportRow,
  exportText,
} from '../../../src/core/transactions/export-text.js';

const data = { original_transaction_amount: '000000012345', original_currency_code: '978' };
const ROW: ExportRow = {
  sequence: 7,
  requestId: '5001_20260101220405_1',
  receivedAtMs: 1_000,
  state: 'answered',
  replyReason: null,
  methodName: 'Deduct',
  effect: 'money',
  channel: 'json',
  programme: 'alpha',
  terminalId: '0068766621',
  reference: '=cmd|x',
  customerId: 1001,
  cardId: 5001,
  requestAmount: 200,
  currency: 'EUR',
  narrative: 'KARINA FURNITURE',
  keyId: null,
  terminalRepliedCode: null,
  transactionId: 'Shop "A", Hanoi\r\n',
  transactionDate: '20260101T22:04:05',
  referenceId: null,
  referenceDate: null,
  originalRequestId: null,
  route: 'default',
  attempt: 1,
  resultCode: 1,
  repliedResultCode: null,
  errorCode: null,
  failure: null,
  httpStatus: 200,
  claimedAtMs: 1_001,
  sentAtMs: 1_002,
  refusedSentAtMs: null,
  answeredAtMs: 1_003,
  settledAtMs: null,
  request: JSON.stringify({ request: { checksum: 'c0ffee', transaction_data: data } }),
  answer: null,
};

const shown = (change: Partial<ExportRow> = {}, withTexts = false): Record<string, unknown> =>
  JSON.parse(exportText([{ ...ROW, ...change }], { format: 'ndjson', withTexts })) as Record<string, unknown>;

describe('an exported transaction', () => {
  it('has times in ISO 8601, and the original amount apart from the amount', () => {
    expect(shown()).toMatchObject({
      receivedAt: '1970-01-01T00:00:01.000Z',
      settledAt: null,
      requestAmount: 200,
      currency: 'EUR',
      originalAmount: '000000012345',
      originalCurrency: '978',
    });
  });

  it('has no original amount where the call has none, and that of a message where it is in one', () => {
    expect(shown({ request: '{"request":{}}' })).toMatchObject({
      originalAmount: null,
      originalCurrency: null,
    });
    const request = JSON.stringify({ request: { message_data: data } });
    expect(shown({ request })).toMatchObject({ originalCurrency: '978' });
  });

  it('has the approved amount of a partial approval only', () => {
    const answer = '{"response":{"resultCode":2,"approvalAmount":150}}';
    expect(shown({ resultCode: 2, answer })).toMatchObject({ approvalAmount: 150 });
    expect(shown({ resultCode: 1, answer })).toMatchObject({ approvalAmount: null });
    expect(shown({ resultCode: 2, answer: '{"status":"success"}' })).toMatchObject({ approvalAmount: null });
  });

  it.each([
    ['" 150 "', 150],
    ['"many"', null],
    ['{"amount":150}', null],
    ['9007199254740993', null],
  ])('has the approved amount %s as %j', (written, approvalAmount) => {
    const answer = `{"response":{"resultCode":2,"approvalAmount":${written}}}`;
    expect(shown({ resultCode: 2, answer })).toMatchObject({ approvalAmount });
  });

  it('has its texts where they are wanted, without the checksum', () => {
    expect(Object.keys(shown())).toEqual(exportColumns({ withTexts: false }));
    expect(shown()).not.toHaveProperty('request');
    const texts = { answer: '{"response":{"resultCode":1}}', rawAnswer: '<raw/>' };
    const full = shown(texts, true);
    expect(Object.keys(full)).toEqual(exportColumns({ withTexts: true }));
    expect(full).toMatchObject({
      request: { request: { transaction_data: data } },
      answer: { response: { resultCode: 1 } },
      rawAnswer: '<raw/>',
    });
    expect(JSON.stringify(full)).not.toContain('c0ffee');
  });

  it.each([false, true])('has the same values in CSV, with texts: %s', (withTexts) => {
    const texts = { answer: '{"response":{"resultCode":1}}', rawAnswer: 'a "raw"\nanswer' };
    const rows = [ROW, { ...ROW, ...texts }, { ...ROW, replyReason: 'timeout' }];
    const both = (format: ExportFormat): string =>
      exportHead({ format, withTexts }) + exportText(rows, { format, withTexts });
    const records = parse(both('csv'), { columns: true }) as Record<string, string>[];
    const objects = both('ndjson')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    const cells = objects.map((object) =>
      Object.fromEntries(Object.entries(object).map(([name, value]) => [name, cellOf(value)])),
    );
    expect(records).toEqual(cells);
  });
});

/** Returns a value as a reader of the CSV gets it. A formula has an apostrophe in front. */
function cellOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return value === ROW.reference ? `'${ROW.reference}` : String(value);
}
