import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../platform/files.js';
import { CliError, codeOf, type Shell } from './shell.js';

/** Proof of the caller's identity for a gateway: a key, or the session of `cardway login`. */
export type Credential = string | Session;

interface Session {
  /** Cookie that the gateway gave: `NAME=TOKEN`. */
  readonly cookie: string;
}

/** Sessions by the URL of their gateways. */
type Sessions = Readonly<Record<string, Session>>;

/** Returns the headers that carry a credential. A session is a cookie, which the gateway takes from its own pages only. */
export function credentialHeaders(credential: Credential): Readonly<Record<string, string>> {
  return typeof credential === 'string'
    ? { Authorization: `Bearer ${credential}` }
    : { Cookie: credential.cookie, 'Sec-Fetch-Site': 'same-origin' };
}

/** Returns the session at a gateway; undefined without one. Errors: CliError for a file that cannot be read. */
export function sessionAt(shell: Pick<Shell, 'env'>, url: string): Session | undefined {
  const file = sessionFile(shell);
  return file === null ? undefined : read(file)[nameOf(url)];
}

/**
 * Keeps the session at a gateway; null forgets it. The file is for its owner alone, and goes with its last session. Errors: CliError.
 */
export function keepSession(shell: Pick<Shell, 'env'>, url: string, session: Session | null): void {
  const file = sessionFile(shell);
  if (file === null)
    throw new CliError('There is no folder to keep the session in: set HOME or XDG_CONFIG_HOME.');
  const { [nameOf(url)]: _, ...others } = read(file);
  const sessions: Sessions = session === null ? others : { ...others, [nameOf(url)]: session };
  try {
    if (Object.keys(sessions).length === 0) {
      rmSync(file, { force: true });
      return;
    }
    makeFolder(dirname(file), 0o700);
    const draft = `${file}.new`;
    // A draft that is left over could have another mode.
    rmSync(draft, { force: true });
    writeFileSync(draft, `${JSON.stringify(sessions, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    throw new CliError(`${file} cannot be written (${codeOf(error)}).`);
  }
}

/** Returns the error for a session that the gateway does not take any more. */
export function sessionEnded(url: string): CliError {
  return new CliError(`Your session at ${url} has ended. Run cardway login --url ${url}.`);
}

function sessionFile({ env }: Pick<Shell, 'env'>): string | null {
  const { XDG_CONFIG_HOME: config = '', APPDATA: windows = '', HOME: home = '' } = env;
  const folder = [config, windows, home === '' ? '' : join(home, '.config')].find((each) => each !== '');
  return folder === undefined ? null : join(folder, 'cardway', 'sessions.json');
}

function nameOf(url: string): string {
  return new URL(url).href.replace(/\/$/, '');
}

function read(file: string): Sessions {
  if (!existsSync(file)) return {};
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    value = null;
  }
  if (isSessions(value)) return value;
  throw new CliError(`${file} cannot be read. Delete it, and run cardway login again.`);
}

function isSessions(value: unknown): value is Sessions {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (each: unknown) =>
        typeof each === 'object' && each !== null && 'cookie' in each && typeof each.cookie === 'string',
    )
  );
}
