import type { Job, JobReport } from '../load/job.js';
import type { Program } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';
import { processorMs } from '../../test/support/process-cost.js';

/** Measurements of one subject under load for some seconds. */
export interface Round extends JobReport {
  /** Milliseconds of the measured time in which the subject ran. Null where it cannot be known. */
  readonly subjectRanMs: number | null;
}

export type RoundOptions = Partial<Omit<Job, 'url'>> & Pick<Job, 'kind' | 'measureMs'>;

let runs = 0;

export async function runRound(
  stage: Stage,
  subject: Pick<Program, 'url' | 'pid'>,
  options: RoundOptions,
): Promise<Round> {
  runs += 1;
  const times: (number | null)[] = [];
  const job: Job = {
    warmUpMs: Math.min(500, options.measureMs),
    ratePerSecond: null,
    wallets: 1000,
    callsMax: null,
    // Also tells runs of the program apart, for databases that outlive one run.
    run: (Math.floor(Date.now() / 1000) % 1_000_000) * 100 + (runs % 100),
    ...options,
    url: subject.url,
  };
  const report = await stage.generator.run(job, () => {
    times.push(processorMs(subject.pid));
  });
  const [before = null, after = null] = times;
  return { ...report, subjectRanMs: before === null || after === null ? null : after - before };
}

/** Sends this number of JSON calls, or calls of another kind, however long it takes. */
export function runCalls(
  stage: Stage,
  subject: Program,
  callsMax: number,
  options: Partial<RoundOptions> = {},
): Promise<Round> {
  return runRound(stage, subject, {
    ...{ kind: 'json', warmUpMs: 0, measureMs: HOUR_MS, callsMax },
    ...options,
  });
}

const HOUR_MS = 3_600_000;
