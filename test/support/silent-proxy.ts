import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of PostgreSQL whose connections can fall silent: they stay open, and nothing passes any more. */
export interface SilentProxy {
  /** Returns a URL of the server, through the proxy. */
  through(url: string): string;
  /** Silences all connections, also those that are made from then on. */
  silenceAll(): void;
  /** Returns the number of connections that the client has not closed. */
  open(): number;
  close(): Promise<void>;
}

interface Passing {
  isSilent: boolean;
  isEnded: boolean;
  cut(): void;
}

export async function startSilentProxy(serverUrl: string): Promise<SilentProxy> {
  const target = new URL(serverUrl);
  const open = new Set<Passing>();
  let isDown = false;

  function pass(near: Socket): void {
    const far = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true });
    const passing: Passing = {
      isSilent: isDown,
      isEnded: false,
      cut() {
        near.destroy();
        far.destroy();
        open.delete(passing);
      },
    };
    open.add(passing);
    near.on('data', (chunk: Buffer) => {
      if (!passing.isSilent) far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      if (!passing.isSilent) near.write(chunk);
    });
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      // The other side notices an end only where the connection passes it on.
      socket.on('end', () => {
        if (!passing.isSilent) passing.cut();
      });
      socket.on('close', () => {
        if (!passing.isSilent) passing.cut();
      });
    }
    near.on('end', () => {
      passing.isEnded = true;
    });
  }

  const server = createServer({ allowHalfOpen: true }, pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    through: (url) => url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${String(port)}`),
    silenceAll() {
      isDown = true;
      for (const passing of open) passing.isSilent = true;
    },
    open: () => [...open].filter(({ isEnded }) => !isEnded).length,
    async close() {
      for (const passing of open) passing.cut();
      server.close();
      await once(server, 'close');
    },
  };
}
