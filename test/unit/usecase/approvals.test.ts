import type { Permission } from '../../../src/core/access/permissions.js';
import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import { createApprovals } from '../../../src/use-cases/access/approvals.js';
import type { Store } from '../../../src/store/store.js';
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

let store: Store;

beforeEach(async () => {
  store = await migratedStore(temporaryFolder());
});

afterEach(() => store.close());

const approvals = (peopleDecide: boolean) =>
  createApprovals({ store: store.approvals, hasher: store.sealer, isRequired: true, peopleDecide });
const DISABLE = {
  permission: 'manageTerminals' as Permission,
  field: 'disableTerminal',
  args: [{ terminalId: '0068766621' }] as readonly object[],
  circumstance: (): Promise<object | null> => Promise.resolve(null),
};
/** Returns the id of the approval that a change needs, null where it was made, or the code of another error. */
const ask = (caller: ApiKey, change: Partial<typeof DISABLE> = {}): Promise<string | null> =>
  approvals(caller.keyId.includes('<'))
    .guard({ caller, ...DISABLE, ...change }, () => Promise.resolve(null))
    .catch(({ approvalId, code }: { approvalId?: string; code: string }) => approvalId ?? code);
const decide = (
  caller: ApiKey,
  approvalId: string | null,
  decision: 'approved' | 'rejected' = 'approved',
  reason = '',
) =>
  approvals(true)
    .decide(caller, { approvalId: approvalId ?? '', decision, reason })
    .then(
      ({ state }) => state,
      ({ code }: { code: string }) => code,
    );

describe('an approval', () => {
  it('is not given by the person who asked, who may withdraw the question', async () => {
    const asked = await ask(MARY);
    expect(await decide(MARY, asked)).toBe('FORBIDDEN');
    expect(await ask(MARY)).toBe(asked);
    expect(await decide(MARY, asked, 'rejected')).toBe('rejected');
    expect(await decide(JOHN, asked)).toBe('BAD_REQUEST');
  });

  it.each<[string, ApiKey, Partial<typeof DISABLE>]>([
    ['of another person', JOHN, {}],
    ['with other arguments', MARY, { args: [{ terminalId: '0029504320' }] }],
    ['with more arguments', MARY, { args: [{ terminalId: '0068766621', overlapSeconds: 0 }] }],
    ['of another field', MARY, { field: 'enableTerminal' }],
    ['in another circumstance', MARY, { circumstance: () => Promise.resolve({ state: 'contradicted' }) }],
  ])('is not used by a change %s', async (_, caller, change) => {
    const asked = await ask(MARY);
    expect(await decide(JOHN, asked)).toBe('approved');
    const other = await ask(caller, change);
    expect(other).toMatch(/^apr_/);
    expect(other).not.toBe(asked);
    expect(await ask(MARY)).toBeNull();
  });

  it('is neither seen nor given by a role that may not make the change', async () => {
    const asked = await ask(MARY, { permission: 'settle' });
    expect(await decide({ ...JOHN, role: 'custodian' }, asked)).toBe('NOT_FOUND');
    expect(await decide({ ...JOHN, role: 'auditor' }, asked)).toBe('FORBIDDEN');
    expect(await decide({ ...JOHN, role: 'settler' }, asked)).toBe('approved');
  });

  it('is kept without passwords and card numbers', async () => {
    const card = '4111111111111111';
    const asked = await ask(MARY, { args: [{ terminalId: card, password: 'a new password' }] });
    await decide(JOHN, asked, 'rejected', `not ${card}`);
    expect(await store.approvals.find(asked ?? '')).toMatchObject({
      arguments: '{"terminalId":"411111XXXXXX1111","password":"[hidden]"}',
      reason: 'not 411111XXXXXX1111',
    });
  });
});

describe('people who sign in', () => {
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
    const ofKey = approvals(true).guard({ caller: operator('mary'), ...DISABLE }, () =>
      Promise.resolve(null),
    );
    await expect(ofKey).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('ask anew with another role: another person must approve it then', async () => {
    const custodian: ApiKey = { ...MARY, role: 'custodian' };
    const create = (caller: ApiKey) =>
      ask(caller, {
        ...{ permission: 'manageKeys', field: 'createKey' },
        args: [{ keyId: 'drift', role: 'OPERATOR' }],
      });
    const asked = await create(custodian);
    expect(await decide({ ...JOHN, role: 'custodian' }, asked)).toBe('approved');
    expect(await create(MARY)).toMatch(/^apr_/);
    expect(await create(MARY)).not.toBe(asked);
  });
});
