import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..');
const read = (...path: readonly string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
}
type Versions = Readonly<Record<string, string>>;

const manifest = JSON.parse(read('package.json')) as { dependencies: Versions; devDependencies: Versions };
const lock = (JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }).packages;
/** Third-party packages: not this one, and not its tools, which are workspaces. */
const installed = Object.entries(lock).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
);
const shipped = installed.filter(([, { dev }]) => dev !== true);
const tools = readdirSync(join(ROOT, 'tools')).map(
  (name) => JSON.parse(read('tools', name, 'package.json')) as { devDependencies: Versions },
);

const rows = read('docs', 'dependencies.md')
  .split('\n')
  .filter((line) => /^\| `[@\w]/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

it('docs/dependencies.md states the purpose, alternatives and cost of every production dependency', () => {
  expect(rows.map(([name = '']) => name.replaceAll('`', '')).sort()).toEqual(
    Object.keys(manifest.dependencies).sort(),
  );
  expect(rows.filter((cells) => cells.length !== 5 || cells.some((cell) => cell === ''))).toEqual([]);
});

it('the licences match the lock file, and everything shipped may be shipped', () => {
  const wrong = rows.filter(
    ([name = '', , , licence]) => lock[`node_modules/${name.replaceAll('`', '')}`]?.license !== licence,
  );
  expect(wrong).toEqual([]);
  const allowed = /^(?:MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|WTFPL)$/;
  const isAllowed = (licence: string): boolean =>
    licence
      .replaceAll(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((each) => allowed.test(each)));
  expect(shipped.filter(([, { license = '' }]) => !isAllowed(license)).map(([path]) => path)).toEqual([]);
});

it('at most 260 packages are shipped, beside those of OpenTelemetry', () => {
  // Its API package is part of prom-client too.
  const isTracing = (path: string): boolean => /@opentelemetry\/(?!api$)/.test(path);
  expect(shipped.filter(([path]) => !isTracing(path)).length).toBeLessThanOrEqual(260);
});

it('every version is exact, and every package has its digest', () => {
  const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
  const wanted = [
    manifest.dependencies,
    ...[manifest, ...tools].map(({ devDependencies }) => devDependencies),
  ];
  const loose = wanted.flatMap(Object.entries<string>).filter(([, version]) => !exact.test(version));
  expect(loose).toEqual([]);
  expect(installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))).toEqual([]);
});

it('the bill of materials holds every dependency with its version and its licence, and every package that is shipped', () => {
  const text = execFileSync(process.execPath, [join(ROOT, 'scripts', 'sbom.mjs')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  });
  const { components } = JSON.parse(text) as {
    components: { group?: string; name: string; version: string; licenses?: unknown[] }[];
  };
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const missing = Object.entries(manifest.dependencies).filter(
    ([name, version]) => !listed.has(`${name}@${version}`),
  );
  expect(missing).toEqual([]);
  expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  const names = shipped.map(
    ([path, { version = '' }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
  );
  expect([...listed].sort()).toEqual([...new Set(names)].sort());
});

it('the package, the set-up and .nvmrc name the same versions of Node', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const { needed, brought, lines } = JSON.parse(read('scripts', 'setup', 'node-packages.json')) as {
    needed: number;
    brought: string;
    lines: Record<string, { version: string; packages: Record<string, { integrity: string }> }>;
  };
  expect(engines.node).toBe(`>=${String(needed)}`);
  expect(brought).toBe(read('.nvmrc').trim());
  expect(Object.keys(lines)).toEqual([String(needed), brought]);
  for (const [line, { version, packages }] of Object.entries(lines)) {
    expect(version.split('.')[0]).toBe(line);
    for (const { integrity } of Object.values(packages)) expect(integrity).toMatch(/^sha512-/);
  }
});
