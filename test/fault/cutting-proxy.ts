import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of PostgreSQL that cuts the connection at the next commit. */
export interface CuttingProxy {
  /** Returns a URL of the server, through the proxy. */
  through(url: string): string;
  /**
   * Cuts once. `before`: the commit does not arrive. `after`: it arrives, but its answer does not. Resolves after the cut. From the
   * cut until `back` resolves, nobody has a connection.
   */
  cutAtCommit(moment: 'before' | 'after', back?: Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Time that the server has for a commit whose answer is held back. */
const COMMIT_MS = 300;

export async function startCuttingProxy(serverUrl: string): Promise<CuttingProxy> {
  const target = new URL(serverUrl);
  let armed: { readonly moment: 'before' | 'after'; readonly done: () => void } | null = null;
  let isAway = false;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (isAway) {
      near.destroy();
      return;
    }
    open.add(near);
    near.once('close', () => open.delete(near));
    const far = connect({ host: target.hostname, port: Number(target.port) });
    let isMute = false;
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.once('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (chunk: Buffer) => {
      const cut = armed !== null && chunk.includes('commit\0') ? armed : null;
      if (cut === null) far.write(chunk);
      else {
        armed = null;
        isMute = true;
        if (cut.moment === 'after') far.write(chunk);
        setTimeout(() => {
          near.destroy();
          cut.done();
        }, COMMIT_MS);
      }
    });
    far.on('data', (chunk: Buffer) => {
      if (!isMute) near.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    through: (url) => url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${String(port)}`),
    cutAtCommit: (moment, back) =>
      new Promise((resolve) => {
        const done = (): void => {
          isAway = back !== undefined;
          if (isAway) for (const near of open) near.destroy();
          void back?.then(() => (isAway = false));
          resolve();
        };
        armed = { moment, done };
      }),
    async close() {
      server.close();
      await Promise.resolve();
    },
  };
}
