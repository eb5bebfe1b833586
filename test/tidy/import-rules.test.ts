import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './tree.js';

interface Rule {
  readonly name: string;
  readonly comment: string;
}
interface Cruise {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

// One file per line, with the import that it holds. Every rule is broken at least once, by the rule's own name.
const FORBIDDEN: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ['core imports only core and errors', 'core/a.ts', '../usecase/ports.js'],
  ['core imports only core and errors', 'core/b.ts', 'node:fs'],
  ['errors imports nothing', 'errors.ts', './core/money.js'],
  ['use cases import only core, errors and use cases', 'usecase/a.ts', '../store/ledger.js'],
  ['use cases import only core, errors and use cases', 'usecase/b.ts', 'node:crypto'],
  ['use cases import only core, errors and use cases', 'usecase/c.ts', 'type ../log.js'],
  ['adapters never import each other', 'store/a.ts', '../downstream/client.js'],
  ['adapters never import each other', 'graphql/a.ts', 'type ../store/ledger.js'],
  ['adapters import nothing above them', 'outbox/a.ts', '../http/doors.js'],
  ['adapters import nothing above them', 'downstream/a.ts', '../compat/xmlrpc/reader.js'],
  [
    'downstream/answer imports only compat/xmlrpc from above it, to read the methodResponse in an answer',
    'downstream/answer/a.ts',
    '../../compat/proxy.js',
  ],
  ['config, settings, log and metrics are handed in', 'provisioning/a.ts', '../config.js'],
  ['compat calls resolvers and knows no other part of graphql', 'compat/a.ts', 'type ../graphql/server.js'],
  ['compat reaches use cases only through resolvers', 'compat/c.ts', '../usecase/transact.js'],
  ['compat imports no adapter and nothing above it', 'compat/d.ts', 'type ../store/ledger.js'],
  ['http imports no other adapter and nothing above it', 'http/a.ts', '../store/ledger.js'],
  ['only app, cli and main import the sandbox', 'log.ts', './sandbox/wallet.js'],
  ['nothing imports app but cli and main', 'sandbox/a.ts', '../app.js'],
  ['nothing imports cli but main, and nothing imports main', 'sandbox/b.ts', '../cli/serve.js'],
  ['cli does not import main', 'cli/a.ts', '../main.js'],
  ['client imports only core and generated code', 'client/a.ts', '../errors.js'],
  ['generated code imports no code of ours', 'generated/a.ts', '../core/money.js'],
  ['imports form no cycle, types included', 'core/egg.ts', 'type ./hen.js'],
  ['src imports only src and packages', 'cli/b.ts', '../../test/support.js'],
  ['every import can be resolved', 'core/c.ts', './nowhere.js'],
  ['src imports packages that are shipped with it', 'cli/c.ts', 'jest'],
  ['every package has an owner', 'cli/d.ts', 'left-pad'],
  ['only outbox/webhook, cli, sandbox may import axios', 'outbox/b.ts', 'axios'],
  ['only store, sandbox may import better-sqlite3', 'cli/e.ts', 'better-sqlite3'],
  ['only store may import kysely, pg', 'sandbox/c.ts', 'pg'],
  ['only cli, main may import commander', 'app.ts', 'commander'],
  ['only cli/wallets-import may import csv-parse', 'cli/send.ts', 'csv-parse'],
  ['only downstream may import undici', 'cli/f.ts', 'undici'],
  ['only http may import express', 'graphql/b.ts', 'type express'],
  [
    'only graphql, generated, compat, cli, client may import @graphql-typed-document-node/core',
    'http/b.ts',
    '@graphql-typed-document-node/core',
  ],
  ['only graphql, generated, wiring, cli, client may import graphql', 'compat/e.ts', 'graphql'],
  ['only graphql may import @apollo/server, graphql-scalars, type-graphql', 'http/c.ts', '@apollo/server'],
  ['only graphql, client may import graphql-ws, ws', 'http/f.ts', 'type ws'],
  ['only graphql may import graphql-sse', 'http/g.ts', 'graphql-sse'],
  ['only graphql, main may import reflect-metadata', 'cli/h.ts', 'reflect-metadata'],
  ['only http, outbox, config may import ipaddr.js', 'cli/i.ts', 'ipaddr.js'],
  ['only graphql may import graphql-sse', 'cli/n.ts', 'graphql-sse'],
  ['only provisioning may import otplib', 'cli/j.ts', 'otplib'],
  ['only graphql may import graphql-sse', 'http/m.ts', 'graphql-sse'],
  ['only log, main may import pino', 'cli/k.ts', 'pino'],
  [
    'only tracing may import @opentelemetry/api, @opentelemetry/core, @opentelemetry/exporter-trace-otlp-http, @opentelemetry/resources, @opentelemetry/sdk-trace',
    'http/o.ts',
    '@opentelemetry/api',
  ],
  ['only metrics may import prom-client', 'http/d.ts', 'prom-client'],
  ['only compat/xmlrpc, cli may import saxes, xmlrpc', 'compat/f.ts', 'saxes'],
  ['only config may import yaml', 'cli/l.ts', 'yaml'],
  ['only config, settings, compat may import zod', 'cli/m.ts', 'zod'],
];

const ALLOWED: readonly (readonly [file: string, imported: string])[] = [
  ['core/money.ts', 'node:crypto'],
  ['usecase/ports.ts', '../core/money.js'],
  ['usecase/transact.ts', '../core/money.js'],
  ['compat/proxy.ts', 'type ../usecase/ports.js'],
  ['store/ledger.ts', 'type ../usecase/ports.js'],
  ['store/dialect/sqlite.ts', 'better-sqlite3'],
  ['downstream/client.ts', 'undici'],
  ['downstream/answer.ts', '../compat/xmlrpc/reader.js'],
  ['outbox/webhook.ts', 'axios'],
  ['graphql/server.ts', '@apollo/server'],
  ['compat/xmlrpc/reader.ts', 'saxes'],
  ['compat/g.ts', 'type ../usecase/ports.js'],
  ['http/doors.ts', '../compat/proxy.js'],
  ['http/e.ts', '../graphql/server.js'],
  ['sandbox/wallet.ts', '../core/money.js'],
  ['cli/serve.ts', '../app.js'],
  ['main.ts', './cli/serve.js'],
  ['config.ts', 'zod'],
];

/** The other half of the cycle, which is reported once. */
const NEEDED: readonly (readonly [file: string, imported: string])[] = [['core/hen.ts', 'type ./egg.js']];

let folder: string;
let rules: readonly Rule[];
/** The rules that each planted file breaks. */
let broken: ReadonlyMap<string, readonly string[]>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardway-imports-'));
  plant();
  rules = (jest.requireActual(join(ROOT, '.dependency-cruiser.cjs')) as { forbidden: readonly Rule[] })
    .forbidden;
  broken = cruise();
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(FORBIDDEN)('%s: src/%s importing %s', (rule, file) => {
  expect(broken.get(file) ?? []).toContain(rule);
});

it.each(ALLOWED)('src/%s may import %s', (file) => {
  expect(broken.get(file) ?? []).toEqual([]);
});

it('every rule is broken by a planted file, and says what to do instead', () => {
  expect(rules.map(({ name }) => name).filter((name) => !FORBIDDEN.some(([rule]) => rule === name))).toEqual(
    [],
  );
  expect(rules.filter(({ comment }) => !/^[A-Z].*\.$/s.test(comment))).toEqual([]);
});

function plant(): void {
  const planted = [
    ...FORBIDDEN.map(([, file, imported]) => [file, imported] as const),
    ...ALLOWED,
    ...NEEDED,
  ];
  for (const [file, imported] of planted) write(join('src', file), importing(imported));
  write('test/support.ts', 'export {};');
  write('tsconfig.json', JSON.stringify({ compilerOptions: { module: 'nodenext' } }));
  const packages = planted
    .map(([, imported]) => imported.replace('type ', ''))
    .filter((name) => !/^(\.|node:)/.test(name));
  const { jest: dev, ...shipped } = Object.fromEntries(packages.map((name) => [name, '1.0.0']));
  write(
    'package.json',
    JSON.stringify({ name: 'planted', dependencies: shipped, devDependencies: { jest: dev } }),
  );
  for (const name of packages) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
}

function importing(imported: string): string {
  const isType = imported.startsWith('type ');
  return `import ${isType ? 'type ' : ''}{ a } from '${imported.replace('type ', '')}';\nexport ${isType ? 'type B = a' : 'const b = a'};\n`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function cruise(): Map<string, string[]> {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(ROOT, '.dependency-cruiser.cjs');
  const { stdout } = spawnSync(
    process.execPath,
    [program, `--config=${config}`, '--output-type=json', 'src'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const found = new Map<string, string[]>();
  for (const { from, rule } of (JSON.parse(stdout) as Cruise).summary.violations) {
    const file = from.replace('src/', '');
    found.set(file, [...(found.get(file) ?? []), rule.name]);
  }
  return found;
}
