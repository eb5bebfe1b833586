import { once } from 'node:events';
import { connect } from 'node:net';
import { HAS_OPENSSL, makeAuthority } from '../support/certificates.js';
import { approving, gate, hang, startWallet, type TestWallet } from '../support/wallet/index.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { deduct, CHANNELS, JSON_PROXY, KEYS, reversalOf, RPC2 } from '../support/channels/index.js';
import { until } from './until.js';
import { openRaw, rawRequest } from './raw-http.js';

/** Time limit of a stop, and the log levels. */

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

describe('SIGTERM', () => {
  let wallet: TestWallet;
  let gateway: TestGateway;
  const started = new Map<string, TestGateway>();

  beforeEach(async () => {
    wallet = await startWallet({ behaviour: approving() });
  });

  afterEach(async () => {
    await gateway.kill();
    await wallet.close();
  });

  /** Starts a gateway. Each test takes another log level; one that needs no stop message may take a level that logs less. */
  const start = async (
    level: (typeof LEVELS)[number],
    env: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    gateway = await startGateway({
      env: { CARDWAY_DOWNSTREAM_URL: wallet.url, CARDWAY_LOG_LEVEL: level, ...env },
    });
    started.set(level, gateway);
  };
  const isStopping = (): boolean => gateway.lines.some((line) => line.includes('"msg":"stopping"'));

  it('under load: every call in flight is answered, a second signal changes nothing, and the exit status is 0', async () => {
    await start('trace', { CARDWAY_DOWNSTREAM_TIMEOUT_MS: '30000' });
    const hold = gate();
    wallet.behave(async (call) => {
      await hold.opened;
      return approving()(call);
    });
    const calls = Array.from({ length: 50 }, (_each, index) =>
      CHANNELS[index % CHANNELS.length]!.call(gateway.url, deduct()),
    );
    await wallet.called(calls.length);
    const stopped = gateway.stop();
    await until('the gateway stops', isStopping);
    await expect(openRaw(gateway.url)).rejects.toThrow(/ECONNREFUSED/);
    process.kill(gateway.pid, 'SIGTERM');
    process.kill(gateway.pid, 'SIGINT');
    hold.open();
    const heard = await Promise.all(calls);
    expect(heard.map(({ status, resultCode }) => [status, resultCode])).toEqual(calls.map(() => [200, 1]));
    expect(await stopped).toBe(0);
    expect(wallet.calls).toHaveLength(calls.length);
  });

  it('saves the answer of a call whose caller has gone', async () => {
    const folder = temporaryFolder();
    const env = { CARDWAY_DOWNSTREAM_URL: wallet.url, CARDWAY_DOWNSTREAM_TIMEOUT_MS: '30000' };
    gateway = await startGateway({ env, folder });
    const hold = gate();
    wallet.behave(async (call) => {
      await hold.opened;
      return approving()(call);
    });
    const payment = deduct();
    const caller = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    caller.write(callBytes(payment));
    await wallet.called(1);
    caller.resetAndDestroy();
    const stopped = gateway.stop();
    // Without callers, the rest of the stop needs less time than these looks.
    let looks = 0;
    await until('the gateway takes no connection', async () => {
      looks += Number(await isRefused(gateway.url));
      return looks > 15;
    });
    hold.open();
    expect(await stopped).toBe(0);
    gateway = await startGateway({ env, folder });
    expect(await JSON_PROXY.call(gateway.url, payment)).toMatchObject({ resultCode: 1, replayed: true });
    await gateway.kill();
  });

  const isRefused = async (url: string): Promise<boolean> => {
    try {
      (await openRaw(url)).destroy();
      return false;
    } catch {
      return true;
    }
  };

  /** Stops the gateway while a call of this connection waits for the wallet service, which answers when `hold` opens. */
  const stopDuringCall = async () => {
    await start('info');
    const hold = gate();
    wallet.behave(async (call) => {
      await hold.opened;
      return approving()(call);
    });
    const connection = await openRaw(gateway.url);
    connection.write(callBytes());
    await wallet.called(1);
    const stopped = gateway.stop();
    await until('the gateway stops', isStopping);
    return { connection, hold, stopped };
  };

  it('refuses calls on open connections, and closes the connections', async () => {
    const { connection, hold, stopped } = await stopDuringCall();
    connection.write(callBytes());
    hold.open();
    expect((await connection.response()).text).toContain('"resultCode":1');
    const refused = await connection.response();
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.text).toContain('UNAVAILABLE');
    await connection.closed;
    expect(await stopped).toBe(0);
    expect(wallet.calls).toHaveLength(1);
  });

  it.each([
    [JSON_PROXY, 'POST /v1/proxy HTTP/1.1', 'application/json'],
    [RPC2, 'POST /RPC2 HTTP/1.1', 'text/xml'],
  ])('leaves an advice that it does not read any more with its sender: %#', async (channel, line, type) => {
    const { connection, hold, stopped } = await stopDuringCall();
    const headers = [`Content-Type: ${type}`, `Authorization: Bearer ${KEYS.client}`];
    connection.write(rawRequest({ line, headers, body: channel.body(reversalOf(deduct())) }));
    hold.open();
    await connection.response();
    const refused = await connection.response();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.text).toContain('UNAVAILABLE');
    expect(refused.text).not.toContain('resultCode');
    expect(await stopped).toBe(0);
  });

  it.each([
    ['SIGTERM', 'debug'],
    ['SIGINT', 'warn'],
  ] as const)('or %s, while the reader of its output closes: exit status 0', async (signal, level) => {
    await start(level);
    expect(await gateway.stopUnread(signal)).toBe(0);
  });

  it('with a wallet service that never answers: callers get the reply for a call in doubt, and the exit status is 0', async () => {
    await start('error', { CARDWAY_DOWNSTREAM_TIMEOUT_MS: '1000' });
    wallet.behave(hang());
    const call = await sentCall();
    const stopped = gateway.stop();
    expect((await call.reply).status).toBe(504);
    expect(await stopped).toBe(0);
  });

  /** Makes a call that the wallet service gets. On a busy machine the deadline of some passes before they are sent. */
  async function sentCall(): Promise<{ reply: ReturnType<typeof JSON_PROXY.call> }> {
    for (;;) {
      const reply = JSON_PROXY.call(gateway.url, deduct());
      const isSent = wallet.called(1).then(() => true);
      if (await Promise.race([isSent, reply.then(() => wallet.calls.length > 0)])) return { reply };
    }
  }

  it('does not wait long for TLS handshakes, which count as connections before', async () => {
    if (!HAS_OPENSSL) return console.log('There is no openssl: TLS is not tested here.');
    const folder = temporaryFolder();
    const { certFile, keyFile } = makeAuthority(folder, 'ca').issue('/CN=gateway', { name: 'localhost' });
    await start('silent', {
      CARDWAY_TLS_CERT: certFile,
      CARDWAY_TLS_KEY: keyFile,
      CARDWAY_HTTP_CONNECTIONS_MAX: '16',
    });
    const { port } = new URL(gateway.url);
    const closed = Array.from({ length: 17 }, () => connect(Number(port), '127.0.0.1')).map((socket) =>
      once(
        socket.on('error', () => undefined),
        'close',
      ),
    );
    await Promise.race(closed);
    expect(await gateway.stop()).toBe(0);
    await Promise.all(closed);
  });

  it('comes after one ready line at every log level, which is one JSON object on one line', () => {
    expect([...started.keys()].sort()).toEqual([...LEVELS].sort());
    for (const { url, lines } of started.values()) {
      const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      const ready = parsed.filter(({ event }) => event === 'ready');
      expect(ready).toEqual([expect.objectContaining({ event: 'ready', url })]);
    }
    expect(started.get('silent')!.lines).toHaveLength(1);
    expect(started.get('info')!.lines.length).toBeGreaterThan(1);
  });

  function callBytes(call = deduct()): Buffer {
    return rawRequest({
      line: 'POST /v1/proxy HTTP/1.1',
      headers: ['Content-Type: application/json', `Authorization: Bearer ${KEYS.client}`],
      body: JSON_PROXY.body(call),
    });
  }
});
