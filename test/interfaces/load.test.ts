/** Tests replies for a route that is full or closed. */
import { expectAnswer, expectError } from '../contract/interfaces/register.js';
import { deduct, CHANNELS, RPC2, sharedBench, USUAL, XML_PROXY } from '../support/channels/index.js';
import { gate, respond } from '../support/wallet/index.js';
import { until } from '../life/until.js';
import { constants } from '../support/constants.js';

describe('behind an open breaker', () => {
  const bench = sharedBench({
    env: { ...constants({ BREAKER_FAILURES_MIN: 2, BREAKER_HALF_OPEN_AFTER_MS: 3_600_000 }) },
    behaviour: respond({ status: 500 }),
  });

  beforeAll(async () => {
    for (let call = 0; call < 2; call += 1) await RPC2.call(bench.url, deduct());
  });

  it.each(CHANNELS)('on $name a caller gets the time of the next attempt', async (channel) => {
    const { length } = bench.wallet.calls;
    const heard = await channel.call(bench.url, deduct());
    expectError(channel, heard, 'DOWNSTREAM_REFUSED');
    const seconds = Number(heard.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3000);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(bench.wallet.calls).toHaveLength(length);
  });
});

describe('a full route', () => {
  const PLACES = 4;
  /** Number of waiting calls: as many as places. */
  const WAITING = PLACES;

  const bench = sharedBench({
    env: {
      CARDWAY_DOWNSTREAM_CONCURRENT_MAX: String(PLACES),
      ...constants({ QUEUE_MS: 25_000 }),
      CARDWAY_DOWNSTREAM_TIMEOUT_MS: '30000',
    },
  });

  it.each(CHANNELS)('refuses one call more on $name, and serves those that wait', async (channel) => {
    const before = bench.wallet.calls.length;
    const answering = gate();
    bench.wallet.behave(async (call) => {
      await answering.opened;
      return USUAL(call);
    });
    const running = Array.from({ length: PLACES + WAITING }, () => XML_PROXY.call(bench.url, deduct()));
    const queued = async (): Promise<number> => {
      const metrics = await (await fetch(`${bench.url}/metrics`)).text();
      return Number(/^cardway_downstream_queued\{[^}]*\} (\d+)/m.exec(metrics)?.[1]);
    };
    await until('places and queue are full', async () => (await queued()) === WAITING);
    const refused = await channel.call(bench.url, deduct());
    expectError(channel, refused, 'DOWNSTREAM_REFUSED');
    expect(refused.headers['retry-after']).toBe('25');
    answering.open();
    for (const reply of await Promise.all(running)) expectAnswer(XML_PROXY, reply, 1);
    expect(bench.wallet.calls).toHaveLength(before + PLACES + WAITING);
  });
});
