/** Tests four eyes at the command line. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.js';
import { KEYS } from '../support/channels/index.js';
import { temporaryFolder } from '../support/gateway.js';
import { sharedInProcess } from '../support/in-process.js';
import { machineClock } from '../support/machine-clock.js';
import { cardway, databaseIn, entriesOf } from './command.js';

const folder = temporaryFolder();
let env: Record<string, string>;

let benKey: string;

const AT = (): string[] => ['--url', gateway.url];
const ASKED = { CARDWAY_KEY: KEYS.operator };

const OLD = 'audit-entry-of-last-week';

beforeAll(async () => {
  env = databaseIn(folder);
  const clock = { ...machineClock, nowMs: () => machineClock.nowMs() - 7 * 86_400_000 };
  const store = await openStore({ databaseUrl: env['CARDWAY_DATABASE_URL'] ?? '', clock });
  await store.migrate();
  const entry = { actor: 'cli:ada', action: 'put_wallet', subject: OLD, reason: '' };
  await store.history.record({ ...entry, before: 'null', after: 'null' });
  await store.close();
  const { out } = await cardway(['keys', 'bootstrap', 'ben', '--json'], env);
  benKey = (JSON.parse(out) as { secret: string }).secret;
  writeFileSync(join(folder, 'shared.hex'), 'ab'.repeat(32));
});

const gateway = sharedInProcess(() => ({ ...env, CARDWAY_APPROVALS: 'true' }));

const DISABLE = ['terminals', 'disable', '0068766621'];

async function listed(more: readonly string[] = []): Promise<Record<string, unknown>[]> {
  const { out } = await cardway(['approvals', 'list', '--json', ...more, ...AT()], ASKED);
  return entriesOf(out) as Record<string, unknown>[];
}

async function audited(action: string): Promise<Record<string, unknown>[]> {
  const { out } = await cardway(['audit', 'list', '--action', action, '--json', ...AT()], ASKED);
  return entriesOf(out) as Record<string, unknown>[];
}

it('a change over a gateway waits, is approved by somebody else, and is made', async () => {
  const asked = await cardway([...DISABLE, ...AT()], ASKED);
  expect([asked.status, asked.out]).toEqual([1, '']);
  const [id = ''] = /apr_[\w-]+/.exec(asked.err) ?? [];
  expect(asked.err).toContain('(APPROVAL_REQUIRED)');
  const own = await cardway(['approvals', 'approve', id, ...AT()], ASKED);
  expect([own.status, own.err]).toEqual([1, expect.stringContaining('(FORBIDDEN)') as string]);
  const ben = { CARDWAY_KEY: benKey };
  const { out } = await cardway(['approvals', '--state', 'pending', '--json', ...AT()], ben);
  expect(entriesOf(out)).toMatchObject([
    { id, field: 'disableTerminal', arguments: { terminalId: '0068766621' } },
  ]);
  const approved = await cardway(['approvals', 'approve', id, '--reason', 'lost', '--json', ...AT()], ben);
  expect(JSON.parse(approved.out)).toMatchObject({
    approval: { state: 'approved', decidedBy: 'ben', reason: 'lost' },
  });
  expect(await cardway([...DISABLE, ...AT()], ASKED)).toMatchObject({ status: 0 });
  expect(await listed(['--state', 'used'])).toMatchObject([{ id }]);
});

describe('a purge over a gateway', () => {
  const before = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const state = async (id: string): Promise<unknown> =>
    (await listed()).find((row) => row['id'] === id)?.['state'];

  /** Sends a purge, lets ben approve it, and sends it again. Returns the id of the approval and the second reply. */
  async function approved(line: readonly string[]) {
    const asked = await cardway([...line, ...AT()], ASKED);
    const [id = ''] = /apr_[\w-]+/.exec(asked.err) ?? [];
    expect(asked).toMatchObject({ status: 1, out: '' });
    await cardway(['approvals', 'approve', id, ...AT()], { CARDWAY_KEY: benKey });
    return { id, ...(await cardway([...line, '--json', ...AT()], ASKED)) };
  }

  it('of the audit log deletes old entries', async () => {
    expect((await cardway(['audit', 'list', '--subject', OLD, ...AT()], ASKED)).out).not.toBe('');
    const done = await approved(['audit', 'purge', '--before', before, '--reason', 'old']);
    expect(JSON.parse(done.out)).toEqual({ deleted: 1 });
    expect(await state(done.id)).toBe('used');
    expect((await cardway(['audit', 'list', '--subject', OLD, ...AT()], ASKED)).out).toBe('');
    expect(await cardway(['audit', 'verify'], env)).toMatchObject({ status: 0 });
  });
});

describe('keys bootstrap', () => {
  const bootstrap = (...args: string[]) => cardway(['keys', 'bootstrap', ...args, '--json'], env);

  it('is refused where an operator key is enabled, and with a reason it is in the audit log', async () => {
    const refused = await bootstrap('lost');
    expect([refused.status, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/The operator key [\w-]+ is enabled: .* give a reason/);
    const made = await bootstrap('lost', '--reason', 'the key of ben is lost 4111111111111111');
    expect(made).toMatchObject({ status: 0, err: '' });
    const { key, secret } = JSON.parse(made.out) as { key: object; secret: string };
    expect(key).toEqual({ keyId: 'lost', role: 'operator' });
    expect(await cardway(['keys', 'list', ...AT()], { CARDWAY_KEY: secret })).toMatchObject({ status: 0 });
    expect(await audited('bootstrap_key')).toMatchObject([
      { actor: 'cli:ada', subject: 'lost', reason: 'the key of ben is lost 411111XXXXXX1111' },
      { actor: 'cli:ada', subject: 'ben', reason: '' },
    ]);
  });
});
