/** Tests a subscription of cardway/client that loses its connection before its first event. */
import { createClient, type DigitizationEvent } from '../../src/client/index.js';
import { until } from '../life/until.js';
import { digitized, openAppender, type Appender } from '../stream/appender.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';

const folder = temporaryFolder();
let gateway: TestGateway;
let appender: Appender;
const start = (port = '0') =>
  startGateway({ folder, env: { CARDWAY_PORT: port, CARDWAY_METRICS_PUBLIC: 'true' } });

beforeAll(async () => {
  gateway = await start();
  appender = await openAppender(folder);
});
afterAll(async () => {
  await appender.close();
  await gateway.stop();
});

async function isSubscribed(): Promise<boolean> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  return /^cardway_stream_subscriptions 1$/m.test(text);
}

/** Reads events beside a gateway that is killed, and started again after the event `between`. */
async function seenAround(between: number): Promise<string[]> {
  const seen: string[] = [];
  const stopping = new AbortController();
  const client = createClient({ url: gateway.url, key: 'cardway_sandbox_integrator' });
  const events = client.subscribe<DigitizationEvent>({ retryMaxMs: 50, signal: stopping.signal });
  const reading = (async () => {
    for await (const { data } of events) seen.push(data.tokenReference);
  })();
  await until('it is subscribed', isSubscribed);
  await gateway.kill();
  await appender.append(digitized(between)); // as another node does
  gateway = await start(new URL(gateway.url).port);
  await until('it is subscribed again', isSubscribed);
  await appender.append(digitized(between + 1));
  await until('the last event is here', () => seen.includes(`DNITHE${between + 1}`));
  stopping.abort();
  await reading;
  await until('it is no longer subscribed', async () => !(await isSubscribed()));
  return seen;
}

it('misses none, where its programme had no event before', async () => {
  expect(await seenAround(1)).toEqual(['DNITHE1', 'DNITHE2']);
});

it('misses none, and gets none of before', async () => {
  expect(await seenAround(3)).toEqual(['DNITHE3', 'DNITHE4']);
});
