import { CliError, type Shell } from './shell.js';

interface Dump {
  readonly databaseUrl: string;
  readonly file: string;
}

/**
 * `pg_dump` sees one moment of the database, beside running gateways. Errors: CliError that says what to do where it is missing, or
 * older than the server.
 */
export async function dumpPostgres(shell: Shell, { databaseUrl, file }: Dump): Promise<void> {
  if (shell.fileExists(file)) throw new CliError(`${file} exists. A backup never replaces another one.`);
  await run(
    shell,
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`],
    databaseUrl,
  );
}

/** Into an empty database, all of it or nothing. */
export async function loadDump(shell: Shell, { databaseUrl, file }: Dump): Promise<void> {
  if (!shell.fileExists(file)) throw new CliError(`There is no backup at ${file}.`);
  const { PGDATABASE = '' } = connectionOf(databaseUrl);
  const flags = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await run(shell, 'pg_restore', [...flags, `--dbname=${PGDATABASE}`, file], databaseUrl);
}

async function run(
  shell: Shell,
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  databaseUrl: string,
): Promise<void> {
  const { status, err } = await shell.runProgram(program, args, connectionOf(databaseUrl));
  if (status === 0) return;
  if (status === null) throw new CliError(`${program} cannot be run here. ${ADVICE}`);
  throw new CliError(`${program} ended with status ${String(status)}: ${err.trim()}`);
}

const ADVICE =
  'Install the client programs of PostgreSQL, in the version of your server or later, or take backups with what your server has: ' +
  'a managed service’s snapshots, or pgBackRest with the write-ahead log (docs/operations.md, Backups).';

/** By the environment: arguments can be read by everybody on the machine, and the URL holds a password. */
function connectionOf(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const sslMode = searchParams.get('sslmode');
  return {
    PGHOST: decodeURIComponent(hostname),
    ...(port === '' ? {} : { PGPORT: port }),
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(sslMode === null ? {} : { PGSSLMODE: sslMode }),
    PGAPPNAME: 'cardway backup',
  };
}
