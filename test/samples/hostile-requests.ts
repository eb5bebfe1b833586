/** Sends requests that a program of docs/ must survive. */
import { once } from 'node:events';
import { connect } from 'node:net';

const HEADS = ['', 'Content-Length: ten', 'Content-Length: -1', 'Content-Length: 0'];

/** Sends bytes of HTTP. Returns the status of the reply, or null if the connection ends without one. */
async function statusOf(url: string, bytes: string): Promise<number | null> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let reply = '';
  socket.setEncoding('latin1').on('data', (text: string) => (reply += text));
  socket.end(bytes);
  await once(socket, 'close');
  const [, status] = /^HTTP\/1\.[01] (\d{3}) /.exec(reply) ?? [];
  return status === undefined ? null : Number(status);
}

/** Returns the replies to requests without a signature whose length is missing or wrong. One more request breaks off. */
export async function hostileReplies(url: string): Promise<readonly (number | null)[]> {
  const broken = connect(Number(new URL(url).port), '127.0.0.1');
  await once(broken, 'connect');
  broken.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
  broken.destroy();
  const heads = HEADS.map((head) => (head === '' ? '' : `${head}\r\n`));
  return Promise.all(
    heads.map((head) => statusOf(url, `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${head}\r\n`)),
  );
}
