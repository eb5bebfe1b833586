import type { Job, JobReport } from '../load/job.js';
import { cpuTimes, type CpuTimes } from '../stage/cpu.js';
import type { Program } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';

/** Measurements of one subject under load for some seconds. */
export interface Round extends JobReport {
  /** Milliseconds of the measured time in which the subject ran. Null where it cannot be known. */
  readonly subjectRanMs: number | null;
  /** Milliseconds in which the subject waited for its core, because other programs had it. Null where it cannot be known. */
  readonly subjectWaitedMs: number | null;
}

export type RoundOptions = Partial<Omit<Job, 'url'>> & Pick<Job, 'kind' | 'measureMs'>;

let runs = 0;

export async function runRound(
  stage: Stage,
  subject: Pick<Program, 'url' | 'pid'>,
  options: RoundOptions,
): Promise<Round> {
  runs += 1;
  const times: (CpuTimes | null)[] = [];
  const job: Job = {
    connections: 32,
    warmUpMs: Math.min(500, options.measureMs),
    ratePerSecond: null,
    wallets: 1000,
    callsMax: null,
    isRaw: false,
    // Also tells runs of the program apart, for databases that outlive one run.
    run: (Math.floor(Date.now() / 1000) % 1_000_000) * 100 + (runs % 100),
    ...options,
    url: subject.url,
  };
  const report = await stage.generator.run(job, () => {
    times.push(cpuTimes(subject.pid));
  });
  const [before = null, after = null] = times;
  const spent = (member: keyof CpuTimes): number | null =>
    before === null || after === null ? null : after[member] - before[member];
  return { ...report, subjectRanMs: spent('ranMs'), subjectWaitedMs: spent('waitedMs') };
}
