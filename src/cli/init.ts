import { Command, Option } from 'commander';
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN } from '../core/access/secret.js';
import type { Config } from '../platform/config.js';
import type { Store } from '../store/store.js';
import { readSecret } from './gateway-options.js';
import { answersOf, type Given, QUESTIONS } from './init-answers.js';
import {
  configIn,
  configText,
  finishDraft,
  initPaths,
  type InitPaths,
  keepSecret,
  madeIn,
  type Made,
  makeFolders,
  readSecretFile,
  writeSecret,
} from './init-files.js';
import { CliError, type Shell, UsageError } from './shell.js';
import { cliActor, requireReady, withOpenStore } from './with-store.js';
import { printText } from './print.js';

interface InitOptions extends Given {
  readonly passwordFile?: string;
  readonly json?: boolean;
}

/** Returns `init`: a folder with configuration and secrets, and a database with the first entries. */
export function initCommand(shell: Shell): Command {
  const command = new Command('init')
    .description(
      'Makes all that a first gateway needs: configuration, secrets, database, programme, terminal, wallet and keys. Asks for what no option gives. Run again, it changes nothing.',
    )
    .argument('[folder]', 'folder for configuration and secrets', '.');
  for (const { name, about, environment } of QUESTIONS)
    command.addOption(
      new Option(`--${name} <${name}>`, environment === undefined ? about : `${about} (or ${environment})`),
    );
  return command
    .option(
      '--password-file <file>',
      'terminal password from the card processor (- for standard input); a new one by default',
    )
    .option('--json', 'prints one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, options: InitOptions) => {
      const result = await init(shell, initPaths(resolve(folder)), options);
      printText(shell, options, result, textOf(result));
    });
}

const EXAMPLES = `
Examples:
  cardway init
  cardway init shop --downstream http://127.0.0.1:5000/ --programme shop --terminal 0068766621 --wallet 43172792905

The secrets are files in FOLDER/secrets, which only their owner can read. They are printed once.`;

/** One secret, for the summary. */
interface MadeSecret {
  readonly name: string;
  readonly file: string;
  /** Null for a secret that the user gave. */
  readonly text: string | null;
}

interface InitResult {
  readonly folder: string;
  readonly config: string;
  /** Entries that this run made in the database; empty for a run that changed nothing. */
  readonly created: readonly string[];
  /** Empty for a run that made nothing. */
  readonly secrets: readonly MadeSecret[];
  /** Commands to run next. */
  readonly next: readonly string[];
}

async function init(shell: Shell, paths: InitPaths, options: InitOptions): Promise<InitResult> {
  if (!existsSync(paths.config)) await prepare(shell, paths, options);
  const made = madeIn(paths.config);
  const config = configIn(shell, paths.config);
  const created = await withOpenStore(shell, config, (store) =>
    createEntries(shell, store, { config, made, paths }),
  );
  return {
    folder: paths.folder,
    config: paths.config,
    created,
    secrets: created.length === 0 ? [] : secretsOf(paths, options),
    next: nextCommands(shell, paths, made),
  };
}

/** Writes secrets and configuration, and migrates the database. A later run goes on from wherever this one is killed. */
async function prepare(shell: Shell, paths: InitPaths, options: InitOptions): Promise<void> {
  const isBegun = existsSync(paths.draft);
  if (!isBegun) await writeDraft(shell, paths, options);
  try {
    const begin = async (store: Store): Promise<void> => {
      await store.migrate();
      await refuseTaken(store, madeIn(paths.draft));
    };
    await withOpenStore(shell, configIn(shell, paths.draft), begin, { isNew: isBegun });
  } catch (error) {
    // The answers may be wrong, so the next run asks again. It keeps the secrets.
    rmSync(paths.draft, { force: true });
    throw error;
  }
  finishDraft(paths);
}

async function writeDraft(shell: Shell, paths: InitPaths, options: InitOptions): Promise<void> {
  const answers = await answersOf(shell, paths.folder, options);
  const password = await givenPassword(shell, options);
  makeFolders(paths);
  keepSecret(paths.signingKey, randomBytes(32).toString('base64url'));
  if (password !== undefined) writeSecret(paths.terminalPassword, password);
  keepSecret(paths.terminalPassword, randomBytes(18).toString('base64url'));
  for (const path of [paths.clientKey, paths.operatorKey])
    keepSecret(path, `cardway_${randomBytes(32).toString('base64url')}`);
  const isKeyGiven = ['CARDWAY_MASTER_KEY', 'CARDWAY_MASTER_KEY_FILE'].some((name) => name in shell.env);
  if (!answers.database.startsWith('sqlite:')) {
    if (!isKeyGiven) keepSecret(paths.masterKey, `hex:${randomBytes(32).toString('hex')}`);
    writeSecret(paths.databaseUrl, answers.database);
  }
  writeSecret(paths.draft, configText(paths, answers));
}

async function givenPassword(shell: Shell, { passwordFile }: InitOptions): Promise<string | undefined> {
  if (passwordFile === undefined) return undefined;
  const option = '--password-file';
  const password = await readSecret(shell, { file: passwordFile, option, prompt: 'Password', isNew: true });
  const [min, max] = [PASSWORD_CHARACTERS_MIN, PASSWORD_CHARACTERS_MAX];
  const { length } = [...password];
  // Before the folder is made: a later run without the option takes the password from there.
  if (length >= min && length <= max) return password;
  throw new UsageError(`${option}: the password must have ${String(min)} to ${String(max)} characters.`);
}

/** Refuses entries that the database has before init makes any: they would keep passwords and keys that init does not know. */
async function refuseTaken({ administration }: Store, made: Made): Promise<void> {
  const { terminals, wallets, keys } = administration;
  const taken = (option: string, what: string): never => {
    throw new CliError(`--${option}: the database already has ${what}. Choose another one.`);
  };
  if ((await terminals.find(made.terminal)) !== null) taken('terminal', `a terminal ${made.terminal}`);
  if ((await wallets.find(made.wallet)) !== null) taken('wallet', `a wallet ${made.wallet}`);
  if ((await wallets.findByCard(made.card)) !== null) taken('card', `a card ${String(made.card)}`);
  for (const keyId of Object.values(keyIds(made)))
    if ((await keys.find(keyId)) !== null) taken('programme', `a key ${keyId}`);
}

function keyIds({ programme }: Made): { readonly client: string; readonly operator: string } {
  return { client: `${programme}-client`, operator: `${programme}-operator` };
}

/** Creates the entries that are missing. Returns a name for each. */
async function createEntries(
  shell: Shell,
  store: Store,
  { config, made, paths }: { readonly config: Config; readonly made: Made; readonly paths: InitPaths },
): Promise<readonly string[]> {
  await requireReady(store);
  // Loaded here: other commands need no use cases.
  const { storedUseCases } = await import('../app/administration.js');
  const { administration, programmes } = storedUseCases({ config, runtime: shell.runtime, store });
  const actor = cliActor(shell);
  const who = { actor, role: 'operator', programme: null, terminalIds: null } as const;
  const { programme, terminal: terminalId, wallet: reference, customer: customerId, card: cardId } = made;
  const created: string[] = [];
  if (!(await programmes.list()).some((each) => each.programme === programme)) {
    await programmes.put({ programme, actor });
    created.push(`programme ${programme}`);
  }
  if ((await administration.terminals.find(terminalId)) === null) {
    const password = readSecretFile(paths.terminalPassword);
    await administration.terminals.add(who, { terminalId, programme, password });
    created.push(`terminal ${terminalId}`);
  }
  if ((await administration.wallets.find(who, { reference })) === null) {
    await administration.wallets.put(who, { reference, programme, customerId, cards: [{ cardId }] });
    created.push(`wallet ${reference} with card ${String(cardId)} of customer ${String(customerId)}`);
  }
  const ids = keyIds(made);
  const keys = [
    { keyId: ids.client, role: 'client', programme, path: paths.clientKey },
    { keyId: ids.operator, role: 'operator', programme: null, path: paths.operatorKey },
  ] as const;
  for (const { path, ...key } of keys) {
    if ((await administration.keys.find(key.keyId)) !== null) continue;
    // The key is in its file before the database knows it, so no interruption can lose it.
    const rest = { terminalIds: null, expiresAtMs: null, documents: 'any' } as const;
    await store.administration.keys.create({ actor, ...key, ...rest, key: readSecretFile(path) });
    created.push(`key ${key.keyId} of role ${key.role}`);
  }
  return created;
}

function secretsOf(paths: InitPaths, { passwordFile }: InitOptions): readonly MadeSecret[] {
  const secret = (name: string, file: string): MadeSecret => ({ name, file, text: readSecretFile(file) });
  const password = secret('terminal password', paths.terminalPassword);
  return [
    secret('signing key', paths.signingKey),
    ...(existsSync(paths.masterKey) ? [secret('master key', paths.masterKey)] : []),
    passwordFile === undefined ? password : { ...password, text: null },
    secret('client key', paths.clientKey),
    secret('operator key', paths.operatorKey),
  ];
}

function nextCommands({ invocation }: Shell, paths: InitPaths, made: Made): readonly string[] {
  const here = (path: string): string => quoted(shownPath(path));
  const config = `--config ${here(paths.config)}`;
  const fields = `terminal_id=${quoted(made.terminal)} reference=${quoted(made.wallet)}`;
  const owner = `--customer ${String(made.customer)} --card ${String(made.card)}`;
  const proofs = `--key-file ${here(paths.clientKey)} --password-file ${here(paths.terminalPassword)}`;
  return [
    `${invocation} serve ${config}`,
    `${invocation} send Balance ${fields} ${owner} ${proofs}`,
    `${invocation} doctor ${config}`,
  ];
}

/** Returns the shorter way to write a path: from the current folder, or whole. */
function shownPath(path: string): string {
  const fromHere = relative('.', path);
  return fromHere.length < path.length ? fromHere : path;
}

/** Quotes a word for a POSIX shell where it needs that. */
function quoted(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function textOf({ config, created, secrets, next }: InitResult): string {
  const width = Math.max(0, ...secrets.map(({ name }) => name.length));
  const lines = [
    ...(created.length === 0
      ? [`Nothing was changed: ${config} and its entries are there already.`]
      : [`Configuration: ${config}`, 'Made in the database:', ...created.map((entry) => `  ${entry}`)]),
    ...(secrets.length === 0
      ? []
      : [
          '',
          'Secrets, printed this once. Only you can read their files:',
          ...secrets.map(
            ({ name, file, text }) => `  ${name.padEnd(width)}  ${text ?? '(yours)'}  ${shownPath(file)}`,
          ),
        ]),
    '',
    'Next, each in a terminal of its own:',
    ...next.map((command) => `  ${command}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
