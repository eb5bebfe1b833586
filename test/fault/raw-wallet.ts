import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Behaviour that no HTTP server has by itself. `reset` sends RST instead of an answer. `drip` sends an endless answer byte by
 * byte. `noise` sends bytes that are not HTTP. `head` sends a whole head and then nothing. `pieces` sends 250,000 chunks of one byte
 * and no end.
 */
export type RawManner = 'reset' | 'drip' | 'noise' | 'head' | 'pieces';

export interface RawWallet {
  readonly url: string;
  behave(manner: RawManner): void;
  close(): Promise<void>;
}

export async function startRawWallet(): Promise<RawWallet> {
  let manner: RawManner = 'reset';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    socket.once('data', () => MANNERS[manner](socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/internal/proxy-endpoint`,
    behave(next) {
      manner = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';

const MANNERS: Readonly<Record<RawManner, (socket: Socket) => void>> = {
  reset: (socket) => socket.resetAndDestroy(),
  drip(socket) {
    socket.write(HEAD);
    const drops = setInterval(() => socket.write(' '), 20);
    socket.once('close', () => clearInterval(drops));
  },
  noise: (socket) => socket.end(Buffer.from('\u0000\u0001 SSH-2.0 this is no HTTP\r\n\r\n')),
  head: (socket) => void socket.write(HEAD),
  pieces: (socket) =>
    void socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(250_000)}`),
};
