/** Tests the commands of the audit log from end to end: over a running gateway, and the verification beside it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import { openStore } from '../../src/store/store.js';
import { cardway, databaseIn, type Ended } from './command.js';

const DAY_MS = 86_400_000;

const CARD = '4111111111111111';
const ENTRY = { actor: 'cli:ada', action: 'put_wallet', reason: '', before: 'null', after: 'null' };

const folder = temporaryFolder();
let gateway: TestGateway;

/** The first two entries are three days old, so that a purge may delete them. */
beforeAll(async () => {
  const clock = { ...machineClock, nowMs: () => machineClock.nowMs() - 3 * DAY_MS };
  const store = await openStore({ databaseUrl: databaseIn(folder)['CARDWAY_DATABASE_URL'] ?? '', clock });
  await store.migrate();
  for (const subject of ['old-1', 'old-2']) await store.history.record({ ...ENTRY, subject });
  await store.close();
  gateway = await startGateway({ folder });
  for (const line of ['programmes set shop', 'wallets add w-1 --programme shop --customer 770077'])
    expect(await overGateway(line)).toMatchObject({ status: 0 });
});
afterAll(() => gateway.stop());

const overGateway = (line: string): Promise<Ended> => cardway([...line.split(' '), '--url', gateway.url]);
const onDatabase = (line: string, ...more: string[]): Promise<Ended> =>
  cardway([...line.split(' '), ...more], databaseIn(folder));
const objectOf = ({ out }: Ended): Record<string, unknown> => JSON.parse(out) as Record<string, unknown>;

const headOf = async (): Promise<string> => String(objectOf(await overGateway('audit head'))['head']);

const wrong = (head: string): string => head.replace(/:.*/, `:${'A'.repeat(43)}`);

it('head and verify agree, and another head is found', async () => {
  const head = await headOf();
  expect(head).toMatch(/^\d+:[\w-]{43}$/);
  const whole = await onDatabase(`audit verify --head ${head}`);
  expect([whole.status, objectOf(whole)]).toMatchObject([0, { whole: true, broken: null, heads: 1 }]);
  const broken = await onDatabase(`audit verify --head ${wrong(head)}`);
  expect([broken.status, objectOf(broken)]).toMatchObject([1, { whole: false }]);
});

it('verify reads the heads of a log, and begins after the entry of --after', async () => {
  const head = await headOf();
  const [position = ''] = head.split(':');
  const log = join(folder, 'gateway.log');
  const first = objectOf(await onDatabase('audit verify --after 1'));
  expect(first).toMatchObject({ whole: true, entries: Number(position) - 1 });
  for (const [logged, status] of [
    [head, 0],
    [wrong(head), 1],
    [`${String(Number(position) + 1)}:${'a'.repeat(43)}`, 1],
  ] as const) {
    writeFileSync(log, `{"level":"info","audit":{"head":"${logged}"},"msg":"audit log head"}\n`);
    expect(await onDatabase(`audit verify --heads ${log}`)).toMatchObject({ status });
  }
});

it('purge without the setting approvals is refused', async () => {
  const refused = await overGateway(`audit purge --before 2020-01-01 --reason ${CARD}`);
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('setting approvals') as string]);
});
