/** Tests the commands of the audit log from end to end: beside a running gateway, over it, and with an export alone. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import { checkpointText, createAuditKey } from '../../src/core/access/audit-chain.js';
import { exportEnd, exportHead } from '../../src/core/access/audit-export.js';
import { openStore } from '../../src/store/store.js';
import { cardway, databaseIn, type Ended, entriesOf } from './command.js';

const DAY_MS = 86_400_000;

const CARD = '4111111111111111';
const MASKED_CARD = '411111XXXXXX1111';
const ENTRY = { actor: 'cli:ada', action: 'put_wallet', reason: '', before: 'null', after: 'null' };

let folder: string;
let gateway: TestGateway;

/** The first two entries are three days old, so that a purge may delete them. */
beforeAll(async () => {
  folder = temporaryFolder();
  const clock = { ...machineClock, nowMs: () => machineClock.nowMs() - 3 * DAY_MS };
  const store = await openStore({ databaseUrl: databaseIn(folder)['CARDWAY_DATABASE_URL'] ?? '', clock });
  await store.migrate();
  for (const subject of ['old-1', 'old-2']) await store.history.record({ ...ENTRY, subject });
  await store.close();
  gateway = await startGateway({ folder });
  for (const line of ['programmes set shop', 'wallets add w-1 --programme shop --customer 770077'])
    expect(await overGateway(line)).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

const overGateway = (line: string): Promise<Ended> => cardway([...line.split(' '), '--url', gateway.url]);
const onDatabase = (line: string, ...more: string[]): Promise<Ended> =>
  cardway([...line.split(' '), ...more], databaseIn(folder));
const objectOf = ({ out }: Ended): Record<string, unknown> => JSON.parse(out) as Record<string, unknown>;

/** Returns the published head, once the gateway has chained everything. */
async function headOfAll(): Promise<string> {
  expect(
    await onDatabase('audit export', '--out', join(folder, `${String(exports++)}.ndjson`)),
  ).toMatchObject({
    status: 0,
  });
  return String(objectOf(await overGateway('audit head'))['head']);
}
let exports = 0;

const wrong = (head: string): string => head.replace(/:.*/, `:${'0'.repeat(64)}`);

it('head and verify agree over the gateway, and another head is found', async () => {
  const head = await headOfAll();
  expect(head).toMatch(/^\d+:[0-9a-f]{64}$/);
  const whole = await overGateway(`audit verify --head ${head}`);
  expect([whole.status, objectOf(whole)]).toMatchObject([0, { whole: true, broken: null, heads: 1 }]);
  const broken = await overGateway(`audit verify --head ${wrong(head)}`);
  expect([broken.status, objectOf(broken)]).toMatchObject([1, { whole: false }]);
});

describe('an export', () => {
  let file: string;
  let head: string;
  let lines: readonly string[];
  const verify = (path: string, ...more: string[]): Promise<Ended> =>
    cardway(['audit', 'verify', '--file', path, ...more]);
  function changed(name: string, text: readonly string[]): string {
    const path = join(folder, name);
    writeFileSync(path, `${text.join('\n')}\n`);
    return path;
  }

  beforeAll(async () => {
    head = await headOfAll();
    file = join(folder, 'audit.ndjson');
    expect(await onDatabase('audit export', '--out', file)).toMatchObject({ status: 0, out: '' });
    lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  });

  it('is for its owner alone, and is not written over', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await onDatabase('audit export', '--out', file)).toMatchObject({ status: 1 });
  });

  it('is verified with nothing but a published head and the public key', async () => {
    const publicKey = String(objectOf(await verify(file))['publicKey']);
    const verified = await verify(file, '--head', head, '--public-key', publicKey);
    expect([verified.status, objectOf(verified)]).toMatchObject([0, { whole: true, heads: 1 }]);
    const other = `${publicKey.startsWith('A') ? 'B' : 'A'}${publicKey.slice(1)}`;
    expect((await verify(file, '--public-key', other)).status).toBe(1);
  });

  it.each<[string, (all: readonly string[]) => readonly string[]]>([
    ['a changed entry', (all) => all.map((line) => line.replaceAll('w-1', 'w-2'))],
    ['a removed entry', (all) => all.filter((_, index) => index !== 3)],
    ['an entry that was added', (all) => all.toSpliced(4, 0, all[3] ?? '')],
    ['two entries in another order', (all) => all.toSpliced(3, 2, all[4] ?? '', all[3] ?? '')],
    ['a missing end', (all) => all.slice(0, -1)],
  ])('with %s is broken', async (what, change) => {
    const path = changed(`${what}.ndjson`, change(lines));
    const verified = await verify(path, '--head', head);
    expect([verified.status, objectOf(verified)]).toMatchObject([1, { whole: false }]);
  });
});

it('an export is whole where the text of an entry has a line separator of Unicode, and with line ends of Windows', async () => {
  const args = ['wallets', 'add', 'w\u2028\u20292', '--programme', 'shop', '--customer', '2'];
  expect(await cardway([...args, '--url', gateway.url])).toMatchObject({ status: 0 });
  const head = await headOfAll();
  const file = join(folder, 'separators.ndjson');
  await onDatabase('audit export', '--out', file);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('w\u2028\u20292');
  for (const end of ['\n', '\r\n']) {
    writeFileSync(file, text.replaceAll('\n', end));
    const verified = await cardway(['audit', 'verify', '--file', file, '--head', head]);
    expect([verified.status, objectOf(verified)]).toMatchObject([0, { whole: true }]);
  }
});

it('an export whose beginning somebody took out says where it begins', async () => {
  const head = await headOfAll();
  const file = join(folder, 'whole.ndjson');
  await onDatabase('audit export', '--out', file);
  const [first = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const [gone = '', ...kept] = rest.slice(0, -1);
  const publicKey = (JSON.parse(first) as { publicKey: string }).publicKey;
  const { position, hash } = JSON.parse(gone) as { position: number; hash: string };
  // Everybody can sign with a key of their own.
  const key = createAuditKey(1, randomBytes(32));
  const times = { atMs: 0, purgedBeforeMs: 0 };
  const checkpoint = checkpointText({ kind: 'purge', position, hash, ...times });
  const signature = key.sign(checkpoint);
  const start = exportHead({ checkpoint, signature, publicKey: key.publicKey, atMs: 0 });
  const text = `${start}${kept.map((line) => `${line}\n`).join('')}`;
  const end = JSON.parse(kept.at(-1) ?? '') as { position: number; hash: string };
  const sha256 = createHash('sha256').update(text).digest('hex');
  const forged = join(folder, 'forged.ndjson');
  writeFileSync(forged, `${text}${exportEnd({ key, head: end, entries: kept.length, sha256 })}`);
  const verify = (path: string, ...more: string[]): Promise<Ended> =>
    cardway(['audit', 'verify', '--file', path, '--head', head, ...more]);
  expect(objectOf(await verify(file, '--public-key', publicKey))).toMatchObject({ whole: true, start: 0 });
  expect(objectOf(await verify(forged))).toMatchObject({ whole: true, start: position });
  expect(objectOf(await verify(forged, '--public-key', publicKey))).toMatchObject({ whole: false });
  const shown = await cardway(['audit', 'verify', '--file', forged, '--head', head], {}, '', true);
  expect(shown.out).toContain(`It begins after entry ${String(position)}.`);
});

it('erase takes personal values away for ever, and the chain stays whole', async () => {
  const head = await headOfAll();
  const isListed = async (): Promise<boolean> =>
    (await onDatabase('audit list --subject w-1')).out.includes('770077');
  expect(await isListed()).toBe(true);
  const erase = (...more: string[]): Promise<Ended> =>
    onDatabase('audit erase --customer 770077', '--reason', `GDPR-17 of ${CARD}`, ...more);
  expect(objectOf(await erase('--dry-run'))).toMatchObject({ dryRun: true, entries: 1 });
  expect(await isListed()).toBe(true);
  expect(objectOf(await erase())).toMatchObject({ dryRun: false, entries: 1 });
  expect(await isListed()).toBe(false);
  expect(objectOf(await erase())).toMatchObject({ entries: 0 });
  const [entry] = entriesOf<object>((await onDatabase('audit list --action erase_audit_values')).out);
  expect(entry).toMatchObject({ actor: 'cli:ada', reason: `GDPR-17 of ${MASKED_CARD}` });
  expect(await overGateway(`audit verify --head ${head}`)).toMatchObject({ status: 0 });
});

it('purge deletes old entries only, and the rest is whole from its checkpoint on', async () => {
  const purge = (beforeMs: number, ...more: string[]): Promise<Ended> =>
    onDatabase(
      'audit purge',
      ...['--reason', `retention ${CARD}`, '--before', new Date(beforeMs).toISOString(), ...more],
    );
  const count = async (): Promise<number> =>
    entriesOf((await onDatabase('audit list --limit 1000')).out).length;
  const tooNew = await purge(Date.now());
  expect([tooNew.status, tooNew.err]).toEqual([1, expect.stringContaining('--before must be') as string]);
  const gone = await overGateway('audit purge --before 2020-01-01 --reason retention');
  expect([gone.status, gone.err]).toEqual([1, expect.stringContaining('setting approvals') as string]);
  const before = await count();
  const dry = objectOf(await purge(Date.now() - 2 * DAY_MS, '--dry-run'));
  expect([dry, await count()]).toMatchObject([{ dryRun: true, deleted: 2 }, before]);
  expect(objectOf(await purge(Date.now() - 2 * DAY_MS))).toMatchObject({
    deleted: 2,
    dryRun: false,
  });
  expect((await onDatabase('audit list --subject old-1')).out).toBe('');
  // The beginning and the end of the purge have entries of their own.
  expect(await count()).toBe(before - 2 + 2);
  const reasons = [];
  for (const action of ['purge_audit_log', 'purge_audit_log_ends'])
    reasons.push(
      ...entriesOf<{ reason: string }>((await onDatabase(`audit list --action ${action}`)).out).map(
        ({ reason }) => reason,
      ),
    );
  expect(reasons).toEqual([`retention ${MASKED_CARD}`, `retention ${MASKED_CARD}`]);
  expect(objectOf(await onDatabase('audit verify'))).toMatchObject({ whole: true });
  const file = join(folder, 'purged.ndjson');
  await onDatabase('audit export', '--out', file);
  expect(await cardway(['audit', 'verify', '--file', file])).toMatchObject({ status: 0 });
});
