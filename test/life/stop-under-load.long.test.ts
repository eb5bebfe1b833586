import { WebSocket } from 'ws';
import { startGateway } from '../support/gateway.js';
import { deduct, CHANNELS, KEYS } from '../support/channels/index.js';
import { startSteadyLoad } from '../support/steady-load.js';
import { approving, gate, startWallet } from '../support/wallet/index.js';
import { until } from './until.js';

const CALLS = 1000;

it('all 1,000 calls in flight at SIGTERM are answered, sockets are closed with 1001, and the exit status is 0', async () => {
  const wallet = await startWallet({ behaviour: approving() });
  const gateway = await startGateway({
    env: {
      CARDWAY_DOWNSTREAM_URL: wallet.url,
      CARDWAY_DOWNSTREAM_TIMEOUT_MS: '30000',
      CARDWAY_DOWNSTREAM_CONCURRENT_MAX: String(CALLS),
    },
  });
  const hold = gate();
  wallet.behave(async (call) => {
    await hold.opened;
    return approving()(call);
  });
  const sockets = await Promise.all(Array.from({ length: 3 }, () => openSocket(gateway.url)));
  const calls = Array.from({ length: CALLS }, (_each, index) =>
    CHANNELS[index % CHANNELS.length]!.call(gateway.url, deduct()),
  );
  await wallet.called(CALLS);
  const stopped = gateway.stop();
  await until('the gateway stops', () => gateway.lines.some((line) => line.includes('"msg":"stopping"')));
  hold.open();
  const heard = await Promise.all(calls);
  expect(heard.filter(({ status, resultCode }) => status !== 200 || resultCode !== 1)).toEqual([]);
  expect(await stopped).toBe(0);
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1001, 1001, 1001]);
  await wallet.close();
});

it('with a drain delay for balancers, it reports not ready, continues to serve, and closes each connection after its answer', async () => {
  const gateway = await startGateway({ env: { CARDWAY_HTTP_DRAIN_DELAY_MS: '1500' } });
  const load = startSteadyLoad(() => gateway.url, 4);
  await until('there is load', () => load.answered > 20);
  const stopped = gateway.stop();
  const readiness = (): Promise<number> => fetch(`${gateway.url}/health/ready`).then(({ status }) => status);
  await until('it says that it drains', async () => (await readiness()) === 503);
  const served = load.answered;
  await until('it serves on', () => load.answered > served + 20);
  const live = await fetch(`${gateway.url}/health/live`);
  expect([live.status, live.headers.get('connection')]).toEqual([200, 'close']);
  await load.stop();
  expect(load.failures).toEqual([]);
  expect(await stopped).toBe(0);
});

async function openSocket(url: string): Promise<{ readonly closed: Promise<number> }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { Authorization: `Bearer ${KEYS.integrator}` },
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  const acknowledged = new Promise((resolve) => socket.once('message', resolve));
  socket.send('{"type":"connection_init"}');
  await acknowledged;
  socket.send(
    '{"type":"subscribe","id":"1","payload":{"query":"subscription { digitizationComplete { id } }"}}',
  );
  return { closed };
}
