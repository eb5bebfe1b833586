import {
  Breaker,
  BREAKER_FAILURES_MIN,
  BREAKER_HALF_OPEN_AFTER_MS,
  BREAKER_WINDOW_MS,
} from '../../../src/outbound/downstream/breaker.js';
import { ManualTime } from './manual-time.js';

let time: ManualTime;
let breaker: Breaker;

beforeEach(() => {
  time = new ManualTime();
  breaker = new Breaker(time);
});

const recordResult = (failed: boolean, times = 1): void => {
  for (let n = 0; n < times; n++) breaker.admit()?.(failed);
};

const openIt = (): void => {
  recordResult(true, BREAKER_FAILURES_MIN);
  expect(breaker.state()).toBe('open');
};

test('stays closed at 19 failures and opens at the 20th', () => {
  recordResult(true, 19);
  expect(breaker.state()).toBe('closed');
  recordResult(true);
  expect(breaker.state()).toBe('open');
  expect(breaker.admit()).toBeNull();
});

test('opens at exactly half and not below', () => {
  recordResult(false, 21);
  recordResult(true, 20);
  expect(breaker.state()).toBe('closed');
  recordResult(true);
  expect(breaker.state()).toBe('open');
});

test('a success does not open it, even when older successes drop out of the window', () => {
  recordResult(false, 30);
  time.advance(BREAKER_WINDOW_MS / 2);
  recordResult(true, 20);
  time.advance(BREAKER_WINDOW_MS / 2);
  recordResult(false);
  expect(breaker.state()).toBe('closed');
  recordResult(true);
  expect(breaker.state()).toBe('open');
});

test('failures older than the window do not count', () => {
  recordResult(true, 19);
  time.advance(BREAKER_WINDOW_MS);
  recordResult(true);
  expect(breaker.state()).toBe('closed');
});

test('failures spread over the window count together', () => {
  for (let n = 0; n < 20; n++) {
    recordResult(true);
    time.advance(450);
  }
  expect(breaker.state()).toBe('open');
});

test('lets one probe through after the pause and keeps the others out', () => {
  openIt();
  time.advance(BREAKER_HALF_OPEN_AFTER_MS - 1);
  expect(breaker.admit()).toBeNull();
  time.advance(1);
  expect(breaker.state()).toBe('half_open');
  expect(breaker.admit()).not.toBeNull();
  expect(breaker.admit()).toBeNull();
  time.advance(BREAKER_HALF_OPEN_AFTER_MS * 5);
  expect(breaker.admit()).toBeNull();
});

test('closes when the probe succeeds and starts counting again', () => {
  openIt();
  time.advance(BREAKER_HALF_OPEN_AFTER_MS);
  breaker.admit()?.(false);
  expect(breaker.state()).toBe('closed');
  recordResult(true, 19);
  expect(breaker.state()).toBe('closed');
});

test('opens for another pause when the probe fails', () => {
  openIt();
  time.advance(BREAKER_HALF_OPEN_AFTER_MS);
  breaker.admit()?.(true);
  expect(breaker.state()).toBe('open');
  time.advance(BREAKER_HALF_OPEN_AFTER_MS);
  expect(breaker.state()).toBe('half_open');
});

test('calls from before it opened neither close it nor count after it closed', () => {
  const early = Array.from({ length: 40 }, () => breaker.admit()!);
  openIt();
  early.slice(0, 20).forEach((verdict) => verdict(false));
  expect(breaker.state()).toBe('open');
  time.advance(BREAKER_HALF_OPEN_AFTER_MS);
  breaker.admit()?.(false);
  early.slice(20).forEach((verdict) => verdict(true));
  expect(breaker.state()).toBe('closed');
});

test('failures of calls from before it opened do not prolong the pause', () => {
  const early = Array.from({ length: 20 }, () => breaker.admit()!);
  openIt();
  time.advance(BREAKER_HALF_OPEN_AFTER_MS - 1);
  early.forEach((verdict) => verdict(true));
  time.advance(1);
  expect(breaker.state()).toBe('half_open');
});

test('a clock that is set back does not keep it open', () => {
  openIt();
  time.step(-3_600_000);
  time.advance(BREAKER_HALF_OPEN_AFTER_MS);
  expect(breaker.state()).toBe('half_open');
});
