import { nodesOf, deduct, JSON_PROXY, sharedBench, RPC2 } from '../support/channels/index.js';
import { until } from '../life/until.js';

const bench = sharedBench();

it('an unknown wallet is one event for the integrators of the programme', async () => {
  const call = (reference: string) => deduct({ reference });
  for (const reference of ['99990001', '99990001', '99990002']) await RPC2.call(bench.url, call(reference));
  await JSON_PROXY.call(bench.url, call('99990001'));
  await JSON_PROXY.call(bench.url, deduct());
  const shown = () =>
    nodesOf<Shown>(bench.url, 'events(filter: { type: WALLET_UNKNOWN })', 'programme data', {
      key: 'cardway_sandbox_integrator',
    });
  await until('both are there', async () => (await shown()).length >= 2);
  expect((await shown()).map(({ programme, data }) => [programme, data.reference, data.methodName])).toEqual([
    ['sandbox', '99990002', 'Deduct'],
    ['sandbox', '99990001', 'Deduct'],
  ]);
});

interface Shown {
  readonly programme: string;
  readonly data: { readonly reference: string; readonly methodName: string };
}
