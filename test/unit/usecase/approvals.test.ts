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
});
