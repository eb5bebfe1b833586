import { postgresTests, type TestDatabase } from '../support/databases.js';
import { startNodes, type Nodes } from '../support/nodes.js';
import { nodeSettings } from './settings.js';

const EXCHANGE_MS = 200;
/** Limit so high that, without an exchange, the processes would continue beyond the latest round. */
const LIMIT = 100;
const PROCESSES = 2;
/** Number of refusals in a row after which all processes know of the limit. */
const REFUSALS = 30;
const WINDOW_S = 60;

interface Tried {
  readonly atMs: number;
  readonly status: number;
  readonly retryAfter: string | null;
}

/** Tries a wrong key, which counts for its source address. */
async function tryWrongKey(url: string): Promise<Tried> {
  const response = await fetch(`${url}/v1/proxy`, {
    method: 'POST',
    headers: { Authorization: 'Bearer wrong', 'Content-Type': 'application/json' },
    body: '{}',
  });
  await response.text();
  return {
    atMs: performance.now(),
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
  };
}

const LIMITS = {
  CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: String(LIMIT),
  CARDWAY_SWEEP_EVERY_MS: String(EXCHANGE_MS / 2),
  CARDWAY_LOG_LEVEL: 'silent',
};

postgresTests((_name, create) => {
  let database: TestDatabase;
  let nodes: Nodes;

  describe('a rate limit of two nodes', () => {
    beforeAll(async () => {
      database = await create();
      nodes = await startNodes({ count: PROCESSES, env: { ...nodeSettings(database.url), ...LIMITS } });
    });

    afterAll(async () => {
      await nodes.stop();
      await database.close();
    });

    it('allows its number together, plus the calls within one exchange round', async () => {
      const tried: Tried[] = [];
      const beganAtMs = performance.now();
      const isOver = (): boolean =>
        tried.length >= REFUSALS && tried.slice(-REFUSALS).every(({ status }) => status === 429);
      while (!isOver()) {
        tried.push(await tryWrongKey(await nodes.url()));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const through = tried.filter(({ status }) => status === 401);
      expect(through.length).toBeGreaterThanOrEqual(LIMIT);
      // This many pass where each process counts for itself.
      expect(through.length).toBeLessThan(PROCESSES * LIMIT);
      const refused = tried.filter(({ status }) => status === 429);
      expect(through.length + refused.length).toBe(tried.length);
      for (const { atMs, retryAfter } of refused) {
        const sinceS = (atMs - beganAtMs) / 1000;
        expect(Number(retryAfter)).toBeLessThanOrEqual(WINDOW_S);
        expect(Number(retryAfter)).toBeGreaterThanOrEqual(Math.floor(WINDOW_S - sinceS) - 1);
      }
      // Any process refuses now.
      for (let call = 0; call < 8; call += 1) {
        expect((await tryWrongKey(await nodes.url())).status).toBe(429);
      }
    });
  });
});
