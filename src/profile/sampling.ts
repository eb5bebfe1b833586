import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector/promises';
import { sourceOf } from '../built.js';
import { stageCosts, type CpuProfile, type StageCosts } from './stages.js';

export interface Sampling {
  /** What was counted since the start, or since the last time. */
  take(): Promise<StageReport>;
  stop(): Promise<void>;
}

export interface StageReport extends StageCosts {
  /** HTTP replies that were finished meanwhile. */
  readonly replies: number;
}

/**
 * Looks at the stack of this process's main thread every `everyUs` microseconds and sums up, by stages, what it sees. Costs
 * nothing until it is started.
 */
export async function startSampling(everyUs: number): Promise<Sampling> {
  const session = new Session();
  session.connect();
  let replies = 0;
  const count = (): void => {
    replies += 1;
  };
  subscribe(REPLY_FINISHED, count);
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: everyUs });
  await session.post('Profiler.start');

  async function collect(): Promise<StageReport> {
    const { profile } = (await session.post('Profiler.stop')) as { profile: CpuProfile };
    const report = { ...stageCosts(profile, sourceOf), replies };
    replies = 0;
    return report;
  }

  return {
    async take() {
      const report = await collect();
      await session.post('Profiler.start');
      return report;
    },
    async stop() {
      unsubscribe(REPLY_FINISHED, count);
      await session.post('Profiler.disable');
      session.disconnect();
    },
  };
}

const REPLY_FINISHED = 'http.server.response.finish';
