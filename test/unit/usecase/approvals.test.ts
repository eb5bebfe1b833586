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
import { machineClock, machineTimer } from '../../support/machine-clock.js';
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

  afterEach(() => store.close());

  const approvals = (peopleDecide = true, isRequired = true) =>
    createApprovals({
      store: store.approvals,
      hasher: store.sealer,
      isRequired,
      peopleDecide,
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

  describe('at the provider', () => {
    let subject: string;
    let sessions: ConsoleSessions;
    let signIn: SignIn;

    beforeEach(() => {
      subject = 'john';
      const finish = (): Promise<Identified> =>
        Promise.resolve({ kind: 'person', person: { subject, name: 'John', groups: ['operator'] } });
      const none = (): never => fail('This test has no such step.');
      const provider = {
        check: none,
        begin: () => Promise.resolve({ url: 'https://provider.example', pending: PENDING }),
        finish,
      };
      const roleOf = ([group]: readonly string[]) => STAFF_ROLES.find((role) => role === group) ?? null;
      const { consoleSessions, begunSignIns } = store;
      sessions = createConsoleSessions({
        ...{ store: consoleSessions, areOfPeople: true },
        ...{ timer: machineTimer, background: createBackground(fail), onFailure: fail },
        ...{ idleMs: 60_000, maxMs: 60_000, everyMs: 60_000 },
      });
      const limits = createRateLimits({ clock: machineClock, rules: NO_LIMITS, keysMax: 1 });
      signIn = createSignIn({ provider, roleOf, sessions, begunSignIns, limits });
    });

    afterEach(() => sessions.stop());

    const signInJohn = async () => {
      await signIn.begin('https://gateway.example/callback', '192.0.2.1');
      return signIn.finish(new URL('https://gateway.example'), PENDING, '192.0.2.1');
    };

    it.each(['', ' '])('nobody is signed in by an ID token with the subject %j', async (empty) => {
      subject = empty;
      expect(await signInJohn()).toMatchObject({ kind: 'refused', error: { code: 'UNAUTHENTICATED' } });
      expect((await store.administration.audit.list({ filter: {}, first: 1 })).rows).toEqual([]);
    });

    it('nobody finishes one sign-in twice', async () => {
      expect(await signInJohn()).toMatchObject({ kind: 'signed in' });
      const again = await signIn.finish(new URL('https://gateway.example'), PENDING, '192.0.2.1');
      expect(again).toMatchObject({ kind: 'expired', error: { code: 'UNAUTHENTICATED' } });
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
