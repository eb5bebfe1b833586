/**
 * An address at which nothing answers, not even the handshake: listens with room for one connection, and never accepts any.
 * Prints its URL.
 */
import { writeSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';

const server = createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  writeSync(1, `http://127.0.0.1:${String((server.address() as AddressInfo).port)}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
