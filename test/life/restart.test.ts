import { rmSync } from 'node:fs';
import { rawForm, respond, startWallet, type Behaviour, type TestWallet } from '../support/wallet/index.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import {
  askGraphQL,
  balance,
  deduct,
  CHANNELS,
  JSON_PROXY,
  KEYS,
  type Call,
  type Channel,
  type Reply,
} from '../support/channels/index.js';
import { until } from './until.js';
import { constants } from '../support/constants.js';

/** Wallet of the sandbox's first customer, for whom the wallet service answers. */
const PAYING = { terminal_id: '0068766621', reference: '43172792905' };

let wallet: TestWallet;
let folder: string;
const gateways: TestGateway[] = [];

beforeEach(async () => {
  wallet = await startWallet({ behaviour: numbered });
  folder = temporaryFolder();
});

afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.kill()));
  await wallet.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<TestGateway> {
  const gateway = await startGateway({ folder, env: { CARDWAY_DOWNSTREAM_URL: wallet.url, ...env } });
  gateways.push(gateway);
  return gateway;
}

/** Behaviour with a different answer each time, so that a replay differs from a second forward. */
const numbered: Behaviour = (received) => {
  const number = wallet.calls.indexOf(received) + 1;
  const struct = `<member><name>resultCode</name><value><i4>1</i4></value></member><member><name>balanceAmount</name><value><int>${String(number)}</int></value></member>`;
  const response = `<?xml version='1.0'?>\n<methodResponse><params><param><value><struct>${struct}</struct></value></param></params></methodResponse>`;
  return respond({ body: rawForm({ response, customerId: 1001, message: `answer ${String(number)}` }) });
};

interface Done {
  readonly channel: Channel;
  readonly call: Call;
  readonly heard: Reply;
}

/** Makes one money call and one question through each interface. */
async function callEveryChannel(gateway: TestGateway): Promise<Done[]> {
  const done: Done[] = [];
  for (const channel of CHANNELS) {
    for (const call of [deduct(), balance(PAYING)]) {
      done.push({ channel, call, heard: await channel.call(gateway.url, call) });
    }
  }
  return done;
}

interface SavedTransaction {
  readonly requestId: string;
  readonly state: string;
  readonly answer: unknown;
  readonly rawAnswer: string | null;
}

async function savedTransactions(gateway: TestGateway): Promise<readonly SavedTransaction[]> {
  const query = '{ transactions(first: 100) { edges { node { requestId state answer rawAnswer } } } }';
  const { data } = await askGraphQL<{ transactions: { edges: readonly { node: SavedTransaction }[] } }>(
    gateway.url,
    query,
  );
  return data?.transactions.edges.map(({ node }) => node) ?? [];
}

async function stateOf(gateway: TestGateway, requestId: string): Promise<{ status: number; state: unknown }> {
  const response = await fetch(`${gateway.url}/v1/transactions/${requestId}`, {
    headers: { Authorization: `Bearer ${KEYS.client}` },
  });
  const { state } = (await response.json()) as { state?: unknown };
  return { status: response.status, state };
}

async function expectKept(done: readonly Done[], before: readonly SavedTransaction[]): Promise<void> {
  const sent = wallet.calls.length;
  const next = await start();
  expect(await savedTransactions(next)).toEqual(before);
  for (const { channel, call, heard } of done) {
    const again = await channel.call(next.url, call);
    expect([channel.name, replyOf(again)]).toEqual([channel.name, replyOf(heard)]);
    expect(again.replayed).toBe(true);
  }
  expect(wallet.calls).toHaveLength(sent);
}

/** Returns everything except the mark of a replay. */
function replyOf({ status, resultCode, message, customerId, requestId, fields }: Reply): unknown {
  return { status, resultCode, message, customerId, requestId, fields };
}

describe('a restart', () => {
  it('keeps every answered transaction, raw and normalized, and replays it without an upstream call', async () => {
    const gateway = await start();
    const done = await callEveryChannel(gateway);
    expect(done.map(({ heard }) => [heard.resultCode, heard.replayed])).toEqual(done.map(() => [1, false]));
    const before = await savedTransactions(gateway);
    expect(before).toHaveLength(done.length);
    for (const { state, rawAnswer, answer } of before) {
      const raw = JSON.parse(rawAnswer ?? '{}') as { response: string; message: string };
      const number = Number(raw.message.split(' ')[1]);
      expect(raw.response).toContain("<?xml version='1.0'?>\n<methodResponse>");
      expect({ state, answer }).toEqual({
        state: 'ANSWERED',
        answer: {
          status: 'success',
          message: raw.message,
          customer_id: 1001,
          response: { resultCode: 1, balanceAmount: number },
        },
      });
    }
    expect(await gateway.stop()).toBe(0);
    await expectKept(done, before);
  });

  it('by SIGKILL loses nothing that was answered', async () => {
    const gateway = await start();
    const done = await callEveryChannel(gateway);
    const before = await savedTransactions(gateway);
    await gateway.kill();
    await expectKept(done, before);
  });

  it('by SIGKILL leaves open calls in doubt, without an invented answer or a second sending', async () => {
    const quick = {
      CARDWAY_DOWNSTREAM_TIMEOUT_MS: '1000',
      ...constants({ LEASE_MS: 200, SWEEP_EVERY_MS: 20 }),
    };
    const gateway = await start(quick);
    wallet.behave({ kind: 'hang' });
    const requestId = '5001_20260817175857_1';
    const payment = { ...deduct(), requestId };
    const cut = JSON_PROXY.call(gateway.url, payment).catch(() => 'cut');
    await wallet.called(1);
    await gateway.kill();
    expect(await cut).toBe('cut');
    wallet.behave(numbered);
    const next = await start(quick);
    await until(
      'the transaction is in doubt',
      async () => (await stateOf(next, requestId)).state === 'in_doubt',
    );
    const retried = await JSON_PROXY.call(next.url, payment);
    expect([retried.status, retried.resultCode, retried.errorCode]).toEqual([504, -7, 'IN_DOUBT']);
    expect(wallet.calls).toHaveLength(1);
  });
});
