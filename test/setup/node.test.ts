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
import { dirname, join, resolve } from 'node:path';

const SETUP = resolve(__dirname, '../../scripts/setup');
const NAME = 'node-of-this-test';
const VERSION = '26.10.0';

/** A registry with one package: a Node that only knows its version. */
interface Registry {
  readonly url: string;
  readonly requests: string[];
  tarball: Buffer;
}

let folder: string;
let server: Server;
let registry: Registry;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cardway-node-')));
  const tarball = packNode();
  registry = { url: '', requests: [], tarball };
  server = createServer((request, response) => {
    registry.requests.push(request.url ?? '');
    if (request.url === `/${NAME}`) {
      const dist = { tarball: `${registry.url}/${NAME}.tgz`, integrity: integrityOf(tarball) };
      const version = { name: NAME, version: VERSION, dist };
      response.end(
        JSON.stringify({ name: NAME, 'dist-tags': { latest: VERSION }, versions: { [VERSION]: version } }),
      );
    } else response.end(registry.tarball);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  Object.assign(registry, { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` });
  checkout(tarball);
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});

/** A checkout with nothing in it but the set-up. */
function checkout(tarball: Buffer): void {
  cpSync(SETUP, join(folder, 'scripts/setup'), { recursive: true });
  const pinned = join(folder, 'scripts/setup/node-packages.json');
  const here = { [`${process.platform}-${process.arch}`]: { name: NAME, integrity: integrityOf(tarball) } };
  const others = JSON.parse(readFileSync(pinned, 'utf8')) as object;
  writeFileSync(pinned, JSON.stringify({ ...others, packages: here }));
}

function packNode(): Buffer {
  const script = `#!/bin/sh\n[ "$1" = --version ] && echo v${VERSION}\n`;
  mkdirSync(join(folder, 'packed/package/bin'), { recursive: true });
  writeFileSync(join(folder, 'packed/package/bin/node'), script, { mode: 0o755 });
  writeFileSync(
    join(folder, 'packed/package/package.json'),
    JSON.stringify({ name: NAME, version: VERSION }),
  );
  const packed = spawnSync('tar', ['-czf', '-', '-C', join(folder, 'packed'), 'package']);
  return packed.stdout;
}

function integrityOf(tarball: Buffer): string {
  return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}

interface Ended {
  readonly status: number | null;
  readonly err: string;
}

/** Runs the set-up as if this were a Node of that version. */
function setUp(version: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const script = join(folder, 'scripts/setup/node.mjs');
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, script];
  const settings = {
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_fetch_retries: '0',
  };
  const { CARDWAY_NODE: _own, ...inherited } = process.env;
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      args,
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
  it('is linked, without a word and without the network', async () => {
    expect(await setUp('24.0.0')).toEqual(NOTHING_SAID);
    expect(realpathSync(join(folder, '.node/bin/node'))).toBe(realpathSync(process.execPath));
    expect(registry.requests).toEqual([]);
  });

  it('takes the place of a link that leads nowhere', async () => {
    mkdirSync(join(folder, '.node/bin'), { recursive: true });
    spawnSync('ln', ['-s', '/nowhere/node', join(folder, '.node/bin/node')]);
    expect(await setUp('26.0.0')).toEqual(NOTHING_SAID);
    expect(versionSetUp()).toBe(process.version);
  });
});

describe('a Node that is too old', () => {
  it('fetches one with the settings of the npm at hand, once', async () => {
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

  it('fetches one when two set-ups run at once', async () => {
    const ended = await Promise.all([setUp('20.20.2'), setUp('20.20.2')]);
    expect(ended.map(({ status }) => status)).toEqual([0, 0]);
    expect(registry.requests.filter((url) => url.endsWith('.tgz'))).toHaveLength(1);
  });

  it('takes the Node that CARDWAY_NODE names, and no other', async () => {
    expect(await setUp('20.20.2', { CARDWAY_NODE: process.execPath })).toEqual(NOTHING_SAID);
    expect(versionSetUp()).toBe(process.version);
    expect(await setUp('20.20.2', { CARDWAY_NODE: '/nowhere/node' })).toEqual({
      status: 1,
      err: 'CARDWAY_NODE is /nowhere/node, which does not run.\n',
    });
  });

  it('says in one line what to do without a network, and works when it is run again', async () => {
    const offline = await setUp('20.20.2', { npm_config_registry: 'http://127.0.0.1:1' });
    expect(offline.status).toBe(1);
    expect(linesOf(offline).at(-1)).toMatch(
      /could not be fetched.*set CARDWAY_NODE to the path of a Node 24/,
    );
    expect(existsSync(join(folder, '.node-next'))).toBe(false);

    expect((await setUp('20.20.2')).status).toBe(0);
    expect(versionSetUp()).toBe(`v${VERSION}`);
  });

  it('refuses a file whose integrity is another, and works when the right one comes', async () => {
    const right = registry.tarball;
    registry.tarball = Buffer.concat([right, Buffer.from('more')]);
    const refused = await setUp('20.20.2');
    expect(refused.status).toBe(1);
    expect(linesOf(refused).at(-1)).toMatch(/could not be fetched.*integrity/i);
    expect(existsSync(join(folder, '.node/bin/node'))).toBe(false);

    registry.tarball = right;
    expect((await setUp('20.20.2')).status).toBe(0);
  });

  it('begins anew where an earlier set-up was killed half-way', async () => {
    const left = join(folder, '.node-next/node_modules', NAME, 'bin/node');
    mkdirSync(dirname(left), { recursive: true });
    writeFileSync(left, 'half of a program');
    expect((await setUp('20.20.2')).status).toBe(0);
    expect(versionSetUp()).toBe(`v${VERSION}`);
  });
});

function linesOf({ err }: Ended): string[] {
  return err.trim().split('\n');
}
