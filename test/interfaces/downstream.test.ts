import { answersContract } from '../contract/interfaces/answers.js';
import {
  downstreamFailuresContract,
  unreachableContract,
} from '../contract/interfaces/downstream-failures.js';
import { lateAnswersContract, timeOutsContract } from '../contract/interfaces/late-answers.js';
import { unavailableContract } from '../contract/interfaces/unavailable.js';
import {
  deduct,
  CHANNELS,
  methodCallBody,
  RPC2,
  send,
  sharedBench,
  stop,
  USUAL,
  type Call,
  type Reply,
} from '../support/channels/index.js';

const bench = sharedBench();
const hasty = sharedBench({ env: { CARDWAY_DOWNSTREAM_TIMEOUT_MS: '500' } });
const unreachable = sharedBench({ env: { CARDWAY_DOWNSTREAM_URL: 'http://127.0.0.1:1' } });

describe.each(CHANNELS)('on $name a caller', (channel) => {
  answersContract(channel, () => bench);
  downstreamFailuresContract(channel, () => bench);

  describe('of a wallet service that hangs', () => {
    timeOutsContract(channel, () => hasty);
  });

  describe('of a wallet service that answers late', () => {
    lateAnswersContract(channel, () => hasty);
  });

  describe('of an unreachable wallet service', () => {
    unreachableContract(channel, () => unreachable);
  });
});

const ACCEPTING_XML = { 'Content-Type': 'application/xml; charset=utf-8', Accept: 'text/xml' };

describe('XML on /v1/proxy for a caller that accepts XML', () => {
  it('is answered byte for byte as on /RPC2', async () => {
    bench.wallet.behave(USUAL);
    const body = methodCallBody(deduct());
    const onRpc = await RPC2.post(bench.url, body);
    const onProxy = await send(`${bench.url}/v1/proxy`, { headers: ACCEPTING_XML, body });
    expect(onProxy.headers['content-type']).toBe(onRpc.headers['content-type']);
    expect(onProxy.bytes.equals(onRpc.bytes)).toBe(true);
  });

  it.each([
    ['text/xml;q=0.9, application/json;q=0.1', 'text/xml'],
    ['application/json;q=0, application/xml', 'text/xml'],
    ['application/json, text/xml', 'application/json'],
    ['text/xml;q=0', 'application/json'],
    ['text/xml;q=0.5, application/json;q=0.9', 'application/json'],
    ['*/*', 'application/json'],
  ])('gets the type that it prefers, and JSON in doubt (%s)', async (accept, type) => {
    const headers = { ...ACCEPTING_XML, Accept: accept };
    const heard = await send(`${bench.url}/v1/proxy`, { headers, body: methodCallBody(deduct()) });
    expect(String(heard.headers['content-type']).split(';')[0]).toBe(type);
  });

  it('gets faults as on /RPC2', async () => {
    const onProxy = await send(`${bench.url}/v1/proxy`, { headers: ACCEPTING_XML, body: '<methodCall/>' });
    const onRpc = await RPC2.post(bench.url, '<methodCall/>');
    expect(onProxy.status).toBe(200);
    expect(onProxy.bytes.equals(onRpc.bytes)).toBe(true);
  });
});

describe('while another process holds the write lock', () => {
  const calls = CHANNELS.map((channel) => ({ channel, deduct: deduct(), advice: stop() }));
  const heard = new Map<Call, Reply>();

  /** Locks the store for longer than the gateway waits. */
  beforeAll(async () => {
    bench.wallet.behave(USUAL);
    const before = { row: bench.ledger.last(), calls: bench.wallet.calls.length };
    const unlock = bench.ledger.lock();
    const sent = calls.flatMap(({ channel, deduct: money, advice }) =>
      [money, advice].map(async (call) => heard.set(call, await channel.call(bench.url, call))),
    );
    await Promise.all(sent).finally(unlock);
    expect({ row: bench.ledger.last(), calls: bench.wallet.calls.length }).toEqual(before);
  });

  describe.each(calls)('on $interface.name a caller', ({ channel, ...made }) => {
    unavailableContract(channel, () => ({ bench, heard, ...made }));
  });
});
