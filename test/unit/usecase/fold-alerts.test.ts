import { type AlertFolding, foldAlerts } from '../../../src/use-cases/fold-alerts.js';
import type { Alert, AlertAbout } from '../../../src/use-cases/ports.js';
import { testClock, type TestClock } from '../store/temporary-store.js';

const PAUSE_MS = 600_000;

let clock: TestClock;
let raised: (readonly [Alert, AlertAbout])[];
let raisedAlerts: (readonly [Alert, AlertAbout])[];
let folded: Alert[];
/** Ends the pause of the waiting round. */
let wake: () => void;

function folding(pauseMs = PAUSE_MS, subjectsMax = 100): AlertFolding {
  clock = testClock();
  [raised, raisedAlerts, folded] = [[], [], []];
  return foldAlerts({
    clock,
    timer: {
      wait() {
        const done = new Promise<void>((resolve) => (wake = resolve));
        return { done, cancel: () => undefined };
      },
    },
    pauseMs,
    subjectsMax,
    raise: (...each) => raised.push(each),
    onFolded: (alert) => folded.push(alert),
    alertFolded: (...each) => raisedAlerts.push(each),
    onFailure: (error) => {
      throw error;
    },
  });
}

const turn = async (ms: number): Promise<void> => {
  clock.set(clock.nowMs() + ms);
  wake();
  await new Promise((resolve) => setImmediate(resolve));
};

it('an alert is raised once per kind, terminal and pause, and the others are raised together', async () => {
  const alerts = folding();
  for (let call = 0; call < 300; call += 1)
    alerts.alert('transaction_in_doubt', { terminalId: 'T1', requestId: String(call) });
  alerts.alert('transaction_in_doubt', { terminalId: 'T2' });
  alerts.alert('advice_unmatched', { terminalId: 'T1' });
  expect(raised.map(([alert, { terminalId }]) => [alert, terminalId])).toEqual([
    ['transaction_in_doubt', 'T1'],
    ['transaction_in_doubt', 'T2'],
    ['advice_unmatched', 'T1'],
  ]);
  expect(folded).toHaveLength(299);
  await turn(PAUSE_MS - 1);
  expect(raisedAlerts).toEqual([]);
  await turn(1);
  expect(raisedAlerts).toEqual([
    ['transaction_in_doubt', { terminalId: 'T1', requestId: '299', folded: 299 }],
  ]);
  alerts.alert('transaction_in_doubt', { terminalId: 'T1' });
  expect(raised).toHaveLength(4);
  await alerts.stop();
  expect(raisedAlerts).toHaveLength(1);
});

it('folded alerts are raised before the next one of their kind, and at the end', async () => {
  const alerts = folding();
  const again = (): void => alerts.alert('settle_failed', { terminalId: 'T1' });
  again();
  again();
  clock.set(clock.nowMs() + PAUSE_MS);
  again();
  expect([raised.length, raisedAlerts]).toEqual([2, [['settle_failed', { terminalId: 'T1', folded: 1 }]]]);
  again();
  await alerts.stop();
  expect(raisedAlerts).toHaveLength(2);
});

it('alerts about an address are separate for each network that limits count', async () => {
  const alerts = folding();
  const from = (alert: Alert, address: string): void => alerts.alert(alert, { terminalId: 'T1', address });
  for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']) {
    from('terminal_elsewhere', address);
    from('checksum_guessing', address);
  }
  expect(raised.map(([alert]) => alert)).toEqual([
    'terminal_elsewhere',
    'checksum_guessing',
    'terminal_elsewhere',
    'terminal_elsewhere',
  ]);
  await alerts.stop();
});

it('made-up terminals share an alert when there are too many', async () => {
  const alerts = folding(PAUSE_MS, 5);
  for (let made = 0; made < 300; made += 1)
    alerts.alert('checksum_guessing', { terminalId: `made-${String(made)}` });
  expect(raised).toHaveLength(6);
  expect(folded).toHaveLength(294);
  await alerts.stop();
  expect(raisedAlerts).toEqual([['checksum_guessing', { terminalId: 'made-299', folded: 294 }]]);
});

it('a contradicted transaction always raises an alert, and every alert is raised without a pause setting', async () => {
  const alerts = folding();
  for (let time = 0; time < 3; time += 1) alerts.alert('transaction_contradicted', { terminalId: 'T1' });
  expect(raised).toHaveLength(3);
  await alerts.stop();
  const each = folding(0);
  for (let time = 0; time < 3; time += 1) each.alert('transaction_in_doubt', { terminalId: 'T1' });
  expect([raised.length, folded.length]).toEqual([3, 0]);
  await each.stop();
  expect(raisedAlerts).toEqual([]);
});
