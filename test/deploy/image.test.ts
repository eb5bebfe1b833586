/**
 * Tests the image without a container engine: puts its files together as the Dockerfile does, and runs its command as a user who
 * may not write there.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { startWallet, approving } from '../support/wallet/index.js';
import { temporaryFolder } from '../support/gateway.js';
import { ROOT } from '../tidy/tree.js';
import { readImage } from './dockerfile.js';
import { unknownNames } from './known-names.js';

const image = readImage();
const USER = { uid: 10_001, gid: 10_001 };
const isRoot = process.getuid?.() === 0;

describe('the image', () => {
  it('runs as a non-root user, given by number', () => {
    expect(image.user).toBe(`${String(USER.uid)}:${String(USER.gid)}`);
  });

  it('sets nothing that the program does not know', () => {
    expect(unknownNames(Object.keys(image.env))).toEqual([]);
    expect(image.env).toMatchObject({ NODE_ENV: 'production', CARDWAY_HOST: '0.0.0.0' });
  });

  it('leaves the database to a YAML file, and to a file with its URL', () => {
    expect(Object.keys(image.env).filter((name) => /URL|KEY/.test(name))).toEqual([]);
  });

  it('has the Node version of a checkout, and contains only existing files', () => {
    expect(image.base).toBe(`node:${readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim()}-slim`);
    const missing = image.copied.filter(({ from }) => !existsSync(join(ROOT, from)));
    expect(missing).toEqual([]);
  });
});

describe('the command of the image', () => {
  const folder = temporaryFolder();
  const app = join(folder, 'app');
  const data = join(folder, 'data');
  let child: ChildProcess;
  let errors = '';
  let port = '';

  const inApp = (path: string): string => path.replace(/^\/app\//, `${app}/`);

  beforeAll(() => {
    for (const { from, to } of image.copied) {
      const target = join(app, to);
      mkdirSync(dirname(target), { recursive: true });
      if (from === 'node_modules') symlinkSync(join(ROOT, from), target);
      else cpSync(join(ROOT, from), target, { recursive: true });
    }
    mkdirSync(data, { mode: 0o700 });
    for (const { to, name } of image.links) symlinkSync(join(folder, to), join(app, name));
    chmodSync(folder, 0o755);
    if (isRoot) chownSync(data, USER.uid, USER.gid);
    execFileSync('chmod', ['-R', 'a-w,a+rX', app]);
  });

  afterAll(() => {
    child.kill('SIGKILL');
    execFileSync('chmod', ['-R', 'u+w', app]);
  });

  /** Runs a command of the image to its end. Returns its status. */
  async function statusOf([, ...args]: readonly string[]): Promise<number | null> {
    const checked = spawn(process.execPath, args.map(inApp), {
      cwd: app,
      env: { PATH: process.env['PATH'], CARDWAY_PORT: port },
      ...(isRoot ? USER : {}),
    });
    const [status] = (await once(checked, 'close')) as [number | null];
    return status;
  }

  it('serves from a read-only folder, is healthy, and ends on SIGTERM with status 0', async () => {
    const wallet = await startWallet({ behaviour: approving() });
    const [, ...entry] = image.entrypoint;
    child = spawn(process.execPath, [...entry, ...image.command].map(inApp), {
      cwd: app,
      env: {
        PATH: process.env['PATH'],
        ...image.env,
        CARDWAY_PORT: '0',
        CARDWAY_DOWNSTREAM_URL: wallet.url,
        CARDWAY_SIGNING_KEY: 'a signing key of ours',
        CARDWAY_TRUST_PROXY: '1',
      },
      ...(isRoot ? USER : {}),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit') as Promise<[number | null]>;
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
    port = await readyPort(child);
    expect(errors).toBe('');
    expect(await statusOf(image.healthcheck)).toBe(0);
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    expect(await statusOf(image.healthcheck)).toBe(1);
    expect(readdirSync(app).sort()).toEqual(
      [...new Set([...image.copied.map(({ to }) => to.split('/')[0] ?? ''), 'cardway', 'data'])].sort(),
    );
    expect(readdirSync(data)).toContain('cardway.db');
    await wallet.close();
  });
});

function readyPort(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error('The gateway has no output.');
  return new Promise((resolve, reject) => {
    child.once('exit', (status) => reject(new Error(`The gateway ended with ${String(status)}.`)));
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.includes('"event":"ready"')) resolve(new URL((JSON.parse(line) as { url: string }).url).port);
    });
  });
}
