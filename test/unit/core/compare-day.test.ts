import fc from 'fast-check';
import type { GatewayRow } from '../../../src/core/transactions/booked-row.js';
import { compareDay, type DayOptions, type FileRow } from '../../../src/core/transactions/compare-day.js';
import type { DayDifference, DaySummary } from '../../../src/core/transactions/day-difference.js';
import { formatWireDate } from '../../../src/core/wire/wire-date.js';

const FROM_MS = Date.parse('2026-11-20T00:00:00Z');
const DAY_MS = 86_400_000;
const NOON_MS = FROM_MS + DAY_MS / 2;

const OPTIONS = {
  fromMs: FROM_MS,
  toMs: FROM_MS + DAY_MS,
  keyBy: 'request_id',
  amounts: 'minor',
  signs: 'none',
  isProof: true,
  isComplete: true,
} as const;

interface Compared {
  readonly differences: readonly DayDifference[];
  readonly summary: DaySummary;
}

function compared(
  gateway: readonly GatewayRow[],
  file: readonly FileRow[],
  options: Partial<DayOptions> = {},
): Compared {
  const differences: DayDifference[] = [];
  const comparison = compareDay({ ...OPTIONS, onDifference: (each) => differences.push(each), ...options });
  for (const row of file) comparison.addFileRow(row);
  for (const row of gateway) comparison.addGatewayRow(row);
  return { summary: comparison.finish(), differences };
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
  return { line, requestId: gateway.requestId, amount: gateway.requestAmount ?? 0, ...change };
}

const kindsOf = ({ differences }: Compared): readonly string[] => differences.map(({ kind }) => kind);

const METHODS = [
  ['Deduct', 'money', 1],
  ['LoadAuth', 'money', -1],
  ['DeductReversal', 'advice', -1],
  ['DeductAdjustment', 'advice', 1],
  ['LoadAdjustment', 'advice', -1],
  ['LoadReversal', 'advice', 1],
  ['LoadAuthReversal', 'advice', 1],
  ['Balance', 'none', 0],
  ['Stop', 'advice', 0],
] as const;

const PLACES = { EUR: 2, JPY: 0, KWD: 3, HUF: 2 } as const;

interface Made {
  readonly gateway: GatewayRow;
  /** 1 for money that leaves the wallet, -1 for money that comes back, 0 for none. */
  readonly direction: number;
}

/** A row of the day, with a certain outcome. Its ids are its place in the list. */
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
    currency: fc.constantFrom(...(Object.keys(PLACES) as (keyof typeof PLACES)[])),
  })
  .map(({ method: [methodName, effect, direction], outcome, amount, approved, atMs, currency }): Made => {
    const requestAmount = methodName === 'Stop' ? null : methodName === 'Balance' ? 0 : amount;
    const approvalAmount = outcome.resultCode === 2 ? approved : null;
    const gateway = row({ methodName, effect, ...outcome, requestAmount, approvalAmount, atMs, currency });
    return { gateway, direction };
  });

const anyDay = fc.array(anyRow, { minLength: 1, maxLength: 60 });

/** Returns what a wallet service without faults writes about these rows, by the rules of the options. */
function perfectFile(made: readonly Made[], options: Partial<DayOptions>): FileRow[] {
  const moved = made.filter(
    ({ gateway: { state, resultCode }, direction }) =>
      direction !== 0 && (state === 'contradicted' || (state === 'answered' && (resultCode ?? 0) > 0)),
  );
  return moved.map(({ gateway, direction }, index) => {
    const minor = gateway.approvalAmount ?? gateway.requestAmount ?? 0;
    const places = PLACES[gateway.currency as keyof typeof PLACES];
    const amount = options.amounts === 'decimal' ? minor * 10 ** (4 - places) : minor;
    const sign =
      options.signs === 'debit_negative' ? -direction : options.signs === 'debit_positive' ? direction : 1;
    const { requestId, transactionId, transactionDate } = gateway;
    const key =
      options.keyBy === 'transaction_id'
        ? { transactionId: transactionId ?? '', date: transactionDate ?? '' }
        : { requestId };
    return { line: index + 2, amount: sign * amount, ...key };
  });
}

const anyOptions = fc.record({
  keyBy: fc.constantFrom('request_id', 'transaction_id'),
  amounts: fc.constantFrom('minor', 'decimal'),
  signs: fc.constantFrom('none', 'debit_negative', 'debit_positive'),
} as const);

/** Returns the list in an order that the seed chooses. */
function shuffled<Value>(list: readonly Value[], seed: number): Value[] {
  const orders = list.map((value, index) => [Math.sin(seed + index * 7.13), value] as const);
  return orders.toSorted(([a], [b]) => a - b).map(([, value]) => value);
}

describe('a file that a wallet service without faults writes', () => {
  it('matches in any order, by any key, form of amounts and sign rule', () => {
    fc.assert(
      fc.property(anyDay, anyOptions, fc.nat(), (made, options, seed) => {
        const file = perfectFile(made, options);
        const gateway = shuffled(made, seed).map((each) => each.gateway);
        const { summary, differences } = compared(gateway, shuffled(file, seed + 1), options);
        expect(differences).toEqual([]);
        expect([summary.matched, summary.fileRows]).toEqual([file.length, file.length]);
        const withAmount = made.filter(({ direction }) => direction !== 0).length;
        expect(summary.gatewayRows).toBe(withAmount);
        expect(summary.matched + summary.notMoved + summary.open).toBe(withAmount);
      }),
    );
  });

  /** Faults of a file. Each takes a row of it and returns the rows that stand in its place. */
  const FAULTS: readonly (readonly [kind: string, fault: (row: FileRow) => FileRow[]])[] = [
    ['missing_in_file', () => []],
    ['duplicate_in_file', (row) => [row, { ...row, line: 9_999 }]],
    ['amount_differs', (row) => [{ ...row, amount: row.amount + 1 }]],
    ['currency_differs', (row) => [{ ...row, currency: 'XTS' }]],
    ['missing_at_gateway', (row) => [row, { ...row, line: 9_999, ...OTHER_KEY }]],
  ];
  const OTHER_KEY = { requestId: 'none', transactionId: 'none', date: '20261120T000000' };

  it.each(FAULTS)('with one fault has exactly %s', (kind, fault) => {
    fc.assert(
      fc.property(anyDay, anyOptions, fc.nat(), (made, options, seed) => {
        const file = perfectFile(made, options);
        // A reversal without an original may be absent; so may be an amount of 0 by another sign.
        const chosen = file.findIndex(({ amount }, index) => amount !== -1 && index >= seed % file.length);
        fc.pre(chosen !== -1 && !isReversalIn(made, file[chosen]!));
        const faulty = file.flatMap((each, index) => (index === chosen ? fault(each) : [each]));
        const { differences, summary } = compared(
          made.map(({ gateway }) => gateway),
          faulty,
          options,
        );
        expect(differences.map((each) => each.kind)).toEqual([kind]);
        expect(summary.differences[kind as 'unreadable']).toBe(1);
        if (kind !== 'missing_in_file') expect(differences[0]!.line).not.toBeNull();
        if (kind === 'missing_in_file')
          expect(keyIn(differences[0]!, options.keyBy)).toEqual(keyOf(file[chosen]!));
      }),
    );
  });

  const isReversalIn = (made: readonly Made[], wanted: FileRow): boolean =>
    made.some(
      ({ gateway }) =>
        gateway.methodName.endsWith('Reversal') &&
        (gateway.requestId === wanted.requestId || gateway.transactionId === wanted.transactionId),
    );
  const keyOf = ({ requestId, transactionId, date }: FileRow) => requestId ?? `${date!} ${transactionId!}`;
  const keyIn = ({ requestId, transactionId, date }: DayDifference, keyBy: string) =>
    keyBy === 'request_id' ? requestId : `${date!} ${transactionId!}`;
});

describe('a call in doubt', () => {
  it('is proposed as approved where the file has it with the same amount', () => {
    const call = doubt();
    const { differences, summary } = compared([call], [booked(call)]);
    expect(differences).toMatchObject([
      { kind: 'unsettled', state: 'in_doubt', proposal: 'approved', requestId: call.requestId, line: 2 },
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
        { kind: 'unsettled', requestId: call.requestId, proposal: null, line: 2 },
      ]);
      expect(summary).toMatchObject({ proposals: 0, matched: 1 });
    }
  });

  it('is proposed as not processed where the file of the whole day lacks it', () => {
    const other = row();
    expect(compared([doubt(), other], [booked(other)]).differences).toMatchObject([
      { kind: 'unsettled', proposal: 'not_processed', line: null },
    ]);
  });

  it.each([
    ['the file is not complete', { isComplete: false }, NOON_MS],
    ['the file is that of a processor', { isProof: false }, NOON_MS],
    ['it was sent shortly before the end of the day', {}, FROM_MS + DAY_MS - 1000],
    ['it was sent shortly after the begin of the day', {}, FROM_MS + 1000],
  ])('is not proposed as not processed where %s', (_why, options, atMs) => {
    const other = row();
    expect(compared([doubt({ atMs }), other], [booked(other)], options).differences).toMatchObject([
      { kind: 'unsettled', proposal: null },
    ]);
  });

  it('is not proposed as not processed where a line of the file cannot be read', () => {
    const differences: DayDifference[] = [];
    const comparison = compareDay({ ...OPTIONS, onDifference: (each) => differences.push(each) });
    const other = row();
    comparison.addFileRow(booked(other));
    comparison.addUnreadable(3, 'The amount must be an integer.');
    for (const each of [other, doubt()]) comparison.addGatewayRow(each);
    expect(comparison.finish().proposals).toBe(0);
    expect(differences).toMatchObject([
      { kind: 'unreadable', line: 3 },
      { kind: 'unsettled', proposal: null },
    ]);
  });

  it('is not proposed as not processed where the file has no booking, or those of other routes only', () => {
    expect(compared([doubt()], []).summary.proposals).toBe(0);
    const other = row({ route: 'cards' });
    expect(compared([other, doubt()], [booked(other)]).differences).toMatchObject([
      { kind: 'unsettled', proposal: null, note: expect.stringContaining('nothing of the route default') },
    ]);
    const same = row();
    expect(compared([other, same, doubt()], [booked(other), booked(same, 3)]).summary.proposals).toBe(1);
  });

  it('is not proposed as not processed where the file is that of the day before', () => {
    const before = row({ atMs: FROM_MS - 3_600_000 });
    expect(compared([before, doubt()], [booked(before)]).summary.proposals).toBe(0);
  });

  it('is not proposed as not processed where the file also lacks a booking, so that it is not complete', () => {
    const call = doubt();
    const { differences, summary } = compared([call, row()], []);
    expect(summary.proposals).toBe(0);
    expect(differences).toMatchObject([
      { kind: 'missing_in_file' },
      { kind: 'unsettled', requestId: call.requestId, proposal: null },
    ]);
  });

  it('is proposed as not processed where the file of the day beside may have the booking that is absent', () => {
    const other = row();
    const absent = row({ atMs: FROM_MS + 1000 });
    expect(compared([absent, other, doubt()], [booked(other)]).summary.proposals).toBe(1);
  });

  it('of a processor’s file gets no proposal', () => {
    const call = doubt();
    expect(compared([call], [booked(call)], { isProof: false }).differences).toMatchObject([
      { kind: 'unsettled', proposal: null },
    ]);
  });

  it('of an advice is never proposed as not processed, because nobody would send it again', () => {
    const advice = doubt({ methodName: 'LoadAdjustment', effect: 'advice' });
    const other = row();
    expect(compared([advice, other], [booked(other)]).differences).toMatchObject([
      { kind: 'unsettled', proposal: null },
    ]);
  });

  it('outside the day counts only where the file has it', () => {
    const call = doubt({ atMs: FROM_MS - 1800_000 });
    expect(compared([call], []).differences).toEqual([]);
    expect(compared([call], [booked(call)]).differences).toMatchObject([{ proposal: 'approved' }]);
  });
});

describe('an open transaction', () => {
  it.each(['queued', 'unmatched'] as const)(
    'that is %s is proposed as approved where the file has it',
    (state) => {
      const advice = doubt({ methodName: 'DeductReversal', effect: 'advice', state });
      expect(compared([advice], [booked(advice)]).differences).toMatchObject([{ proposal: 'approved' }]);
      const without = compared([advice], []);
      expect([without.differences, without.summary.open]).toEqual([[], 1]);
    },
  );

  it('that is still pending gets no proposal', () => {
    const call = doubt({ state: 'pending' });
    expect(compared([call], [booked(call)]).differences).toMatchObject([
      { kind: 'unsettled', proposal: null },
    ]);
  });
});

it.each([
  ['a declined call', row({ resultCode: -17 })],
  ['a call with a code of no approval', row({ resultCode: 3 })],
  ['a refused call', row({ state: 'refused', resultCode: null })],
  ['a declined advice', row({ effect: 'advice', methodName: 'LoadAdjustment', resultCode: -9 })],
  ['a Balance', row({ effect: 'none', methodName: 'Balance', requestAmount: 0 })],
])('%s that the file has as booked is a difference', (_what, gateway) => {
  const result = compared([gateway], [booked(gateway, 2, { amount: 354 })]);
  expect(result.differences).toMatchObject([{ kind: 'not_approved', line: 2, requestId: gateway.requestId }]);
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
  expect(kindsOf(compared([advice], [], { fromMs: FROM_MS - DAY_MS, toMs: FROM_MS }))).toEqual([]);
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
    expect([result.differences, result.summary.withoutEffect]).toEqual([[], 1]);
  });

  it('is no difference where the wallet service knew no original', () => {
    expect(compared([reversal(null)], []).summary).toMatchObject({ withoutEffect: 1 });
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
    ['in doubt', doubt(), 'unsettled'],
    ['declined', row({ resultCode: -17 }), 'not_approved'],
  ])('is a difference where its original is %s and the file has it', (_how, original, kind) => {
    const result = compared([reversal(original.requestId), original], [booked(original)]);
    expect(kindsOf(result).toSorted()).toEqual(['missing_in_file', kind]);
  });
});

it('of two calls with one id and date, the one that moved money takes the row of the file', () => {
  const own = { transactionId: 'T', transactionDate: '20261120T120000' };
  const file = [{ line: 2, transactionId: 'T', date: '20261120T120000', amount: 354 }];
  const declined = row({ ...own, resultCode: -17 });
  const moved = row(own);
  for (const order of [
    [declined, moved],
    [moved, declined],
  ])
    expect(compared(order, file, { keyBy: 'transaction_id' })).toMatchObject({
      differences: [],
      summary: { matched: 1, notMoved: 1 },
    });
  expect(kindsOf(compared([moved, row(own)], file, { keyBy: 'transaction_id' }))).toEqual([
    'duplicate_at_gateway',
  ]);
});

it('a booking that the file has twice, as a refund under the same id, proves no outcome', () => {
  const given = doubt();
  const line = { requestId: given.requestId, amount: 354 };
  for (const second of [line, { ...line, amount: -354 }]) {
    const file = [
      { ...line, line: 2 },
      { ...second, line: 3 },
    ];
    expect(compared([given], file, { signs: 'debit_positive' })).toMatchObject({
      differences: [
        { kind: 'duplicate_in_file', line: 3 },
        { kind: 'unsettled', line: 2, proposal: null },
      ],
      summary: { proposals: 0 },
    });
  }
});

it('one booking proves neither of two doubts that share its id and date', () => {
  const own = { transactionId: 'T', transactionDate: '20261120T120000' };
  const file = [{ line: 2, transactionId: 'T', date: '20261120T120000', amount: 354 }];
  const made = [doubt(own), doubt({ ...own, terminalId: '0029504320' })];
  expect(compared(made, file, { keyBy: 'transaction_id' })).toMatchObject({
    differences: [
      { kind: 'unsettled', proposal: null },
      { kind: 'unsettled', proposal: null },
    ],
    summary: { proposals: 0 },
  });
});

it('of two calls with one id and date, the one in doubt meets the row of the file before a declined one', () => {
  const own = { transactionId: 'T', transactionDate: '20261120T120000' };
  const file = [{ line: 2, transactionId: 'T', date: '20261120T120000', amount: 354 }];
  const declined = row({ ...own, resultCode: -17 });
  const doubtful = doubt(own);
  for (const order of [
    [declined, doubtful],
    [doubtful, declined],
  ])
    expect(compared(order, file, { keyBy: 'transaction_id' })).toMatchObject({
      differences: [{ kind: 'unsettled', requestId: doubtful.requestId, proposal: 'approved' }],
      summary: { notMoved: 1 },
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

describe('amounts', () => {
  it('of a wrong sign differ', () => {
    const reversal = row({ methodName: 'DeductReversal', effect: 'advice' });
    const file = [booked(reversal, 2, { amount: -354 })];
    expect(compared([reversal], file, { signs: 'debit_negative' }).differences).toMatchObject([
      {
        kind: 'amount_differs',
        note: expect.stringContaining('sign'),
        gatewayAmount: 354,
        fileAmount: '-354',
      },
    ]);
    expect(kindsOf(compared([reversal], file, { signs: 'debit_positive' }))).toEqual([]);
  });

  it('with a minus are refused unless somebody says what it means', () => {
    const call = row();
    expect(kindsOf(compared([call], [booked(call, 7, { amount: -354 })]))).toEqual([
      'unreadable',
      'missing_in_file',
    ]);
  });

  it('of methods that the configuration added match with either sign', () => {
    const own = row({ methodName: 'Topup' });
    for (const amount of [354, -354]) {
      const file = [booked(own, 2, { amount })];
      expect(compared([own], file, { signs: 'debit_positive' }).summary.matched).toBe(1);
    }
  });

  it('as decimals need the currency of the programme', () => {
    const call = row({ currency: null });
    expect(kindsOf(compared([call], [booked(call)], { amounts: 'decimal' }))).toEqual(['currency_unknown']);
    const ofNothing = row({ currency: null, requestAmount: 0 });
    expect(kindsOf(compared([ofNothing], [booked(ofNothing)], { amounts: 'decimal' }))).toEqual([]);
  });

  it('match with the currency of the programme in the file, and with any where it has none', () => {
    for (const currency of ['EUR', null]) {
      const call = row({ currency });
      expect(kindsOf(compared([call], [booked(call, 2, { currency: 'EUR' })]))).toEqual([]);
    }
  });

  it('beyond 2^53 in units of the file are compared exactly', () => {
    const call = row({ requestAmount: Number.MAX_SAFE_INTEGER, currency: 'JPY' });
    const file = [booked(call, 2, { amount: Number.MAX_SAFE_INTEGER })];
    expect(compared([call], file).summary.matched).toBe(1);
    expect(kindsOf(compared([call], file, { amounts: 'decimal' }))).toEqual(['amount_differs']);
  });
});
