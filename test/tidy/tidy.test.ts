import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesIn, ROOT } from './tree.js';

const CODE = /\.(ts|tsx|mjs|cjs|graphql)$/;

describe('names', () => {
  const code = filesIn('src', 'test', 'scripts', 'schema', 'bench', 'console').filter((path) =>
    CODE.test(path),
  );

  it('are kebab-case, folders included', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
    expect(code.filter((path) => !path.split('/').every((name) => kebab.test(name)))).toEqual([]);
  });

  it('say what a file in src is about, not that it helps', () => {
    const vague = /(^|[-.])(util|utils|helper|helpers|common|misc|shared|manager|service)([-.]|$)/;
    // Words of the vendor: the wallet service is the downstream system, and secrets are made with a shared key.
    const vendorTerm = /(^|[-.])(?:wallet-service|shared-keys?)([-.]|$)/;
    const isVague = (name: string) => vague.test(name.replace(vendorTerm, '.'));
    expect(filesIn('src').filter((path) => path.split('/').some(isVague))).toEqual([]);
  });
});

describe('the root', () => {
  const allowed = [
    ...[
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'codegen.yml',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
    ],
    ...['schema', 'src', 'test', 'bench', 'console', 'deploy', 'docs', 'scripts', 'tools'],
  ];

  it('holds what the architecture names, dot files, and what git ignores', () => {
    const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n').map(withoutSlashes);
    const isExpected = (name: string) =>
      name.startsWith('.') || allowed.includes(name) || ignored.includes(name);
    expect(readdirSync(ROOT).filter((name) => !isExpected(name) && !name.endsWith('.log'))).toEqual([]);
  });

  const withoutSlashes = (line: string) => line.replace(/^\/|\/$/g, '');
});

describe('the rooms', () => {
  const AREAS = ['transactions', 'provisioning', 'events', 'directory', 'access'];
  const foldersIn = (path: string) =>
    readdirSync(join(ROOT, 'src', path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();

  it('are twelve, beside main.ts', () => {
    expect(readdirSync(join(ROOT, 'src')).sort()).toEqual([
      ...['adapters', 'app', 'cli', 'client', 'core', 'graphql', 'http', 'main.ts', 'outbound', 'platform'],
      ...['sandbox', 'store', 'use-cases'],
    ]);
  });

  it.each([
    ['core', [...AREAS, 'wire']],
    ['use-cases', AREAS],
    ['store', [...AREAS, 'engine', 'maintenance']],
    ['graphql', [...AREAS, 'server']],
    ['cli', [...AREAS, 'generated', 'maintenance']],
    ['adapters', ['json', 'openapi', 'rest', 'xmlrpc']],
    ['outbound', ['downstream', 'feed', 'webhooks']],
  ])('%s is divided into the areas, and what has no area', (room, folders) => {
    expect(foldersIn(room)).toEqual([...folders].sort());
  });
});

describe('source files', () => {
  it('leave nothing for later', () => {
    const mark = /\b(TODO|FIXME|XXX|HACK)\b/;
    expect(filesIn('src').filter((path) => mark.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
  });

  it('have a test folder of their own only under test', () => {
    expect(filesIn('src').filter((path) => /\.(test|spec)\./.test(basename(path)))).toEqual([]);
  });
});

describe('the changelog', () => {
  const [head = ''] = /^## .*$/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')) ?? [];

  it('begins with what is unreleased, or with the version of package.json and its date', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const released = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`);
    expect(head === '## [Unreleased]' || released.test(head)).toBe(true);
  });
});
