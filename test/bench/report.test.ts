import { tableOf, type RunReport } from '../../bench/report.js';

const REPORT: RunReport = {
  startedAt: '2026-01-01T00:00:00Z',
  commit: 'abc',
  effort: 'quick',
  machine: {
    ...{ system: 'Linux', processor: 'CPU', cores: 2, memoryGb: 8, node: 'v20', loadBefore: 1, fsyncMs: 0.5 },
  },
  findings: [
    { target: 'P1', what: 'json', measured: 0.5, unit: 'ratio', wanted: { atLeast: 0.5 }, spread: 0.4 },
    { target: 'P5', what: 'p50', measured: null, unit: 'ms', wanted: { atMost: 1 }, note: 'no | approval' },
  ],
};

it('prints a row for each finding, and the reason for a missing measurement', () => {
  const table = tableOf(REPORT);
  expect(table).toContain('| P1 | json | 0.50 | ≥ 0.50 | ±20% | reached |  |');
  expect(table).toContain('| P5 | p50 | – | ≤ 1.00 ms |  | not measured | no \\| approval |');
  expect(table).toContain('load average 1.0 before');
});
