/**
 * R2: one request id is forwarded once, for all interfaces, any number of simultaneous callers, and any number of nodes. In full size:
 *
 *   CARDWAY_FAULT_CALLERS=1000 npm test -- test/fault/same-id test/nodes/same-id
 */
import { answer, gate, startWallet, type Gate, type TestWallet } from '../support/wallet/index.js';
import {
  deduct,
  CHANNELS,
  freshId,
  KEY_CHANNELS,
  requestIdOf,
  reversalOf,
  withFields,
  type Call,
  type Channel,
  type Reply,
} from '../support/channels/index.js';
import { until } from '../life/until.js';
import { openSockets } from './metrics.js';
import { sizeOf } from './size.js';

const CALLERS = sizeOf('CARDWAY_FAULT_CALLERS', 48);

const IDLE_MAX = 4;

/** All callers must arrive before the wallet service answers, also on a slow machine. */
const PATIENT = { CARDWAY_DOWNSTREAM_TIMEOUT_MS: '25000', CARDWAY_LOG_LEVEL: 'silent' };

interface Nodes {
  /** URLs that are called in turn. */
  readonly urls: readonly string[];
  stop(): Promise<void>;
}

interface Turn {
  readonly channel: Channel;
  readonly call: Call;
}

export function sameIdSuite(start: (env: Readonly<Record<string, string>>) => Promise<Nodes>): void {
  let wallet: TestWallet;
  let nodes: Nodes;
  let hold: Gate;

  beforeAll(async () => {
    wallet = await startWallet({ behaviour: { kind: 'hang' } });
    nodes = await start({ CARDWAY_DOWNSTREAM_URL: wallet.url, ...PATIENT });
  });

  afterAll(async () => {
    await nodes.stop();
    await wallet.close();
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
  async function callAtOnce(turns: readonly Turn[]): Promise<Reply[]> {
    const { urls } = nodes;
    const sockets = async (): Promise<number> => {
      const open = await Promise.all(urls.map(openSockets));
      return open.reduce((sum, each) => sum + each, 0);
    };
    // Includes connections to the database, and idle ones, of which a few may close meanwhile.
    const before = (await sockets()) - IDLE_MAX;
    let done = 0;
    const calls = turns.map(({ channel, call }, index) =>
      // Each node gets every channel.
      channel.call(urls[Math.floor(index / CHANNELS.length) % urls.length]!, call).finally(() => (done += 1)),
    );
    await until(
      'nearly every caller has arrived',
      async () => done + (await sockets()) - before >= turns.length,
    );
    hold.open();
    return Promise.all(calls);
  }

  /** Returns the reply as callers of one id see it: without the mark of a replay. */
  function replyOf(heard: Reply): unknown {
    return [heard.status, heard.resultCode, heard.fields, heard.message];
  }

  function forwards(call: Call): number {
    return wallet.calls.filter((received) => received.envelope()['request_id'] === requestIdOf(call)).length;
  }

  /**
   * Returns turns under one id: callers with a key name the id that terminals get derived, so that all interfaces mean one
   * transaction.
   */
  function mixed(call: Call, channels: readonly Channel[]): Turn[] {
    const named = { ...call, requestId: requestIdOf(call) };
    return Array.from({ length: CALLERS }, (_, index) => {
      const channel = channels[index % channels.length]!;
      return { channel, call: channel.takesKey ? named : call };
    });
  }

  describe(`${String(CALLERS)} calls at once with one request id`, () => {
    it.each(CHANNELS)('through $name get one forward and one answer', async (channel) => {
      const call = deduct({ transaction_id: freshId() });
      const heard = await callAtOnce(mixed(call, [channel]));
      expect(forwards(call)).toBe(1);
      expect(heard.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(new Set(heard.map((one) => JSON.stringify(replyOf(one)))).size).toBe(1);
      expect(heard[0]).toMatchObject({ status: 200, resultCode: 1 });
    });

    it('through all four interfaces get one forward and one answer', async () => {
      const call = deduct({ transaction_id: freshId() });
      const heard = await callAtOnce(mixed(call, CHANNELS));
      expect(forwards(call)).toBe(1);
      expect(heard.filter(({ replayed }) => !replayed)).toHaveLength(1);
      // Members have no order. Stock XML-RPC clients get them sorted.
      expect(heard.map(({ fields }) => fields)).toEqual(heard.map(() => heard[0]!.fields));
      expect(heard.map(({ status, resultCode }) => [status, resultCode])).toEqual(heard.map(() => [200, 1]));
    });

    it('of an advice get one forward, and every terminal gets 1', async () => {
      const payment = deduct({ transaction_id: freshId() });
      hold.open();
      await CHANNELS[3]!.call(nodes.urls[0]!, payment);
      hold = gate();
      const advice = reversalOf(payment);
      const heard = await callAtOnce(mixed(advice, CHANNELS));
      expect(forwards(advice)).toBe(1);
      expect(heard.map(({ status, resultCode }) => [status, resultCode])).toEqual(heard.map(() => [200, 1]));
    });
  });

  describe(`${String(CALLERS)} calls at once with one request id and different content`, () => {
    it.each([
      ['JSON', KEY_CHANNELS.slice(1)],
      ['GraphQL', KEY_CHANNELS.slice(0, 1)],
      ['JSON and GraphQL', KEY_CHANNELS],
    ])('%s: one succeeds, the others get IDEMPOTENCY_CONFLICT', async (_about, channels) => {
      const first = deduct({ transaction_id: freshId() });
      const requestId = requestIdOf(first);
      const turns = mixed(first, channels).map(({ channel }, index) => ({
        channel,
        call: { ...withFields(first, { request_amount: String(1000 + index) }), requestId },
      }));
      const heard = await callAtOnce(turns);
      expect(forwards({ ...first, requestId })).toBe(1);
      expect(
        heard.filter(({ resultCode, errorCode }) => resultCode === 1 && errorCode === null),
      ).toHaveLength(1);
      const conflicts = heard.filter(({ errorCode }) => errorCode === 'IDEMPOTENCY_CONFLICT');
      expect(conflicts).toHaveLength(CALLERS - 1);
      expect(new Set(conflicts.map(({ field }) => field))).toEqual(new Set(['request_amount']));
    });

    it('a terminal and keys with different content: the terminal never gets their answer', async () => {
      const call = deduct({ transaction_id: freshId() });
      const other = { ...withFields(call, { request_amount: '999' }), requestId: requestIdOf(call) };
      const turns = mixed(call, CHANNELS).map((turn) =>
        turn.channel.takesKey ? { ...turn, call: other } : turn,
      );
      const heard = await callAtOnce(turns);
      expect(forwards(call)).toBe(1);
      const winners = heard.map(({ resultCode, fields }, index) => ({
        isKey: turns[index]!.channel.takesKey,
        hasWon: resultCode === 1 && fields !== null,
      }));
      const keysWon = winners.filter(({ isKey, hasWon }) => isKey && hasWon).length;
      const terminalsWon = winners.filter(({ isKey, hasWon }) => !isKey && hasWon).length;
      expect([keysWon, terminalsWon].sort((one, two) => one - two)).toEqual([0, CALLERS / 2]);
    });
  });
}
