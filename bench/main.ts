import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, USAGE, type Arguments } from './arguments.js';
import { describeMachine } from './machine.js';
import { tableOf, type RunReport } from './report.js';
import { SCENARIOS } from './scenarios/index.js';
import type { Finding, Scenario } from './scenarios/scenario.js';
import { ROOT } from './stage/program.js';
import { openStage, type Stage } from './stage/stage.js';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.setMaxListeners(0); // One listener for each program that is started.

void main(process.argv.slice(3)).then((status) => {
  process.exitCode = status;
});

async function main(argv: readonly string[]): Promise<number> {
  let args: Arguments;
  let wanted: readonly Scenario[];
  try {
    args = readArguments(argv);
    wanted = choose(args.scenarios);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return 2;
  }
  if (args.isList) {
    process.stdout.write(SCENARIOS.map(({ name, about }) => `${name.padEnd(14)} ${about}\n`).join(''));
    return 0;
  }
  const stage = await openStage(
    args.cpuProfile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${args.cpuProfile}`],
  );
  try {
    const report = await runAll(stage, wanted, args);
    write(report, args.results ?? join(ROOT, 'bench', 'results'));
    process.stdout.write(`\n${tableOf(report)}`);
    return 0;
  } finally {
    await stage.close();
  }
}

function choose(names: readonly string[]): readonly Scenario[] {
  const unknown = names.find((name) => SCENARIOS.every((scenario) => scenario.name !== name));
  if (unknown !== undefined) throw new Error(`No scenario is named ${unknown}.`);
  return SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function runAll(stage: Stage, wanted: readonly Scenario[], args: Arguments): Promise<RunReport> {
  const machine = describeMachine(stage.folder);
  const startedAt = new Date().toISOString().slice(0, 19) + 'Z';
  const findings: Finding[] = [];
  for (const scenario of wanted) {
    const tell = (line: string): void => void process.stdout.write(`${scenario.name}: ${line}\n`);
    findings.push(...(await runOnce(scenario, () => scenario.run(stage, { ...args.effort, tell }))));
  }
  return { startedAt, commit: commit(), machine, effort: args.isQuick ? 'quick' : 'full', findings };
}

/** Runs one scenario. A failed scenario becomes a row with its failure, and the others still run. */
async function runOnce(
  { about }: Scenario,
  run: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await run();
  } catch (error) {
    const note = (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 3).join(' ');
    return [{ target: '', what: about, measured: null, unit: '', wanted: null, note }];
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

function write(report: RunReport, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(report, null, 2)}\n`);
}
