import { startChild, type Child } from '../unit/store/child/start.js';
import { until } from '../life/until.js';

/** Endpoints of every kind, in separate processes, so that they use no time of the gateway or the test. */
export interface Receivers {
  /** URL that answers 204 at any path. */
  readonly healthyUrl: string;
  /** URLs of each kind of dead endpoint: connections are refused, accepted without an answer, or not even accepted. */
  readonly deadUrls: readonly string[];
  /** Returns when the healthy one got webhooks, epoch milliseconds, from the `from`th on, in the order of arrival. */
  arrivals(from: number): Promise<readonly number[]>;
  stop(): Promise<void>;
}

export async function startReceivers(): Promise<Receivers> {
  const receivers = startChild('../../../webhooks/child/receivers.ts');
  const blackHole = startChild('../../../webhooks/child/black-hole.ts');
  const lineOf = async (child: Child): Promise<string> => {
    await until('it listens', () => child.output().includes('\n'));
    return child.output().trim();
  };
  const { healthyUrl, silentUrl } = JSON.parse(await lineOf(receivers)) as Record<string, string>;
  const blackHoleUrl = await lineOf(blackHole);
  return {
    healthyUrl: healthyUrl ?? '',
    deadUrls: ['http://127.0.0.1:9', silentUrl ?? '', blackHoleUrl],
    async arrivals(from) {
      const response = await fetch(`${healthyUrl ?? ''}/?from=${String(from)}`);
      return (await response.json()) as number[];
    },
    async stop() {
      for (const child of [receivers, blackHole]) child.process.kill('SIGKILL');
      await Promise.all([receivers.ended, blackHole.ended]);
    },
  };
}
