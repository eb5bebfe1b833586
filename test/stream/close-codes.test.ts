import { connect as connectTcp } from 'node:net';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { metric } from '../fault/metrics.js';
import { until } from '../life/until.js';
import { sharedGateway } from '../support/gateway.js';
import { connect, DIGITIZATIONS, openSocket } from './raw-socket.js';
import { constants } from '../support/constants.js';

const gateway = sharedGateway({
  env: {
    ...constants({ INIT_MS: 300, SOCKETS_MAX: 6 }),
  },
});

const INTEGRATOR = 'Bearer cardway_sandbox_integrator';

it('silent connections are closed at the init time, whether or not they answer the close', async () => {
  const idle = await Promise.all(Array.from({ length: 30 }, () => openSocket(gateway.url)));
  // They get the close frame and do not close.
  for (const { socket } of idle) socket.pause();
  await until('all are gone', async () => (await metric(gateway.url, 'cardway_stream_connections')) === 0);
  for (const { socket } of idle) socket.resume();
  await Promise.all(idle.map(({ closed }) => closed));
});

describe('a WebSocket on /graphql', () => {
  it.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'Bearer cardway_sandbox_wrong' }],
    ['another scheme', { authorization: 'Basic Y2FyZA==' }],
    ['a key that is no text', { authorization: 1 }],
    ['a key behind many spaces', { authorization: INTEGRATOR.replace(' ', ' '.repeat(100_000)) }],
    ['a key before many spaces', { authorization: `${INTEGRATOR}${' '.repeat(100_000)}` }],
  ])('is closed with 4403 for %s', async (_what, payload) => {
    const raw = await openSocket(gateway.url);
    raw.send({ type: 'connection_init', payload });
    expect(await raw.closed).toMatchObject({ code: 4403 });
  });

  it('is closed with 4403 for a wrong key in the header', async () => {
    const raw = await openSocket(gateway.url, { headers: { authorization: 'Bearer wrong' } });
    raw.send({ type: 'connection_init' });
    expect(await raw.closed).toMatchObject({ code: 4403 });
  });

  it('is closed with 4403 for one key in the header and another in the connectionParams', async () => {
    const raw = await openSocket(gateway.url, { headers: { authorization: INTEGRATOR } });
    raw.send({ type: 'connection_init', payload: { authorization: 'Bearer cardway_sandbox_operator' } });
    expect(await raw.closed).toMatchObject({ code: 4403 });
  });

  it.each([
    ['the header', { headers: { authorization: INTEGRATOR } }, undefined],
    ['the connectionParams', {}, { authorization: INTEGRATOR }],
  ])('reads the key from %s', async (_where, options, payload) => {
    const raw = await openSocket(gateway.url, options);
    raw.send({ type: 'connection_init', payload });
    expect(await raw.next()).toEqual({ type: 'connection_ack' });
    raw.socket.close(1000);
    await raw.closed;
  });

  it.each([
    ['what is no JSON', 'hello'],
    ['an unknown type', { type: 'hello' }],
    ['what only servers say', { type: 'next', id: '1', payload: { data: null } }],
    ['another thing that only servers say', { type: 'error', id: '1', payload: [{ message: 'x' }] }],
    ['an acknowledgement', { type: 'connection_ack' }],
    ['20,000 levels', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['invalid payload', { type: 'connection_init', payload: 'x' }],
    [
      'an id of 257 characters',
      { id: 'x'.repeat(257), type: 'subscribe', payload: { query: '{ __typename }' } },
    ],
  ])('is closed with 4400 for %s', async (_what, message) => {
    const raw = await openSocket(gateway.url);
    raw.send(message);
    expect(await raw.closed).toMatchObject({ code: 4400 });
    expect(gateway.lines.filter((line) => line.includes('stream failed'))).toEqual([]);
  });

  it('is closed with 4401 for an operation before the acknowledgement', async () => {
    const raw = await openSocket(gateway.url);
    raw.send({ id: '1', type: 'subscribe', payload: { query: DIGITIZATIONS } });
    expect(await raw.closed).toMatchObject({ code: 4401 });
  });

  it('is closed with 4406 without the subprotocol', async () => {
    const raw = await openSocket(gateway.url, { protocols: [] });
    expect(await raw.closed).toMatchObject({ code: 4406 });
  });

  it('is closed with 4408 when it sends nothing', async () => {
    const raw = await openSocket(gateway.url);
    expect(await raw.closed).toMatchObject({ code: 4408 });
  });

  it('is closed with 4409 for an operation id that is in use', async () => {
    const raw = await connect(gateway.url);
    for (let time = 0; time < 2; time += 1) {
      raw.send({ id: 'one', type: 'subscribe', payload: { query: DIGITIZATIONS } });
    }
    expect(await raw.closed).toMatchObject({ code: 4409 });
  });

  it('is closed with 4429 for a second connection_init', async () => {
    const raw = await connect(gateway.url);
    raw.send({ type: 'connection_init', payload: { authorization: INTEGRATOR } });
    expect(await raw.closed).toMatchObject({ code: 4429 });
  });

  it('is closed with 1008 for a message in more than 1,024 fragments', async () => {
    const raw = await openSocket(gateway.url);
    raw.socket.send('{', { fin: false });
    for (let fragment = 1; fragment < 1024; fragment += 1) raw.socket.send(' ', { fin: false });
    raw.socket.send('"type":"connection_init"}', { fin: true });
    expect(await raw.closed).toMatchObject({ code: 1008 });
  });

  it('is closed with 1009 for a message over 128 KiB', async () => {
    const raw = await openSocket(gateway.url);
    raw.send({ type: 'connection_init', payload: { text: 'x'.repeat(128 * 1024) } });
    expect(await raw.closed).toMatchObject({ code: 1009 });
  });

  it('is closed with 1013 when its key has too many connections', async () => {
    const three = await Promise.all([1, 2, 3].map(() => connect(gateway.url)));
    const raw = await openSocket(gateway.url);
    raw.send({ type: 'connection_init', payload: { authorization: INTEGRATOR } });
    expect(await raw.closed).toMatchObject({ code: 1013 });
    for (const { socket, closed } of three) {
      socket.close(1000);
      await closed;
    }
  });

  it('refuses one operation too many and keeps the others', async () => {
    const raw = await connect(gateway.url);
    for (let id = 0; id <= 100; id += 1)
      raw.send({ id: String(id), type: 'subscribe', payload: { query: DIGITIZATIONS } });
    const refused = await raw.next();
    expect(refused).toMatchObject({
      id: '100',
      type: 'error',
      payload: [{ extensions: { code: 'RATE_LIMITED' } }],
    });
    raw.send({ id: '2', type: 'complete' });
    raw.send({ id: '101', type: 'subscribe', payload: { query: '{ __typename }' } });
    expect(await raw.next()).toEqual({ id: '101', type: 'next', payload: { data: { __typename: 'Query' } } });
    raw.socket.close(1000);
    await raw.closed;
  });
});

describe('an upgrade', () => {
  it('to a WebSocket elsewhere is 404', async () => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/RPC2`, 'graphql-transport-ws');
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(404);
    socket.on('error', () => undefined);
    socket.terminate();
  });

  it('to anything else is ignored, so that clients which offer h2c are answered', async () => {
    const { port } = new URL(gateway.url);
    const body = '{"query":"{ __typename }"}';
    const socket = connectTcp(Number(port), '127.0.0.1');
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nAuthorization: ${INTEGRATOR}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    let reply = '';
    for await (const chunk of socket) reply += String(chunk);
    expect(reply).toContain('HTTP/1.1 200 OK');
    expect(reply).toContain('{"data":{"__typename":"Query"}}');
  });
});
