import { startSampling, type StageReport } from '../profile/sampling.js';
import { STAGES } from '../profile/stages.js';
import { repeat } from '../usecase/repeat.js';
import type { Shell } from './shell.js';
import { table } from './table.js';

/** How often the stack is looked at, in microseconds: seldom enough to cost less than 2% (docs/performance.md). */
const EVERY_US = 5_000;
/** A table this often, and one at the end. */
const REPORT_MS = 60_000;

/** Tells on standard error what the processor's time goes to; resolves with how to end it. */
export async function profileStages(shell: Shell): Promise<() => Promise<void>> {
  const sampling = await startSampling(EVERY_US);
  const report = async (): Promise<false> => {
    shell.err(stageTable(await sampling.take()));
    return false;
  };
  const reporting = repeat({
    round: report,
    timer: shell.world.timer,
    everyMs: REPORT_MS,
    onFailure: () => {
      shell.err('The profile cannot be taken.\n');
    },
  });
  return async () => {
    await reporting.stop();
    await report();
    await sampling.stop();
  };
}

/** The stages that took any time, with their cost for each reply. */
export function stageTable({ us, busyUs, totalUs, replies }: StageReport): string {
  const rows = STAGES.filter((stage) => us[stage] > 0).map((stage) => ({
    stage,
    share: `${((100 * us[stage]) / busyUs).toFixed(1)}%`,
    'us a reply': replies === 0 ? '-' : (us[stage] / replies).toFixed(1),
  }));
  const busy = totalUs === 0 ? 0 : (100 * busyUs) / totalUs;
  const head = `${(totalUs / 1e6).toFixed(1)} s, busy ${busy.toFixed(0)}%, ${String(replies)} replies`;
  return `${head}\n${rows.length === 0 ? '' : table(rows)}`;
}
