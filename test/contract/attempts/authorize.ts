import type { AuthorizeInput } from '../../../src/use-cases/provisioning/attempt-port.js';
import { type AttemptsBench, authorization, MINUTE_MS, NOW_MS, report, VERIFIED_FOR_MS } from './bench.js';

/** Tests token authorization (docs/digitization.md#token-authorization). */
export function authorizeContract(bench: () => AttemptsBench): void {
  const decide = (change: Partial<AuthorizeInput> = {}) => bench().attempts.authorize(authorization(change));
  const decision = async (change: Partial<AuthorizeInput> = {}) => {
    const told = await decide(change);
    return [told.decision, told.reason, told.attemptId];
  };
  const conflict = (field: string) => ({ code: 'IDEMPOTENCY_CONFLICT', field });
  const NO_ATTEMPT = ['REQUIRE_ADDITIONAL_AUTHENTICATION', 'no_attempt', null];

  it('approves with a verified attempt, which the token takes', async () => {
    const attemptId = await bench().attempt();
    const approved = { decision: 'APPROVED', reason: 'attempt_verified', attemptId, decidedAtMs: NOW_MS };
    expect(await decide()).toEqual({ ...approved, isReplay: false });
    expect(await bench().row(attemptId)).toMatchObject({
      state: 'authorized',
      tokenReference: 'token-1',
      walletId: '103',
      authorizedAtMs: NOW_MS,
    });
    expect((await bench().row(attemptId)).history.at(-1)).toEqual({
      atMs: NOW_MS,
      actor: 'sandbox-network',
      fromState: 'verified',
      toState: 'authorized',
      reason: 'attempt_verified',
    });
  });

  it('gives the same request the same decision, however late, and writes nothing', async () => {
    await bench().attempt();
    const first = await decide();
    bench().setNowMs(NOW_MS + 60 * MINUTE_MS);
    expect(await decide({ deviceType: 'renamed' })).toEqual({ ...first, isReplay: true });
    expect(await bench().count('token_authorizations')).toBe(1);
  });

  it('decides again on a token that was deleted, and asks for a new attempt', async () => {
    await bench().attempt();
    const first = await decide();
    const { attempts } = bench();
    await attempts.report(report());
    await attempts.report(report({ type: 'digitization.stopped' }));
    expect(await decide()).toEqual({ ...first, isReplay: true });
    await attempts.report(report({ type: 'digitization.deleted' }));
    expect(await decision()).toEqual(NO_ATTEMPT);
    const attemptId = await bench().attempt();
    expect(await decision({ walletId: '216' })).toEqual(['APPROVED', 'attempt_verified', attemptId]);
    await expect(decide({ cardId: 5002 })).rejects.toMatchObject(conflict('card_id'));
    expect(await bench().query('select decision from token_authorizations order by sequence')).toEqual([
      { decision: 'APPROVED' },
      { decision: 'REQUIRE_ADDITIONAL_AUTHENTICATION' },
      { decision: 'APPROVED' },
    ]);
  });

  it('declines a token that was deleted, and takes no late completion for a new one', async () => {
    await bench().attempt();
    await decide();
    const { attempts } = bench();
    const completed = await attempts.report(report());
    await attempts.report(report({ type: 'digitization.deleted' }));
    await bench().attempt();
    expect((await decide({ path: 'RED' })).decision).toBe('DECLINED');
    expect(await attempts.report(report())).toEqual({ ...completed, isRepeat: true });
  });

  it('approves exactly one token of an attempt', async () => {
    await bench().attempt();
    await decide();
    expect(await decision({ tokenReference: 'token-2' })).toEqual(NO_ATTEMPT);
  });

  it('approves one of fifty tokens at once, over two processes', async () => {
    const attemptId = await bench().attempt();
    const { attempts, other } = bench();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? attempts : other).authorize(
          authorization({ tokenReference: `token-${String(index)}` }),
        ),
      ),
    );
    const told = outcomes.map((outcome) => outcome);
    expect(told.filter((each) => each.decision === 'APPROVED')).toHaveLength(1);
    expect(told.filter((each) => each.reason === 'no_attempt')).toHaveLength(49);
    expect(await bench().query(`select * from attempt_history where to_state = 'authorized'`)).toMatchObject([
      { attempt_id: attemptId },
    ]);
  });

  it('tells fifty repeats at once the same, and takes one attempt of two', async () => {
    await bench().attempt();
    const newest = await bench().attempt();
    const { attempts, other } = bench();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? attempts : other).authorize(authorization()),
      ),
    );
    const ids = outcomes.map((outcome) => outcome.attemptId);
    expect(new Set(ids)).toEqual(new Set([newest]));
    expect(await bench().count('token_authorizations')).toBe(1);
  });

  it.each([
    { afterMs: VERIFIED_FOR_MS, isGood: true },
    { afterMs: VERIFIED_FOR_MS + 1, isGood: false },
  ])('$afterMs ms after the verification the attempt is good: $isGood', async ({ afterMs, isGood }) => {
    await bench().attempt({ verifiedAtMs: NOW_MS - 5, issuedAtMs: NOW_MS - MINUTE_MS });
    bench().setNowMs(NOW_MS - 5 + afterMs);
    expect((await decide()).decision === 'APPROVED').toBe(isGood);
  });

  it.each(['issued', 'expired', 'superseded', 'declined', 'authorized', 'digitized'] as const)(
    'takes no attempt that is %s',
    async (state) => {
      await bench().attempt({ state });
      expect(await decision()).toEqual(NO_ATTEMPT);
    },
  );

  it('takes no attempt of another card, or of the programme that the card belonged to before', async () => {
    await bench().attempt({ cardId: 5002 });
    await bench().attempt({ programme: 'second' });
    expect(await decision()).toEqual(NO_ATTEMPT);
  });

  it.each([
    { afterMs: MINUTE_MS, isGood: true },
    { afterMs: MINUTE_MS + 1, isGood: false },
  ])(
    'where the verifier is external, an issued attempt is good after $afterMs ms: $isGood',
    async ({ afterMs, isGood }) => {
      await bench().query(`update programmes set verifier = 'external'`);
      const attemptId = await bench().attempt({ state: 'issued' });
      bench().setNowMs(NOW_MS + afterMs);
      expect(await decision()).toEqual(isGood ? ['APPROVED', 'attempt_issued', attemptId] : NO_ATTEMPT);
    },
  );

  it.each([
    { given: { path: 'RED' }, reason: 'path_red' },
    { given: { recommendation: 'decline' }, reason: 'wallet_recommends_decline' },
    { given: { path: 'RED', panSource: null }, reason: 'path_red' },
  ])('declines $given, and the attempt with it', async ({ given, reason }) => {
    const attemptId = await bench().attempt();
    expect(await decision(given)).toEqual(['DECLINED', reason, attemptId]);
    expect((await bench().row(attemptId)).state).toBe('declined');
    expect(await decision({ tokenReference: 'token-2' })).toEqual(NO_ATTEMPT);
  });

  it('leaves the attempt alone when a typed-in card number is declined', async () => {
    const attemptId = await bench().attempt();
    expect(await decision({ path: 'RED', panSource: 'card_added_manually' })).toEqual([
      'DECLINED',
      'path_red',
      null,
    ]);
    expect((await bench().row(attemptId)).state).toBe('verified');
  });

  it.each(['card_added_manually', 'card_on_file', 'existing_token_credential', 'anything'])(
    'asks for another authentication of a card number from %s, and leaves the attempt alone',
    async (panSource) => {
      const attemptId = await bench().attempt();
      expect(await decision({ panSource })).toEqual([
        'REQUIRE_ADDITIONAL_AUTHENTICATION',
        'pan_source',
        null,
      ]);
      expect((await bench().row(attemptId)).state).toBe('verified');
    },
  );

  it('declines a card that nobody knows', async () => {
    expect(await decision({ cardId: 7777 })).toEqual(['DECLINED', 'card_unknown', null]);
  });

  it('declines a card that was blocked a moment ago, and one of a blocked wallet', async () => {
    const { directoryAdmin } = bench();
    const wallet = { reference: 'w', programme: 'sandbox', customerId: 1001 };
    const attemptId = await bench().attempt();
    await directoryAdmin.putWallet({ ...wallet, cards: [{ cardId: 5001, isBlocked: true }] });
    expect(await decision()).toEqual(['DECLINED', 'card_blocked', attemptId]);
    await directoryAdmin.putWallet({
      ...wallet,
      isBlocked: true,
      cards: [{ cardId: 5001, isBlocked: false }],
    });
    expect(await decision({ tokenReference: 'token-2' })).toEqual(['DECLINED', 'card_blocked', null]);
  });

  it('tells nothing of a card of another programme, and records nothing', async () => {
    await bench().attempt({ programme: 'second', cardId: 6001 });
    await expect(decide({ cardId: 6001 })).rejects.toMatchObject({ code: 'FORBIDDEN', field: 'card_id' });
    expect(await bench().count('token_authorizations')).toBe(0);
  });

  it.each([
    { change: { cardId: 5002 }, field: 'card_id' },
    { change: { walletId: '216' }, field: 'wallet_id' },
    { change: { tokenRequestorId: '1' }, field: 'token_requestor_id' },
    { change: { path: 'RED' }, field: 'path' },
    { change: { recommendation: null }, field: 'recommendation' },
    { change: { panSource: null }, field: 'pan_source' },
  ])('says that another $field is another request', async ({ change, field }) => {
    await bench().attempt();
    await decide();
    await expect(decide(change)).rejects.toMatchObject(conflict(field));
    expect(await bench().count('token_authorizations')).toBe(1);
  });

  it('keeps a decline', async () => {
    await decide({ path: 'RED' });
    await bench().attempt();
    expect(await decision({ path: 'RED' })).toEqual(['DECLINED', 'path_red', null]);
  });

  it('decides anew once the cardholder has authenticated, and records both decisions', async () => {
    await decide();
    expect(await decide()).toMatchObject({ isReplay: true, reason: 'no_attempt' });
    const attemptId = await bench().attempt();
    expect(await decision()).toEqual(['APPROVED', 'attempt_verified', attemptId]);
    const rows = await bench().query('select decision, reason from token_authorizations order by sequence');
    expect(rows).toEqual([
      { decision: 'REQUIRE_ADDITIONAL_AUTHENTICATION', reason: 'no_attempt' },
      { decision: 'APPROVED', reason: 'attempt_verified' },
    ]);
  });

  it('approves no token for another card than the one that it was asked about for', async () => {
    await bench().attempts.authorize(authorization({ cardId: 5002 }));
    await bench().attempt();
    await expect(decide()).rejects.toMatchObject(conflict('card_id'));
  });

  it('keeps the token references of two programmes apart', async () => {
    await bench().attempt();
    await decide();
    const second = { programme: 'second', cardId: 6001 };
    const attemptId = await bench().attempt(second);
    expect(await decision(second)).toEqual(['APPROVED', 'attempt_verified', attemptId]);
  });

  it('leaves no trace of a decision that cannot be written', async () => {
    const attemptId = await bench().attempt();
    const allow = await bench().forbid('token_authorizations');
    // Compares by text: the driver's error class belongs to the test file that loaded the driver first.
    await expect(bench().attempts.authorize(authorization())).rejects.toHaveProperty('message', 'no');
    expect(await bench().row(attemptId)).toMatchObject({ state: 'verified', tokenReference: null });
    await allow();
    expect(await decide()).toMatchObject({ decision: 'APPROVED', attemptId });
  });
}
