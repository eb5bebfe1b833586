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

  it('describe the subject of a file in src', () => {
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
      'eslint.config.mjs',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'cardway',
    ],
    ...['schema', 'src', 'test', 'bench', 'console', 'deploy', 'docs', 'scripts', 'tools'],
  ];

  it('contains what the architecture names, dot files, and files that git ignores', () => {
    const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n').map(withoutSlashes);
    const isExpected = (name: string) =>
      name.startsWith('.') || allowed.includes(name) || ignored.includes(name);
    expect(readdirSync(ROOT).filter((name) => !isExpected(name) && !name.endsWith('.log'))).toEqual([]);
  });

  const withoutSlashes = (line: string) => line.replace(/^\/|\/$/g, '');
});

describe('the folders of src', () => {
  const AREAS = ['transactions', 'provisioning', 'events', 'directory', 'access'];
  const foldersIn = (path: string) =>
    readdirSync(join(ROOT, 'src', path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();

  it('are the twelve of the architecture, beside main.ts', () => {
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
  ])('%s is divided into the areas, and folders without an area', (room, folders) => {
    expect(foldersIn(room)).toEqual([...folders].sort());
  });
});

describe('source files', () => {
  it('have no TODO marks', () => {
    const mark = /\b(TODO|FIXME|XXX|HACK)\b/;
    expect(filesIn('src').filter((path) => mark.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
  });

  it('have their tests only under test', () => {
    expect(filesIn('src').filter((path) => /\.(test|spec)\./.test(basename(path)))).toEqual([]);
  });
});

describe('the changelog', () => {
  const [head = ''] = /^## .*$/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')) ?? [];

  it('begins with the unreleased changes, or with the version of package.json and its date', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const released = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`);
    expect(head === '## [Unreleased]' || released.test(head)).toBe(true);
  });
});
