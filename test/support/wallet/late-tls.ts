import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { selfSigned } from '../certificates.js';
import { gate, type Gate } from './gate.js';

/** TLS in front of a wallet service, with a handshake that a test can delay: until then nobody can write a request. */
export interface LateTls {
  readonly port: number;
  /** Certificate of the authority that callers must trust. */
  readonly certificateFile: string;
  /** Resolves when this many connections wait for their handshake, or have had it. */
  reached(connections: number): Promise<void>;
  /** Lets waiting and future handshakes proceed. */
  let(): void;
  close(): Promise<void>;
}

export async function startLateTls(args: {
  readonly targetPort: number;
  readonly folder: string;
}): Promise<LateTls> {
  const issued = selfSigned(join(args.folder, 'wallet'), 'wallet', `IP:${HOST}`);
  const sockets = new Set<Socket>();
  const tls = createTlsServer(issued, (near) => {
    const far = connect({ host: HOST, port: args.targetPort });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  const hold: Gate = gate();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    server.emit('reached');
    void hold.opened.then(() => tls.emit('connection', socket));
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    certificateFile: issued.certFile,
    async reached(connections) {
      while (sockets.size < connections) await once(server, 'reached');
    },
    let: () => hold.open(),
    async close() {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

const HOST = '127.0.0.1';
