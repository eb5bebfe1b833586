import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A balancer in front of several nodes: deals connections in turn to those that report ready, and retries nothing. */
export interface Balancer {
  readonly url: string;
  /** Ready nodes, which get connections. */
  readonly ready: ReadonlySet<string>;
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 25;

export async function startBalancer(ports: readonly string[]): Promise<Balancer> {
  const ready = new Set<string>();
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const among = ports.filter((port) => ready.has(port));
    const port = among[(turn += 1) % among.length];
    if (port === undefined) return client.destroy();
    const node = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [client, node],
      [node, client],
    ] as const) {
      open.add(from);
      from.setNoDelay();
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.end();
      });
      from.pipe(to);
    }
    return undefined;
  });
  const check = async (port: string): Promise<void> => {
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`, {
      headers: { Connection: 'close' },
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(port);
    else ready.delete(port);
  };
  await Promise.all(ports.map(check));
  const checking = setInterval(() => void Promise.all(ports.map(check)), CHECK_EVERY_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    ready,
    async close() {
      clearInterval(checking);
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
