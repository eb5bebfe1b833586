import { type Columns, entryText, right, tableText } from '../../../src/cli/table.js';

interface Row {
  readonly id: string;
  readonly at: string;
  readonly name: string | null;
  readonly count: number;
  readonly url: string;
}

const COLUMNS: Columns = {
  Event: 'id',
  Time: 'at',
  Name: 'name',
  Count: right('count'),
  URL: 'url',
};

const URL = 'https://integrator.example/webhooks/of/cardway/and/of/nobody/else/in/the/whole/wide/world';
const ROWS: readonly Row[] = [
  { id: 'evt_000000000001', at: '2026-11-24T00:15:06.068Z', name: 'shop', count: 7, url: URL },
  { id: 'evt_000000000002', at: '2026-11-24T00:15:07.000Z', name: null, count: 1234, url: URL.slice(0, 30) },
];

function linesAt(width: number | undefined, rows: readonly Row[] = ROWS): string[] {
  return tableText(COLUMNS, rows, width).trimEnd().split('\n');
}

describe('a table', () => {
  it('has a header, and a line for each row where the terminal is wide enough', () => {
    expect(linesAt(200)).toEqual([
      'Event             Time                      Name  Count  URL',
      `evt_000000000001  2026-11-24T00:15:06.068Z  shop      7  ${URL}`,
      `evt_000000000002  2026-11-24T00:15:07.000Z  –      1234  ${URL.slice(0, 30)}`,
    ]);
    expect(linesAt(undefined)).toEqual(linesAt(200));
  });

  it('shows each row as an entry where it is too wide', () => {
    expect(linesAt(80)).toEqual([
      'Event  evt_000000000001',
      'Time   2026-11-24T00:15:06.068Z',
      'Name   shop',
      'Count  7',
      `URL    ${URL}`,
      '',
      'Event  evt_000000000002',
      'Time   2026-11-24T00:15:07.000Z',
      'Name   –',
      'Count  1234',
      `URL    ${URL.slice(0, 30)}`,
    ]);
  });

  it('shows no control character', () => {
    const text = tableText(COLUMNS, [{ ...ROWS[0]!, name: 'a\u001b[2Jb\u0007\n\u202ec' }], 80);
    expect(text).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(text).toContain('a\ufffd[2Jb\ufffd \ufffdc');
  });
});

describe('an entry', () => {
  const ENTRY = {
    requestId: '5001_20261124001505_135831781738497',
    httpStatus: 200,
    default: true,
    settledAt: null,
    terminalIds: ['0068766621', '0029504320'],
    requestMoney: { minorUnits: 354, text: '3.54 EUR', currency: 'EUR' },
    answer: { result_code: 1, fields: { balanceAmount: 5 } },
    attempts: [
      { startedAt: '2026-11-24T00:15:06.068Z', responseCode: 204 },
      { startedAt: '2026-11-24T00:15:07.068Z', responseCode: null },
    ],
    linked: [],
  };

  it('has names and values in two columns, with lists as tables', () => {
    expect(entryText(ENTRY, 80).trimEnd().split('\n')).toEqual([
      'Request id     5001_20261124001505_135831781738497',
      'HTTP status    200',
      'Default        yes',
      'Settled at     –',
      'Terminal ids   0068766621, 0029504320',
      'Request money  3.54 EUR',
      'Answer',
      '  result_code  1',
      '  fields',
      '    balanceAmount  5',
      'Attempts',
      '  Started at                Response code',
      '  2026-11-24T00:15:06.068Z  204',
      '  2026-11-24T00:15:07.068Z  –',
      'Linked         –',
    ]);
  });
});
