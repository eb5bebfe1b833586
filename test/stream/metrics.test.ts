import { metric } from '../fault/metrics.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { connect, DIGITIZATIONS } from './raw-socket.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(() => gateway.stop());

const count = (what: string): Promise<number> => metric(gateway.url, `cardway_stream_${what}`);

async function until(what: string, expected: number): Promise<void> {
  while ((await count(what)) !== expected) await new Promise((next) => setImmediate(next));
}

describe('/metrics', () => {
  it('counts open connections and their subscriptions, those that were ended before they began not', async () => {
    expect([await count('connections'), await count('subscriptions')]).toEqual([0, 0]);
    const raw = await connect(gateway.url);
    for (let number = 0; number < 20; number += 1) {
      const id = String(number);
      raw.send({ id, type: 'subscribe', payload: { query: DIGITIZATIONS } });
      if (number > 0) raw.send({ id, type: 'complete' });
    }
    await until('subscriptions', 1);
    await until('connections', 1);
    raw.socket.close(1000);
    await until('connections', 0);
    expect(await count('subscriptions')).toBe(0);
  });
});
