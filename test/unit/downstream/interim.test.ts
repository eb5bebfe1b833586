import fc from 'fast-check';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { InterimFilter } from '../../../src/outbound/downstream/upstreams.js';
import { rawForm } from '../../support/wallet/raw-form.js';
import { type Bench, openBench } from './set-up.js';

const BODY = rawForm({ response: { resultCode: 1 }, customerId: 1001 });
const FINAL = `HTTP/1.1 200 OK\r\nContent-Length: ${String(BODY.length)}\r\n\r\n${BODY}`;
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('a wallet service that sends interim responses', () => {
  let server: Server;
  let bench: Bench;
  let requests: number;
  let behave: (socket: Socket) => void;
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    requests = 0;
    sockets.clear();
    server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      // A call of this suite is one packet.
      socket.on('data', () => {
        requests += 1;
        behave(socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    bench = openBench(`http://127.0.0.1:${String(port)}/`);
  });

  afterEach(async () => {
    await bench.downstream.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  test('is answered on reused connections, and called once each time', async () => {
    behave = (socket) => void socket.write(`${CONTINUE}HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n${FINAL}`);
    for (let call = 1; call <= 10; call += 1) {
      expect(await bench.send()).toMatchObject({ kind: 'answered', answer: { response: { resultCode: 1 } } });
      expect(requests).toBe(call);
    }
    // Two, because a connection rests for one turn of the event loop before its next use.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  test.each(['\r\n', '\r\n\r\n', 'HTTP/1.1 1', 'HTTP/1.1 100 ', `${CONTINUE}HTTP`, 'HTTP/1.1 200 OK\r'])(
    'is answered when a packet ends with %j',
    async (end) => {
      const all = `${CONTINUE}HTTP/1.0 102 Processing\r\n\r\n${FINAL}`;
      const at = all.indexOf(end) === -1 ? 7 : all.indexOf(end) + end.length;
      behave = (socket) => {
        socket.write(all.slice(0, at), () => setImmediate(() => socket.write(all.slice(at))));
      };
      expect((await bench.send()).kind).toBe('answered');
      expect(requests).toBe(1);
    },
  );

  test.each<[string, string, RegExp]>([
    ['goes away behind it', CONTINUE, /^cut/],
    ['goes away within it', CONTINUE.slice(0, 20), /^cut/],
    [
      'switches protocols that nobody asked for',
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n${FINAL}`,
      /^cut/,
    ],
    ['sends an endless one', `HTTP/1.1 100 Continue\r\n${'A: b\r\n'.repeat(20_000)}\r\n${FINAL}`, /^cut/],
    ['sends no end of them', CONTINUE.repeat(10_000) + FINAL, /^cut/],
  ])('is in doubt, and not called again, when it %s', async (_title, bytes, reason) => {
    behave = (socket) => socket.end(bytes);
    expect(await bench.send()).toMatchObject({
      kind: 'in_doubt',
      reason: expect.stringMatching(reason) as string,
    });
    expect(requests).toBe(1);
  });

  test('gives the resultCode of the final response, for any body', async () => {
    const body = rawForm({ response: { resultCode: -9, note: CONTINUE }, customerId: 1001 });
    behave = (socket) =>
      void socket.write(
        `${CONTINUE}HTTP/1.1 200 OK\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`,
      );
    expect(await bench.send()).toMatchObject({ answer: { response: { resultCode: -9, note: CONTINUE } } });
  });

  test('also answers inquiries', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${String(port)}/`;
    const asking = openBench(url, { route: { inquiryUrl: url } });
    behave = (socket) => void socket.write(`${CONTINUE}${FINAL}`);
    const asked = { route: 'main', requestId: '5001_1_1', customerId: 1001 };
    expect(await asking.downstream.inquire(asked)).toMatchObject({ kind: 'answered' });
    await asking.downstream.close();
  });
});

describe('InterimFilter', () => {
  const interim = fc
    .tuple(
      fc.constantFrom('1.0', '1.1'),
      fc.constantFrom(100, 102, 103, 199),
      fc.array(fc.constantFrom('A: b', 'Content-Length: 5', 'HTTP/1.1 200 OK', 'Connection: close'), {
        maxLength: 3,
      }),
    )
    .map(([version, status, fields]) =>
      [`HTTP/${version} ${String(status)} X`, ...fields, '', ''].join('\r\n'),
    );
  const final = fc.oneof(
    fc.constantFrom(FINAL, 'HTTP/1.1 101 Switching Protocols\r\n\r\nx', 'HTTP/1.1 204 No Content\r\n\r\n'),
    fc.string({ unit: 'binary-ascii' }).map((body) => `HTTP/1.1 200 OK\r\n\r\n${CONTINUE}${body}`),
    fc.constantFrom('', 'HTTP/1.1 10', 'HTTP/2 100 x\r\n\r\n', 'SSH-2.0', `\r\n${CONTINUE}`),
  );

  test('keeps the bytes after the interim responses, however they arrive', () => {
    fc.assert(
      fc.property(
        fc.array(interim, { maxLength: 4 }),
        final,
        fc.array(fc.nat(), { maxLength: 20 }),
        (before, rest, cuts) => {
          const bytes = Buffer.from(before.join('') + rest, 'latin1');
          const filter = new InterimFilter();
          filter.begin();
          const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
          const parts = at.slice(1).map((to, index) => filter.pass(bytes.subarray(at[index], to)));
          expect(Buffer.concat([...parts, filter.end()]).toString('latin1')).toBe(rest);
        },
      ),
    );
  });

  test('removes nothing without a request in progress', () => {
    const filter = new InterimFilter();
    expect(filter.pass(Buffer.from(CONTINUE)).toString()).toBe(CONTINUE);
  });
});
