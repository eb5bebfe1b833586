/** Tests `dist/main.js` under a Node that is too old: it continues with the Node of the checkout, or says what to do. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { isRunning } from './toy-project.js';

const ROOT = resolve(__dirname, '..', '..');

/** Checkout with the built program. Each test begins with its own Node. */
let checkout: string;
let children: ChildProcess[];

beforeAll(() => {
  checkout = realpathSync(mkdtempSync(join(tmpdir(), 'cardway-old-node-')));
  for (const name of ['package.json', 'schema', 'dist'])
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
});
afterAll(() => rmSync(checkout, { recursive: true }));

beforeEach(() => {
  children = [];
  mkdirSync(join(checkout, '.node/bin'), { recursive: true });
  symlinkSync(process.execPath, join(checkout, '.node/bin/node'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(join(checkout, '.node'), { recursive: true, force: true });
});

/** Returns the old Nodes: on some machines the Node that npm runs on is old. On all, this Node reports an old version. */
function oldNodes(): [name: string, program: string, args: readonly string[]][] {
  // The Node that continues has this name in its environment, and reports its true version.
  const pretend = `if (process.env.CARDWAY_STARTED_BY === undefined)
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
  const pretending = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
  const { npm_node_execpath: own } = process.env;
  const isReal = own !== undefined && realpathSync(own) !== realpathSync(process.execPath);
  return [['a Node that says so', process.execPath, pretending], ...(isReal ? [realNode(own)] : [])];
}

function realNode(program: string): [string, string, readonly string[]] {
  return ['the Node of npm', program, []];
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly status: number | null; readonly signal: NodeJS.Signals | null }>;
  out: string;
  err: string;
}

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(program, args, {
    cwd: checkout,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const ended = once(child, 'close').then(([status, signal]) => ({
    status: status as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  const running: Running = { child, ended, out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (running.out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (running.err += chunk.toString('utf8')));
  return running;
}

describe.each(oldNodes())('under %s', (_name, program, args) => {
  const main = (...words: readonly string[]): string[] => [...args, join(checkout, 'dist/main.js'), ...words];
  const settings = (): Record<string, string> => ({
    CARDWAY_PORT: '0',
    CARDWAY_DATABASE_URL: `sqlite:${join(checkout, 'cardway.db')}`,
  });

  /** Starts the sandbox by an old Node. Resolves with the serving process. */
  async function serve(): Promise<Running & { readonly url: string; readonly pid: number }> {
    const running = run(program, main('serve', '--sandbox'), settings());
    for await (const line of createInterface({ input: running.child.stdout! })) {
      if (!line.includes('"event":"ready"')) continue;
      const { url } = JSON.parse(line) as { url: string };
      return Object.assign(running, { url, pid: childOf(running.child.pid!) });
    }
    throw new Error(`The gateway ended before it was ready: ${running.err}`);
  }

  it('a command runs with the Node of the checkout, and its exit status is passed on', async () => {
    const version = run(program, main('--version'));
    expect(await version.ended).toEqual({ status: 0, signal: null });
    expect(version.out).toBe('0.1.0\n');
    expect(version.err).toBe('');
    const wrong = run(program, main('no-such-command'));
    expect(await wrong.ended).toEqual({ status: 2, signal: null });
    expect(wrong.err).toContain('no-such-command');
  });

  it('SIGTERM stops the gateway as usual, with status 0', async () => {
    const gateway = await serve();
    expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toEqual({ status: 0, signal: null });
    expect(isRunning(gateway.pid)).toBe(false);
  });

  it('says what to do when the checkout has no Node', async () => {
    rmSync(join(checkout, '.node'), { recursive: true });
    const refused = run(program, main('--version'));
    expect(await refused.ended).toEqual({ status: 1, signal: null });
    expect(refused.out).toBe('');
    expect(refused.err).toMatch(
      /^Cardway needs Node 24 or later; this is Node \d+\.\d+\.\d+ \(.*\)\. In a checkout, run npm start .*\n$/,
    );
  });
});

/** Returns the only child of a process. */
function childOf(pid: number): number {
  const [child = NaN] = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  return child;
}
