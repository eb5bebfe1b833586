import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const SETUP = resolve(__dirname, '../../scripts/setup');
const PREPARE = `
  import { prepare, runScript } from ${JSON.stringify(pathToFileURL(join(SETUP, 'prepare.mjs')).href)};
  await runScript(() => prepare(process.argv[1], JSON.parse(process.argv[2])));
`;
const UNTIL_MS_MAX = 20_000;

/**
 * A bundler that copies. It writes down each run. It waits for a file named `go` where the sources hold one named `wait`, and
 * fails where they hold one named `mistake`.
 */
const COMPILER = `
  import fs from 'node:fs';
  const [out] = process.argv.slice(2);
  fs.appendFileSync('compiler-runs', process.pid + '\\n');
  const compile = () => {
    if (fs.existsSync('src/mistake')) {
      console.log('src/mistake: error TS1');
      process.exit(2);
    }
    if (fs.existsSync('src/wait') && !fs.existsSync('go')) return setTimeout(compile, 20);
    fs.cpSync('src', out, { recursive: true });
  };
  compile();
`;

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard error. */
  readonly told: string;
}

/** A project of one source file and one package, small enough to be installed and built in a test. */
export class ToyProject {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'cardway-set-up-')));

  constructor() {
    this.write(
      'package.json',
      JSON.stringify({ name: 'toy', version: '1.0.0', dependencies: { typescript: 'file:compiler' } }),
    );
    this.write('compiler/package.json', JSON.stringify({ name: 'typescript', version: '1.0.0' }));
    this.write('scripts/setup/bundle.mjs', COMPILER);
    this.write(
      'package-lock.json',
      JSON.stringify({ name: 'toy', version: '1.0.0', lockfileVersion: 3, packages: lockedPackages }),
    );
    this.write('src/main.js', 'first');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  list(path = '.'): string[] {
    return readdirSync(join(this.root, path));
  }

  remove(path = '.'): void {
    rmSync(join(this.root, path), { recursive: true, force: true });
  }

  /** Returns the process ids of all compiler runs. */
  compilerRuns(): number[] {
    return this.has('compiler-runs') ? this.read('compiler-runs').trim().split('\n').map(Number) : [];
  }

  /** Writes the files that `npm ci` would leave, without running it. */
  installAsNpmDoes(): void {
    const { '': _root, ...installed } = lockedPackages;
    this.write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  }

  /** Adds tools that the program does not need: a workspace, and one package that only it depends on. */
  addTools(): void {
    const tools = { name: 'toy-tools', version: '1.0.0', devDependencies: { linter: 'file:../../linter' } };
    this.write('tools/toy/package.json', JSON.stringify(tools));
    this.write('linter/package.json', JSON.stringify({ name: 'linter', version: '1.0.0' }));
    const { '': root, ...others } = lockedPackages;
    const own = { ...root, workspaces: ['tools/*'] };
    const packages = {
      '': own,
      ...others,
      linter: { version: '1.0.0', dev: true },
      'node_modules/linter': { resolved: 'linter', link: true },
      'node_modules/toy-tools': { resolved: 'tools/toy', link: true },
      'tools/toy': tools,
    };
    this.write('package.json', JSON.stringify(own));
    this.write(
      'package-lock.json',
      JSON.stringify({ name: 'toy', version: '1.0.0', lockfileVersion: 3, packages }),
    );
  }

  /** Begins to prepare the project in its own process. */
  startPreparing(wanted: Wanted = {}): Preparation {
    return new Preparation(this.root, JSON.stringify(wanted));
  }

  prepare(wanted?: Wanted): Promise<Ended> {
    return this.startPreparing(wanted).ended;
  }
}

interface Wanted {
  readonly built?: boolean;
  readonly tools?: boolean;
}

const lockedPackages = {
  '': { name: 'toy', version: '1.0.0', dependencies: { typescript: 'file:compiler' } },
  compiler: { name: 'typescript', version: '1.0.0' },
  'node_modules/typescript': { resolved: 'compiler', link: true },
};

export class Preparation {
  readonly ended: Promise<Ended>;
  readonly #child;
  told = '';

  constructor(root: string, wanted: string) {
    this.#child = spawn(process.execPath, ['--input-type=module', '--eval', PREPARE, root, wanted], {
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.told += text));
    this.ended = new Promise((done) => {
      this.#child.on('close', (status, signal) => done({ status, signal, told: this.told }));
    });
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

/** Returns whether a process runs. Returns false also for a zombie, such as an orphan in a container without an init. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !/\) [ZX] /.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until another process has done something. */
export async function until(holds: () => boolean): Promise<void> {
  const endsAt = Date.now() + UNTIL_MS_MAX;
  while (!holds()) {
    if (Date.now() > endsAt)
      throw new Error(`Still not so after ${String(UNTIL_MS_MAX)} ms: ${holds.toString()}`);
    await sleep(20);
  }
}
