import { DIGITIZATION } from '../../../scripts/describe/events.js';
import { DIGITIZATION_EVENT_TYPES } from '../../../src/core/events/event.js';
import { walletProvider } from '../../../src/core/provisioning/attempt.js';
import {
  type DigitizationData,
  digitizationDedupeKey,
  digitizationEvent,
  digitizationPayload,
} from '../../../src/core/provisioning/digitization-event.js';
import {
  digitizationEventType,
  isDigitizationReport,
  lastFourDigits,
} from '../../../src/core/provisioning/digitization-report.js';

const DATA: DigitizationData = {
  programme: 'sandbox',
  cardId: 5001,
  customerId: 1001,
  wallet: 'GOOGLE_PAY',
  walletId: '216',
  tokenReference: 'token',
  tokenRequestorId: null,
  deviceType: null,
  panLastFour: '0116',
  attemptId: null,
};

describe('the name of a report', () => {
  it.each([
    // Processor's names in messageName
    ['digitization.complete', 'digitization.complete'],
    ['digitization.event.Deleted', 'digitization.deleted'],
    ['digitization.event.Deleted_from_device', 'digitization.deleted'],
    ['digitization.event.Deleted_from_Device', 'digitization.deleted'],
    ['digitization.event.Stopped', 'digitization.stopped'],
    ['digitization.event.Digitized', 'digitization.resumed'],
    ['digitization.event.Digitization_Exception', 'digitization.exception'],
    ['digitization.event.Replacement', 'digitization.replaced'],
    // Processor's names in the JSON form (eventType)
    ['complete', 'digitization.complete'],
    ['Digitization_exception', 'digitization.exception'],
    ['Deleted_from_Device', 'digitization.deleted'],
    // Cardway's own names (docs/reference/events.md#event-types)
    ['digitization.resumed', 'digitization.resumed'],
    ['digitization.replaced', 'digitization.replaced'],
    [' Deleted_from_device\n', 'digitization.deleted'],
  ])('%s is %s', (name, type) => {
    expect(digitizationEventType(name)).toBe(type);
  });

  it('covers every event type', () => {
    for (const type of DIGITIZATION_EVENT_TYPES) expect(digitizationEventType(type)).toBe(type);
  });

  it.each([
    '',
    'digitization.',
    'digitization.event.',
    'activation',
    'digitization.event.Burned',
    'constructor',
  ])('%p is none', (name) => {
    expect(digitizationEventType(name)).toBeNull();
  });
});

describe('a call is a digitization report', () => {
  it.each([
    ['AdministrativeMessage', 'digitization.complete', true],
    ['AdministrativeMessage', 'digitization.event.Deleted', true],
    ['AdministrativeMessage', 'digitization.event.', true],
    ['AdministrativeMessage', 'DIGITIZATION.Complete', true],
    ['AdministrativeMessage', 'Digitization.Event.Stopped', true],
    ['AdministrativeMessage', 'digitization.completed', false],
    ['AdministrativeMessage', 'predigitization.complete', false],
    ['AdministrativeMessage', 'digitization.activation', false],
    ['AdministrativeMessage', 'digitization.activationmethods', false],
    ['AdministrativeMessage', '3DSecureOTP', false],
    ['AdministrativeMessage', undefined, false],
    ['Stop', 'digitization.complete', false],
  ])('%s %s: %s', (method, message, isOurs) => {
    expect(isDigitizationReport(method, message)).toBe(isOurs);
  });
});

describe('wallets', () => {
  it.each([
    ['103', 'APPLE_PAY'],
    ['216', 'GOOGLE_PAY'],
    ['217', 'SAMSUNG_PAY'],
    ['327', 'MERCHANT'],
    ['999', 'OTHER'],
    [null, 'OTHER'],
  ])('%s is %s', (walletId, provider) => {
    expect(walletProvider(walletId)).toBe(provider);
  });
});

describe('of a card number', () => {
  it.each([
    ['5308426600000116', '0116'],
    ['530842XXXXXX0116', '0116'],
    [' 5308426600000116 ', '0116'],
    ['', null],
    ['530842XXXXXXXXXX', null],
  ])('%p is kept %p', (number, kept) => {
    expect(lastFourDigits(number)).toBe(kept);
  });
});

describe('the event', () => {
  const key = (change: Partial<Parameters<typeof digitizationDedupeKey>[0]>) =>
    digitizationDedupeKey({
      type: 'digitization.stopped',
      programme: 'p',
      tokenReference: 't',
      reportKey: 'r',
      ...change,
    });

  it('of a completion is one for each token, and one for each attempt under which it is made again', () => {
    const type = 'digitization.complete';
    expect(key({ type, reportKey: null })).not.toBe(key({ type, reportKey: 'a' }));
    expect(key({ type, reportKey: 'a' })).not.toBe(key({ type, reportKey: 'b' }));
    expect(key({ type })).not.toBe(key({ type, programme: 'q' }));
  });

  it('of a later change is one for each token, event and report', () => {
    const keys = [
      key({}),
      key({ reportKey: 'q' }),
      key({ type: 'digitization.resumed' }),
      key({ tokenReference: 't","r' }),
      key({ tokenReference: 't', reportKey: '","r' }),
      key({ reportKey: null }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is read from the log as the payload that its schema describes', () => {
    const event = digitizationEvent({
      type: 'digitization.complete',
      reportKey: null,
      occurredAtMs: 1_800_000_000_000,
      data: DATA,
    });
    const payload = digitizationPayload({ ...event, sequence: 7 });
    expect(payload).toEqual({
      id: 'evt_000000000007',
      type: 'digitization.complete',
      occurredAt: '2027-01-15T08:00:00.000Z',
      ...DATA,
    });
    expect(Object.keys(payload).sort()).toEqual(Object.keys(DIGITIZATION).sort());
    expect(payload.id).toMatch(new RegExp(DIGITIZATION.id.pattern));
    expect(payload.panLastFour).toMatch(new RegExp(DIGITIZATION.panLastFour.pattern));
  });
});
