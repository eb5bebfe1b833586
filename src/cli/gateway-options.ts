import { type Command, InvalidArgumentError, Option } from 'commander';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { isLoopbackHost } from '../core/access/sandbox-caller.js';
import { withoutLineEnds } from '../core/access/secret.js';
import { configuredPort } from '../platform/config.js';
import type { COMMAND_SECRETS } from '../platform/config.js';
import { SANDBOX_API_KEYS } from '../sandbox/data.js';
import type { Role } from '../use-cases/directory/directory-port.js';
import { askSecret } from './prompts.js';
import { CliError, readOf, type Shell, UsageError } from './shell.js';

/** Returns `--url`, for commands that call a running gateway. Paths are appended to it, so it loses a slash at its end. */
export function urlOption(): Option {
  return new Option('--url <url>', 'the gateway')
    .default('http://127.0.0.1:4000')
    .argParser((written) => httpUrlOf(written).replace(/\/$/, ''));
}

/** Gives the default of `--url` the port of the configuration. */
function takePort({ env, readFile }: Shell, command: Command): void {
  if (command.getOptionValueSource('url') !== 'default') return;
  const { config: configFile } = command.opts<{ readonly config?: string }>();
  const port = configuredPort({ env, readFile, configFile, isSandbox: false });
  command.setOptionValueWithSource('url', `http://127.0.0.1:${String(port)}`, 'default');
}

/** Reads the URL of an option. Errors: InvalidArgumentError. */
export function httpUrlOf(written: string): string {
  if (/^https?:\/\//i.test(written) && URL.canParse(written)) return written;
  throw new InvalidArgumentError('It must be an http or https URL.');
}

type SecretName = (typeof COMMAND_SECRETS)[number];

/**
 * Option such as `--key-file` for `key`. The secret itself is no argument, because every user of the machine can read
 * arguments.
 */
export class SecretOption extends Option {
  constructor(
    readonly secretName: SecretName,
    readonly parts: {
      readonly description: string;
      /** Default against a gateway on loopback. */
      readonly sandbox: string | undefined;
      /** True for a command that works without the secret. */
      readonly isOptional?: boolean;
      /** Returns whether the other options need the secret. Left out, it is always needed. */
      readonly isNeeded?: (options: Readonly<Record<string, unknown>>) => boolean;
    },
  ) {
    const otherwise = parts.sandbox === undefined ? '' : '; the sandbox’s by default on loopback';
    super(
      `--${kebabOf(secretName)}-file <file>`,
      `file with the ${parts.description} (- for standard input), or ${environmentOf(secretName)}${otherwise}`,
    );
  }
}

/** Returns the option for the file of a Bearer key. The default is the sandbox's key of the role. */
export function keyOption(
  role: Role,
  description: string,
  { name = 'key', ...more }: Pick<SecretOption['parts'], 'isNeeded'> & { readonly name?: SecretName } = {},
): SecretOption {
  const sandbox = SANDBOX_API_KEYS.find((each) => each.role === role)?.key ?? '';
  return new SecretOption(name, { description, sandbox, ...more });
}

/** Reads what a command takes from its surroundings, and sets it as its options: port and secrets. Errors: CliError, UsageError. */
export async function readSurroundings(shell: Shell, command: Command): Promise<void> {
  takePort(shell, command);
  for (const option of command.options) {
    if (!(option instanceof SecretOption) || option.parts.isNeeded?.(command.opts()) === false) continue;
    command.setOptionValue(option.secretName, await secretOf(shell, command, option));
  }
}

async function secretOf(shell: Shell, command: Command, option: SecretOption): Promise<string | undefined> {
  const { url, [option.attributeName()]: given } = command.opts<Record<string, string | undefined>>();
  const { sandbox, isOptional = false, description } = option.parts;
  const flag = option.long ?? '';
  const environment = environmentOf(option.secretName);
  const read = async (file: string | undefined, named = flag): Promise<string> => {
    const text = await readSecret(shell, { file, option: named, prompt: description, isNew: false });
    // A terminal's password may end with a space.
    return option.secretName === 'password' ? text : text.trim();
  };
  if (given !== undefined) return read(given);
  const { [environment]: value = '', [`${environment}_FILE`]: file = '' } = shell.env;
  if (value !== '') return withoutLineEnds(value);
  if (file !== '') return read(file, `${environment}_FILE`);
  if (isOptional) return undefined;
  if (sandbox !== undefined && isOnLoopback(url ?? '')) return sandbox;
  // A pipe may have another purpose, and reading it could block.
  if (shell.input.isTTY !== true)
    throw new UsageError(`The ${description} is missing: give ${flag} FILE, or set ${environment}.`);
  return read(undefined);
}

function isOnLoopback(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname.replaceAll(/[[\]]/g, ''));
}

function environmentOf(name: string): string {
  return `CARDWAY_${kebabOf(name).replaceAll('-', '_').toUpperCase()}`;
}

export function kebabOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Reads a password or key: from a file, or from standard input if that is a pipe (or the file is `-`). Otherwise it asks on
 * the terminal without echo, twice for a new one. It drops line ends at the end. Errors: CliError, UsageError.
 */
export async function readSecret(
  shell: SecretShell,
  {
    file,
    option,
    prompt,
    isNew,
  }: {
    readonly file: string | undefined;
    readonly option: string;
    readonly prompt: string;
    /** True asks twice, to catch typing errors. */
    readonly isNew: boolean;
  },
): Promise<string> {
  if (file !== undefined && file !== '-')
    return withoutLineEnds(
      textOf(
        readOf(`${option}: ${file}`, () => readFileSync(file)),
        option,
      ),
    );
  if (file === '-' || shell.input.isTTY !== true) {
    const text = textOf(await buffer(shell.input), option);
    if (text === '') throw new UsageError(`Give ${option} FILE, or write it to standard input.`);
    return withoutLineEnds(text);
  }
  const first = await askSecret(shell, prompt);
  if (isNew && (await askSecret(shell, `${prompt}, again`)) !== first)
    throw new CliError('The two are not the same.');
  return first;
}

type SecretShell = Pick<Shell, 'input' | 'prompts'>;

function textOf(bytes: Buffer, option: string): string {
  try {
    // It drops a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CliError(`${option}: this is not UTF-8.`);
  }
}
