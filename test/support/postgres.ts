import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from '../life/until.js';
import { findBinaries, type Binaries } from './postgres-binaries.js';
import { madeOnce, RUN_FOLDER } from './run-folder.js';

export { whyNoPostgres } from './postgres-binaries.js';

/** A separate PostgreSQL server in its own folder. */
export interface TestPostgres {
  /** `postgres://…` URL of an empty database. Its user owns the database, and is no superuser. */
  readonly url: string;
  /** URL of the same database for statements that a superuser must run. */
  readonly adminUrl: string;
  /** Makes another database: empty, or a copy of the one with this URL, which must have no connection. Resolves with its URL. */
  createDatabase(templateUrl?: string): Promise<string>;
  /**
   * Restarts the server on the same port. `kill`: SIGKILL for all of its processes; `immediate`: like a crash; `fast`: cuts
   * connections and rolls back open transactions.
   */
  restart(mode: StopMode): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

type StopMode = 'kill' | 'immediate' | 'fast';

export interface PostgresOptions {
  /** Another installation than that of npm, named by its `bin`. */
  readonly binaries?: string;
  /** More of postgresql.conf, such as `{ log_lock_waits: 'on' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Content of its first database, which is otherwise empty. Cannot be used with other binaries. */
  readonly prepared?: Prepared;
}

const USER = 'cardway';
const PASSWORD_FILE = 'password';

/** Environment without this process's locale and PG… variables. */
const ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C' };

/** Content of a server at its start, made once per run for all tests that name it. */
export interface Prepared {
  readonly name: string;
  /** Fills the empty database that this URL names. */
  readonly fill: (url: string) => Promise<void>;
}

/**
 * Starts a server. Takes 0.2 s, and 2 s the first time in a run. Errors: where the binaries cannot run; `whyNoPostgres()` reports
 * that before.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const binaries = binariesOf(options);
  const folder = ownFolder(binaries, mkdtempSync(join(tmpdir(), 'cardway-postgres-')));
  if (options.binaries !== undefined) await makeCluster(binaries, folder, options);
  else await copyCluster(await preparedCluster(binaries, options.prepared), folder);
  const { server, admin } = await startCluster({ binaries, folder, options });
  let databases = 1;
  return {
    url: admin.urlOf(USER, databaseOf(1)),
    adminUrl: admin.url,
    async createDatabase(templateUrl) {
      databases += 1;
      const name = databaseOf(databases);
      const template = templateUrl === undefined ? 'template0' : new URL(templateUrl).pathname.slice(1);
      await asAdmin(admin.url, [`create database ${name} owner ${USER} template ${template}`]);
      return admin.urlOf(USER, name);
    },
    async restart(mode) {
      if (mode === 'kill') await server.kill(await processesOf(admin.url));
      else await server.stop(mode);
      await server.start();
    },
    async stop() {
      await server.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A database on a server that other tests use too, and that nothing may stop. */
export interface SharedDatabase {
  readonly url: string;
  /** Removes the database. */
  drop(): Promise<void>;
}

/**
 * Makes a database with this content on the server of this worker: a worker runs one file at a time. The first file starts the
 * server, and after-run.ts ends it.
 */
export async function sharedDatabase(prepared: Prepared): Promise<SharedDatabase> {
  if (RUN_FOLDER === null) {
    const own = await startPostgres({ prepared });
    return { url: own.url, drop: () => own.stop() };
  }
  const known = join(RUN_FOLDER, `server-${prepared.name}-${process.env['JEST_WORKER_ID'] ?? '1'}.json`);
  if (!existsSync(known)) writeFileSync(known, JSON.stringify(await startShared(prepared)), { mode: 0o600 });
  const { url, adminUrl } = JSON.parse(readFileSync(known, 'utf8')) as SharedServer;
  const name = `shared_${randomBytes(8).toString('hex')}`;
  await asAdmin(adminUrl, [`create database ${name} owner ${USER} template ${databaseOf(1)}`]);
  const own = new URL(url);
  own.pathname = name;
  return {
    url: own.href,
    drop: () => asAdmin(adminUrl, [`drop database ${name} with (force)`]),
  };
}

/** The files of a worker read this to use its server, and after-run.ts to end it. */
interface SharedServer {
  readonly pid: number;
  readonly folder: string;
  readonly url: string;
  readonly adminUrl: string;
}

async function startShared(prepared: Prepared): Promise<SharedServer> {
  const binaries = findBinaries();
  const folder = ownFolder(binaries, mkdtempSync(join(tmpdir(), 'cardway-postgres-')));
  await copyCluster(await preparedCluster(binaries, prepared), folder);
  const { server, admin } = await startCluster({ binaries, folder, options: {} });
  return { pid: server.release(), folder, url: admin.urlOf(USER, databaseOf(1)), adminUrl: admin.url };
}

function databaseOf(number: number): string {
  return `${USER}_${String(number)}`;
}

function binariesOf({ binaries: other }: PostgresOptions): Binaries {
  const found = findBinaries();
  if (other === undefined) return found;
  return { ...found, initdb: join(other, 'initdb'), postgres: join(other, 'postgres') };
}

/** Returns the folder of a stopped server, for copies. */
function preparedCluster(binaries: Binaries, prepared: Prepared | undefined): Promise<string> {
  if (prepared === undefined) {
    return madeOnce('postgres', (made) => makeCluster(binaries, ownFolder(binaries, made)));
  }
  return madeOnce(`postgres-${prepared.name}`, async (made) => {
    const folder = ownFolder(binaries, made);
    await copyCluster(await preparedCluster(binaries, undefined), folder);
    const { server, admin } = await startCluster({ binaries, folder, options: {} });
    await prepared.fill(admin.urlOf(USER, databaseOf(1)));
    await server.stop('fast');
  });
}

/** Makes a server's folder, with our user and its first database. */
async function makeCluster(binaries: Binaries, folder: string, options: PostgresOptions = {}): Promise<void> {
  await initialise(binaries, folder, randomBytes(12).toString('hex'));
  const { server, admin } = await startCluster({ binaries, folder, options });
  await asAdmin(admin.url, [
    `create role ${USER} login password '${admin.password}'`,
    `create database ${databaseOf(1)} owner ${USER} template template0`,
  ]);
  await server.stop('fast');
}

async function copyCluster(source: string, folder: string): Promise<void> {
  const child = spawn('cp', ['-a', `${source}/.`, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${source} was not copied.`);
}

/** Gives the folder to the server's user: PostgreSQL does not run as root, and reads no folder that another user can. */
function ownFolder({ user }: Binaries, folder: string): string {
  if (user !== null) chownSync(folder, user.uid, user.gid);
  return folder;
}

interface Admin {
  readonly url: string;
  readonly password: string;
  urlOf(user: string, database: string): string;
}

async function startCluster(args: {
  readonly binaries: Binaries;
  readonly folder: string;
  readonly options: PostgresOptions;
}): Promise<{ readonly server: ServerProcess; readonly admin: Admin }> {
  const password = readFileSync(join(args.folder, PASSWORD_FILE), 'utf8');
  const { server, port } = await onFreePort(async (tried) => {
    const created = createServerProcess({ ...args, port: tried });
    await created.start();
    return { server: created, port: tried };
  });
  const urlOf = (user: string, database: string): string =>
    `postgres://${user}:${password}@127.0.0.1:${String(port)}/${database}`;
  return { server, admin: { url: urlOf('postgres', 'postgres'), password, urlOf } };
}

async function asAdmin(adminUrl: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function initialise(binaries: Binaries, folder: string, password: string): Promise<void> {
  const passwordFile = join(folder, PASSWORD_FILE);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (binaries.user !== null) chownSync(passwordFile, binaries.user.uid, binaries.user.gid);
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${join(folder, 'data')}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { ...binaries.user, env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const complaints: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`initdb failed: ${Buffer.concat(complaints).toString('utf8')}`);
}

/** Returns all processes but the first: those of connections, and background writers. */
async function processesOf(adminUrl: string): Promise<readonly number[]> {
  const client = new Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
  await client.end();
  return rows.map(({ pid }) => pid);
}

/** PostgreSQL takes no port 0. Another process can take a free port before it does: then the next one is tried. */
async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || !String(error).includes('Address already in use')) throw error;
    }
  }
}

const PORT_ATTEMPTS = 10;

interface ServerProcess {
  start(): Promise<void>;
  /** Sends SIGKILL to the first process and to these. */
  kill(others: readonly number[]): Promise<void>;
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  /** Lets the server run on after this file, until the worker ends. Returns its process id. */
  release(): number;
}

function createServerProcess(args: {
  readonly binaries: Binaries;
  readonly folder: string;
  readonly port: number;
  readonly options: PostgresOptions;
}): ServerProcess {
  let child: ChildProcess | null = null;
  // An interrupted test run leaves no server behind.
  const endWithRun = (): void => void child?.kill('SIGQUIT');
  return {
    async start() {
      process.once('exit', endWithRun);
      // A process of a killed server that saw its end late holds the shared memory a little longer.
      const isHeld = (error: unknown): boolean => String(error).includes('is still in use');
      await until('the server can start', async () => {
        child = spawn(args.binaries.postgres, flagsOf(args), {
          ...args.binaries.user,
          env: ENVIRONMENT,
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        return untilReady(child).then(
          () => true,
          (error: unknown) => {
            child = null;
            if (!isHeld(error)) throw error;
            return false;
          },
        );
      });
    },
    async kill(others) {
      if (child === null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      for (const pid of others) endNow(pid);
      await ended;
      child = null;
      process.off('exit', endWithRun);
    },
    async stop(mode) {
      if (child === null) return;
      const ended = once(child, 'exit');
      child.kill(mode === 'immediate' ? 'SIGQUIT' : 'SIGINT');
      await ended;
      child = null;
      process.off('exit', endWithRun);
    },
    release() {
      if (child?.pid === undefined) throw new Error('The server does not run.');
      child.unref();
      child.stderr?.destroy();
      return child.pid;
    },
  };
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself, as all do after their first process has ended.
  }
}

function flagsOf(args: {
  readonly folder: string;
  readonly port: number;
  readonly options: PostgresOptions;
}): string[] {
  const settings = {
    port: String(args.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // Setting of PostgreSQL 16 and later, such as that of npm.
    ...(args.options.binaries === undefined ? { scram_iterations: '1' } : {}),
    ...args.options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', join(args.folder, 'data'), ...flags];
}

function untilReady(child: ChildProcess): Promise<void> {
  let heard = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => {
      reject(new Error(`PostgreSQL ended with ${String(status)}: ${heard}`));
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      // Only the end: while the server starts, each refused connection logs a line.
      heard = (heard + chunk.toString('utf8')).slice(-10_000);
      if (heard.includes('ready to accept connections')) resolve();
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
