/** `cardway endpoints`, `events` and `deliveries` against a running gateway. */
import { join } from 'node:path';
import { sharedGateway, temporaryFolder } from '../support/gateway.js';
import { until } from '../life/until.js';
import { digitization, openEventWriter, type EventWriter } from '../support/webhooks/event-writer.js';
import { answerWith, sharedReceiver } from '../support/webhooks/receiver.js';
import { cardway, entriesOf } from './command.js';
import { constants } from '../support/constants.js';

const folder = temporaryFolder();

let writer: EventWriter;

const receiver = sharedReceiver();

const gateway = sharedGateway({
  folder,
  env: {
    CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
    CARDWAY_WEBHOOK_SCHEDULE: '10ms',
    ...constants({ SWEEP_EVERY_MS: 20 }),
  },
});

beforeAll(async () => {
  writer = await openEventWriter(join(folder, 'cardway.db'));
});
afterAll(async () => {
  await writer.close();
});

const run = (...args: string[]) => cardway([...args, '--url', gateway.url]);
async function json<Value>(...args: string[]): Promise<Value> {
  const { status, out, err } = await run(...args, '--json');
  expect([status, err]).toEqual([0, '']);
  return JSON.parse(out) as Value;
}

async function list<Entry>(...args: string[]): Promise<Entry[]> {
  const { status, out } = await run(...args, '--json');
  expect(status).toBe(0);
  return entriesOf<Entry>(out);
}

const onTerminal = (...args: string[]) => cardway([...args, '--url', gateway.url], {}, '', true);

it('endpoints are added, listed, disabled, enabled, and get new secrets', async () => {
  const added = await json<{ endpoint: { id: string; enabled: boolean }; secret: string }>(
    'endpoints',
    'add',
    receiver.url,
    '--programme',
    'sandbox',
  );
  expect(added.secret).toMatch(/^whsec_/);
  const { id } = added.endpoint;
  expect(await list('endpoints', 'list')).toMatchObject([
    { id, programme: 'sandbox', url: receiver.url, enabled: true },
  ]);
  expect(await json('endpoints', 'disable', id)).toMatchObject({
    enabled: false,
    disabledReason: 'operator',
  });
  const found = async (...filter: string[]) =>
    (await list<{ id: string }>('endpoints', 'list', ...filter)).map((each) => each.id);
  expect(await found('--disabled', '--text', new URL(receiver.url).port)).toEqual([id]);
  expect(await found('--text', 'elsewhere')).toEqual([]);
  expect(await json('endpoints', 'enable', id)).toMatchObject({ enabled: true, disabledReason: null });
  const rotated = await json<{ secret: string }>('endpoints', 'rotate', id);
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(added.secret);
  expect((await onTerminal('endpoints', 'rotate', id)).out).toMatch(/^Id +ep_[^]*\n\nwhsec_\S+\n$/);
});

it('a test reports its result, also by its exit status', async () => {
  const [endpoint] = await list<{ id: string }>('endpoints', 'list');
  const { id } = endpoint!;
  const good = await onTerminal('endpoints', 'test', id);
  expect([good.status, good.out]).toEqual([0, expect.stringMatching(/^State +delivered$[^]* 204 /m)]);
  receiver.answer = answerWith(503, {}, 'down for maintenance');
  const bad = await onTerminal('endpoints', 'test', id);
  expect([bad.status, bad.out]).toEqual([1, expect.stringMatching(/ 503 +http_status /)]);
  expect(bad.out).toContain('down for maintenance');
  receiver.answer = answerWith(204);
});

it('events and deliveries are listed, shown and resent', async () => {
  await writer.append(digitization('cli'));
  const filter = [
    '--type',
    'digitization.complete',
    '--type',
    'digitization.stopped',
    '--programme',
    'sandbox',
    '--card',
    '5001',
  ];
  const events = await list<{ id: string }>('events', 'list', ...filter);
  const [event] = events;
  expect(events).toHaveLength(1);
  expect(await json('events', 'show', event!.id)).toMatchObject({ data: { tokenReference: 'cli' } });
  const delivered = () =>
    list<{ id: string }>('deliveries', 'list', '--event', event!.id, '--state', 'delivered');
  await until('it is delivered', async () => (await delivered()).length === 1);
  const [{ id } = { id: '' }] = await delivered();
  expect(await json('deliveries', 'show', id)).toMatchObject({ attempts: [{ responseCode: 204 }] });
  const before = receiver.received.length;
  expect(await json('events', 'resend', event!.id)).toEqual({ count: 1 });
  await until('it came again', () => receiver.received.length === before + 1);
  await until('it is delivered', async () => (await delivered()).length === 1);
  expect(await json('deliveries', 'resend', id)).toMatchObject({ id, state: 'pending' });
  await until('it came a third time', () => receiver.received.length === before + 2);
  const range = ['--from', '2020-01-01T00:00:00Z', '--to', '2099-01-01T00:00:00Z'];
  expect(await json('deliveries', 'resend', ...range)).toEqual({ count: 1 });
  expect((await onTerminal('deliveries', 'resend', '--undelivered')).out).toMatch(/ due again\.\n$/);
});
