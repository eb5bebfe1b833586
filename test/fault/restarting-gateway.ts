import { startGateway, type TestGateway } from '../support/gateway.js';

/** A gateway that is killed and started again on the same database; it has another port each time. */
export interface RestartingGateway {
  /** Of the process that runs now; waits while there is none. */
  url(): Promise<string>;
  /** SIGKILL, then a new process. */
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
