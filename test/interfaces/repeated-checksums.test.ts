/**
 * Tests calls with a checksum that is known: under a second request id, as a retransmission, and over other field boundaries
 * (docs/reference/transactions.md#field-boundaries).
 */
import {
  balance,
  checksumOf,
  deduct,
  freshId,
  JSON_PROXY,
  loadAuth,
  requestIdOf,
  sharedBench,
  withFields,
  XML_CHANNELS,
  XML_PROXY,
  type Call,
} from '../support/channels/index.js';
import { until } from '../life/until.js';
import { constants } from '../support/constants.js';

const bench = sharedBench({ env: { ...constants({ WRONG_CHECKSUMS_PER_HOUR: 3 }) } });

async function metric(series: string): Promise<number> {
  const text = await (await fetch(`${bench.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

const alertLines = (alert: string) =>
  bench.gateway.lines.filter((line) => line.includes(`"alert":"${alert}"`));
const ownId = (): string => `5001_20260817175857_8${freshId().slice(1)}`;

it('pays again under a second request id', async () => {
  const again = async (call: Call, ids: number) => {
    for (let made = 0; made < ids; made += 1) {
      const heard = await JSON_PROXY.call(bench.url, { ...call, requestId: ownId() });
      expect(heard).toMatchObject({ resultCode: 1, replayed: false });
    }
  };
  await again(deduct(), 3);
  await again(loadAuth(), 2);
  await again(deduct(), 1);
  const asked = balance();
  for (const requestId of ['5002_20260817175857_81', '5002_20260817175857_82'])
    await JSON_PROXY.call(bench.url, { ...asked, requestId });
});

it('counts and logs a retransmission as a replay', async () => {
  const replaysBefore = await metric('cardway_transaction_replays_total{method="Deduct"}');
  const call = deduct();
  for (const channel of [JSON_PROXY, JSON_PROXY, ...XML_CHANNELS]) await channel.call(bench.url, call);
  const replays = 1 + XML_CHANNELS.length;
  expect(await metric('cardway_transaction_replays_total{method="Deduct"}')).toBe(replaysBefore + replays);
  const told = () => bench.gateway.lines.filter((line) => line.includes(requestIdOf(call)));
  const isReplay = (line: string) => line.includes('"replayed":true');
  await until('the log tells of each', () => told().filter(isReplay).length === replays);
});

it('counts other field boundaries as wrong checksums, and alerts once', async () => {
  const call = deduct({ request_amount: '100', narrative: '5 SHOP' });
  await XML_PROXY.call(bench.url, call);
  const shifted = withFields(call, { request_amount: '1005', narrative: ' SHOP' });
  const heard: (string | null)[] = [];
  for (let time = 0; time < 5; time += 1) {
    const checksum = checksumOf(call, 'canonical');
    heard.push((await XML_PROXY.call(bench.url, { ...shifted, checksum })).errorCode);
  }
  expect(heard).toEqual([
    ...Array.from({ length: 3 }, () => 'UNAUTHENTICATED'),
    ...Array.from({ length: 2 }, () => 'RATE_LIMITED'),
  ]);
  expect(await metric('cardway_alerts_total{alert="checksum_boundary_mismatch"}')).toBe(1);
  await until('it is reported', () => alertLines('checksum_boundary_mismatch').length > 0);
  expect(alertLines('checksum_boundary_mismatch')).toHaveLength(1);
});
