/** What `npm pack` makes is installed on a machine with nothing but Node, and `npx cardway` starts the sandbox there. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { tell } from '../fault/size.js';
import { temporaryFolder } from '../support/gateway.js';

const ROOT = resolve(__dirname, '..', '..');
const run = promisify(execFile);
const MEGABYTE = 1024 * 1024;
/** So that nobody packs a database or the tests by mistake; the explorer page takes 2.4 MB of it, and spared 25 MB of packages. */
const PACKED_BYTES_MAX = 7 * MEGABYTE;

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Locked {
  readonly dev?: boolean;
  readonly [member: string]: unknown;
}

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

const TARBALL = 'cardway.tgz';

async function pack(): Promise<{ readonly bytes: number; readonly files: readonly string[] }> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: ROOT,
    maxBuffer: 16 * MEGABYTE,
  });
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  copyFileSync(join(folder, packed!.filename), join(folder, TARBALL));
  const { size } = statSync(join(folder, TARBALL));
  return { bytes: size, files: packed!.files.map(({ path }) => path) };
}

/** The versions of our own lock file, so that npm needs its cache and no registry; only what is shipped. */
function writeLock(): void {
  const text = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
  const { version, dependencies, bin, engines, overrides } = JSON.parse(text('package.json')) as Record<
    string,
    unknown
  >;
  const { packages } = JSON.parse(text('package-lock.json')) as Lock;
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  const resolved = `file:${TARBALL}`;
  const own = { version, resolved, dependencies, bin, engines };
  const project = { name: 'newcomer', version: '1.0.0', dependencies: { cardway: resolved }, overrides };
  const lock = {
    ...project,
    lockfileVersion: 3,
    requires: true,
    packages: { '': project, 'node_modules/cardway': own, ...Object.fromEntries(shipped) },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

/** The addon that this machine has built or fetched already: doing that once more would prove nothing, and may take a minute. */
function bringAddon(): void {
  const path = 'node_modules/better-sqlite3/build/Release';
  mkdirSync(join(folder, path), { recursive: true });
  copyFileSync(join(ROOT, path, 'better_sqlite3.node'), join(folder, path, 'better_sqlite3.node'));
}

it('starts the sandbox with npx cardway, from what was packed', async () => {
  const { bytes, files } = await pack();
  expect(bytes).toBeLessThan(PACKED_BYTES_MAX);
  expect(files.filter((file) => /^(?:src|test|bench|console|scripts|deploy)\//.test(file))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'schema/openapi.json', 'dist/main.js']),
  );
  writeLock();
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', install, { cwd: folder });
  bringAddon();
  const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')]);
  tell(
    `The package has ${(bytes / MEGABYTE).toFixed(1)} MB, installed ${stdout.split('\t')[0]!} MB with all it needs.`,
  );

  const env = { PATH: process.env['PATH'], HOME: folder, CARDWAY_PORT: '0' };
  // In a group of its own, so that what npx starts ends with it.
  const child = spawn('npx', ['--no', 'cardway'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const url = await readyUrl(child.stdout);
  expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'live' });
  const page = await fetch(`${url}/docs/swagger-ui-bundle.js`);
  expect(page.status).toBe(200);
  await page.arrayBuffer();
  const explorer = await fetch(`${url}/graphql`, { headers: { Accept: 'text/html' } });
  expect(await explorer.text()).toContain('"endpoint":"/graphql"');
  // An integrator's program finds the client in the same package.
  const program = "const { createClient } = require('cardway/client'); console.log(typeof createClient);";
  expect((await run(process.execPath, ['-e', program], { cwd: folder })).stdout).toBe('function\n');
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
}, 120_000);

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output }))
    if (line.includes('"event":"ready"')) return (JSON.parse(line) as { url: string }).url;
  throw new Error('npx cardway ended before it was ready.');
}
