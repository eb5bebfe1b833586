/** Tests sessions of the console on two nodes with one PostgreSQL. The clock of one node is an hour ahead. */
import { openSocket } from '../stream/raw-socket.js';
import { postgresTests, type TestDatabase } from '../support/databases.js';
import { cookieIn, ofPage, signIn, signOut } from '../support/console-session.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { movedClock } from '../support/moved-clock.js';
import { nodeSettings } from './settings.js';
import { constants } from '../support/constants.js';

const HOUR_MS = 3_600_000;

postgresTests((_name, create) => {
  let database: TestDatabase;
  let nodes: readonly TestGateway[];
  let urls: readonly [string, string];

  beforeAll(async () => {
    database = await create();
    const env = { ...nodeSettings(database.url), ...constants({ SWEEP_EVERY_MS: 10 }) };
    // One after the other: the first one migrates.
    const here = await startGateway({ env });
    const there = await startGateway({ env: { ...env, ...movedClock({ aheadMs: HOUR_MS }) } });
    nodes = [here, there];
    urls = [here.url, there.url];
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await database.close();
  });

  const signedIn = async (url: string): Promise<string> => cookieIn(await signIn(url));

  it('a WebSocket on one node is closed when its session ends on the other', async () => {
    const cookie = await signedIn(urls[0]);
    const sockets = await Promise.all(
      urls.map((url) => openSocket(url, { headers: { Cookie: cookie, Origin: url } })),
    );
    for (const raw of sockets) {
      raw.send({ type: 'connection_init' });
      expect(await raw.next()).toEqual({ type: 'connection_ack' });
    }
    await signOut(urls[1], ofPage(cookie));
    for (const { closed } of sockets) expect(await closed).toMatchObject({ code: 4403 });
  });
});
