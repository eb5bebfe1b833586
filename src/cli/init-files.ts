import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withoutLineEnds } from '../core/access/secret.js';
import type { Config } from '../platform/config.js';
import { describeProblems, readConfig } from '../platform/config.js';
import { makeFolder, syncFolder, writeDurably } from '../platform/files.js';
import type { Answers } from './init-answers.js';
import { CliError, codeOf, type Shell } from './shell.js';

/** Paths of a folder that `init` makes. */
export interface InitPaths {
  readonly folder: string;
  readonly config: string;
  /** The same text while the database is not ready. A run that finds it goes on with its answers. */
  readonly draft: string;
  readonly signingKey: string;
  readonly masterKey: string;
  readonly databaseUrl: string;
  readonly terminalPassword: string;
  readonly clientKey: string;
  readonly operatorKey: string;
}

export function initPaths(folder: string): InitPaths {
  const secret = (name: string): string => join(folder, 'secrets', name);
  return {
    folder,
    config: join(folder, 'cardway.yaml'),
    draft: join(folder, 'cardway.yaml.draft'),
    signingKey: secret('signing-key'),
    masterKey: secret('master-key'),
    databaseUrl: secret('database-url'),
    terminalPassword: secret('terminal-password'),
    clientKey: secret('client-key'),
    operatorKey: secret('operator-key'),
  };
}

/** Makes the folder, and one for the secrets that only its owner can enter. Errors: CliError. */
export function makeFolders({ folder, signingKey }: InitPaths): void {
  attempt(folder, () => {
    makeFolder(folder);
    makeFolder(dirname(signingKey), 0o700);
    syncFolder(folder);
  });
}

/** Writes a secret, but keeps the file that an earlier run left. Errors: CliError. */
export function keepSecret(path: string, text: string): void {
  if (!existsSync(path)) writeSecret(path, text);
}

/** Writes a file that only the owner can read, in place of an earlier one. It appears whole or not at all. Errors: CliError. */
export function writeSecret(path: string, text: string): void {
  attempt(path, () => {
    const next = `${path}.next`;
    rmSync(next, { force: true });
    writeDurably(next, `${text}\n`);
    renameSync(next, path);
    syncFolder(dirname(path));
  });
}

/** Returns the text of a secret file without its line ends. Errors: CliError. */
export function readSecretFile(path: string): string {
  const text = attempt(path, () => withoutLineEnds(readFileSync(path, 'utf8')));
  if (text === '') throw new CliError(`${path} is empty. Remove it, and run init again.`);
  return text;
}

/** Gives the draft its name. Errors: CliError. */
export function finishDraft({ draft, config, folder }: InitPaths): void {
  attempt(config, () => {
    renameSync(draft, config);
    syncFolder(folder);
  });
}

function attempt<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`${path} cannot be written (${codeOf(error)}).`);
  }
}

const MADE = '# init: ';

/** Returns the text of the configuration. The last line keeps the answers, for a second run. */
export function configText(paths: InitPaths, answers: Answers): string {
  const isPostgres = !answers.database.startsWith('sqlite:');
  const { database: _database, downstream, ...made } = answers;
  const text = JSON.stringify;
  return [
    '# Settings of Cardway, written by cardway init. docs/settings.md lists all settings.',
    '# Variables of the environment (CARDWAY_…) override this file. Secrets are in files that only their owner can read.',
    '',
    '# Address to listen on. Any address other than loopback needs tls.cert and tls.key, or trustProxy.',
    'host: 127.0.0.1',
    'port: 4000',
    '',
    ...(isPostgres
      ? [
          '# Database of the transactions. The URL is in a file, because it may hold a password.',
          `databaseUrlFile: ${text(paths.databaseUrl)}`,
        ]
      : ['# Database of the transactions.', `databaseUrl: ${text(answers.database)}`]),
    '# The master key encrypts stored passwords and keys. Keep a copy in another place: no backup opens without it.',
    existsSync(paths.masterKey)
      ? `masterKeyFile: ${text(paths.masterKey)}`
      : '# It is CARDWAY_MASTER_KEY, where that is set, else the file beside the database that ends with .key.',
    '',
    '# Signs every call to the wallet service (X_msg_signature). The wallet service needs the same key.',
    `signingKeyFile: ${text(paths.signingKey)}`,
    '',
    'downstream:',
    '  # Whole URL of the wallet service. Nothing is appended.',
    `  url: ${text(downstream)}`,
    '  # Set true if the wallet service recognises a repeated request_id. Cardway then sends doubtful calls again.',
    '  dedupes: false',
    '  # Time for a whole transaction in milliseconds. The card processor gives up after 2,000.',
    '  timeoutMs: 1800',
    '',
    '# Made in the database. Change these with cardway terminals, wallets and keys, not here.',
    `${MADE}${text(made)}`,
  ].join('\n');
}

/** Answers that a file of `init` keeps. */
export type Made = Omit<Answers, 'database' | 'downstream'>;

/** Returns the answers that a file of `init` keeps. Errors: CliError for another file. */
export function madeIn(path: string): Made {
  const lines = readFileSync(path, 'utf8').split('\n');
  const written = lines.find((line) => line.startsWith(MADE));
  if (written !== undefined) return JSON.parse(written.slice(MADE.length)) as Made;
  throw new CliError(`${path} is there already, and init did not write it. Choose another folder.`);
}

/**
 * Reads a configuration file of `init`. It takes only the master key from the environment: the rest may name another database.
 * Errors: CliError.
 */
export function configIn({ env: whole, readFile }: Shell, path: string): Config {
  const names = Object.keys(whole).filter((name) => name.startsWith('CARDWAY_MASTER_KEY'));
  const env = Object.fromEntries(names.map((name) => [name, whole[name]]));
  const reading = readConfig({ env, readFile, configFile: path, isSandbox: false });
  if (reading.kind === 'invalid') throw new CliError(`${path}: ${describeProblems(reading.problems)}`);
  return reading.config;
}
