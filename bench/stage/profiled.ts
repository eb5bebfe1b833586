import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTable } from '../../src/cli/table.js';
import { sourceOf } from '../../src/platform/build.js';
import { type Program, type ProgramOptions, startProgram } from './program.js';
import { type CpuProfile, stageCosts, STAGES } from './stages.js';

/** Interval of Node's stack samples in microseconds. Sampling costs less than 2%. */
const INTERVAL_US = 5_000;

/** Name of a profile: `CPU.<date>.<time>.<process>.<thread>.<count>.cpuprofile`. */
const MAIN_THREAD = /\.0\.\d+\.cpuprofile$/;

/** Starts a gateway that reports at its stop the table of its processor time by stage. `built` is the folder of its program. */
export async function startProfiled(
  options: ProgramOptions & { readonly built: string },
  onProfile: (name: string, table: string) => void,
): Promise<Program> {
  const folder = `${options.logPath}.profile`;
  mkdirSync(folder);
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${String(INTERVAL_US)}`];
  const program = await startProgram({ ...options, args: [...flags, ...options.args] });
  let isReplied = false;
  return {
    ...program,
    async stop() {
      if (isReplied) return;
      isReplied = true;
      const replies = await repliesOf(program.url);
      await program.stop();
      onProfile(options.name, stageTable(readProfile(folder), replies, options.built));
    },
  };
}

/** Returns the stages that took any time, with their cost per reply. */
export function stageTable(profile: CpuProfile, replies: number, built: string): string {
  const { us, busyUs, totalUs } = stageCosts(profile, (file, line) => sourceOf(file, line, built));
  const rows = STAGES.filter((stage) => us[stage] > 0).map((stage) => ({
    stage,
    share: `${((100 * us[stage]) / busyUs).toFixed(1)}%`,
    'us a reply': replies === 0 ? '-' : (us[stage] / replies).toFixed(1),
  }));
  const busy = totalUs === 0 ? 0 : (100 * busyUs) / totalUs;
  const head = `${(totalUs / 1e6).toFixed(1)} s, busy ${busy.toFixed(0)}%, ${String(replies)} replies`;
  const table = createTable({ stage: 'stage', share: 'share', 'us a reply': 'us a reply' }, undefined);
  return `${head}\n${rows.length === 0 ? '' : table.add(rows)}`;
}

async function repliesOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const counts = metrics.matchAll(/^cardway_http_requests_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Returns the profile of the main thread. Threads for the database leave profiles of their own beside it. */
function readProfile(folder: string): CpuProfile {
  const file = readdirSync(folder).find((name) => MAIN_THREAD.test(name));
  if (file === undefined) throw new Error(`Node left no profile in ${folder}.`);
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
}
