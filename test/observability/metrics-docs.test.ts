/** Tests that docs/metrics.md, the alert rules and the board describe metrics correctly. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { ALERTS } from '../../src/use-cases/ports.js';
import { startGateway } from '../support/gateway.js';
import { send } from '../support/channels/http.js';

const ROOT = resolve(__dirname, '..', '..');
const read = (...path: readonly string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

interface Documented {
  readonly names: readonly string[];
  readonly type: string;
  readonly labels: readonly string[];
}

/** Rows of the tables: names in the first column, type and labels in the second. */
const documented: readonly Documented[] = read('docs', 'metrics.md')
  .split('\n')
  .filter((line) => line.startsWith('| `cardway_'))
  .map((line) => {
    const [, names = '', about = ''] = line.split('|');
    const [type = '', labels = ''] = about.trim().split(': ');
    return {
      names: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      type,
      labels: labels.split(', '),
    };
  });

const known = new Map(documented.flatMap((row) => row.names.map((name) => [name, row] as const)));

let shown: Map<string, { type: string; labels: Set<string> }>;

beforeAll(async () => {
  const gateway = await startGateway();
  const { bytes } = await send(`${gateway.url}/metrics`, { method: 'GET' });
  await gateway.stop();
  const text = bytes.toString();
  shown = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [
      name,
      { type, labels: new Set() },
    ]),
  );
});

it('docs/metrics.md has every metric that a gateway shows, and no other', () => {
  expect([...known.keys()].sort()).toEqual([...shown.keys()].sort());
  const wrong = [...shown].filter(([name, { type }]) => !known.get(name)!.type.includes(type));
  expect(wrong).toEqual([]);
});

/** Returns the names of a union of texts in a source file. */
function membersOf(type: string, ...path: string[]): string[] {
  const declared = new RegExp(`export type ${type} =([^;]*);`).exec(read(...path))?.[1] ?? '';
  return [...declared.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
}

const alerts: string[] = [...ALERTS];

it('docs/metrics.md has every alert, and no other', () => {
  const table = /### Alerts\n([\s\S]*?)\n## /.exec(read('docs', 'metrics.md'))?.[1] ?? '';
  const named = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  expect(alerts.length).toBeGreaterThan(5);
  expect(named.sort()).toEqual(alerts.sort());
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}
const rules = (
  parse(read('deploy', 'prometheus', 'alerts.yaml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const board = JSON.parse(read('deploy', 'grafana', 'cardway.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};
const boardExpressions = board.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
);
const expressions = [...rules.map(({ alert, expr }) => [alert, expr] as const), ...boardExpressions];

it.each(expressions)(
  'the expression of %s is PromQL over metrics and labels that exist: %s',
  (_name, expr) => {
    const problems: string[] = [];
    const text = (from: number, to: number): string => expr.slice(from, to);
    parser.parse(expr).iterate({
      enter({ type, from, to, node }) {
        if (type.isError) problems.push(`cannot be read at ${String(from)}`);
        if (type.name !== 'VectorSelector') return;
        const metric = text(node.firstChild?.from ?? 0, node.firstChild?.to ?? 0);
        const row = rowOf(metric);
        if (metric === 'up') return;
        if (row === undefined) problems.push(`there is no ${metric}`);
        const labels = [...text(from, to).matchAll(/[{,]\s*(\w+)\s*(?:=~|!=|!~|=)/g)].map(
          ([, label = '']) => label,
        );
        for (const label of labels)
          if (label !== 'instance' && row?.labels.includes(label) !== true)
            problems.push(`${metric} has no ${label}`);
      },
    });
    expect(problems).toEqual([]);
  },
);

/** Returns the row of a metric. Queries name histograms by their parts. */
function rowOf(metric: string): Documented | undefined {
  const base = known.get(metric.replace(/_(?:bucket|sum|count)$/, ''));
  return known.get(metric) ?? (base?.type === 'histogram' ? base : undefined);
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

it('every alert, and every table row that names one, links to an entry of the runbook', () => {
  const anchors = [...read('docs', 'runbook.md').matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
    anchorOf(title),
  );
  const named = [
    ...rules.map(({ annotations }) => annotations.runbook),
    ...[...read('docs', 'metrics.md').matchAll(/\((runbook\.md#[\w-]+)\)/g)].map(([, link = '']) => link),
  ].map((link) => link.split('#')[1] ?? '');
  expect(named.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

/** Rows of the table of alerts in docs/metrics.md. */
const alertRows = (/### Alerts\n([\s\S]*?)\n## /.exec(read('docs', 'metrics.md'))?.[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'));

it.each(alerts)('the runbook has one entry for the alert %s, which docs/metrics.md links', (alert) => {
  const entries = read('docs', 'runbook.md')
    .split(/^## /m)
    .slice(1)
    .filter((entry) => /^\*\*Symptom\*\*:[\s\S]*?\n\n/m.exec(entry)?.[0].includes(`\`${alert}\``));
  expect(entries).toHaveLength(1);
  const [title = ''] = entries[0]!.split('\n');
  const row = alertRows.find((line) => (line.split('|')[1] ?? '').includes(`\`${alert}\``));
  expect(row).toContain(`(runbook.md#${anchorOf(title)})`);
});

/** States that an operator may have to act on, with their entry of the runbook. */
const STATES: Readonly<Record<string, string>> = {
  in_doubt: 'Transactions in doubt',
  contradicted: 'Transactions in doubt',
  queued: 'Advices queue up',
  unmatched: 'An advice is unmatched, or a reversal found no original',
  pending: 'A process died',
  refused: 'The wallet service is away',
};

it.each(Object.entries(STATES))('the runbook lists transactions that are %s', (state, title) => {
  expect(membersOf('State', 'src', 'core', 'transactions', 'life.ts')).toContain(state);
  const entry = read('docs', 'runbook.md')
    .split(/^## /m)
    .find((each) => each.startsWith(`${title}\n`));
  expect(entry).toMatch(new RegExp(`--state ${state}\\b|\\b${state.replace('_', ' ')}\\b`, 'i'));
});

it('the alert rules pass their tests, if promtool is installed', () => {
  const file = join(ROOT, 'deploy', 'prometheus', 'alerts.test.yaml');
  const ran = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  if (ran.error !== undefined) {
    process.stderr.write('The tests of the alert rules are not run: promtool is not installed.\n');
    return;
  }
  expect([ran.status, ran.stdout + ran.stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
});
