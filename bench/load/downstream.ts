// The wallet service of the benchmark: checks nothing and approves everything in the raw form
// (docs/reference/protocol.md#raw-answers). It uses node:net, because it shares its core with the load generator.
import { createServer, type Socket } from 'node:net';

const RESPONSE =
  '<?xml version=\\"1.0\\"?><methodResponse><params><param><value><struct><member><name>resultCode</name><value><int>1</int></value></member></struct></value></param></params></methodResponse>';

let date = '';
function refreshDate(): void {
  date = new Date().toUTCString();
}
refreshDate();
setInterval(refreshDate, 500);

const server = createServer((socket) => {
  socket.setNoDelay(true).setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  let text = '';
  socket.on('data', (chunk: string) => {
    text = text === '' ? chunk : text + chunk;
    const end = endOfRequest(text);
    if (end < 0) return;
    answer(socket, text);
    text = text.slice(end);
  });
});

/** Returns where the request ends. Returns -1 while it is incomplete. */
function endOfRequest(text: string): number {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return -1;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
  const end = headEnd + 4 + length;
  return text.length >= end ? end : -1;
}

function answer(socket: Socket, request: string): void {
  const customer = /"customer_id":(\d+)/.exec(request)?.[1] ?? 'null';
  const body = `{"status":"success","message":"","customerId":${customer},"response":"${RESPONSE}"}`;
  socket.write(
    `HTTP/1.1 200 OK\r\nDate: ${date}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: keep-alive\r\n\r\n${body}`,
    'latin1',
  );
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${String(port)}` })}\n`);
});
