import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** In front of PostgreSQL; cuts the connection at the next commit that comes by. */
export interface CuttingProxy {
  /** A URL of the server, as seen through the proxy. */
  through(url: string): string;
  /** `before`: the commit does not arrive; `after`: it does, and its answer does not. Once; resolves when it is done. */
  cutAtCommit(moment: 'before' | 'after'): Promise<void>;
  close(): Promise<void>;
}

/** How long the server has for a commit whose answer is kept back. */
const COMMIT_MS = 300;

export async function startCuttingProxy(serverUrl: string): Promise<CuttingProxy> {
  const target = new URL(serverUrl);
  let armed: { readonly moment: 'before' | 'after'; readonly done: () => void } | null = null;
  const server = createServer((near) => {
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
      const cut = armed !== null && chunk.includes('insert into store_facts') ? armed : null;
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
    cutAtCommit: (moment) =>
      new Promise((done) => {
        armed = { moment, done };
      }),
    async close() {
      server.close();
      await Promise.resolve();
    },
  };
}
