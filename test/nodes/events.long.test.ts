/**
 * Tests R6, R7 on several nodes that share PostgreSQL: reports come through one node after the other, each subscriber follows
 * another node, and all nodes send webhooks. Nodes and the database are killed. In full size:
 *
 *   CARDWAY_FAULT_NODES=3 CARDWAY_FAULT_KILLS=60 CARDWAY_FAULT_EVENTS=5000 npm test -- test/nodes/events.long.test.ts
 */
import { createClient, type DigitizationEvent } from '../../src/client/index.js';
import { sizeOf, printSize } from '../fault/size.js';
import { until } from '../life/until.js';
import { postgresServerTests, type TestDatabase } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { startNodes, type Nodes } from '../support/nodes.js';
import { addEndpoint } from '../support/webhooks/endpoints.js';
import { startReceiver, type Receiver } from '../support/webhooks/receiver.js';
import { NODES, nodeSettings } from './settings.js';
import { constants } from '../support/constants.js';

const KILLS = sizeOf('CARDWAY_FAULT_KILLS', 2);
const EVENTS = sizeOf('CARDWAY_FAULT_EVENTS', 120);
/** Number of reports under way at one time. */
const REPORTERS = 4;

postgresServerTests((_name, create, server) => {
  let database: TestDatabase;
  let receiver: Receiver;
  let nodes: Nodes;
  let seen: { readonly id: string; readonly token: string }[][];
  let reported = 0;

  beforeAll(
    async () => {
      database = await create();
      receiver = await startReceiver();
      const ports = await Promise.all(Array.from({ length: NODES }, freePort));
      nodes = await startNodes({ count: NODES, ports, env: { ...nodeSettings(database.url), ...SETTINGS } });
      await addEndpoint(await nodes.url(), receiver.url);
      const followers = nodes.urls.map(follow);
      await Promise.all([...Array.from({ length: REPORTERS }, report), killAgainAndAgain()]);
      seen = await Promise.all(followers);
      await until('every webhook has come', () => delivered().size === EVENTS);
    },
    180_000 + KILLS * 30_000 + EVENTS * 100,
  );

  afterAll(async () => {
    await nodes.stop();
    await receiver.close();
    await database.close();
  });

  let next = 1;

  /** Reports one token after the other, and repeats each until it is acknowledged. */
  async function report(): Promise<void> {
    for (let token = (next += 1) - 1; token <= EVENTS; token = (next += 1) - 1) {
      while (!(await isAcknowledged(await nodes.url(), token))) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      reported += 1;
    }
  }

  async function killAgainAndAgain(): Promise<void> {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const share = Math.floor((EVENTS * kill) / (KILLS + 2));
      await until('events are reported', () => reported >= share);
      await (kill % 3 === 2 ? server().restart('immediate') : nodes.killAndRestart());
    }
  }

  function delivered(): Set<unknown> {
    return new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  }

  it(`every subscriber sees each of ${String(EVENTS)} events once, all in the same order`, () => {
    for (const each of seen) expect(each).toEqual(seen[0]);
    const ids = seen[0]!.map(({ id }) => id);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(seen[0]!.map(({ token }) => token)).size).toBe(EVENTS);
  });

  it('every event reaches the endpoint, and few arrive twice', () => {
    expect(delivered()).toEqual(new Set(seen[0]!.map(({ id }) => id)));
    const doubled = receiver.received.length - EVENTS;
    printSize(
      `${String(KILLS)} kills, ${String(EVENTS)} events; ${String(doubled)} webhooks came more than once`,
    );
    // Deliveries under way at a kill: at most five at a time from each node.
    expect(doubled).toBeLessThanOrEqual(KILLS * NODES * 5);
  });
});

const SETTINGS = {
  CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
  CARDWAY_WEBHOOK_SCHEDULE: Array(60).fill('250ms').join(','),
  ...constants({ WEBHOOK_TIMEOUT_MS: 1000, SWEEP_EVERY_MS: 100 }),
};

async function follow(url: string): Promise<{ readonly id: string; readonly token: string }[]> {
  const seen: { readonly id: string; readonly token: string }[] = [];
  const client = createClient({ url, key: 'cardway_sandbox_integrator' });
  const options = { after: 'evt_000000000000', retryMaxMs: 100 };
  for await (const { id, data } of client.subscribe<DigitizationEvent>(options)) {
    seen.push({ id, token: data.tokenReference });
    if (seen.length === EVENTS) break;
  }
  return seen;
}

async function isAcknowledged(url: string, token: number): Promise<boolean> {
  try {
    const response = await fetch(`${url}/network/v1/digitizations`, {
      method: 'POST',
      headers: { Authorization: 'Bearer cardway_sandbox_network', 'Content-Type': 'application/json' },
      body: JSON.stringify({
        card_id: 5001,
        wallet_id: '103',
        token_reference: `NODES${String(token)}`,
        token_requestor_id: '40010030273',
      }),
    });
    await response.text();
    return response.status === 200;
  } catch {
    return false;
  }
}
