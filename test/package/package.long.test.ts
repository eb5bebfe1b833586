/** Tests the result of `npm pack`: it installs on a machine with only Node, and `npx cardway` starts the sandbox there. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { printSize } from '../fault/size.js';
import { temporaryFolder } from '../support/gateway.js';

const ROOT = resolve(__dirname, '..', '..');
const run = promisify(execFile);
const MEGABYTE = 1024 * 1024;
/**
 * Size limit, so that nobody packs a database or the tests by mistake. The explorer page takes 2.4 MB and the reference page 2.5
 * MB, which save users hundreds of packages.
 */
const PACKED_BYTES_MAX = 10 * MEGABYTE;

const folder = temporaryFolder();

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
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

/** Writes a project whose lock file marks the package's shrinkwrap, as npm does: npm takes the versions from the package. */
function writeProject(): void {
  const { version, dependencies, bin, engines } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const resolved = `file:${TARBALL}`;
  const project = { name: 'newcomer', version: '1.0.0', dependencies: { cardway: resolved } };
  const own = { version, resolved, hasShrinkwrap: true, dependencies, bin, engines };
  const packages = { '': project, 'node_modules/cardway': own };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...project, lockfileVersion: 3, requires: true, packages }),
  );
}

/** Returns the packages that are missing or installed in another version than in this checkout. */
function wronglyInstalled(): readonly string[] {
  const read = (...path: readonly string[]): Lock => JSON.parse(readFileSync(join(...path), 'utf8')) as Lock;
  const wanted = Object.entries(read(ROOT, 'package-lock.json').packages).filter(
    ([path, { dev, optional, link }]) =>
      path.startsWith('node_modules/') && dev !== true && optional !== true && link !== true,
  );
  const installed = read(folder, 'node_modules/.package-lock.json').packages;
  return wanted
    .filter(([path, { version }]) => installed[`node_modules/cardway/${path}`]?.version !== version)
    .map(([path]) => path);
}

/** Returns the links of a Markdown file to files, from the root of the package. */
function linksOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
}

it('starts the sandbox with npx cardway, from the packed files', async () => {
  const secret = join(ROOT, 'deploy/secrets/of-this-test');
  writeFileSync(secret, 'never packed');
  const { bytes, files } = await pack().finally(() => rmSync(secret));
  expect(bytes).toBeLessThan(PACKED_BYTES_MAX);
  expect(files.filter((file) => /^(?:src|test|bench|console|scripts|deploy\/secrets)\//.test(file))).toEqual(
    [],
  );
  expect(files.filter((file) => /\.map$|\.built-from$/.test(file))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining([
      ...['LICENSE', 'README.md', 'schema/schema.graphql', 'dist/main.js', 'dist/schema/openapi.json'],
      ...['dist/schema/events/endpoint.test.v1.json', 'docs/generated/graphql.md'],
    ]),
  );
  const isThere = (path: string): boolean =>
    files.some((file) => file === path || file.startsWith(`${path}/`));
  const dead = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => linksOf(file).map((link) => ({ file, link })));
  expect(dead.filter(({ link }) => !isThere(link))).toEqual([]);
  expect(existsSync(join(ROOT, 'npm-shrinkwrap.json'))).toBe(false);

  writeProject();
  const install = ['ci', '--prefer-offline', '--no-audit', '--no-fund'];
  // Prevents compilers: node-gyp does not find the first program that it needs.
  const env = { ...process.env, NODE_GYP_FORCE_PYTHON: '/nowhere/python' };
  const { stderr } = await run('npm', install, { cwd: folder, env });
  expect(stderr).not.toContain('EBADENGINE');
  expect(wronglyInstalled()).toEqual([]);
  const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')]);
  printSize(
    `The package has ${(bytes / MEGABYTE).toFixed(1)} MB, installed ${stdout.split('\t')[0]!} MB with all it needs.`,
  );

  // Its own process group, so that the children of npx end with it.
  const child = spawn('npx', ['--no', 'cardway'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, CARDWAY_PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const url = await readyUrl(child.stdout);
  expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'live' });
  const page = await fetch(`${url}/reference`);
  expect(page.status).toBe(200);
  await page.arrayBuffer();
  const explorer = await fetch(`${url}/graphql`, { headers: { Accept: 'text/html' } });
  expect(await explorer.text()).toContain('"subscriptionsEndpoint":"/graphql/stream"');
  // An integrator's program finds the client in the same package.
  const program = "const { createClient } = require('cardway/client'); console.log(typeof createClient);";
  expect((await run(process.execPath, ['-e', program], { cwd: folder })).stdout).toBe('function\n');
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
});

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output }))
    if (line.includes('"event":"ready"')) return (JSON.parse(line) as { url: string }).url;
  throw new Error('npx cardway ended before it was ready.');
}
