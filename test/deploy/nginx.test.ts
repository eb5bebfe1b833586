/**
 * Tests the proxy of the compose file: a real nginx with its configuration in front of two gateways on one PostgreSQL, and another
 * nginx between them and their wallet service. Skipped without nginx.
 */
import { rmSync } from 'node:fs';
import { createClient } from 'graphql-ws';
import { createClient as createEventStreamClient } from 'graphql-sse';
import { WebSocket } from 'ws';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { deduct, CHANNELS, JSON_PROXY, KEYS, RPC2, signatureOf } from '../support/channels/index.js';
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';
import { nodeSettings } from '../nodes/settings.js';
import { appenderOn, digitized, type Appender } from '../stream/appender.js';
import { type Create, postgresTests, type TestDatabase } from '../support/databases.js';
import { cardway } from '../cli/command.js';
import { hasNginx, startNginx, type Nginx } from './nginx.js';

const DIGITIZATIONS =
  'subscription($after: ID) { digitizationComplete(after: $after) { id tokenReference } }';
const FAILURES_MAX = 3;

type Results = AsyncIterable<{ data?: unknown; errors?: readonly unknown[] | undefined }>;

function behindNginx(create: Create): void {
  const folder = temporaryFolder();
  let database: TestDatabase;
  let wallet: TestWallet;
  let inner: Nginx;
  let gateways: readonly TestGateway[] = [];
  let proxy: Nginx;
  let appender: Appender;

  beforeAll(async () => {
    wallet = await startWallet({ behaviour: approving({ balanceAmount: 1 }) });
    inner = await startNginx({ upstreams: [wallet.url] });
    database = await create();
    const env = {
      ...nodeSettings(database.url),
      CARDWAY_LOG_LEVEL: 'info',
      CARDWAY_TRUST_PROXY: '1',
      CARDWAY_DOWNSTREAM_URL: `${inner.url}/calls`,
      CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: String(FAILURES_MAX),
      CARDWAY_SWEEP_EVERY_MS: '40',
    };
    // One after the other: the first one seeds the sandbox.
    gateways = [await startGateway({ env }), await startGateway({ env })];
    proxy = await startNginx({ upstreams: gateways.map(({ url }) => url) });
    appender = await appenderOn(database.url);
  });

  afterAll(async () => {
    await appender.close();
    await proxy.stop();
    for (const gateway of gateways) await gateway.stop();
    await inner.stop();
    await wallet.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(CHANNELS.map((channel) => [channel.name, channel] as const))(
    'a Deduct on %s is answered, and repeated once only',
    async (_name, channel) => {
      const call = deduct();
      const before = wallet.calls.length;
      expect(await channel.call(proxy.url, call)).toMatchObject({
        status: 200,
        resultCode: 1,
        replayed: false,
      });
      // One of these reaches the other gateway.
      for (let repetition = 0; repetition < 3; repetition += 1) {
        expect(await channel.call(proxy.url, call)).toMatchObject({ resultCode: 1, replayed: true });
      }
      expect(wallet.calls).toHaveLength(before + 1);
    },
  );

  it('calls reach both gateways', async () => {
    for (let call = 0; call < 4; call += 1) await JSON_PROXY.call(proxy.url, deduct());
    for (const { lines } of gateways) {
      expect(lines.filter((line) => line.includes('"msg":"transaction"')).length).toBeGreaterThan(0);
    }
  });

  it('the signature reaches a wallet service behind it, over the very bytes of the body', async () => {
    await RPC2.call(proxy.url, deduct());
    const sent = wallet.calls.at(-1);
    expect(sent?.headers['x_msg_signature']).toBe(signatureOf(sent?.body ?? Buffer.alloc(0)));
  });

  it('a proxy without the setting for underscores drops the signature, and doctor reports it', async () => {
    const deaf = await startNginx({
      upstreams: [wallet.url],
      change: (text) => text.replace('underscores_in_headers on;', ''),
    });
    const echo = (call: { readonly rawHeaders: readonly string[] }) =>
      ({ kind: 'respond', status: 200, body: Buffer.from(call.rawHeaders.join()), headers: {} }) as const;
    wallet.behave(echo);
    const probed = async (url: string): Promise<string> =>
      (
        await cardway(['doctor', '--sandbox', '--probe-url', url], {
          CARDWAY_DATABASE_URL: `sqlite:${folder}/probe.db`,
        })
      ).out;
    expect(await probed(inner.url)).toContain('X_msg_signature arrives');
    expect(await probed(deaf.url)).toContain('X_msg_signature is dropped');
    wallet.behave(approving({ balanceAmount: 1 }));
    await deaf.stop();
  });

  const transports: [string, () => Results & { return?: unknown }][] = [
    [
      'WebSocket',
      () =>
        createClient({
          url: `${proxy.url.replace('http', 'ws')}/graphql`,
          webSocketImpl: WebSocket,
          connectionParams: { authorization: `Bearer ${KEYS.integrator}` },
          retryAttempts: 0,
        }).iterate({ query: DIGITIZATIONS, variables: { after: 'evt_000000000000' } }),
    ],
    [
      'event stream',
      () =>
        createEventStreamClient({
          url: `${proxy.url}/graphql/stream`,
          headers: { authorization: `Bearer ${KEYS.integrator}` },
          retryAttempts: 0,
        }).iterate({ query: DIGITIZATIONS, variables: { after: 'evt_000000000000' } }),
    ],
  ];

  it.each(transports)('a subscription by %s gets past and new events', async (name, open) => {
    const own = transports.findIndex(([each]) => each === name) * 10;
    await appender.append(digitized(own + 1));
    const heard: string[] = [];
    for await (const { data, errors } of open()) {
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      const { tokenReference } = (data as { digitizationComplete: { tokenReference: string } })
        .digitizationComplete;
      heard.push(tokenReference);
      // Only now, with the stream open: this event comes live, through no buffer.
      if (tokenReference === `DNITHE${String(own + 1)}`) await appender.append(digitized(own + 2));
      if (tokenReference === `DNITHE${String(own + 2)}`) break;
    }
    expect(heard.slice(-2)).toEqual([`DNITHE${String(own + 1)}`, `DNITHE${String(own + 2)}`]);
  });

  it('a caller with forged addresses counts as one caller, and valid keys are served meanwhile', async () => {
    const attempt = (address: string) =>
      JSON_PROXY.call(proxy.url, deduct(), { key: 'wrong', headers: { 'X-Forwarded-For': address } });
    const statuses: number[] = [];
    // Twice as many, because a gateway learns later what the other one counted.
    for (let index = 0; index < FAILURES_MAX * 2 + 2; index += 1) {
      statuses.push((await attempt(`203.0.113.${String(index)}`)).status);
    }
    expect(statuses[0]).toBe(401);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    expect(await JSON_PROXY.call(proxy.url, deduct())).toMatchObject({ status: 200, resultCode: 1 });
  });

  it('metrics and health are for the inner network', async () => {
    const spellings = ['/METRICS', '/Health/Ready', '/health/live/', '/%6detrics', '//metrics', '/%4DETRICS'];
    for (const path of ['/metrics', '/health', '/health/ready', '/health/live', ...spellings]) {
      expect((await fetch(proxy.url + path)).status).toBe(404);
    }
    expect((await fetch(`${gateways[0]?.url ?? ''}/health/ready`)).status).toBe(200);
  });

  it('a gateway that stops loses no call: the other one answers', async () => {
    const [one] = gateways;
    await one?.kill();
    gateways = gateways.slice(1);
    for (let call = 0; call < 4; call += 1) {
      expect(await JSON_PROXY.call(proxy.url, deduct())).toMatchObject({ status: 200, resultCode: 1 });
    }
  });
}

if (hasNginx) postgresTests((_name, create) => describe('behind nginx', () => behindNginx(create)));
else {
  it('the proxy waits for a machine that has nginx', () => {
    process.stderr.write('The proxy is not tried: this machine has no nginx.\n');
    expect(hasNginx).toBe(false);
  });
}
