import { type Columns, entryText, long, right, tableText } from '../../../src/cli/table.js';

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
  URL: long('url'),
};

const URL = 'https://integrator.example/webhooks/of/cardway/and/of/nobody/else/in/the/whole/wide/world';
const ROWS: readonly Row[] = [
  { id: 'evt_000000000001', at: '2026-11-24T00:15:06.068Z', name: 'shop', count: 7, url: URL },
  { id: 'evt_000000000002', at: '2026-11-24T00:15:07.000Z', name: null, count: 1234, url: URL.slice(0, 30) },
];

function linesAt(width: number | undefined, rows: readonly Row[] = ROWS): string[] {
  return tableText(COLUMNS, rows, width).trimEnd().split('\n');
}

/** Returns the columns that a text takes, counted by hand: the tests use only these wide characters. */
function widthOf(line: string): number {
  return [...line.replaceAll(/[\u0301\u200d]/gu, '')].reduce(
    (sum, character) => sum + (/[漢字日本語😀]/u.test(character) ? 2 : 1),
    0,
  );
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

  it('wraps long texts where it is too narrow', () => {
    expect(linesAt(80)).toEqual([
      'Event             Time                      Name  Count  URL',
      `evt_000000000001  2026-11-24T00:15:06.068Z  shop      7  ${URL.slice(0, 23)}`,
      `                                                         ${URL.slice(23, 46)}`,
      `                                                         ${URL.slice(46, 69)}`,
      `                                                         ${URL.slice(69)}`,
      `evt_000000000002  2026-11-24T00:15:07.000Z  –      1234  ${URL.slice(0, 23)}`,
      `                                                         ${URL.slice(23, 30)}`,
    ]);
  });

  it('shows each row as an entry where even that is too wide, and never cuts an id or a time', () => {
    expect(linesAt(40)).toEqual([
      'Event  evt_000000000001',
      'Time   2026-11-24T00:15:06.068Z',
      'Name   shop',
      'Count  7',
      `URL    ${URL.slice(0, 33)}`,
      `       ${URL.slice(33, 66)}`,
      `       ${URL.slice(66)}`,
      '',
      'Event  evt_000000000002',
      'Time   2026-11-24T00:15:07.000Z',
      'Name   –',
      'Count  1234',
      `URL    ${URL.slice(0, 30)}`,
    ]);
  });

  it.each([9, 16, 23, 40, 61, 80, 100, 200])('is never wider than a terminal of %d columns', (width) => {
    const lines = linesAt(width, [
      ...ROWS,
      { ...ROWS[0]!, name: '漢字と日本語 😀 cafe\u0301', url: '日本語'.repeat(40) },
    ]);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
    const text = lines.join('').replaceAll(/\s/g, '');
    expect(text).toContain(ROWS[0]!.id);
    expect(text).toContain('2026-11-24T00:15:06');
  });

  it('aligns wide characters by the columns that they take', () => {
    const name = { Name: 'name', Count: right('count') } satisfies Columns;
    const rows = ['漢字', 'cafe\u0301', '😀', 'shop'].map((text) => ({ ...ROWS[0]!, name: text }));
    const lines = tableText(name, rows, 80).trimEnd().split('\n');
    expect(lines.map(widthOf)).toEqual([11, 11, 11, 11, 11]);
  });

  it('cuts a long text after a few lines, with …', () => {
    const lines = linesAt(80, [{ ...ROWS[0]!, url: 'a'.repeat(500) }]);
    expect(lines).toHaveLength(6);
    expect(lines[5]).toMatch(/ a{22}…$/);
  });

  it('breaks long texts at spaces', () => {
    const url = 'the wallet service refused the call because the amount is wrong';
    const reasons = linesAt(100, [{ ...ROWS[0]!, url }])
      .slice(1)
      .map((line) => line.slice(57));
    expect(reasons).toEqual(['the wallet service refused the call because', 'the amount is wrong']);
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

  it('puts a value below its name where it does not fit beside it, and cuts nothing', () => {
    expect(
      entryText({ requestId: ENTRY.requestId, reason: 'a'.repeat(90) }, 40)
        .trimEnd()
        .split('\n'),
    ).toEqual([
      'Request id',
      `  ${ENTRY.requestId}`,
      `Reason      ${'a'.repeat(28)}`,
      `            ${'a'.repeat(28)}`,
      `            ${'a'.repeat(28)}`,
      `            ${'a'.repeat(6)}`,
    ]);
  });
});
