/** Tests that a mutation on an event stream gets its reply, although its key ends or the gateway stops in between. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from '../life/until.js';
import { askGraphQL, KEYS } from '../support/channels/index.js';
import { startGateway } from '../support/gateway.js';

/** The simulated wallet service answers this amount after 1.5 s. */
const SLOW = `mutation { deduct(input: { terminalId: "0068766621", reference: "43172792905", customerId: 1001, cardId: 5001,
  requestAmount: 955, narrative: "slow", transactionType: "00", transactionId: "42", transactionDate: "20200817T17:58:57" }) { requestId } }`;
const MAKE = 'mutation { createKey(input: { keyId: "made", role: OPERATOR }) { secret } }';

function request(path: string, key: string, query: string): string {
  const body = JSON.stringify({ query });
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${String(body.length)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

it.each(['its key is revoked', 'the gateway stops'])(
  'the secret of a new key arrives when %s',
  async (what) => {
    const gateway = await startGateway();
    const { url } = gateway;
    const { data } = await askGraphQL<{ createKey: { secret: string } }>(url, MAKE.replace('made', 'maker'));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    // The gateway that stops may close it first.
    const closed = once(socket, 'close');
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    // The reply to the second request waits for that to the first one.
    socket.write(request('/graphql', KEYS.client, SLOW));
    socket.write(request('/graphql/stream', data?.createKey.secret ?? '', MAKE));
    const isMade = async () =>
      (await askGraphQL(url, '{ key(keyId: "made") { keyId } }')).data?.['key'] !== null;
    await until('the key is made', isMade);
    expect(heard).toBe('');
    const isStop = what === 'the gateway stops';
    if (!isStop) await askGraphQL(url, 'mutation { revokeKey(input: { keyId: "maker" }) { key { keyId } } }');
    const stopped = isStop ? gateway.stop() : null;
    await until('both replies came', () => heard.includes('0\r\n\r\n'));
    expect(heard).toMatch(
      /"deduct"[^]*event: next\ndata: \{"data":\{"createKey":\{"secret":"[\w-]+"[^]*event: complete/,
    );
    socket.end();
    await Promise.all([closed, stopped ?? gateway.stop()]);
  },
);
