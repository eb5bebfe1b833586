import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import { createApprovals } from '../../../src/use-cases/access/approvals.js';
import {
  type ConsoleSessions,
  createConsoleSessions,
} from '../../../src/use-cases/access/console-sessions.js';
import type { Identified } from '../../../src/use-cases/access/identity-port.js';
import { createRateLimits } from '../../../src/use-cases/access/rate-limits.js';
import { createSignIn, type SignIn } from '../../../src/use-cases/access/sign-in.js';
import { STAFF_ROLES } from '../../../src/core/access/permissions.js';
import { createBackground } from '../../../src/platform/background.js';
import type { Store } from '../../../src/store/store.js';
import type { Clock } from '../../../src/platform/clock.js';
import { machineClock } from '../../support/machine-clock.js';
import { realTimer } from '../outbox/list-source.js';
import { migratedStore, temporaryFolder } from '../store/temporary-store.js';

const operator = (keyId: string): ApiKey => ({
  keyId,
  role: 'operator',
  programme: null,
  terminalIds: null,
  documents: 'any',
});
function fail(problem: unknown): never {
  throw problem instanceof Error ? problem : new Error(JSON.stringify(problem));
}

const PENDING = { state: 'state', nonce: 'nonce', verifier: 'verifier' };
const NO_LIMITS = {
  ...{ failedAuthentication: null, wrongChecksums: null, wrongChecksumsOfTerminal: null },
  ...{ signIns: null, transactionsOfKey: null, transactionsOfTerminal: null },
};
const MARY = operator('Mary Smith <mary>');
const JOHN = operator('John <john>');

describe('people who sign in', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;

  beforeEach(async () => {
    folder = temporaryFolder();
    store = await migratedStore({ file: folder.file });
  });

  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  const approvals = (peopleDecide = true, isRequired = true, clock: Pick<Clock, 'nowMs'> = machineClock) =>
    createApprovals({
      store: store.approvals,
      keys: store.administration.keys,
      clock,
      hasher: store.sealer,
      isRequired,
      peopleDecide,
      pageSizeMax: 100,
    });
  const call = (caller: ApiKey) => ({
    caller,
    permission: 'manageTerminals' as const,
    field: 'disableTerminal',
    args: [{ terminalId: '0068766621' }],
    circumstance: () => Promise.resolve(null),
  });
  /** Returns the id of the approval that a change needs, null where it was made, or the code of another error. */
  const ask = (caller: ApiKey, peopleDecide = true): Promise<string | null> =>
    approvals(peopleDecide)
      .guard(call(caller), () => Promise.resolve(null))
      .catch(({ approvalId, code }: { approvalId?: string; code: string }) => approvalId ?? code);
  const decide = (
    caller: ApiKey,
    approvalId: string | null,
    decision: 'approved' | 'rejected' = 'approved',
  ) =>
    approvals()
      .decide(caller, { approvalId: approvalId ?? '', decision, reason: '' })
      .then(
        ({ state }) => state,
        ({ code }: { code: string }) => code,
      );

  it('are the same person under another name', async () => {
    const asked = await ask(MARY);
    expect(asked).toMatch(/^apr_/);
    const renamed = operator('Mary Jones <mary>');
    expect(await decide(renamed, asked)).toBe('FORBIDDEN');
    expect(await ask(renamed)).toBe(asked);
    expect(await decide(operator('Mary Smith <other>'), asked)).toBe('approved');
    expect(await ask(renamed)).toBeNull();
  });

  it('ask and decide alone: a key may belong to one of them', async () => {
    const asked = await ask(MARY);
    expect(await decide(operator('mary'), asked)).toBe('FORBIDDEN');
    expect(await decide(operator('mary'), asked, 'rejected')).toBe('FORBIDDEN');
    expect(await decide(JOHN, asked)).toBe('approved');
    expect(await ask(operator('mary'))).toBe('FORBIDDEN');
  });

  /** Makes the key of `operator('mary')`. */
  const makeKey = (expiresAtMs: number | null) =>
    store.administration.keys.create({
      actor: 'root',
      keyId: 'mary',
      role: 'operator',
      programme: null,
      terminalIds: null,
      expiresAtMs,
      documents: 'any',
    });

  it('do not use what a key approved before they signed in here', async () => {
    await makeKey(null);
    const asked = await ask(MARY, false);
    const order = { approvalId: asked ?? '', decision: 'approved', reason: '' } as const;
    await approvals(false).decide(operator('mary'), order);
    const anew = await ask(MARY);
    expect(anew).toMatch(/^apr_/);
    expect(anew).not.toBe(asked);
    expect((await store.approvals.find(asked ?? ''))?.state).toBe('rejected');
    expect(await decide(JOHN, anew)).toBe('approved');
    expect(await ask(MARY)).toBeNull();
  });

  it('do not use what a key approved that has expired since', async () => {
    const expiresAtMs = machineClock.nowMs() + 60_000;
    await makeKey(expiresAtMs);
    const asked = await ask(JOHN, false);
    const order = { approvalId: asked ?? '', decision: 'approved', reason: '' } as const;
    await approvals(false).decide(operator('mary'), order);
    const made = approvals(false, true, { nowMs: () => expiresAtMs }).guard(call(JOHN), () =>
      Promise.resolve('made'),
    );
    await expect(made).rejects.toMatchObject({ code: 'APPROVAL_REQUIRED' });
    expect((await store.approvals.find(asked ?? ''))?.state).toBe('rejected');
  });

  it('use what a key approved that may still approve it, where keys decide', async () => {
    const approvedBy = async (actor: string): Promise<string | null> => {
      const asked = await ask(JOHN, false);
      await store.approvals.decide({ approvalId: asked ?? '', decision: 'approved', actor, reason: '' });
      const now = await ask(JOHN, false);
      return now === asked ? 'asked again' : now;
    };
    await makeKey(null);
    await store.directoryAdmin.putApiKey({
      ...{ keyId: 'eve', key: 'cardway_eve', role: 'auditor', programme: null },
      ...{ expiresAtMs: null, isDisabled: false },
    });
    for (const other of ['nobody', 'eve']) expect(await approvedBy(other)).toMatch(/^apr_/);
    expect(await approvedBy('mary')).toBeNull();
  });

  it('do not use what a person approved for an own question under another name', async () => {
    const asked = await ask(MARY);
    const actor = 'Mary Jones <mary>';
    await store.approvals.decide({ approvalId: asked ?? '', decision: 'approved', actor, reason: '' });
    expect(await ask(MARY)).toMatch(/^apr_/);
    expect((await store.approvals.find(asked ?? ''))?.state).toBe('rejected');
  });

  it('are not needed where an equal name is a key', async () => {
    const asked = await ask(operator('mary'), false);
    const { state } = await approvals(false).decide(MARY, {
      approvalId: asked ?? '',
      decision: 'approved',
      reason: '',
    });
    expect(state).toBe('approved');
  });

  it('need no second person unless the setting requires it', async () => {
    const made = await approvals(true, false).guard(call(MARY), () => Promise.resolve('made'));
    expect(made).toBe('made');
  });

  it('learn nothing of an approval that does not exist, or that their role may not see', async () => {
    const asked = await ask(MARY);
    const settler: ApiKey = { ...JOHN, role: 'settler' };
    expect(await decide(settler, asked)).toBe('FORBIDDEN');
    const settlement = { ...call(MARY), permission: 'settle' as const, field: 'settleTransaction' };
    const { approvalId } = await approvals()
      .guard(settlement, () => Promise.reject(new Error('It was made at once.')))
      .catch((error: { approvalId: string }) => error);
    const custodian: ApiKey = { ...JOHN, role: 'custodian' };
    expect(await decide(custodian, approvalId)).toBe('NOT_FOUND');
    expect(await decide(JOHN, 'apr_unknown')).toBe('NOT_FOUND');
    expect(await approvals().find(custodian, approvalId)).toBeNull();
  });

  it('ask anew with another role: another person must approve it then', async () => {
    const custodian: ApiKey = { ...MARY, role: 'custodian' };
    const key = (caller: ApiKey) => ({
      ...{ caller, permission: 'manageKeys' as const, field: 'createKey' },
      args: [{ keyId: 'drift', role: 'OPERATOR' }],
      circumstance: () => Promise.resolve(null),
    });
    const create = (caller: ApiKey): Promise<string> =>
      approvals()
        .guard(key(caller), () => Promise.resolve('made'))
        .catch(({ approvalId }: { approvalId: string }) => approvalId);
    const asked = await create(custodian);
    expect(await decide({ ...JOHN, role: 'custodian' }, asked)).toBe('approved');
    expect(await create(MARY)).toMatch(/^apr_/);
    expect(await create(MARY)).not.toBe(asked);
  });

  describe('and lose their role', () => {
    /** Groups of John at the provider; null where it knows him no more. */
    let groups: readonly string[] | null;
    let subject: string;
    let sessions: ConsoleSessions;
    let signIn: SignIn;

    beforeEach(() => {
      groups = ['operator'];
      subject = 'john';
      const again = (): Promise<Identified> =>
        Promise.resolve(
          groups === null
            ? { kind: 'refused', reason: 'invalid_grant' }
            : {
                kind: 'person',
                person: { subject, name: 'John', groups, refreshToken: 'next', lifetimeMs: 60_000 },
              },
        );
      const none = (): never => fail('This test has no such step.');
      const provider = {
        check: none,
        begin: () => Promise.resolve({ url: 'https://provider.example', pending: PENDING }),
        finish: again,
        again,
      };
      const roleOf = ([group]: readonly string[]) => STAFF_ROLES.find((role) => role === group) ?? null;
      const { consoleSessions, approvals: approvalStore, begunSignIns } = store;
      sessions = createConsoleSessions({
        ...{
          store: consoleSessions,
          approvals: approvalStore,
          people: { provider, roleOf, recheckMs: 0, answerMs: 0 },
        },
        ...{ timer: realTimer, background: createBackground(fail), onFailure: fail },
        ...{ idleMs: 60_000, maxMs: 60_000, everyMs: 60_000 },
      });
      const limits = createRateLimits({ clock: machineClock, rules: NO_LIMITS, keysMax: 1 });
      const shared = { begunSignIns, approvals: approvalStore, limits };
      signIn = createSignIn({ provider, roleOf, sessions, ...shared });
    });

    afterEach(() => sessions.stop());

    const signInJohn = async () => {
      await signIn.begin('https://gateway.example/callback', '192.0.2.1');
      return signIn.finish(new URL('https://gateway.example'), PENDING, '192.0.2.1');
    };
    const sessionOfJohn = async (): Promise<string> => {
      const done = await signInJohn();
      return done.kind === 'signed in' ? done.token : fail(done);
    };
    const approvedByJohn = async (): Promise<string | null> => {
      const asked = await ask(MARY);
      expect(await decide(JOHN, asked)).toBe('approved');
      return asked;
    };

    it.each([
      ['has a role that may approve it, too', ['custodian'], true],
      ['has another role', ['settler'], false],
      ['has none', [], false],
      ['is gone', null, false],
    ])('as the provider says in their session: John %s', async (_name, now, isKept) => {
      const token = await sessionOfJohn();
      const asked = await approvedByJohn();
      groups = now;
      await expect(sessions.use(token, { isActivity: false })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
      const again = await ask(MARY);
      expect([again === null, again === asked]).toEqual([isKept, false]);
    });

    it.each([
      ['the same role', ['operator'], true],
      ['another role', ['auditor'], false],
      ['none', [], false],
    ])('as the provider says when they sign in again: John has %s', async (_name, now, isKept) => {
      await approvedByJohn();
      groups = now;
      await signInJohn();
      expect((await ask(MARY)) === null).toBe(isKept);
    });

    it.each(['', ' '])('and nobody is signed in by an ID token with the subject %j', async (empty) => {
      subject = empty;
      expect(await signInJohn()).toMatchObject({ kind: 'refused', error: { code: 'UNAUTHENTICATED' } });
      expect((await store.administration.audit.list({ filter: {}, first: 1 })).rows).toEqual([]);
    });

    it('and nobody finishes one sign-in twice', async () => {
      await sessionOfJohn();
      const again = await signIn.finish(new URL('https://gateway.example'), PENDING, '192.0.2.1');
      expect(again).toMatchObject({ kind: 'expired', error: { code: 'UNAUTHENTICATED' } });
    });

    it('not while the provider only confirms it', async () => {
      const token = await sessionOfJohn();
      await approvedByJohn();
      await sessions.use(token, { isActivity: false });
      expect(await ask(MARY)).toBeNull();
    });
  });

  it('give reasons of a limited length', async () => {
    const asked = await ask(MARY);
    const order = { approvalId: asked ?? '', decision: 'approved', reason: 'x'.repeat(501) } as const;
    await expect(approvals().decide(JOHN, order)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      field: 'reason',
    });
  });
});
