import { createClient, type DigitizationEvent } from '../../src/client/index.js';
import { seededRandom } from '../support/random.js';
import { sizeOf, printSize } from '../fault/size.js';
import { until } from '../life/until.js';
import { freePort } from '../support/free-port.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { digitized, openAppender } from './appender.js';
import { constants } from '../support/constants.js';

const KILLS = sizeOf('STREAM_KILLS', 2);
const EVENTS = sizeOf('STREAM_EVENTS', 300);
const SUBSCRIBERS = 3;

it(
  `${String(KILLS)} kills of the gateway during ${String(EVENTS)} events: every resuming subscriber sees each once, in order`,
  async () => {
    const folder = temporaryFolder();
    const env = { CARDWAY_PORT: await freePort(), ...constants({ SWEEP_EVERY_MS: 40 }) };
    let gateway: TestGateway = await startGateway({ folder, env });
    const appender = await openAppender(folder);
    const random = seededRandom(sizeOf('STREAM_SEED', 7)).next;
    const { url } = gateway;
    let connections = 0;

    const followers = Array.from({ length: SUBSCRIBERS }, async () => {
      const seen: string[] = [];
      const onConnection = (state: 'connected' | 'lost') => (connections += state === 'connected' ? 1 : 0);
      const client = createClient({ url, key: 'cardway_sandbox_integrator' });
      const options = { after: 'evt_000000000000', retryMaxMs: 100, onConnection };
      for await (const { data } of client.subscribe<DigitizationEvent>(options)) {
        seen.push(data.tokenReference);
        if (seen.length === EVENTS) break;
      }
      return seen;
    });
    const writing = (async () => {
      for (let number = 1; number <= EVENTS;) {
        const batch = Math.min(EVENTS + 1 - number, 1 + Math.floor(random() * 5));
        await appender.append(...Array.from({ length: batch }, (_, index) => digitized(number + index)));
        number += batch;
        const waitMs = random() * ((KILLS * 1200) / EVENTS) * 5;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    })();
    await until('everybody is connected', () => connections >= SUBSCRIBERS);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, random() * 300));
      await gateway.kill();
      gateway = await startGateway({ folder, env });
    }
    await writing;
    const all = Array.from({ length: EVENTS }, (_, index) => `DNITHE${index + 1}`);
    for (const seen of await Promise.all(followers)) expect(seen).toEqual(all);
    expect(connections).toBeGreaterThan(SUBSCRIBERS);
    printSize(`${KILLS} kills, ${EVENTS} events, ${SUBSCRIBERS} subscribers, ${connections} connections`);
    await appender.close();
    await gateway.stop();
  },
  60_000 + KILLS * 5000,
);
