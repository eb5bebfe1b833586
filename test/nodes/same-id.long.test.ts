import { postgresTests, type TestDatabase } from '../support/databases.js';
import {
  deduct,
  CHANNELS,
  freshId,
  KEY_CHANNELS,
  requestIdOf,
  reversalOf,
  RPC2,
  withFields,
} from '../support/channels/index.js';
import { startNodes, type Nodes } from '../support/nodes.js';
import { answer, gate, startWallet, type Gate, type TestWallet } from '../support/wallet/index.js';
import { openSockets } from '../fault/metrics.js';
import { sizeOf } from '../fault/size.js';
import { until } from '../life/until.js';
import { nodeSettings } from './settings.js';

const CALLERS = sizeOf('CARDWAY_FAULT_CALLERS', 48);

postgresTests((_name, create) => {
  let database: TestDatabase;
  let wallet: TestWallet;
  let nodes: Nodes;
  let hold: Gate;

  beforeAll(async () => {
    database = await create();
    wallet = await startWallet({ behaviour: { kind: 'hang' } });
    const env = { CARDWAY_DOWNSTREAM_URL: wallet.url, CARDWAY_DOWNSTREAM_TIMEOUT_MS: '25000' };
    nodes = await startNodes({
      count: 3,
      env: { ...nodeSettings(database.url), ...env },
    });
  });

  afterAll(async () => {
    await nodes.stop();
    await wallet.close();
    await database.close();
  });

  /** Numbers every answer, so that two forwards cannot look like one. */
  beforeEach(() => {
    hold = gate();
    wallet.behave(async (received) => {
      const number = wallet.calls.indexOf(received) + 1;
      await hold.opened;
      return answer({ resultCode: 1, balanceAmount: number }, { customerId: 1001 });
    });
  });

  /** Makes all calls at once, in turn over the nodes. The wallet service answers when all have arrived. */
  async function atOnce<Heard>(call: (url: string, index: number) => Promise<Heard>): Promise<Heard[]> {
    let done = 0;
    const urls = nodes.urls;
    const sockets = async (): Promise<number> => {
      const open = await Promise.all(urls.map(openSockets));
      return open.reduce((sum, each) => sum + each, 0);
    };
    // Includes connections to the database.
    const before = await sockets();
    const calls = Array.from({ length: CALLERS }, (_, index) =>
      call(urls[index % urls.length]!, index).finally(() => (done += 1)),
    );
    const haveArrived = async (): Promise<boolean> => done + (await sockets()) - before >= CALLERS;
    await until('every caller has arrived', haveArrived);
    hold.open();
    return Promise.all(calls);
  }

  const forwards = (requestId: string): number =>
    wallet.calls.filter((received) => received.envelope()['request_id'] === requestId).length;

  it(`${String(CALLERS)} calls with one request id over three nodes get one forward and one answer, for which all wait`, async () => {
    const call = deduct({ transaction_id: freshId() });
    const named = { ...call, requestId: requestIdOf(call) };
    const heard = await atOnce((url, index) => {
      const channel = CHANNELS[index % CHANNELS.length]!;
      return channel.call(url, channel.takesKey ? named : call);
    });
    expect(forwards(requestIdOf(call))).toBe(1);
    expect(heard.map(({ status, resultCode }) => [status, resultCode])).toEqual(heard.map(() => [200, 1]));
    expect(heard.map(({ fields }) => fields)).toEqual(heard.map(() => heard[0]!.fields));
    expect(heard.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it('with other content all but one get IDEMPOTENCY_CONFLICT', async () => {
    const call = deduct({ transaction_id: freshId() });
    const requestId = requestIdOf(call);
    const heard = await atOnce((url, index) => {
      const other = { ...withFields(call, { request_amount: String(1000 + index) }), requestId };
      return KEY_CHANNELS[index % KEY_CHANNELS.length]!.call(url, other);
    });
    expect(forwards(requestId)).toBe(1);
    const conflicts = heard.filter(({ errorCode }) => errorCode === 'IDEMPOTENCY_CONFLICT');
    expect(conflicts).toHaveLength(CALLERS - 1);
    expect(new Set(conflicts.map(({ field }) => field))).toEqual(new Set(['request_amount']));
  });

  it('of an advice get one forward, and every terminal gets 1', async () => {
    const payment = deduct({ transaction_id: freshId() });
    hold.open();
    await RPC2.call(await nodes.url(), payment);
    hold = gate();
    const call = reversalOf(payment);
    const named = { ...call, requestId: requestIdOf(call) };
    const heard = await atOnce((url, index) => {
      const channel = CHANNELS[index % CHANNELS.length]!;
      return channel.call(url, channel.takesKey ? named : call);
    });
    expect(forwards(requestIdOf(call))).toBe(1);
    expect(heard.map(({ status, resultCode }) => [status, resultCode])).toEqual(heard.map(() => [200, 1]));
  });

  it('of terminals and of keys with other content never get each other’s answer', async () => {
    const call = deduct({ transaction_id: freshId() });
    const requestId = requestIdOf(call);
    const other = { ...withFields(call, { request_amount: '999' }), requestId };
    const heard = await atOnce(async (url, index) => {
      const channel = CHANNELS[index % CHANNELS.length]!;
      const { resultCode, fields } = await channel.call(url, channel.takesKey ? other : call);
      return { isKey: channel.takesKey, hasWon: resultCode === 1 && fields !== null };
    });
    expect(forwards(requestId)).toBe(1);
    const winners = [true, false].map(
      (isKey) => heard.filter((one) => one.isKey === isKey && one.hasWon).length,
    );
    expect(winners.sort((one, two) => one - two)).toEqual([0, CALLERS / 2]);
  });
});
