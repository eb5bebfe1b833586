/**
 * The chart, rendered by helm's template engine (render.go). Without Go, only its values are read. Nothing else of helm is tested
 * here.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../tidy/tree.js';
import { unknownNames } from './known-names.js';

const CHART = join(ROOT, 'deploy/helm/cardway');
const hasGo = spawnSync('go', ['version']).status === 0;
if (!hasGo)
  process.stderr.write('The chart is not rendered: this machine has no Go (and helm is not asked for).\n');

type Values = Record<string, unknown>;
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
  readonly spec: Record<string, unknown>;
}

const read = (path: string): string => readFileSync(join(CHART, path), 'utf8');
const defaults = parse(read('values.yaml')) as Values;
const { version, appVersion } = parse(read('Chart.yaml')) as Record<string, string>;

function render(change: Values = {}): readonly Resource[] {
  const templates = Object.fromEntries(
    readdirSync(join(CHART, 'templates')).map((name) => [name, read(`templates/${name}`)]),
  );
  const context = {
    Values: { ...defaults, ...change },
    Release: { Name: 'pay' },
    Chart: { AppVersion: appVersion },
  };
  const { status, stdout, stderr } = spawnSync('go', ['run', join(__dirname, 'render.go')], {
    input: JSON.stringify({ templates, context }),
    encoding: 'utf8',
    env: { ...process.env, GO111MODULE: 'off', GOFLAGS: '' },
  });
  if (status !== 0) throw new Error(stderr);
  return Object.entries(JSON.parse(stdout) as Record<string, string>)
    .filter(([name]) => name.endsWith('.yaml'))
    .flatMap(([name, text]) =>
      parseAllDocuments(text).map((document) => {
        if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join()}\n${text}`);
        return document.toJS() as Resource | null;
      }),
    )
    .filter((resource) => resource !== null);
}

/** Returns every value under a name, at any depth. */
function under(name: string, value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === name ? [inner] : []),
    ...under(name, inner),
  ]);
}

const ofKind = (resources: readonly Resource[], kind: string): Resource => {
  const found = resources.find((resource) => resource.kind === kind);
  if (found === undefined) throw new Error(`There is no ${kind}.`);
  return found;
};

it('the chart has the version of the package', () => {
  const { version: packaged } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect([version, appVersion]).toEqual([packaged, packaged]);
});

it('the settings in its values are known to the program', () => {
  expect(unknownNames(Object.keys(defaults['settings'] as Values))).toEqual([]);
});

it.each(['deployment.yaml', 'migrate.yaml'])(
  'the pods of %s get no variables for the Services of their namespace',
  (name) => {
    expect(read(`templates/${name}`).match(/^ {6}enableServiceLinks: .*$/gm)).toEqual([
      '      enableServiceLinks: false',
    ]);
  },
);

function renderedChart(): void {
  let resources: readonly Resource[];

  beforeAll(() => {
    resources = render();
  });

  it('creates the resources of a release', () => {
    expect(resources.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
    ]);
  });

  it('sets only known settings, and references every secret', () => {
    const env = resources.flatMap((resource) => under('env', resource)).flat() as {
      name: string;
      value?: string;
    }[];
    expect(unknownNames(env.map(({ name }) => name))).toEqual([]);
    const secret = env.filter(({ name }) => /DATABASE_URL|_KEY$/.test(name));
    expect(secret.map(({ name }) => name).sort()).toEqual([
      'CARDWAY_DATABASE_URL',
      'CARDWAY_DATABASE_URL',
      'CARDWAY_MASTER_KEY',
      'CARDWAY_MASTER_KEY',
      'CARDWAY_SIGNING_KEY',
    ]);
    expect(secret.filter(({ value }) => value !== undefined)).toEqual([]);
  });

  it('gives the other keys too while keys change: the master key to the migration as well', () => {
    const key = { name: 'next', key: 'master-key' };
    const secrets = { ...(defaults['secrets'] as Values), otherMasterKey: key, otherSigningKey: key };
    const envOf = (kind: string): unknown[] => under('env', ofKind(render({ secrets }), kind)).flat();
    const from = { valueFrom: { secretKeyRef: key } };
    const other = { name: 'CARDWAY_OTHER_MASTER_KEY', ...from };
    expect(envOf('Job')).toContainEqual(other);
    expect(envOf('Deployment')).toEqual(
      expect.arrayContaining([other, { name: 'CARDWAY_OTHER_SIGNING_KEY', ...from }]),
    );
  });

  it('lets no container run as root, write its file system or gain privileges', () => {
    const contexts = resources.flatMap((resource) => under('containers', resource)).flat() as Record<
      string,
      unknown
    >[];
    expect(contexts).toHaveLength(2);
    for (const { securityContext } of contexts) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    expect(resources.flatMap((resource) => under('runAsNonRoot', resource))).toEqual([true, true]);
  });

  it('probes the health endpoints, and allows a gateway its whole time to stop', () => {
    const { spec } = ofKind(resources, 'Deployment');
    expect(under('httpGet', spec)).toEqual([
      { path: '/health/live', port: 'http' },
      { path: '/health/live', port: 'http' },
      { path: '/health/ready', port: 'http' },
    ]);
    expect(Math.min(...(under('terminationGracePeriodSeconds', spec) as number[]))).toBeGreaterThan(10 + 5);
  });

  it('migrates before the gateways of a release, with resources that exist by then', () => {
    const job = ofKind(resources, 'Job');
    expect(job.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    expect(under('args', job)).toEqual([['migrate']]);
    expect(under('configMapKeyRef', job)).toEqual([]);
  });

  it('keeps its pods, and only them, together by their labels', () => {
    const { spec } = ofKind(resources, 'Deployment');
    const [labels] = under('matchLabels', spec);
    const pods = (spec['template'] as { metadata: { labels: unknown } }).metadata.labels;
    expect(pods).toEqual(labels);
    expect(ofKind(resources, 'Service').spec['selector']).toEqual(labels);
    expect(under('labels', ofKind(resources, 'Job').spec)).not.toContainEqual(labels);
  });

  it('accepts a file of settings, and scales automatically when enabled', () => {
    const configFile = 'routes:\n  - name: loads\n';
    const more = render({
      configFile,
      autoscaling: { ...(defaults['autoscaling'] as Values), enabled: true },
    });
    expect(under('data', ofKind(more, 'ConfigMap'))).toEqual([{ 'cardway.yaml': configFile }]);
    expect(ofKind(more, 'HorizontalPodAutoscaler').spec).toMatchObject({ minReplicas: 3, maxReplicas: 8 });
    expect(ofKind(more, 'Deployment').spec).not.toHaveProperty('replicas');
    const mounts = under('volumeMounts', ofKind(more, 'Deployment')).flat();
    expect(mounts).toContainEqual({ name: 'config', mountPath: '/etc/cardway', readOnly: true });
  });

  it('makes new pods for a changed file of settings', () => {
    const templates = ['', 'logLevel: warn\n', 'logLevel: debug\n'].map((configFile) =>
      JSON.stringify(ofKind(render({ configFile }), 'Deployment').spec['template']),
    );
    expect(new Set(templates).size).toBe(3);
    for (const template of templates) expect(template).toContain('"prometheus.io/port":"4000"');
  });
}

if (hasGo) describe('the chart', renderedChart);
