import { eventId } from '../../../src/core/events/event.js';
import { digitizationPayload } from '../../../src/core/provisioning/digitization-event.js';
import type { DigitizationReportInput } from '../../../src/use-cases/provisioning/attempt-port.js';
import { type AttemptsBench, authorization, endpoint, NOW_MS, report, VERIFIED_FOR_MS } from './bench.js';

/** Tests card network reports (docs/digitization.md#reports, docs/reference/events.md#duplicate-reports). */
export function reportContract(bench: () => AttemptsBench): void {
  const take = (change: Partial<DigitizationReportInput> = {}) => bench().attempts.report(report(change));
  const payload = async (change: Partial<DigitizationReportInput> = {}) =>
    digitizationPayload((await take(change)).event);
  const token = async () => (await bench().query('select * from digitizations'))[0];

  it('ends the authorized attempt, and makes an event of all that is known', async () => {
    const attemptId = await bench().attempt();
    await bench().attempts.authorize(authorization());
    bench().setNowMs(NOW_MS + 5);
    const { event, isRepeat } = await take();
    expect(isRepeat).toBe(false);
    expect(digitizationPayload(event)).toEqual({
      id: eventId(event.sequence),
      type: 'digitization.complete',
      occurredAt: new Date(NOW_MS + 5).toISOString(),
      programme: 'sandbox',
      cardId: 5001,
      customerId: 1001,
      wallet: 'APPLE_PAY',
      walletId: '103',
      tokenReference: 'token-1',
      tokenRequestorId: '50110030273',
      deviceType: '21',
      panLastFour: '0116',
      attemptId,
    });
    const attempt = await bench().row(attemptId);
    expect(attempt).toMatchObject({ state: 'digitized', digitizedAtMs: NOW_MS + 5 });
    expect(attempt.history.map(({ toState, reason }) => [toState, reason])).toEqual([
      ['issued', null],
      ['verified', null],
      ['authorized', 'attempt_verified'],
      ['digitized', 'reported'],
    ]);
    expect(await token()).toMatchObject({
      token_reference: 'token-1',
      state: 'active',
      attempt_id: attemptId,
    });
  });

  it('writes one delivery for each enabled endpoint of the programme', async () => {
    await bench().query(endpoint('one', 'sandbox'));
    await bench().query(endpoint('two', 'sandbox'));
    await bench().query(endpoint('gone', 'sandbox', '410'));
    await bench().query(endpoint('foreign', 'second'));
    await take();
    await take();
    const deliveries = await bench().query('select endpoint_id, state from deliveries order by endpoint_id');
    expect(deliveries).toEqual([
      { endpoint_id: 'one', state: 'pending' },
      { endpoint_id: 'two', state: 'pending' },
    ]);
  });

  it('is one commit: what cannot be delivered is not recorded, and can be reported again', async () => {
    const attemptId = await bench().attempt();
    await bench().attempts.authorize(authorization());
    await bench().query(endpoint('one', 'sandbox'));
    const allow = await bench().forbid('deliveries');
    // Compares by text: the driver's error class belongs to the test file that loaded the driver first.
    await expect(bench().attempts.report(report())).rejects.toHaveProperty('message', 'no');
    expect([await bench().count('events'), await bench().count('digitizations')]).toEqual([0, 0]);
    expect((await bench().row(attemptId)).state).toBe('authorized');
    await allow();
    expect((await take()).isRepeat).toBe(false);
    expect((await bench().row(attemptId)).state).toBe('digitized');
  });

  it('makes one event of fifty equal reports at once, over two processes', async () => {
    const { attempts, other } = bench();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? attempts : other).report(report())),
    );
    expect(outcomes.filter((outcome) => !outcome.isRepeat)).toHaveLength(1);
    expect(new Set(outcomes.map((outcome) => outcome.event.sequence)).size).toBe(1);
    expect(await bench().count('events')).toBe(1);
  });

  it('gives a repeat the event as it was first reported', async () => {
    const { event } = await take();
    bench().setNowMs(NOW_MS + 5);
    expect(await take({ deviceType: '1', panLastFour: '9999', reportId: 'x' })).toEqual({
      event,
      isRepeat: true,
      isDeclined: 0,
    });
  });

  it('accepts a completion without an attempt', async () => {
    expect((await payload()).attemptId).toBeNull();
  });

  it.each([
    { state: 'verified', afterMs: VERIFIED_FOR_MS, isTaken: true },
    { state: 'verified', afterMs: VERIFIED_FOR_MS + 1, isTaken: false },
    { state: 'issued', afterMs: 60_000, isTaken: true },
    { state: 'issued', afterMs: 60_001, isTaken: false },
    { state: 'expired', afterMs: 0, isTaken: false },
    { state: 'superseded', afterMs: 0, isTaken: false },
  ] as const)(
    'takes an attempt that nobody asked an authorization for, $state $afterMs ms ago: $isTaken',
    async ({ state, afterMs, isTaken }) => {
      const attemptId = await bench().attempt({ state });
      bench().setNowMs(NOW_MS + afterMs);
      expect((await payload()).attemptId).toBe(isTaken ? attemptId : null);
      const { state: after, history } = await bench().row(attemptId);
      const untaken = afterMs === 0 ? state : 'expired';
      expect(after).toBe(isTaken ? 'digitized' : untaken);
      if (isTaken) expect(history.at(-1)).toMatchObject({ fromState: state, reason: 'reported_unasked' });
    },
  );

  it.each(['verified', 'issued'] as const)(
    'leaves the %s attempt of the app to its own token, when a card that was typed in is reported',
    async (state) => {
      const attemptId = await bench().attempt({ state });
      const typedIn = { tokenReference: 'token-typed', walletId: '216' };
      await bench().attempts.authorize(authorization({ ...typedIn, panSource: 'card_added_manually' }));
      expect((await payload(typedIn)).attemptId).toBeNull();
      expect((await bench().row(attemptId)).state).toBe(state);
      expect((await payload()).attemptId).toBe(attemptId);
    },
  );

  it('takes a report as a fact, though the token had been declined', async () => {
    const attemptId = await bench().attempt();
    await bench().attempts.authorize(authorization({ path: 'RED' }));
    expect((await payload()).attemptId).toBe(attemptId);
    expect((await bench().row(attemptId)).state).toBe('digitized');
  });

  it('leaves an attempt alone that another token has taken', async () => {
    const attemptId = await bench().attempt();
    await bench().attempts.authorize(authorization());
    expect((await payload({ tokenReference: 'token-2' })).attemptId).toBeNull();
    expect((await bench().row(attemptId)).state).toBe('authorized');
  });

  it.each([
    ['digitization.deleted', 'deleted'],
    ['digitization.stopped', 'stopped'],
    ['digitization.resumed', 'active'],
    ['digitization.replaced', 'active'],
    ['digitization.exception', 'exception'],
  ] as const)('%s leaves the token %s, and its attempt as it was', async (type, state) => {
    const attemptId = await bench().attempt();
    await bench().attempts.authorize(authorization());
    await take();
    expect(await payload({ type, reasonCode: '12' })).toMatchObject({ type, attemptId });
    expect(await token()).toMatchObject({ state, last_event: type, reason_code: '12' });
    expect((await bench().row(attemptId)).state).toBe('digitized');
  });

  it('tells reports of one kind apart by their own ids, however they come', async () => {
    const type = 'digitization.stopped';
    const first = await take({ type, reportId: 'r1' });
    const second = await take({ type, reportId: 'r2' });
    const again = await take({ type, reportId: 'r1' });
    expect([first.isRepeat, second.isRepeat, again.isRepeat]).toEqual([false, false, true]);
    expect(again.event).toEqual(first.event);
    expect(await bench().count('events')).toBe(2);
  });

  it('takes a report without an id for a repeat when nothing else was reported since', async () => {
    const seen: number[] = [];
    for (const type of ['stopped', 'stopped', 'resumed', 'stopped', 'resumed', 'resumed'] as const) {
      seen.push((await take({ type: `digitization.${type}` })).event.sequence);
    }
    expect(seen).toEqual([1, 1, 2, 3, 4, 4]);
  });

  it('does not bring a token back whose completion comes behind its deletion', async () => {
    await take({ type: 'digitization.deleted' });
    expect((await take()).isRepeat).toBe(false);
    expect(await token()).toMatchObject({ state: 'deleted', last_event: 'digitization.complete' });
  });

  it.each(['stopped', 'resumed', 'replaced', 'exception'] as const)(
    'does not bring a token back by a late %s',
    async (late) => {
      await take();
      await take({ type: 'digitization.deleted', reportId: 'gone' });
      expect((await take({ type: `digitization.${late}`, reportId: 'late' })).isRepeat).toBe(false);
      expect(await token()).toMatchObject({ state: 'deleted', last_event: `digitization.${late}` });
      expect((await take()).isRepeat).toBe(true);
      expect(await token()).toMatchObject({ state: 'deleted' });
    },
  );

  it('takes the completion of a deleted token under a newly authorized attempt for a new event', async () => {
    const seen: number[] = [];
    for (const round of ['one', 'two', 'three']) {
      const attemptId = await bench().attempt();
      const { attempts } = bench();
      const decided = await attempts.authorize(authorization());
      expect(decided).toMatchObject({ isReplay: false, decision: 'APPROVED', attemptId });
      expect(await attempts.authorize(authorization())).toEqual({ ...decided, isReplay: true });
      const completed = await take();
      expect(completed.isRepeat).toBe(false);
      expect(digitizationPayload(completed.event)).toMatchObject({ attemptId });
      expect(await take()).toEqual({ ...completed, isRepeat: true });
      expect((await bench().row(attemptId)).state).toBe('digitized');
      expect(await token()).toMatchObject({ state: 'active', attempt_id: attemptId });
      await take({ type: 'digitization.deleted', reportId: round });
      expect(await take()).toEqual({ ...completed, isRepeat: true });
      expect(await token()).toMatchObject({ state: 'deleted' });
      seen.push(completed.event.sequence);
    }
    expect(seen).toEqual([1, 3, 5]);
  });

  it('keeps a deleted token deleted while the attempt of its next completion is only authorized', async () => {
    await bench().attempt();
    await bench().attempts.authorize(authorization());
    await take();
    await take({ type: 'digitization.deleted' });
    const attemptId = await bench().attempt();
    await bench().attempts.authorize(authorization());
    await take({ type: 'digitization.resumed', reportId: 'late' });
    expect(await token()).toMatchObject({ state: 'deleted' });
    expect(await payload()).toMatchObject({ type: 'digitization.complete', attemptId });
    expect(await token()).toMatchObject({ state: 'active' });
  });

  it('makes one event of fifty completions of a token that is made again, over two processes', async () => {
    await bench().attempt();
    await bench().attempts.authorize(authorization());
    await take();
    await take({ type: 'digitization.deleted' });
    await bench().attempt();
    await bench().attempts.authorize(authorization());
    const { attempts, other } = bench();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? attempts : other).report(report())),
    );
    expect(outcomes.filter((outcome) => !outcome.isRepeat)).toHaveLength(1);
    expect(new Set(outcomes.map((outcome) => outcome.event.sequence))).toEqual(new Set([3]));
  });

  it('fills in what a later report leaves out', async () => {
    await take();
    const nothing = { walletId: null, tokenRequestorId: null, deviceType: null, panLastFour: null };
    expect(await payload({ type: 'digitization.deleted', ...nothing })).toMatchObject({
      wallet: 'APPLE_PAY',
      walletId: '103',
      tokenRequestorId: '50110030273',
      deviceType: '21',
      panLastFour: '0116',
    });
  });

  it('refuses a token of another card, an unknown card and a foreign one', async () => {
    await take();
    const before = await bench().count('events');
    await expect(take({ cardId: 5002 })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    await expect(take({ cardId: 7777 })).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'card_id' });
    await expect(take({ cardId: 6001 })).rejects.toMatchObject({ code: 'FORBIDDEN', field: 'card_id' });
    expect(await bench().count('events')).toBe(before);
  });

  it('gives a token to the card that the network asked about, where the message names only the wallet', async () => {
    const attemptId = await bench().attempt({ cardId: 5002 });
    await bench().attempts.authorize(authorization({ cardId: 5002 }));
    expect(await payload({ isCardAssumed: true })).toMatchObject({ cardId: 5002, attemptId });
    expect((await bench().row(attemptId)).state).toBe('digitized');
    await bench().attempts.authorize(authorization({ cardId: 5002, tokenReference: 'no-attempt' }));
    const message = { isCardAssumed: true, tokenReference: 'no-attempt' };
    expect(await payload(message)).toMatchObject({ cardId: 5002, customerId: 1001, attemptId: null });
  });

  it('refuses an approved token of another card, and takes the report of its own', async () => {
    const attemptId = await bench().attempt();
    await bench().attempts.authorize(authorization());
    await expect(take({ cardId: 5002 })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await payload()).toMatchObject({ cardId: 5001, attemptId });
  });

  it('takes the report of a token that was not approved, also for another card', async () => {
    await bench().attempts.authorize(authorization());
    expect(await payload({ cardId: 5002 })).toMatchObject({ cardId: 5002, attemptId: null });
  });

  it('takes the completion of an approved token although the directory has lost the card since', async () => {
    const attemptId = await bench().attempt();
    await bench().attempts.authorize(authorization());
    await bench().directoryAdmin.putWallet({
      reference: 'w',
      programme: 'sandbox',
      customerId: 1001,
      cards: [{ cardId: 5002, isDefault: true }],
    });
    expect(await payload()).toMatchObject({ cardId: 5001, customerId: 1001, attemptId });
    expect((await bench().row(attemptId)).state).toBe('digitized');
  });

  it('keeps the token references of two programmes apart', async () => {
    await take();
    const second = await take({ programme: 'second', cardId: 6001 });
    expect(second.isRepeat).toBe(false);
    expect(second.event).toMatchObject({ programme: 'second', cardId: 6001 });
  });
}
