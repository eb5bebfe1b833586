import { type Breaker, createBreaker } from '../../../src/outbound/downstream/breaker.js';
import { DOWNSTREAM_DEFAULTS } from '../../../src/outbound/downstream/routes.js';
import { ManualTime } from './manual-time.js';

const { breaker: SETTINGS } = DOWNSTREAM_DEFAULTS;

let time: ManualTime;
let breaker: Breaker;

beforeEach(() => {
  time = new ManualTime();
  breaker = createBreaker(SETTINGS, time);
});

const recordResult = (failed: boolean, times = 1): void => {
  for (let n = 0; n < times; n++) breaker.admit()?.(failed);
};

const openIt = (): void => {
  recordResult(true, SETTINGS.failuresMin);
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
  time.advance(SETTINGS.windowMs / 2);
  recordResult(true, 20);
  time.advance(SETTINGS.windowMs / 2);
  recordResult(false);
  expect(breaker.state()).toBe('closed');
  recordResult(true);
  expect(breaker.state()).toBe('open');
});

test('failures older than the window do not count', () => {
  recordResult(true, 19);
  time.advance(SETTINGS.windowMs);
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
  time.advance(SETTINGS.halfOpenAfterMs - 1);
  expect(breaker.admit()).toBeNull();
  time.advance(1);
  expect(breaker.state()).toBe('half_open');
  expect(breaker.admit()).not.toBeNull();
  expect(breaker.admit()).toBeNull();
  time.advance(SETTINGS.halfOpenAfterMs * 5);
  expect(breaker.admit()).toBeNull();
});

test('closes when the probe succeeds and starts counting again', () => {
  openIt();
  time.advance(SETTINGS.halfOpenAfterMs);
  breaker.admit()?.(false);
  expect(breaker.state()).toBe('closed');
  recordResult(true, 19);
  expect(breaker.state()).toBe('closed');
});

test('opens for another pause when the probe fails', () => {
  openIt();
  time.advance(SETTINGS.halfOpenAfterMs);
  breaker.admit()?.(true);
  expect(breaker.state()).toBe('open');
  time.advance(SETTINGS.halfOpenAfterMs);
  expect(breaker.state()).toBe('half_open');
});

test('calls from before it opened neither close it nor count after it closed', () => {
  const early = Array.from({ length: 40 }, () => breaker.admit()!);
  openIt();
  early.slice(0, 20).forEach((verdict) => verdict(false));
  expect(breaker.state()).toBe('open');
  time.advance(SETTINGS.halfOpenAfterMs);
  breaker.admit()?.(false);
  early.slice(20).forEach((verdict) => verdict(true));
  expect(breaker.state()).toBe('closed');
});

test('failures of calls from before it opened do not prolong the pause', () => {
  const early = Array.from({ length: 20 }, () => breaker.admit()!);
  openIt();
  time.advance(SETTINGS.halfOpenAfterMs - 1);
  early.forEach((verdict) => verdict(true));
  time.advance(1);
  expect(breaker.state()).toBe('half_open');
});

test('a clock that is set back does not keep it open', () => {
  openIt();
  time.advance(-3_600_000);
  expect(breaker.state()).toBe('half_open');
});
