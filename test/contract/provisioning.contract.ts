import { CardwayError } from '../../src/errors.js';
import type {
  IssueInput,
  IssueOutcome,
  KnownAttempt,
  Provisioning,
  ProvisioningAdmin,
} from '../../src/usecase/ports.js';

export interface ProvisioningUnderTest {
  readonly provisioning: Provisioning;
  readonly provisioningAdmin: ProvisioningAdmin;
  /** The same tables as another process has them. */
  readonly other: Provisioning;
  /** Sets the database's clock. */
  setNowMs(nowMs: number): void;
  /** Rows of attempt_history, oldest first. */
  history(
    attemptId: string,
  ): Promise<readonly { actor: string; from: string | null; to: string; reason: string | null }[]>;
  close(): Promise<void>;
}

const STEP_MS = 60_000;
/** The first millisecond of a step. */
const START_MS = 29_000_000 * STEP_MS;
const KEY = Buffer.from('12345678901234567890123456789012');
const CARD = 5001;

type Issued = Extract<IssueOutcome, { kind: 'issued' }>;

/** What every store does with attempts, whatever the database under it. */
export function provisioningContract(name: string, open: () => Promise<ProvisioningUnderTest>): void {
  describe(`provisioning on ${name}`, () => {
    let subject: ProvisioningUnderTest;
    let provisioning: Provisioning;
    let admin: ProvisioningAdmin;
    let attempts: number;

    beforeEach(async () => {
      subject = await open();
      ({ provisioning, provisioningAdmin: admin } = subject);
      attempts = 0;
      at(0);
      await admin.putProgramme({ programme: 'sandbox', actor: 'test' });
      await admin.addSharedKey({ programme: 'sandbox', sharedKeyId: '001', key: KEY, actor: 'test' });
    });

    afterEach(() => subject.close());

    let nowMs = START_MS;
    function at(afterMs: number): void {
      nowMs = START_MS + afterMs;
      subject.setNowMs(nowMs);
    }

    function issueInput(change: Partial<IssueInput> = {}): IssueInput {
      attempts += 1;
      return {
        attemptId: `attempt-${String(attempts)}`,
        programme: 'sandbox',
        cardId: CARD,
        customerId: 1001,
        actor: 'integrator',
        machineNowMs: nowMs,
        driftMaxMs: 30_000,
        issuesMax: 20,
        windowMs: 60_000,
        wrongCodesMax: 10,
        ...change,
      };
    }

    async function issue(change: Partial<IssueInput> = {}): Promise<Issued> {
      const outcome = await provisioning.issue(issueInput(change));
      if (outcome.kind !== 'issued') throw new Error(outcome.kind);
      return outcome;
    }

    const accept = (attemptId: string, on = provisioning) =>
      on.accept({ attemptId, cardId: CARD, actor: 'network', wrongCodesMax: 10 });

    const wrong = (cardId = CARD) =>
      provisioning.countWrongCode({ cardId, refusal: 'wrong_code', wrongCodesMax: 10 });

    async function standings(cardId = CARD): Promise<readonly KnownAttempt['standing'][]> {
      const read = await provisioning.readForVerification({
        programme: 'sandbox',
        cardId,
        sharedKeyId: '001',
      });
      return read.attempts.map(({ standing }) => standing);
    }

    async function refusal(work: Promise<unknown>): Promise<string> {
      const error: unknown = await work.catch((thrown: unknown) => thrown);
      return error instanceof CardwayError ? `${error.code} ${error.field ?? ''}`.trim() : 'none';
    }

    describe('programmes', () => {
      it('have the defaults of contract section 7', async () => {
        expect(await admin.programmes()).toEqual([
          {
            programme: 'sandbox',
            name: 'sandbox',
            digits: 8,
            algorithm: 'sha256',
            stepMs: 60_000,
            derivation: 'hmac',
            validityMs: 60_000,
            verifier: 'gateway',
          },
        ]);
      });

      it('keep what a change leaves out', async () => {
        await admin.putProgramme({ programme: 'sandbox', digits: 6, actor: 'test' });
        await admin.putProgramme({ programme: 'sandbox', verifier: 'external', name: 'Sand', actor: 'test' });
        expect(await admin.programmes()).toMatchObject([{ digits: 6, verifier: 'external', name: 'Sand' }]);
      });
    });

    describe('shared keys', () => {
      it('are told of without the key', async () => {
        expect(await admin.sharedKeys({ programme: 'sandbox' })).toEqual([
          {
            programme: 'sandbox',
            sharedKeyId: '001',
            state: 'active',
            createdAtMs: START_MS,
            changedAtMs: START_MS,
          },
        ]);
        expect(await admin.sharedKeys({ programme: 'other' })).toEqual([]);
      });

      it('can be added again, which changes nothing, and are never replaced', async () => {
        await admin.setSharedKeyState({
          programme: 'sandbox',
          sharedKeyId: '001',
          state: 'retiring',
          actor: 'test',
        });
        const again = { programme: 'sandbox', sharedKeyId: '001', key: KEY, actor: 'test' };
        expect((await admin.addSharedKey(again)).state).toBe('retiring');
        expect(await refusal(admin.addSharedKey({ ...again, key: Buffer.alloc(32) }))).toBe(
          'BAD_REQUEST key_id',
        );
        expect(await refusal(admin.addSharedKey({ ...again, programme: 'none' }))).toBe(
          'BAD_REQUEST programme',
        );
      });

      it('issue while active, verify until retired, and stay retired', async () => {
        const state = (sharedKeyId: string, to: 'active' | 'retiring' | 'retired') =>
          admin.setSharedKeyState({ programme: 'sandbox', sharedKeyId, state: to, actor: 'test' });
        const verifies = async (sharedKeyId: string) =>
          (await provisioning.readForVerification({ programme: 'sandbox', cardId: CARD, sharedKeyId }))
            .sharedKey;
        expect((await issue()).sharedKey).toEqual({ sharedKeyId: '001', key: KEY });
        await admin.addSharedKey({
          programme: 'sandbox',
          sharedKeyId: '002',
          key: Buffer.alloc(32, 2),
          state: 'retiring',
          actor: 'test',
        });
        expect((await issue()).sharedKey.sharedKeyId).toBe('001');
        await state('002', 'active');
        await state('001', 'retiring');
        expect((await issue()).sharedKey.sharedKeyId).toBe('002');
        expect(await verifies('001')).toEqual({ sharedKeyId: '001', key: KEY });
        await state('001', 'retired');
        expect(await verifies('001')).toBeNull();
        expect(await refusal(state('001', 'active'))).toBe('BAD_REQUEST state');
        expect(await refusal(state('003', 'active'))).toBe('NOT_FOUND');
        await state('002', 'retiring');
        expect(await provisioning.issue(issueInput())).toEqual({ kind: 'no_active_key' });
      });

      it('issue by the one that was added last', async () => {
        at(1);
        await admin.addSharedKey({
          programme: 'sandbox',
          sharedKeyId: '000',
          key: Buffer.alloc(32, 1),
          actor: 'test',
        });
        expect((await issue()).sharedKey.sharedKeyId).toBe('000');
      });
    });

    describe('issuing', () => {
      it('takes the counter of the database clock and lives as long as the programme says', async () => {
        at(59_999);
        expect(await issue({ machineNowMs: START_MS + 60_000 })).toMatchObject({
          counter: 29_000_000,
          issuedAtMs: START_MS + 59_999,
          expiresAtMs: START_MS + 119_999,
          isRenewal: false,
        });
        expect(await subject.history('attempt-1')).toEqual([
          { actor: 'integrator', from: null, to: 'issued', reason: null },
        ]);
      });

      it('renews the open attempt while the code is the same', async () => {
        const { attemptId } = await issue();
        at(30_000);
        expect(await issue()).toMatchObject({ attemptId, isRenewal: true, expiresAtMs: START_MS + 90_000 });
        expect(await standings()).toEqual(['open']);
        expect((await subject.history(attemptId)).map(({ from, to, reason }) => [from, to, reason])).toEqual([
          [null, 'issued', null],
          ['issued', 'issued', 'renewed'],
        ]);
      });

      it('supersedes the open attempt when the code is another', async () => {
        const first = await issue();
        at(STEP_MS);
        const second = await issue();
        expect(second.attemptId).not.toBe(first.attemptId);
        expect(await standings()).toEqual(['open', 'superseded']);
        expect((await subject.history(first.attemptId)).at(-1)).toMatchObject({
          actor: 'integrator',
          from: 'issued',
          to: 'superseded',
          reason: 'later_secret',
        });
      });

      it('leaves verified attempts and other cards alone', async () => {
        await accept((await issue()).attemptId);
        await issue({ cardId: 5002 });
        at(STEP_MS);
        await issue();
        expect(await standings()).toEqual(['open', 'spent']);
        expect(await standings(5002)).toEqual(['open']);
      });

      it('goes on to the following step after a code was accepted, and no further', async () => {
        await accept((await issue()).attemptId);
        const following = await issue();
        expect(following.counter).toBe(29_000_001);
        expect((await issue()).attemptId).toBe(following.attemptId);
        await accept(following.attemptId);
        at(50_000);
        expect(await provisioning.issue(issueInput())).toEqual({ kind: 'limited', retryAfterMs: 10_000 });
        at(60_000);
        expect((await issue()).counter).toBe(29_000_002);
      });

      it('records an expired attempt as expired, and may give out its code again', async () => {
        await admin.putProgramme({ programme: 'sandbox', validityMs: 10_000, actor: 'test' });
        const { attemptId, counter } = await issue();
        at(10_001);
        const second = await issue();
        expect(second).toMatchObject({ counter, isRenewal: false });
        expect(await standings()).toEqual(['open', 'expired']);
        // As the sweep would have written it: who asked for the next secret did not end this one.
        expect((await subject.history(attemptId)).at(-1)).toMatchObject({
          actor: 'gateway',
          from: 'issued',
          to: 'expired',
          reason: 'not_verified',
        });
      });

      it('is limited per card, renewals counted, for as long as the window', async () => {
        for (let count = 0; count < 20; count += 1) {
          at(count * 100);
          await issue();
        }
        at(5000);
        expect(await provisioning.issue(issueInput())).toEqual({ kind: 'limited', retryAfterMs: 55_000 });
        expect((await issue({ cardId: 5002 })).kind).toBe('issued');
        at(60_000);
        expect((await issue()).kind).toBe('issued');
        expect((await provisioning.issue(issueInput())).kind).toBe('limited');
      });

      it('is refused while the clocks are too far apart, and nothing is recorded', async () => {
        for (const driftMs of [30_001, -30_001]) {
          expect(await provisioning.issue(issueInput({ machineNowMs: nowMs - driftMs }))).toEqual({
            kind: 'drifted',
            driftMs,
          });
        }
        expect(await standings()).toEqual([]);
        expect((await issue({ machineNowMs: nowMs - 30_000 })).kind).toBe('issued');
      });

      it('has one open attempt per card, however many ask at once', async () => {
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 === 0 ? provisioning : subject.other).issue(issueInput({ issuesMax: 100 })),
          ),
        );
        expect(
          new Set(outcomes.map((outcome) => (outcome.kind === 'issued' ? outcome.attemptId : ''))).size,
        ).toBe(1);
        expect(await standings()).toEqual(['open']);
      });
    });

    describe('verifying', () => {
      it('takes an attempt until its very end', async () => {
        const { attemptId } = await issue();
        at(60_000);
        expect(await accept(attemptId)).toEqual({
          kind: 'accepted',
          verifiedAtMs: START_MS + 60_000,
          driftSteps: 1,
          codeExpiresAtMs: null,
        });
        expect((await subject.history(attemptId)).at(-1)).toEqual({
          actor: 'network',
          from: 'issued',
          to: 'verified',
          reason: null,
        });
      });

      it('refuses one that has ended, was superseded, or was taken', async () => {
        const first = await issue();
        at(60_001);
        expect(await standings()).toEqual(['expired']);
        expect(await accept(first.attemptId)).toEqual({ kind: 'refused', standing: 'expired' });
        const second = await issue();
        at(2 * STEP_MS);
        const third = await issue();
        expect(await accept(second.attemptId)).toEqual({ kind: 'refused', standing: 'superseded' });
        await accept(third.attemptId);
        expect(await accept(third.attemptId)).toEqual({ kind: 'refused', standing: 'spent' });
      });

      it('is for one of a hundred that come at once, over two processes', async () => {
        const { attemptId } = await issue();
        const outcomes = await Promise.all(
          Array.from({ length: 100 }, (_, index) =>
            accept(attemptId, index % 2 ? provisioning : subject.other),
          ),
        );
        expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
        expect(
          outcomes.filter((outcome) => outcome.kind === 'refused' && outcome.standing === 'spent'),
        ).toHaveLength(99);
      });

      it('ends after ten wrong codes, also for the right one, and a renewal forgives none', async () => {
        const { attemptId } = await issue();
        for (let count = 0; count < 9; count += 1) expect(await wrong()).toEqual({ kind: 'counted' });
        at(1000);
        expect((await issue()).attemptId).toBe(attemptId);
        expect(await wrong()).toEqual({ kind: 'counted' });
        expect(await wrong()).toEqual({ kind: 'limited', retryAfterMs: 60_000 });
        expect(await accept(attemptId)).toEqual({ kind: 'limited', retryAfterMs: 60_000 });
        expect(await issue()).toMatchObject({ isRenewal: false, counter: 29_000_001 });
      });

      it('counts wrong codes only against an open attempt', async () => {
        for (let count = 0; count < 11; count += 1) expect(await wrong()).toEqual({ kind: 'counted' });
        const { attemptId } = await issue();
        expect((await accept(attemptId)).kind).toBe('accepted');
      });
    });

    describe('activation codes', () => {
      const code = (codeHash: string) => ({ activationCode: { codeHash, validityMs: 1_800_000 } });
      const check = (codeHash: string, on = provisioning, cardId = CARD) =>
        on.checkActivationCode({
          programme: 'sandbox',
          cardId,
          codeHash,
          actor: 'network',
          wrongCodesMax: 10,
        });

      async function issueCode(codeHash: string): Promise<string> {
        const { attemptId } = await issue();
        const outcome = await provisioning.accept({
          attemptId,
          cardId: CARD,
          actor: 'network',
          wrongCodesMax: 10,
          ...code(codeHash),
        });
        expect(outcome).toMatchObject({ kind: 'accepted', codeExpiresAtMs: nowMs + 1_800_000 });
        return attemptId;
      }

      it('pass once', async () => {
        const attemptId = await issueCode('a');
        at(1_800_000);
        expect(await check('a')).toEqual({ kind: 'accepted', attemptId, checkedAtMs: START_MS + 1_800_000 });
        expect(await check('a')).toEqual({ kind: 'refused', reason: 'replayed' });
      });

      it('pass once for a hundred that come at once', async () => {
        await issueCode('a');
        const outcomes = await Promise.all(
          Array.from({ length: 100 }, (_, index) => check('a', index % 2 ? provisioning : subject.other)),
        );
        expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
      });

      it('end after their time, and with a later one', async () => {
        await issueCode('a');
        at(STEP_MS);
        await issueCode('b');
        expect(await check('a')).toEqual({ kind: 'refused', reason: 'superseded' });
        at(STEP_MS + 1_800_001);
        expect(await check('b')).toEqual({ kind: 'refused', reason: 'expired' });
      });

      it('are not made by a secret that does not pass', async () => {
        const { attemptId } = await issue();
        await accept(attemptId);
        await provisioning.accept({
          attemptId,
          cardId: CARD,
          actor: 'network',
          wrongCodesMax: 10,
          ...code('a'),
        });
        expect(await check('a')).toEqual({ kind: 'refused', reason: 'invalid' });
      });

      it('are of one card, and end after ten wrong ones', async () => {
        await issueCode('a');
        expect(await check('a', provisioning, 5002)).toEqual({ kind: 'refused', reason: 'invalid' });
        for (let count = 0; count < 10; count += 1) {
          expect(await check('x')).toEqual({ kind: 'refused', reason: 'invalid' });
        }
        expect(await check('x')).toEqual({ kind: 'limited', retryAfterMs: 1_800_000 });
        expect(await check('a')).toEqual({ kind: 'limited', retryAfterMs: 1_800_000 });
      });
    });
  });
}
