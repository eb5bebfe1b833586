/** Tests the built program, a bundle with its packages: its content, and the files that it needs beside it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { balance, CHANNELS } from '../support/channels/index.js';
import { startGateway, temporaryFolder } from '../support/gateway.js';

const ROOT = resolve(__dirname, '..', '..');
const DIST = join(ROOT, 'dist');

const folder = temporaryFolder();
/** Program alone, in a folder whose name must be encoded in URLs. */
const copy = join(folder, 'a copy');
const main = join(copy, 'dist/main.js');
beforeAll(() => {
  const others = /\.map$|[/\\]\.built-from$/;
  cpSync(DIST, join(copy, 'dist'), { recursive: true, filter: (path) => !others.test(path) });
  cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
  mkdirSync(join(copy, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/better-sqlite3'), join(copy, 'node_modules/better-sqlite3'));
});

const built = readdirSync(DIST).filter((name) => name.endsWith('.js'));
/** Source files of packages, by the comment lines that the bundler leaves. */
const modules = built.flatMap((name) => {
  const text = readFileSync(join(DIST, name), 'utf8');
  return [...text.matchAll(/^\/\/ (node_modules\/\S+)$/gm)].map(([, path = '']) => path);
});

/** Returns the folder of a package, from the root. */
function packageOf(path: string): string {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '';
}

describe('the packages in the bundle', () => {
  it('are there once: two copies of graphql would refuse each other’s types', () => {
    expect(modules.length).toBeGreaterThan(1_000);
    expect(modules.filter((path, index) => modules.indexOf(path) !== index)).toEqual([]);
    const ofGraphql = modules.filter((path) => packageOf(path).endsWith('/graphql'));
    expect(new Set(ofGraphql.map(packageOf))).toEqual(new Set(['node_modules/graphql']));
    expect(ofGraphql.filter((path) => path.endsWith('.mjs'))).toEqual([]);
  });

  it('are named with their versions and licences in the notices', () => {
    const notices = readFileSync(join(DIST, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const titles = new Set(notices.split('\n'));
    const missing = [...new Set(modules.map(packageOf))].filter((path) => {
      const { name, version } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      return !titles.has(`${name} ${version}`);
    });
    expect(missing).toEqual([]);
    expect(notices).toContain('Copyright (c) GraphQL Contributors');
    expect(notices).not.toContain('Licence: undefined');
    expect(readFileSync(join(DIST, 'console', 'THIRD-PARTY-NOTICES.md'), 'utf8')).toContain('react-dom');
  });

  it('are all that it needs, except for the database driver', async () => {
    const gateway = await startGateway({ main });
    for (const channel of CHANNELS) {
      const heard = await channel.call(gateway.url, balance());
      expect([channel.name, heard.status]).toEqual([channel.name, 200]);
    }
    for (const path of ['/console', '/reference', '/metrics'])
      expect([path, (await fetch(gateway.url + path)).status]).toEqual([path, 200]);
    // A thread with a program of its own reads lists.
    const listed = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer cardway_sandbox_operator' },
      body: JSON.stringify({ query: '{ transactions(first: 9) { edges { node { methodName } } } }' }),
    });
    const edges = CHANNELS.map(() => ({ node: { methodName: 'Balance' } }));
    expect(await listed.json()).toEqual({ data: { transactions: { edges } } });
    expect(await gateway.stop()).toBe(0);
  });
});

it('has the types of decorators: it emits the checked-in schema', () => {
  const emitted = readFileSync(join(DIST, 'schema/schema.graphql'), 'utf8');
  expect(emitted).toBe(readFileSync(join(ROOT, 'schema/schema.graphql'), 'utf8'));
});
