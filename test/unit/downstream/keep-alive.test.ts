import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { approving, cut, startWallet, type TestWallet } from '../../support/wallet/index.js';
import { methodResponseText, rawForm } from '../../support/wallet/raw-form.js';
import { openBench, type Bench } from './set-up.js';

let wallet: TestWallet;
let bench: Bench;

/** Limit far above our time. It is below the 4 s that undici keeps connections by default, and that a hint of 5 s would give. */
const SOON_MS = 3500;

afterEach(async () => {
  await bench.downstream.close();
  await wallet.close();
});

async function open(options: { keepAliveMs?: number; hintsKeepAlive?: boolean } = {}): Promise<void> {
  const { hintsKeepAlive = false, ...settings } = options;
  wallet = await startWallet({ behaviour: approving(), hintsKeepAlive });
  bench = openBench(wallet.url, settings);
}

test('consecutive calls share connections', async () => {
  await open();
  for (let n = 0; n < 20; n++) expect((await bench.send()).kind).toBe('answered');
  // Two, because a connection rests for one turn of the event loop before its next use.
  expect(wallet.connections()).toBeLessThanOrEqual(2);
});

test(
  'an idle connection is closed from our side, before the server does',
  async () => {
    await open({ keepAliveMs: 40 });
    await bench.send();
    await wallet.disconnected(1);
    expect((await bench.send()).kind).toBe('answered');
    expect(wallet.connections()).toBe(2);
  },
  SOON_MS,
);

test('a connection that the server has closed while idle is not written to', async () => {
  await open();
  for (let n = 1; n <= 20; n++) {
    expect((await bench.send()).kind).toBe('answered');
    wallet.closeIdle();
    await wallet.disconnected(n);
  }
  expect(wallet.calls).toHaveLength(20);
});

test('a reused connection that dies under a call leaves it in doubt, and the call is not written again', async () => {
  await open();
  await bench.send();
  wallet.behave(cut());
  expect(await bench.send()).toMatchObject({ kind: 'in_doubt', reason: expect.stringMatching(/^cut/) });
  wallet.behave(approving());
  expect((await bench.send()).kind).toBe('answered');
  expect(wallet.calls).toHaveLength(3);
});

describe('a second answer to one call', () => {
  let strays: StrayWallet;

  beforeEach(async () => {
    // The other tests' hooks close these.
    await open();
    await bench.downstream.close();
    strays = await startStrayWallet();
    bench = openBench(strays.url);
  });

  afterEach(() => strays.close());

  const balanceOf = async (): Promise<unknown> => {
    const outcome = await bench.send();
    return outcome.kind === 'answered' ? outcome.answer.response['balanceAmount'] : outcome.kind;
  };

  it('that comes with the first one is not the answer of the next call', async () => {
    strays.isDoubled = true;
    for (let call = 1; call <= 10; call += 1) expect(await balanceOf()).toBe(call);
  });

  it('that comes while the connection is idle closes it, and the next call gets its own answer', async () => {
    for (let call = 1; call <= 10; call += 1) {
      expect(await balanceOf()).toBe(call);
      await strays.answerAgain();
    }
  });
});

interface StrayWallet {
  readonly url: string;
  /** Each answer comes twice, in one piece. The second one has the balance -1. */
  isDoubled: boolean;
  /** Answers the last call once more. Resolves when the gateway has closed the connection. */
  answerAgain(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a wallet service that counts its calls in `balanceAmount`, and may answer one twice. */
async function startStrayWallet(): Promise<StrayWallet> {
  const sockets = new Set<Socket>();
  let last: Socket | undefined;
  let calls = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let read = '';
    socket.on('data', (bytes) => {
      read += bytes.toString('latin1');
      const [head = '', body] = read.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body === undefined || body.length < length) return;
      read = '';
      last = socket;
      calls += 1;
      socket.write(answerWith(calls) + (wallet.isDoubled ? answerWith(-1) : ''));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const wallet: StrayWallet = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    isDoubled: false,
    async answerAgain() {
      if (last === undefined) return;
      const closed = once(last, 'close');
      last.write(answerWith(-1));
      await closed;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return wallet;
}

function answerWith(balanceAmount: number): string {
  const response = methodResponseText({ resultCode: 1, balanceAmount });
  const body = rawForm({ customerId: 1001, response });
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`;
}
