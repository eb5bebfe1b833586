import type { Machine } from './machine.js';
import { verdictOf, type Finding, type Wanted } from './scenarios/scenario.js';

/** Report of one run, as bench/results/results.json holds it. */
export interface RunReport {
  readonly startedAt: string;
  readonly commit: string;
  readonly machine: Machine;
  readonly effort: 'quick' | 'full';
  readonly findings: readonly Finding[];
}

/** Returns a Markdown table with one row for each finding. */
export function tableOf(report: RunReport): string {
  const { machine } = report;
  return [
    `${report.startedAt}, commit ${report.commit}, ${report.effort} run.`,
    `${machine.processor}, ${String(machine.cores)} cores, ${String(machine.memoryGb)} GB, ${machine.system}, Node ${machine.node}; ` +
      `fsync ${machine.fsyncMs.toFixed(2)} ms; load average ${machine.loadBefore.toFixed(1)} before.`,
    '',
    '| target | what | measured | wanted | spread | | note |',
    '|---|---|---|---|---|---|---|',
    ...report.findings.map(rowOf),
    '',
  ].join('\n');
}

function rowOf(finding: Finding): string {
  const { target, what, measured, unit, wanted, spread, note } = finding;
  const cells = [
    target,
    what,
    measured === null ? '–' : figure(measured, unit),
    wanted === null ? '' : wish(wanted, unit),
    spread === undefined || !Number.isFinite(spread) ? '' : `±${(spread * 50).toFixed(0)}%`,
    verdictOf(finding),
    (note ?? '').replaceAll('|', '\\|'),
  ];
  return `| ${cells.join(' | ')} |`;
}

function wish(wanted: Wanted, unit: string): string {
  return 'atLeast' in wanted ? `≥ ${figure(wanted.atLeast, unit)}` : `≤ ${figure(wanted.atMost, unit)}`;
}

function figure(value: number, unit: string): string {
  const text = Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
  return unit === 'ratio' ? text : `${text} ${unit}`;
}
