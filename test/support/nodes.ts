import { startGateway, type TestGateway } from './gateway.js';

/** Several gateways on one database, and a client that goes from one to the next. */
export interface Nodes {
  /** Returns the URL of the next node in turn. Skips one that is restarting. */
  url(): Promise<string>;
  /** URLs of all running nodes. */
  readonly urls: readonly string[];
  /** Sends SIGKILL to the next node in turn, then starts a new process. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startNodes(args: {
  readonly count: number;
  /** Folder of the database file, where the environment names no other database. */
  readonly folder?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Port of each node, where clients must find it again. Default: another one at each start. */
  readonly ports?: readonly string[];
}): Promise<Nodes> {
  const { count, ports, ...options } = args;
  const start = (node: number): Promise<TestGateway> =>
    startGateway({ ...options, env: { CARDWAY_PORT: ports?.[node] ?? '0', ...options.env } });
  // One after the other: the first one migrates.
  const nodes: TestGateway[] = [];
  for (let node = 0; node < count; node += 1) nodes.push(await start(node));
  const down = new Set<number>();
  let calls = 0;
  let kills = 0;
  return {
    async url() {
      for (let tries = 0; ; tries += 1) {
        const index = (calls += 1) % nodes.length;
        if (!down.has(index)) return nodes[index]!.url;
        if (tries % nodes.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    get urls() {
      return nodes.filter((_, index) => !down.has(index)).map(({ url }) => url);
    },
    async killAndRestart() {
      const index = (kills += 1) % nodes.length;
      down.add(index);
      await nodes[index]!.kill();
      nodes[index] = await start(index);
      down.delete(index);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
    },
  };
}
