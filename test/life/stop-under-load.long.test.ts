import { startGateway } from '../support/gateway.js';
import { startSteadyLoad } from '../support/steady-load.js';
import { until } from './until.js';

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
