import type { Store } from '../../src/store/store.js';
import type { ApprovalQuestion } from '../../src/use-cases/access/approval-port.js';
import { eachDatabase, type TestDatabase } from '../support/databases.js';
import { testClock, type TestClock } from '../unit/store/temporary-store.js';
import { keptFor } from './kept.js';
import { directoryOf } from '../support/directory.js';

const START_MS = 1_000_000_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const TERMINAL = { terminalId: '0068766621', programme: 'sandbox', password: '1234567890' };

const question = (more: Partial<ApprovalQuestion> = {}): ApprovalQuestion => ({
  permission: 'manageTerminals',
  field: 'disableTerminal',
  arguments: '{"terminalId":"0068766621"}',
  requestHash: 'hash-1',
  askedBy: 'anna',
  lifetimeMs: DAY_MS,
  openMax: 3,
  ...more,
});

eachDatabase((name, create) => {
  describe(`approvals on ${name}`, () => {
    let here: Store;
    let there: Store;
    let database: TestDatabase;
    const databaseClock: TestClock = testClock(START_MS);
    // The clocks of both processes are wrong, and one of them far ahead.
    const kept = keptFor(create, async (made) => ({
      here: await made.open({ clock: testClock(5), databaseClock }),
      there: await made.open({ clock: testClock(2 * START_MS), databaseClock }),
    }));

    beforeEach(async () => {
      databaseClock.set(START_MS);
      ({ here, there, database } = await kept());
      await directoryOf(here).putProgramme({ programme: 'sandbox' });
      await directoryOf(here).putTerminal({ ...TERMINAL, isDisabled: false });
    });

    const ask = async (more: Partial<ApprovalQuestion> = {}): Promise<string> => {
      const asked = await here.approvals.ask(question(more));
      if (asked.kind === 'too_many') throw new Error('Too many are open.');
      return asked.approvalId;
    };
    const decide = (approvalId: string, decision: 'approved' | 'rejected' = 'approved') =>
      there.approvals.decide({ approvalId, decision, actor: 'ben', reason: 'seen' });
    const stateOf = async (approvalId: string) => (await there.approvals.find(approvalId))?.state;
    const approved = async (): Promise<string> => {
      const approvalId = await ask();
      await decide(approvalId);
      return approvalId;
    };
    /** Disables the terminal with an approval. Returns the code of the error, or null. */
    const disable = (approvalId: string, store = here, terminalId = '0068766621') =>
      store.administration.terminals
        .change({
          actor: { name: 'anna', approvalId },
          terminalId,
          action: 'disable_terminal',
          isDisabled: true,
        })
        .then(
          () => null,
          (error: { code: string }) => error.code,
        );
    const isDisabled = async () => (await there.administration.terminals.find('0068766621'))?.isDisabled;
    const audited = async () => {
      const { rows } = await there.administration.audit.list({ filter: {}, first: 50 });
      const own = rows.filter(({ actor }) => actor !== 'test');
      return own.map(({ actor, action, subject, reason }) => [actor, action, subject, reason]).reverse();
    };

    it('are asked once, and seen on every node', async () => {
      const approvalId = await ask();
      expect(await there.approvals.ask(question())).toEqual({ kind: 'pending', approvalId });
      expect(await there.approvals.find(approvalId)).toEqual({
        sequence: expect.any(Number) as number,
        approvalId,
        state: 'pending',
        permission: 'manageTerminals',
        field: 'disableTerminal',
        arguments: '{"terminalId":"0068766621"}',
        askedBy: 'anna',
        askedAtMs: START_MS,
        expiresAtMs: START_MS + DAY_MS,
        decidedBy: null,
        decidedAtMs: null,
        reason: '',
        usedAtMs: null,
      });
      expect(await ask({ requestHash: 'hash-2' })).not.toBe(approvalId);
    });

    it('asked at once on two nodes are one', async () => {
      const asked = await Promise.all(
        [here, there, here, there].map(({ approvals }) => approvals.ask(question())),
      );
      expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(await database.query('select sequence from approvals')).toHaveLength(1);
    });

    it('are used up in the commit of the change, with every step in the audit log', async () => {
      const approvalId = await approved();
      expect(await there.approvals.ask(question())).toEqual({ kind: 'approved', approvalId });
      expect(await disable(approvalId)).toBeNull();
      expect(await isDisabled()).toBe(true);
      expect(await there.approvals.find(approvalId)).toMatchObject({
        state: 'used',
        decidedBy: 'ben',
        decidedAtMs: START_MS,
        reason: 'seen',
        usedAtMs: START_MS,
      });
      expect(await audited()).toEqual([
        ['anna', 'request_approval', approvalId, ''],
        ['ben', 'approve_request', approvalId, 'seen'],
        ['anna', 'disable_terminal', '0068766621', ''],
        ['anna', 'use_approval', approvalId, ''],
      ]);
      expect(await ask()).not.toBe(approvalId);
    });

    it.each<[string, (approvalId: string) => Promise<unknown>, string]>([
      ['pending', () => Promise.resolve(), 'pending'],
      ['rejected', (id) => decide(id, 'rejected'), 'rejected'],
      [
        'rejected after it was approved',
        async (id) => [await decide(id), await decide(id, 'rejected')],
        'rejected',
      ],
      [
        'expired',
        async (id) => {
          await decide(id);
          databaseClock.set(START_MS + DAY_MS);
        },
        'expired',
      ],
    ])('that are %s allow no change', async (_name, prepare, state) => {
      const approvalId = await ask();
      await prepare(approvalId);
      expect(await disable(approvalId)).toBe('APPROVAL_REQUIRED');
      expect(await isDisabled()).toBe(false);
      expect(await stateOf(approvalId)).toBe(state);
      expect((await audited()).map(([, action]) => action)).not.toContain('disable_terminal');
    });

    it('used on two nodes at once are used up once', async () => {
      const approvalId = await approved();
      const rotate = (store: Store, password: string): Promise<string | null> =>
        store.administration.terminals
          .rotatePassword({
            actor: { name: 'anna', approvalId },
            terminalId: TERMINAL.terminalId,
            password,
            overlapMs: undefined,
          })
          .then(
            () => null,
            (error: { code: string }) => error.code,
          );
      const outcomes = await Promise.all([
        rotate(here, 'password-one'),
        rotate(there, 'password-two'),
        rotate(here, 'password-three'),
      ]);
      expect(outcomes.filter((code) => code === null)).toHaveLength(1);
      expect(outcomes.filter((code) => code === 'APPROVAL_REQUIRED')).toHaveLength(2);
      const actions = (await audited()).map(([, action]) => action);
      expect(actions.filter((action) => action === 'use_approval')).toHaveLength(1);
      expect(actions.filter((action) => action === 'rotate_terminal_password')).toHaveLength(1);
    });

    it('stay for another try where the change finds nothing to do', async () => {
      const approvalId = await approved();
      expect(await disable(approvalId, here, '0000000000')).toBeNull();
      expect(await stateOf(approvalId)).toBe('approved');
      expect(await disable(approvalId)).toBeNull();
      expect(await stateOf(approvalId)).toBe('used');
    });

    it('are decided once, and not after their time', async () => {
      const approvalId = await ask();
      expect(await decide(approvalId)).toMatchObject({ state: 'approved' });
      expect(await decide(approvalId)).toBeNull();
      expect(await decide(approvalId, 'rejected')).toMatchObject({ state: 'rejected' });
      expect(await decide(approvalId, 'rejected')).toBeNull();
      expect(await decide('apr_unknown')).toBeNull();
      const late = await ask();
      databaseClock.set(START_MS + DAY_MS);
      expect(await decide(late)).toBeNull();
      expect(await stateOf(late)).toBe('expired');
    });

    it.each(['revoked', 'expired'])('count no more when the key that approved them is %s', async (end) => {
      const { keys } = here.administration;
      const made = { keyId: 'ben', role: 'operator', programme: null, terminalIds: null } as const;
      await keys.create({ actor: 'root', ...made, expiresAtMs: START_MS + HOUR_MS, documents: 'any' });
      const approvalId = await approved();
      if (end === 'revoked')
        await keys.change({ actor: 'root', action: 'revoke_key', keyId: 'ben', isRevoked: true });
      else databaseClock.set(START_MS + HOUR_MS);
      expect(await disable(approvalId)).toBe('APPROVAL_REQUIRED');
      expect(await isDisabled()).toBe(false);
      expect(await ask()).not.toBe(approvalId);
    });

    it('are limited in number for each person who asks', async () => {
      for (const requestHash of ['a', 'b', 'c']) await ask({ requestHash });
      expect(await here.approvals.ask(question({ requestHash: 'd' }))).toEqual({ kind: 'too_many' });
      await ask({ requestHash: 'e', askedBy: 'carl' });
      databaseClock.set(START_MS + DAY_MS);
      await ask({ requestHash: 'd' });
    });

    it('are listed by state and permission, newest first', async () => {
      const old = await ask({ requestHash: 'old', lifetimeMs: HOUR_MS });
      databaseClock.set(START_MS + HOUR_MS);
      const first = await approved();
      const second = await ask({ requestHash: 'hash-2', permission: 'settle' });
      const listed = async (
        state?: 'pending' | 'approved' | 'expired',
        permissions = ['manageTerminals', 'settle'],
      ) =>
        (
          await there.approvals.list({
            filter: { ...(state === undefined ? {} : { state }), permissions: permissions as never },
            first: 50,
          })
        ).rows.map(({ approvalId }) => approvalId);
      expect(await listed()).toEqual([second, first, old]);
      expect(await listed('pending')).toEqual([second]);
      expect(await listed('approved')).toEqual([first]);
      expect(await listed('expired')).toEqual([old]);
      expect(await listed(undefined, ['settle'])).toEqual([second]);
    });

    it('are deleted a month after their time, at the next question', async () => {
      const old = await ask();
      databaseClock.set(START_MS + 31 * DAY_MS);
      await ask({ requestHash: 'hash-2' });
      expect(await there.approvals.find(old)).not.toBeNull();
      databaseClock.set(START_MS + 31 * DAY_MS + 1);
      await ask({ requestHash: 'hash-3' });
      expect(await there.approvals.find(old)).toBeNull();
    });

    it('is used up by the commit that deletes the first audit entries, or nothing is deleted', async () => {
      await here.history.record({
        actor: 'a',
        action: 'b',
        subject: 'c',
        reason: '',
        before: 'null',
        after: 'null',
      });
      const purge = (approvalId: string) =>
        here.auditChain.purge({
          actor: { name: 'anna', approvalId },
          reason: 'old',
          beforeMs: 3 * START_MS,
        });
      const approvalId = await approved();
      await decide(approvalId, 'rejected');
      const count = async () => (await database.query('select 1 from audit_log')).length;
      const before = await count();
      await expect(purge(approvalId)).rejects.toMatchObject({ code: 'APPROVAL_REQUIRED' });
      expect(await count()).toBe(before);
      const another = await approved();
      expect((await purge(another)).deleted).toBeGreaterThan(0);
      expect(await stateOf(another)).toBe('used');
    });
  });
});
