import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import { createApprovals } from '../../../src/use-cases/access/approvals.js';
import type { Store } from '../../../src/store/store.js';
import type { Clock } from '../../../src/platform/clock.js';
import { machineClock } from '../../support/machine-clock.js';
import { migratedStore, temporaryFolder } from '../store/temporary-store.js';

const operator = (keyId: string): ApiKey => ({
  keyId,
  role: 'operator',
  programme: null,
  terminalIds: null,
  documents: 'any',
});
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
      clientCertificates: null,
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

  it('are not needed where an equal name is a key', async () => {
    const asked = await ask(operator('mary'), false);
    const { state } = await approvals(false).decide(MARY, {
      approvalId: asked ?? '',
      decision: 'approved',
      reason: '',
    });
    expect(state).toBe('approved');
  });

  it('need no second person unless this gateway or another one on the database requires it', async () => {
    const change = () => approvals(true, false).guard(call(MARY), () => Promise.resolve('made'));
    expect(await change()).toBe('made');
    await store.approvals.setRequired(true);
    await expect(change()).rejects.toMatchObject({ code: 'APPROVAL_REQUIRED' });
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

  it('give reasons of a limited length', async () => {
    const asked = await ask(MARY);
    const order = { approvalId: asked ?? '', decision: 'approved', reason: 'x'.repeat(501) } as const;
    await expect(approvals().decide(JOHN, order)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      field: 'reason',
    });
  });
});
