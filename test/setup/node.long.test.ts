import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SETUP = resolve(__dirname, '../../scripts/setup');
const NAME = 'node-of-this-test';
const VERSION = '26.10.0';
const NPM_VERSION = '11.0.0';

/** A registry with two packages: a Node and an npm that each know only their version. */
interface Registry {
  readonly url: string;
  readonly requests: string[];
  readonly packages: Record<string, { readonly version: string; tarball: Buffer }>;
}

let folder: string;
let server: Server;
let registry: Registry;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cardway-node-')));
  const packages = {
    [NAME]: { version: VERSION, tarball: packNode() },
    npm: { version: NPM_VERSION, tarball: packNpm() },
  };
  registry = { url: '', requests: [], packages };
  const integrities = Object.fromEntries(
    Object.entries(packages).map(([name, { tarball }]) => [name, integrityOf(tarball)]),
  );
  server = createServer((request, response) => {
    registry.requests.push(request.url ?? '');
    const [, name = '', isTarball] = /^\/([^/.]+)(\.tgz)?$/.exec(request.url ?? '') ?? [];
    const found = registry.packages[name];
    if (found === undefined) response.writeHead(404).end();
    else if (isTarball !== undefined) response.end(found.tarball);
    else response.end(describePackage(name, found.version, integrities[name]!));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  Object.assign(registry, { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` });
  checkout(integrities);
});

function describePackage(name: string, version: string, integrity: string): string {
  const dist = { tarball: `${registry.url}/${name}.tgz`, integrity };
  return JSON.stringify({
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { name, version, dist } },
  });
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});

/** Makes a checkout with only the set-up. */
function checkout(integrities: Readonly<Record<string, string>>): void {
  cpSync(SETUP, join(folder, 'scripts/setup'), { recursive: true });
  const pinned = join(folder, 'scripts/setup/node-packages.json');
  const { npm, ...others } = JSON.parse(readFileSync(pinned, 'utf8')) as { npm: object };
  const packages = { [`${process.platform}-${process.arch}`]: { name: NAME, integrity: integrities[NAME] } };
  writeFileSync(
    pinned,
    JSON.stringify({
      ...others,
      lines: { 26: { version: VERSION, packages } },
      npm: { ...npm, version: NPM_VERSION, integrity: integrities['npm'] },
    }),
  );
}

function packNode(): Buffer {
  return pack(NAME, VERSION, { 'bin/node': `#!/bin/sh\n[ "$1" = --version ] && echo v${VERSION}\n` });
}

function packNpm(): Buffer {
  const program = `#!/bin/sh\necho ${NPM_VERSION}\n`;
  return pack('npm', NPM_VERSION, { 'bin/npm-cli.js': program, 'bin/npx-cli.js': program });
}

function pack(name: string, version: string, programs: Readonly<Record<string, string>>): Buffer {
  const root = join(folder, 'packed', name);
  mkdirSync(join(root, 'package/bin'), { recursive: true });
  for (const [path, text] of Object.entries(programs))
    writeFileSync(join(root, 'package', path), text, { mode: 0o755 });
  writeFileSync(join(root, 'package/package.json'), JSON.stringify({ name, version }));
  return spawnSync('tar', ['-czf', '-', '-C', root, 'package']).stdout;
}

function integrityOf(tarball: Buffer): string {
  return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}

interface Ended {
  readonly status: number | null;
  readonly err: string;
}

interface SetUpOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Runs the set-up as if this were a Node of that version. */
function setUp(version: string, { env = {}, args = [] }: SetUpOptions = {}): Promise<Ended> {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const script = join(folder, 'scripts/setup/node.mjs');
  const words = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, script, ...args];
  const settings = {
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_fetch_retries: '0',
  };
  const { CARDWAY_NODE: _own, ...inherited } = process.env;
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      words,
      { env: { ...inherited, ...settings, ...env } },
      (_error, _out, err) => {
        done({ status: child.exitCode, err });
      },
    );
  });
}

function versionSetUp(): string {
  return spawnSync(join(folder, '.node/bin/node'), ['--version'], { encoding: 'utf8' }).stdout.trim();
}

const NOTHING_SAID = { status: 0, err: '' };

describe('a Node that is new enough', () => {
  it('is linked, without output and without the network', async () => {
    expect(await setUp('24.0.0')).toEqual(NOTHING_SAID);
    expect(realpathSync(join(folder, '.node/bin/node'))).toBe(realpathSync(process.execPath));
    expect(registry.requests).toEqual([]);
  });
});

describe('a Node that is too old', () => {
  it('fetches one with the settings of the present npm, once', async () => {
    const first = await setUp('20.20.2');
    expect(first).toMatchObject({
      status: 0,
      err: expect.stringMatching(/^Node 20\.20\.2 is too old for Cardway: fetching Node 26\.10\.0/) as string,
    });
    expect(versionSetUp()).toBe(`v${VERSION}`);
    expect(registry.requests).not.toEqual([]);

    registry.requests.length = 0;
    expect(await setUp('20.20.2')).toEqual(NOTHING_SAID);
    expect(registry.requests).toEqual([]);
  });

  it('uses the Node that CARDWAY_NODE names, and no other', async () => {
    expect(await setUp('20.20.2', { env: { CARDWAY_NODE: process.execPath } })).toEqual(NOTHING_SAID);
    expect(versionSetUp()).toBe(process.version);
    for (const wrong of ['/nowhere/node', 'node', '/']) {
      expect(await setUp('20.20.2', { env: { CARDWAY_NODE: wrong } })).toEqual({
        status: 1,
        err: `CARDWAY_NODE is ${wrong}; it must be the path of a Node that runs here.\n`,
      });
    }
  });

  it('says in one line what to do without a network, and works when it is run again', async () => {
    const offline = await setUp('20.20.2', { env: { npm_config_registry: 'http://127.0.0.1:1' } });
    expect(offline.status).toBe(1);
    expect(linesOf(offline).at(-1)).toMatch(
      /could not be fetched.*set CARDWAY_NODE to the path of a Node 24/,
    );
    expect(existsSync(join(folder, '.node-next'))).toBe(false);

    expect((await setUp('20.20.2')).status).toBe(0);
    expect(versionSetUp()).toBe(`v${VERSION}`);
  });

  it('refuses a file with another integrity value, and works with the right one', async () => {
    const node = registry.packages[NAME]!;
    const right = node.tarball;
    node.tarball = Buffer.concat([right, Buffer.from('more')]);
    const refused = await setUp('20.20.2');
    expect(refused.status).toBe(1);
    expect(linesOf(refused).at(-1)).toMatch(/could not be fetched.*integrity/i);
    expect(existsSync(join(folder, '.node/bin/node'))).toBe(false);

    node.tarball = right;
    expect((await setUp('20.20.2')).status).toBe(0);
  });
});

function linesOf({ err }: Ended): string[] {
  return err.trim().split('\n');
}
