import { tableOf } from '../../bench/report/table.js';
import type { RunReport } from '../../bench/report/run-report.js';
import type { Round } from '../../bench/measure/round.js';

const ROUND: Round = {
  ...{
    calls: 100,
    seconds: 1,
    perSecond: 100,
    p50Ms: 1,
    p99Ms: 2,
    maxMs: 3,
    refused: 0,
    refusal: null,
    broken: 0,
  },
  ...{ subjectRanMs: 900, subjectWaitedMs: 0 },
};

const SCENARIO: RunReport['scenarios'][number] = {
  name: 'json & xml',
  ceilingPerSecond: 400,
  subjects: [
    { name: 'gateway', rounds: [ROUND, { ...ROUND, perSecond: 80 }, { ...ROUND, perSecond: 120 }] },
    { name: 'floor', rounds: [{ ...ROUND, perSecond: 200 }] },
  ],
  findings: [
    { target: 'P1', what: 'json', measured: 0.5, unit: 'ratio', wanted: { atLeast: 0.5 }, spread: 0.4 },
    { target: 'P5', what: 'p50', measured: null, unit: 'ms', wanted: { atMost: 1 }, note: 'no | approval' },
  ],
};

const REPORT: RunReport = {
  startedAt: '2026-01-01T00:00:00Z',
  commit: 'abc',
  effort: 'quick',
  loadAfter: 2,
  machine: {
    ...{ system: 'Linux', processor: 'CPU', cores: 2, memoryGb: 8, node: 'v20', loadBefore: 1, fsyncMs: 0.5 },
  },
  scenarios: [SCENARIO],
};

it('prints a row for each finding, and the reason for a missing measurement', () => {
  const table = tableOf(REPORT);
  expect(table).toContain('| P1 | json | 0.50 | ≥ 0.50 | ±20% | reached |  |');
  expect(table).toContain('| P5 | p50 | – | ≤ 1.00 ms |  | not measured | no \\| approval |');
  expect(table).toContain('load average 1.0 before, 2.0 after');
});
