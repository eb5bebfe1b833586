import { CardwayError, unknownMethod } from '../../../src/platform/errors.js';
import type { RefusalCount, RefusalKind } from '../../../src/use-cases/access/refusal-port.js';
import { createRefusals, type Refusals } from '../../../src/use-cases/access/refusals.js';
import type { AlertAbout } from '../../../src/use-cases/ports.js';
import { testClock, type TestClock } from '../store/temporary-store.js';

let clock: TestClock;
let refusals: Refusals;
let told: RefusalKind[];
let alerts: (readonly [string, AlertAbout])[];
let written: (readonly RefusalCount[])[];
let failures: unknown[];
let isBroken: boolean;
/** Ends the pause of the waiting round. */
let wake: () => void;

beforeEach(() => {
  clock = testClock();
  [told, alerts, written, failures, isBroken] = [[], [], [], [], false];
  refusals = createRefusals({
    clock,
    owner: 'here',
    timer: {
      wait() {
        const done = new Promise<void>((resolve) => (wake = resolve));
        return { done, cancel: () => undefined };
      },
    },
    store: {
      add(counts) {
        if (isBroken) return Promise.reject(new CardwayError('UNAVAILABLE'));
        written.push(counts);
        return Promise.resolve();
      },
    },
    onRefused: (record) => told.push(record),
    alert: (...each) => alerts.push(each),
    onFailure: (error) => failures.push(error),
  });
});
afterEach(() => refusals.stop());

const round = async (): Promise<void> => {
  wake();
  await new Promise((resolve) => setImmediate(resolve));
};

const wrong = (about: CardwayError['about'] = {}): CardwayError =>
  new CardwayError('UNAUTHENTICATED').with({ reason: 'The checksum is wrong.', terminalId: 'T1', ...about });

const note = (error = wrong(), address: string | undefined = '192.0.2.1'): void => {
  refusals.note({ channel: 'xmlrpc', error, address, httpRequestId: 'r1' });
};

it('declines of the gateway itself raise no alert about the terminal', () => {
  const decline = { channel: 'xmlrpc', error: wrong(), address: '192.0.2.1', isDecline: true } as const;
  for (let call = 0; call < 20; call += 1) refusals.note(decline);
  expect(alerts).toEqual([]);
  for (let call = 0; call < 20; call += 1) note();
  expect(alerts).toMatchObject([['terminal_refused', { terminalId: 'T1' }]]);
});

it('a flood of one kind is one entry with a count, a new one each minute', async () => {
  for (let call = 0; call < 1000; call += 1) note();
  await round();
  note();
  await round();
  expect(written.map((counts) => counts.map(({ count }) => count))).toEqual([[1000], [1]]);
  expect(written[1]![0]!.foldKey).toBe(written[0]![0]!.foldKey);
  clock.set(clock.nowMs() + 60_000);
  note();
  await round();
  expect(written[2]![0]!.foldKey).not.toBe(written[0]![0]!.foldKey);
  expect(told).toHaveLength(1002);
});

it('a stop writes what is left, and reports a store that fails', async () => {
  note();
  await refusals.stop();
  expect(written).toMatchObject([[{ count: 1 }]]);
  isBroken = true;
  note();
  await refusals.stop();
  expect(failures).toHaveLength(1);
});

it('a flood of made-up terminals and addresses is limited to few entries plus one for the rest', async () => {
  for (let call = 0; call < 1000; call += 1)
    note(
      wrong({ terminalId: `T${String(call)}`, reason: `Why ${String(call)}.` }),
      `192.0.2.${String(call % 250)}`,
    );
  await round();
  expect(written[0]).toHaveLength(101);
  expect(written[0]!.at(-1)).toMatchObject({ terminalId: null, address: null, count: 900 });
  expect(told).toHaveLength(1000);
});

it('texts of callers are ids or lengths, and reasons are cut', async () => {
  note(wrong({ terminalId: '4111111111' }));
  note(wrong({ terminalId: `a\u0000b\ud800${'x'.repeat(5000)}` }));
  note(
    new CardwayError('BAD_REQUEST', {
      field: 'f'.repeat(200),
      message: `no card 4111 1111 1111 1111 ${'y'.repeat(172)} and more`,
    }),
  );
  await round();
  expect(written[0]!.map(({ terminalId, field, reason }) => [terminalId, field, reason])).toEqual([
    ['4111111111', null, 'The checksum is wrong.'],
    ['[text of 5004 characters]', null, 'The checksum is wrong.'],
    [null, '[text of 200 characters]', `no card 4111 11XX XXXX 1111 ${'y'.repeat(171)}…`],
  ]);
});

it('what the last call of an entry says is kept without secrets and card numbers, and not logged', async () => {
  note(
    wrong({
      method: 'C0FFEE00D15EA5ED',
      reference: '4111111111111111',
      amount: 1.5,
      requestId: '41111111111111_1_1',
    }),
  );
  await round();
  expect(told[0]).not.toHaveProperty('reference');
  expect(written[0]).toMatchObject([
    {
      method: null,
      reference: '411111XXXXXX1111',
      amount: null,
      requestId: '[text of 18 characters]',
      count: 1,
    },
  ]);
});

it.each([
  ['Deduct 2', 'No method is named Deduct 2.'],
  ['wallet.deduct', 'No method is named wallet.deduct.'],
  ['900041234', 'No method has such a name. It has 9 characters and is not shown.'],
  ['PIN1234', 'No method has such a name. It has 7 characters and is not shown.'],
  ['C0FFEE00D15EA5ED', 'No method has such a name. It has 16 characters and is not shown.'],
  ['', 'No method has such a name. It has 0 characters and is not shown.'],
])('an unknown method is named where its name cannot hold a secret: %j', (name, reason) => {
  note(unknownMethod(name));
  expect(told).toMatchObject([{ reason }]);
});

it('an outcome that is saved as a transaction is no refusal', () => {
  note(new CardwayError('DOWNSTREAM_TIMEOUT'));
  note(new CardwayError('IN_DOUBT'));
  expect(told).toEqual([]);
});

it('a terminal that is refused often raises one alert', () => {
  for (let call = 0; call < 19; call += 1) note();
  expect(alerts).toEqual([]);
  clock.set(clock.nowMs() + 599_999);
  note();
  expect(alerts).toHaveLength(1);
  for (let call = 0; call < 100; call += 1) note();
  expect(alerts).toEqual([['terminal_refused', { terminalId: 'T1', address: '192.0.2.1' }]]);
  clock.set(clock.nowMs() + 600_000);
  for (let call = 0; call < 20; call += 1) note();
  expect(alerts).toHaveLength(2);
});

it('callers of other addresses do not hide a terminal, and addresses of one network count together', () => {
  for (let call = 0; call < 19; call += 1) {
    note(wrong(), '192.0.2.1');
    note(wrong(), '192.0.2.2');
    note(wrong(), `2001:db8:0:1::${String(call)}`);
  }
  expect(alerts).toEqual([]);
  note(wrong(), '2001:db8:0:1:ffff::');
  note(wrong(), '192.0.2.2');
  expect(alerts.map(([, { address }]) => address)).toEqual(['2001:db8:0:1:ffff::', '192.0.2.2']);
});

it('a limited number of entries waits for the store', async () => {
  for (let minute = 0; minute < 30; minute += 1) {
    clock.set(clock.nowMs() + 60_000);
    for (let call = 0; call < 120; call += 1) note(wrong({ terminalId: `T${String(call)}` }));
  }
  await round();
  expect(written[0]).toHaveLength(2000);
});
