import fc from 'fast-check';
import type { GatewayRow } from '../../../src/core/transactions/booked-row.js';
import {
  DayComparison,
  type DayDifference,
  type FileRow,
  type KeyBy,
} from '../../../src/core/transactions/compare-day.js';
import { formatWireDate } from '../../../src/core/wire/wire-date.js';

const FROM_MS = Date.parse('2026-11-20T00:00:00Z');
const DAY_MS = 86_400_000;
const NOON_MS = FROM_MS + DAY_MS / 2;

type Compared = ReturnType<DayComparison['finish']>;

function compared(
  gateway: readonly GatewayRow[],
  fileRows: readonly FileRow[],
  { keyBy = 'request_id', fromMs = FROM_MS }: { readonly keyBy?: KeyBy; readonly fromMs?: number } = {},
): Compared {
  const comparison = new DayComparison(
    { fromMs, toMs: fromMs + DAY_MS },
    { keyBy, rows: fileRows, unreadable: [] },
  );
  for (const row of gateway) comparison.addGatewayRow(row);
  return comparison.finish();
}

let rows = 0;

/** Returns a Deduct that was approved at noon. */
function row(change: Partial<GatewayRow> & { readonly atMs?: number } = {}): GatewayRow {
  const { atMs = NOON_MS, ...own } = change;
  rows += 1;
  const at = new Date(atMs).toISOString();
  return {
    requestId: `5001_20261120120000_${String(rows)}`,
    transactionId: `T-${String(rows)}`,
    transactionDate: formatWireDate(atMs),
    terminalId: '0068766621',
    reference: '43172792905',
    methodName: 'Deduct',
    effect: 'money',
    state: 'answered',
    resultCode: 1,
    requestAmount: 354,
    approvalAmount: null,
    currency: 'EUR',
    programme: 'shop',
    route: 'default',
    originalRequestId: null,
    replyReason: null,
    receivedAt: at,
    sentAt: at,
    answeredAt: at,
    ...own,
  };
}

const doubt = (change: Parameters<typeof row>[0] = {}): GatewayRow =>
  row({ state: 'in_doubt', resultCode: null, answeredAt: null, ...change });

/** Returns the row of a file that has this row as booked. */
function booked(gateway: GatewayRow, line = 2, change: Partial<FileRow> = {}): FileRow {
  return {
    line,
    requestId: gateway.requestId,
    terminalId: gateway.terminalId,
    transactionId: gateway.transactionId,
    date: gateway.transactionDate,
    amount: gateway.approvalAmount ?? gateway.requestAmount ?? 0,
    currency: gateway.currency,
    ...change,
  };
}

const kindsOf = ({ differences }: Compared): readonly string[] => differences.map(({ kind }) => kind);

const METHODS = [
  ['Deduct', 'money', true],
  ['LoadAuth', 'money', true],
  ['DeductReversal', 'advice', true],
  ['LoadAdjustment', 'advice', true],
  ['Balance', 'none', false],
  ['Stop', 'advice', false],
] as const;

interface Made {
  readonly gateway: GatewayRow;
  readonly isMoney: boolean;
}

/** A row of the day, with a certain outcome. */
const anyRow = fc
  .record({
    method: fc.constantFrom(...METHODS),
    outcome: fc.constantFrom(
      { state: 'answered', resultCode: 1 } as const,
      { state: 'answered', resultCode: 2 } as const,
      { state: 'answered', resultCode: -17 } as const,
      { state: 'contradicted', resultCode: 1 } as const,
      { state: 'refused', resultCode: null } as const,
      { state: 'failed', resultCode: null } as const,
      { state: 'queued', resultCode: null } as const,
      { state: 'pending', resultCode: null } as const,
    ),
    amount: fc.integer({ min: 1, max: 10_000_000 }),
    approved: fc.integer({ min: 1, max: 1_000_000 }),
    atMs: fc.integer({ min: FROM_MS, max: FROM_MS + DAY_MS - 1 }),
    currency: fc.constantFrom('EUR', 'JPY', null),
  })
  .map(({ method: [methodName, effect, isMoney], outcome, amount, approved, atMs, currency }): Made => {
    const requestAmount = methodName === 'Stop' ? null : methodName === 'Balance' ? 0 : amount;
    const approvalAmount = outcome.resultCode === 2 ? approved : null;
    const gateway = row({ methodName, effect, ...outcome, requestAmount, approvalAmount, atMs, currency });
    return { gateway, isMoney };
  });

const anyDay = fc.array(anyRow, { minLength: 1, maxLength: 60 });
const anyKey = fc.constantFrom<KeyBy>('request_id', 'transaction_id');

/** Returns what a wallet service without faults writes about these rows. */
function perfectFile(made: readonly Made[]): FileRow[] {
  const moved = made.filter(
    ({ gateway: { state, resultCode }, isMoney }) =>
      isMoney && (state === 'contradicted' || (state === 'answered' && (resultCode ?? 0) > 0)),
  );
  return moved.map(({ gateway }, index) => booked(gateway, index + 2));
}

/** Returns the list in an order that the seed chooses. */
function shuffled<Value>(list: readonly Value[], seed: number): Value[] {
  const orders = list.map((value, index) => [Math.sin(seed + index * 7.13), value] as const);
  return orders.toSorted(([a], [b]) => a - b).map(([, value]) => value);
}

describe('a file that a wallet service without faults writes', () => {
  it('matches in any order, by either key', () => {
    fc.assert(
      fc.property(anyDay, anyKey, fc.nat(), (made, keyBy, seed) => {
        const file = perfectFile(made);
        const gateway = shuffled(made, seed).map((each) => each.gateway);
        const { summary, differences } = compared(gateway, shuffled(file, seed + 1), { keyBy });
        expect(differences).toEqual([]);
        expect([summary.matched, summary.fileRows]).toEqual([file.length, file.length]);
        const withAmount = made.filter(({ isMoney }) => isMoney).length;
        expect(summary.gatewayRows).toBe(withAmount);
        expect(summary.matched + summary.notMoved + summary.open).toBe(withAmount);
      }),
    );
  });

  const OTHER_KEY = { requestId: 'none', transactionId: 'none' };

  /** Faults of a file: the kind of difference, and the rows that stand in the place of one. */
  const FAULTS: readonly (readonly [kind: string, what: string, fault: (row: FileRow) => FileRow[]])[] = [
    ['missing_in_file', 'an absent row', () => []],
    ['amount_differs', 'a row that is there twice', (row) => [row, { ...row, line: 9_999 }]],
    ['amount_differs', 'another amount', (row) => [{ ...row, amount: row.amount + 1 }]],
    ['missing_at_gateway', 'a row of its own', (row) => [row, { ...row, line: 9_999, ...OTHER_KEY }]],
  ];

  it.each(FAULTS)('has exactly one difference, %s, for %s', (kind, _what, fault) => {
    fc.assert(
      fc.property(anyDay, anyKey, fc.nat(), (made, keyBy, seed) => {
        const file = perfectFile(made);
        const chosen = file[seed % file.length];
        // A reversal without an original may be absent.
        fc.pre(chosen !== undefined && !isReversalIn(made, chosen));
        const faulty = file.flatMap((each) => (each === chosen ? fault(each) : [each]));
        const { differences } = compared(
          made.map(({ gateway }) => gateway),
          faulty,
          { keyBy },
        );
        expect(differences.map((each) => each.kind)).toEqual([kind]);
        if (kind === 'missing_in_file')
          expect(differences).toMatchObject([{ requestId: chosen?.requestId, line: null }]);
        else expect(differences[0]!.line).not.toBeNull();
      }),
    );
  });

  const isReversalIn = (made: readonly Made[], { requestId }: FileRow): boolean =>
    made.some(({ gateway }) => gateway.methodName.endsWith('Reversal') && gateway.requestId === requestId);
});

describe('a call in doubt', () => {
  it('is proposed as approved where the file has it with the same amount', () => {
    const call = doubt();
    const { differences, summary } = compared([call], [booked(call)]);
    expect(differences).toMatchObject([
      {
        kind: 'missing_at_gateway',
        state: 'in_doubt',
        proposal: 'approved',
        requestId: call.requestId,
        line: 2,
      },
    ]);
    expect(summary).toMatchObject({ proposals: 1, matched: 0 });
  });

  it('gets no proposal where the file has another amount', () => {
    const call = doubt();
    expect(compared([call], [booked(call, 2, { amount: 353 })]).differences).toMatchObject([
      { kind: 'amount_differs', state: 'in_doubt', proposal: null },
    ]);
  });

  it('is not proposed as approved where the file has its reversal too: its money has not stayed', () => {
    const call = doubt();
    const reversal = row({
      ...{ methodName: 'DeductReversal', effect: 'advice', originalRequestId: call.requestId },
    });
    for (const order of [
      [call, reversal],
      [reversal, call],
    ]) {
      const { differences, summary } = compared(order, [booked(call), booked(reversal, 3)]);
      expect(differences).toMatchObject([
        { kind: 'missing_at_gateway', requestId: call.requestId, proposal: null, line: 2 },
      ]);
      expect(summary).toMatchObject({ proposals: 0, matched: 1 });
    }
  });

  it('is not proposed as approved where the file has it twice, as a Deduct and its refund', () => {
    const call = doubt({ requestAmount: 708 });
    for (const amount of [354, 708]) {
      const file = [2, 3].map((line) => booked(call, line, { amount }));
      expect(compared([call], file)).toMatchObject({
        differences: [
          { kind: 'amount_differs', proposal: null, note: 'The file has it more than once, in lines 2, 3.' },
        ],
        summary: { proposals: 0 },
      });
    }
  });

  it('gets no proposal where the file lacks it', () => {
    expect(compared([doubt()], []).differences).toMatchObject([
      { kind: 'missing_in_file', state: 'in_doubt', proposal: null },
    ]);
  });

  it('outside the day counts only where the file has it', () => {
    const call = doubt({ atMs: FROM_MS - 1800_000 });
    expect(compared([call], []).differences).toEqual([]);
    expect(compared([call], [booked(call)]).differences).toMatchObject([{ proposal: 'approved' }]);
  });
});

it.each(['queued', 'unmatched', 'pending'] as const)(
  'a transaction that is %s gets no proposal, and is no difference where the file lacks it',
  (state) => {
    const advice = doubt({ methodName: 'DeductReversal', effect: 'advice', state });
    expect(compared([advice], [booked(advice)]).differences).toMatchObject([
      { kind: 'missing_at_gateway', state, proposal: null },
    ]);
    const without = compared([advice], []);
    expect([without.differences, without.summary.open]).toEqual([[], 1]);
  },
);

it.each([
  ['a declined call', row({ resultCode: -17 })],
  ['a call with a code of no approval', row({ resultCode: 3 })],
  ['a refused call', row({ state: 'refused', resultCode: null })],
  ['a declined advice', row({ effect: 'advice', methodName: 'LoadAdjustment', resultCode: -9 })],
  ['a Balance', row({ effect: 'none', methodName: 'Balance', requestAmount: 0 })],
])('%s that the file has as booked is a difference', (_what, gateway) => {
  const result = compared([gateway], [booked(gateway, 2, { amount: 354 })]);
  expect(result.differences).toMatchObject([
    { kind: 'missing_at_gateway', line: 2, requestId: gateway.requestId, proposal: null },
  ]);
});

it('a row of the day before may match, and is not missed', () => {
  const late = row({ atMs: FROM_MS - 60_000 });
  expect(compared([late], [booked(late)]).summary).toMatchObject({ matched: 1, gatewayRows: 0 });
  expect(compared([late], []).differences).toEqual([]);
});

it('an advice that was queued over midnight belongs to the day of its answer', () => {
  const advice = row({
    methodName: 'DeductAdjustment',
    effect: 'advice',
    atMs: FROM_MS - 3 * 3_600_000,
    answeredAt: new Date(NOON_MS).toISOString(),
  });
  expect(kindsOf(compared([advice], []))).toEqual(['missing_in_file']);
  expect(kindsOf(compared([advice], [], { fromMs: FROM_MS - DAY_MS }))).toEqual([]);
});

describe('a reversal that the file lacks', () => {
  const reversal = (originalRequestId: string | null): GatewayRow =>
    row({ methodName: 'DeductReversal', effect: 'advice', originalRequestId });

  it.each([
    ['declined', row({ resultCode: -17 })],
    ['refused', row({ state: 'refused', resultCode: null })],
    ['a declined adjustment', row({ methodName: 'LoadAdjustment', effect: 'advice', resultCode: -4 })],
    [
      'an adjustment that came later, and was not sent',
      row({ methodName: 'LoadAdjustment', effect: 'advice', replyReason: 'reversed_first' }),
    ],
  ])('is no difference where its original was %s', (_how, original) => {
    const result = compared([reversal(original.requestId), original], []);
    expect([result.differences, result.summary.notMoved]).toEqual([[], 2]);
  });

  it('is no difference where the wallet service knew no original', () => {
    expect(compared([reversal(null)], []).summary).toMatchObject({ notMoved: 1 });
  });

  it('is no difference where the gateway did not send it, because its own gave the money back', () => {
    const original = row({ state: 'contradicted' });
    const withheld = { ...reversal(original.requestId), replyReason: 'reversed_by_gateway' };
    const own = reversal(original.requestId);
    const result = compared([original, withheld, own], [booked(original), booked(own, 3)]);
    expect([result.differences, result.summary.notMoved]).toEqual([[], 1]);
  });

  it('is a difference where its original moved money', () => {
    const original = row();
    expect(kindsOf(compared([original, reversal(original.requestId)], [booked(original)]))).toEqual([
      'missing_in_file',
    ]);
  });

  it.each([
    ['in doubt', doubt()],
    ['declined', row({ resultCode: -17 })],
  ])('is a difference where its original is %s and the file has it', (_how, original) => {
    const result = compared([reversal(original.requestId), original], [booked(original)]);
    expect(kindsOf(result)).toEqual(['missing_at_gateway', 'missing_in_file']);
  });
});

describe('calls with one terminal, id and date', () => {
  const own = { transactionId: 'T', transactionDate: '20261120T12:00:00' };
  const by = { keyBy: 'transaction_id' } as const;

  /** Compares both orders of two calls with a file that has one booking. */
  function inBothOrders(one: GatewayRow, other: GatewayRow): readonly Compared[] {
    const file = [booked(row(own))];
    return [compared([one, other], file, by), compared([other, one], file, by)];
  }

  it('the one that moved money takes the row of the file', () => {
    for (const result of inBothOrders(row({ ...own, resultCode: -17 }), row(own)))
      expect(result).toMatchObject({ differences: [], summary: { matched: 1, notMoved: 1 } });
    for (const result of inBothOrders(row(own), row(own)))
      expect(kindsOf(result)).toEqual(['missing_in_file']);
  });

  it('one booking proves neither of two doubts', () => {
    for (const { differences, summary } of inBothOrders(doubt(own), doubt(own))) {
      expect(differences.map(({ proposal }) => proposal)).toEqual([null, null]);
      expect(summary.proposals).toBe(0);
    }
  });

  it('the one in doubt meets the row of the file before a declined one', () => {
    const doubtful = doubt(own);
    for (const result of inBothOrders(row({ ...own, resultCode: -17 }), doubtful))
      expect(result).toMatchObject({
        differences: [{ requestId: doubtful.requestId, proposal: 'approved' }],
        summary: { notMoved: 1 },
      });
  });

  it('of another terminal are not those of the file', () => {
    const { differences } = compared([row({ ...own, terminalId: '0029504320' })], [booked(row(own))], by);
    expect(differences.map(({ kind }: DayDifference) => kind).toSorted()).toEqual([
      'missing_at_gateway',
      'missing_in_file',
    ]);
  });
});

it('a row at the begin of the day belongs to it, one at its end to the next day', () => {
  expect(kindsOf(compared([row({ atMs: FROM_MS }), row({ atMs: FROM_MS + DAY_MS })], []))).toEqual([
    'missing_in_file',
  ]);
});

it('a declined call that the file has with an amount of 0 is no difference', () => {
  const declined = row({ resultCode: -17 });
  expect(compared([declined], [booked(declined, 2, { amount: 0 })])).toMatchObject({
    differences: [],
    summary: { matched: 1 },
  });
});

it('a currency differs where both sides name one', () => {
  const call = row();
  expect(compared([call], [booked(call, 2, { currency: 'USD' })]).differences).toMatchObject([
    { kind: 'amount_differs', note: 'The file has USD, and the programme has EUR.' },
  ]);
  for (const other of [row({ currency: null }), call])
    expect(
      kindsOf(compared([other], [booked(other, 2, { currency: other.currency === null ? 'USD' : null })])),
    ).toEqual([]);
});
