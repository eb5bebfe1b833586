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

// One file per line, with its import. Every rule is broken at least once, and named.
const FORBIDDEN: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ['core imports only core, errors and the clock', 'core/a.ts', '../use-cases/ports.js'],
  ['core imports only core, errors and the clock', 'core/b.ts', 'node:fs'],
  ['core imports only core, errors and the clock', 'core/d.ts', '../platform/log.js'],
  ['errors and the clock import nothing', 'platform/errors.ts', '../core/money.js'],
  [
    'use cases import only core, use cases, errors, the clock and background work',
    'use-cases/a.ts',
    '../store/ledger.js',
  ],
  [
    'use cases import only core, use cases, errors, the clock and background work',
    'use-cases/b.ts',
    'node:crypto',
  ],
  [
    'use cases import only core, use cases, errors, the clock and background work',
    'use-cases/c.ts',
    'type ../platform/log.js',
  ],
  ['the platform imports only core and ports', 'platform/a.ts', '../http/listener.js'],
  ['the platform imports only core and ports', 'platform/b.ts', '../use-cases/transact.js'],
  ['store, outbound and graphql never import each other', 'store/a.ts', '../outbound/downstream/client.js'],
  ['store, outbound and graphql never import each other', 'graphql/a.ts', 'type ../store/ledger.js'],
  ['store, outbound and graphql import nothing above them', 'outbound/a.ts', '../http/listener.js'],
  [
    'store, outbound and graphql import nothing above them',
    'outbound/downstream/a.ts',
    '../../adapters/xmlrpc/reader.js',
  ],
  [
    'outbound/downstream/answer imports only adapters/xmlrpc from above it, to read the methodResponse in an answer',
    'outbound/downstream/answer/a.ts',
    '../../../adapters/json/proxy.js',
  ],
  ['configuration, log and metrics are handed in', 'store/b.ts', '../platform/config.js'],
  ['adapters call resolvers and know no other part of graphql', 'adapters/a.ts', 'type ../graphql/server.js'],
  ['adapters reach use cases only through resolvers', 'adapters/c.ts', '../use-cases/transact.js'],
  [
    'adapters import nothing that they are given, and nothing above them',
    'adapters/d.ts',
    'type ../store/ledger.js',
  ],
  ['http imports nothing that it is given, and nothing above it', 'http/a.ts', '../store/ledger.js'],
  ['only app and cli import the sandbox', 'platform/log.ts', '../sandbox/wallet.js'],
  ['nothing imports app but cli', 'sandbox/a.ts', '../app/graphql.js'],
  ['nothing imports cli, and nothing imports main', 'sandbox/b.ts', '../cli/serve.js'],
  ['cli does not import main', 'cli/a.ts', '../main.js'],
  ['client imports only core and its own documents', 'client/a.ts', '../platform/errors.js'],
  ['generated code imports no code of ours', 'cli/generated/a.ts', '../../core/money.js'],
  ['imports form no cycle, types included', 'core/egg.ts', 'type ./hen.js'],
  ['src imports only src and packages', 'cli/b.ts', '../../test/support.js'],
  ['every import can be resolved', 'core/c.ts', './nowhere.js'],
  ['src imports packages that are shipped with it', 'cli/c.ts', 'jest'],
  ['every package has an owner', 'cli/d.ts', 'left-pad'],
  ['only outbound/webhooks, cli, sandbox may import axios', 'outbound/b.ts', 'axios'],
  ['only store, sandbox may import better-sqlite3', 'cli/e.ts', 'better-sqlite3'],
  ['only store may import kysely, pg', 'sandbox/c.ts', 'pg'],
  ['only cli may import commander', 'app/a.ts', 'commander'],
  ['only cli/directory, cli/transactions may import csv-parse', 'cli/send.ts', 'csv-parse'],
  ['only outbound/identity-provider may import openid-client', 'outbound/c.ts', 'openid-client'],
  ['only outbound/downstream may import undici', 'cli/f.ts', 'undici'],
  ['only http may import express', 'graphql/b.ts', 'type express'],
  [
    'only graphql, cli, client may import @graphql-typed-document-node/core',
    'http/b.ts',
    '@graphql-typed-document-node/core',
  ],
  ['only graphql, app, cli, client may import graphql', 'adapters/e.ts', 'graphql'],
  ['only graphql may import @apollo/server, graphql-scalars, type-graphql', 'http/c.ts', '@apollo/server'],
  ['only graphql, client may import graphql-ws, ws', 'http/f.ts', 'type ws'],
  ['only graphql may import graphql-sse', 'http/g.ts', 'graphql-sse'],
  ['only graphql, cli/process may import reflect-metadata', 'cli/h.ts', 'reflect-metadata'],
  ['only http, outbound/webhooks, platform/config may import ipaddr.js', 'cli/i.ts', 'ipaddr.js'],
  ['only graphql may import graphql-sse', 'cli/n.ts', 'graphql-sse'],
  ['only platform/one-time-password may import otplib', 'cli/j.ts', 'otplib'],
  ['only graphql may import graphql-sse', 'http/m.ts', 'graphql-sse'],
  [
    'only app/tracing may import @opentelemetry/api, @opentelemetry/core, @opentelemetry/exporter-trace-otlp-http, @opentelemetry/resources, @opentelemetry/sdk-trace',
    'http/o.ts',
    '@opentelemetry/api',
  ],
  ['only platform/metrics may import prom-client', 'http/d.ts', 'prom-client'],
  ['only adapters/xmlrpc, cli/transactions may import saxes, xmlrpc', 'adapters/f.ts', 'saxes'],
  ['only platform/config may import yaml', 'cli/l.ts', 'yaml'],
  ['only platform/config, platform/settings, adapters may import zod', 'cli/m.ts', 'zod'],
];

const ALLOWED: readonly (readonly [file: string, imported: string])[] = [
  ['core/money.ts', 'node:crypto'],
  ['use-cases/ports.ts', '../core/money.js'],
  ['use-cases/transact.ts', '../core/money.js'],
  ['use-cases/d.ts', '../platform/errors.js'],
  ['adapters/json/proxy.ts', 'type ../../use-cases/ports.js'],
  ['graphql/resolvers.ts', 'graphql'],
  ['adapters/h.ts', 'type ../graphql/resolvers.js'],
  ['store/ledger.ts', 'type ../use-cases/ports.js'],
  ['store/engine/sqlite.ts', 'better-sqlite3'],
  ['outbound/downstream/client.ts', 'undici'],
  ['outbound/downstream/answer.ts', '../../adapters/xmlrpc/reader.js'],
  ['outbound/webhooks/webhook.ts', 'axios'],
  ['graphql/server.ts', '@apollo/server'],
  ['adapters/xmlrpc/reader.ts', 'saxes'],
  ['adapters/g.ts', 'type ../use-cases/ports.js'],
  ['http/listener.ts', '../adapters/json/proxy.js'],
  ['http/e.ts', '../graphql/server.js'],
  ['sandbox/wallet.ts', '../core/money.js'],
  ['app/graphql.ts', '../cli/generated/a.js'],
  ['platform/metrics.ts', 'type ../use-cases/ports.js'],
  ['cli/serve.ts', '../app/graphql.js'],
  ['main.ts', './cli/serve.js'],
  ['platform/config.ts', 'zod'],
];

/** The other half of the cycle, which is reported once. */
const NEEDED: readonly (readonly [file: string, imported: string])[] = [['core/hen.ts', 'type ./egg.js']];

let folder: string;
let rules: readonly Rule[];
/** Rules that each planted file breaks. */
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
