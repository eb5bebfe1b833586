import { existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
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
  /** The same text while the database is not ready. A run that finds it goes on from there. */
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

/**
 * Writes a secret that only the owner can read, or keeps the file that is there: a run that was killed left it. The file appears
 * whole or not at all. Returns its text without the line end. Errors: CliError.
 */
export function keepSecret(path: string, text: string): string {
  return attempt(path, () => {
    if (!existsSync(path)) {
      const draft = `${path}.draft`;
      rmSync(draft, { force: true });
      writeDurably(draft, `${text}\n`);
      linkSync(draft, path);
      rmSync(draft);
      syncFolder(dirname(path));
    }
    return readSecretFile(path);
  });
}

/** Returns the text of a secret file without its line ends. Errors: CliError. */
export function readSecretFile(path: string): string {
  const text = attempt(path, () => withoutLineEnds(readFileSync(path, 'utf8')));
  if (text === '') throw new CliError(`${path} is empty. Remove it, and run init again.`);
  return text;
}

/** Writes the draft of the configuration, in place of an earlier one. Errors: CliError. */
export function writeDraft({ draft, folder }: InitPaths, text: string): void {
  attempt(draft, () => {
    const next = `${draft}.next`;
    rmSync(next, { force: true });
    writeDurably(next, text);
    renameSync(next, draft);
    syncFolder(folder);
  });
}

/** Gives the draft its name. Never replaces a file. Errors: CliError. */
export function finishDraft({ draft, config, folder }: InitPaths): void {
  attempt(config, () => {
    linkSync(draft, config);
    rmSync(draft);
    syncFolder(folder);
  });
}

export function removeDraft({ draft }: InitPaths): void {
  rmSync(draft, { force: true });
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
    '',
  ].join('\n');
}

/** Answers that a file of `init` keeps. */
export type Made = Omit<Answers, 'database' | 'downstream'>;

/** Returns the answers that the text keeps; null for a file that is not of `init`, or of which the end is missing. */
export function madeIn(text: string): Made | null {
  const written = text.split('\n').find((line) => line.startsWith(MADE));
  return written === undefined ? null : (JSON.parse(written.slice(MADE.length)) as Made);
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
