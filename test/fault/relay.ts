import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A port in front of a wallet service that can be down: the system then refuses connections. */
export interface Relay {
  readonly port: number;
  up(): Promise<void>;
  /** Cuts open connections and refuses new ones. */
  down(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts down. While down, a client socket of ours keeps the port, so that no other program gets it: connections to a port that
 * is bound but not listened on are refused.
 */
export async function startRelay(targetPort: number): Promise<Relay> {
  const anchor = await listening(createServer(), 0);
  const { port: anchorPort } = anchor.address() as AddressInfo;
  const holder = connect({ host: HOST, port: anchorPort, localAddress: HOST });
  await once(holder, 'connect');
  const port = holder.localPort!;
  const sockets = new Set<Socket>();
  let server: Server | null = null;

  const relayed = (near: Socket): void => {
    const far = connect({ host: HOST, port: targetPort });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  };
  const down = async (): Promise<void> => {
    if (server === null) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    server = null;
  };
  return {
    port,
    async up() {
      server ??= await listening(createServer(relayed), port);
    },
    down,
    async close() {
      await down();
      holder.destroy();
      anchor.close();
    },
  };
}

const HOST = '127.0.0.1';

async function listening(server: Server, port: number): Promise<Server> {
  server.listen(port, HOST);
  await once(server, 'listening');
  return server;
}
