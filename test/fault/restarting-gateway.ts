import { startGateway, type TestGateway } from '../support/gateway.js';

/** A gateway that is killed and started again on the same database, each time with another port. */
export interface RestartingGateway {
  /** Returns the URL of the running process. Waits while there is none. */
  url(): Promise<string>;
  /** Sends SIGKILL, then starts a new process. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRestartingGateway(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<RestartingGateway> {
  let running: Promise<TestGateway> = startGateway({ folder, env });
  await running;
  return {
    url: async () => (await running).url,
    async killAndRestart() {
      const before = running;
      running = (async () => {
        await (await before).kill();
        return startGateway({ folder, env });
      })();
      await running;
    },
    async stop() {
      await (await running).kill();
    },
  };
}
