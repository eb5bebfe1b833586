import { Argument, type Command, Option } from 'commander';
import {
  getNamedType,
  type GraphQLInputField,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { plainValues } from '../enum-values.js';
import { kebabOf, readSecret } from '../gateway-options.js';
import type { Shell } from '../shell.js';
import { integerOf, isoTimeOf, momentOf, spanOf } from '../values.js';

/** Options of commands, made from fields of the schema's inputs: their flags, help and allowed values, and how they are read. */

interface Reading {
  /** For messages, for example `--card`. */
  readonly option: string;
  readonly shell: Shell;
}

type Read = (written: string, reading: Reading) => unknown;

/** Spelling of a field at the command line, where it is not that of the schema. */
export interface Word {
  /** Name of the option. Left out, it is that of the field. */
  readonly name?: string;
  /** Placeholder of the value in the help. An option with it takes one value, also where the field is a list. */
  readonly value?: string;
  /** Help. Left out, it is the description of the field. */
  readonly about?: string;
  /** Whether the option must be given. Left out, the schema says so. */
  readonly isNeeded?: boolean;
  readonly read?: Read | undefined;
}

/** Words by fields. Null leaves a field out. */
export type Words = Readonly<Record<string, Word | null>>;

/** Words that all commands have in common. */
const WORDS: Words = {
  allowedAddresses: {
    name: 'allow',
    value: 'networks',
    about: 'Addresses and networks (CIDR) that it may call from, separated by commas; any allows all.',
    read: (written) => (written === 'any' ? [] : written.split(',')),
  },
  cardId: { name: 'card' },
  checksumAlgorithm: { name: 'checksum' },
  customerId: { name: 'customer' },
  endpointId: { name: 'endpoint' },
  errorCode: { name: 'error' },
  eventId: { name: 'event' },
  expiresAt: {
    name: 'expires',
    value: 'when',
    about: 'A time (ISO 8601), or a span from now such as 90d. Default: never.',
    read: (written, { option, shell }) => momentOf(option, written, shell.runtime.clock.nowMs()),
  },
  overlapSeconds: {
    name: 'overlap',
    value: 'span',
    about: 'Span for which the previous password still works, for example 48h, or 0. Default: 24h.',
    read: (written, { option }) => spanOf(option, written) / 1000,
  },
  stepSeconds: { name: 'step' },
  terminalId: { name: 'terminal' },
  terminalIds: { name: 'terminal' },
  types: { name: 'type' },
  validitySeconds: { name: 'validity' },
};

/** An option that fills one field of an input. */
class FieldOption extends Option {
  constructor(
    /** Names from the input down to the field. */
    readonly path: readonly string[],
    flags: string,
    /** Help, and how the value is read. Without a reader it is taken as written. */
    readonly word: Pick<Word, 'about' | 'read'>,
  ) {
    super(flags, word.about);
  }
}

/** The argument of a command that fills one field of its input. */
export class FieldArgument extends Argument {
  constructor(
    name: string,
    readonly field: string,
  ) {
    super(`<${name}>`);
  }
}

const PASSWORD = '--password-file';

/** Adds an option for each field that has no argument. */
export function addFields(command: Command, fields: readonly GraphQLInputField[], words: Words = {}): void {
  const taken = command.registeredArguments.map((each) => each instanceof FieldArgument && each.field);
  for (const field of fields) {
    const word = { ...WORDS[field.name], ...words[field.name] };
    if (words[field.name] === null || taken.includes(field.name)) continue;
    if (field.name === 'password')
      command.option(`${PASSWORD} <file>`, 'The password; - for standard input.');
    else optionsOf(field, word).forEach((option) => command.addOption(option));
  }
}

function optionsOf(field: GraphQLInputField, word: Word): readonly Option[] {
  const { name } = field;
  const { about = field.description ?? '', read = readerOf(field) } = word;
  const type = getNamedType(field.type);
  const flag = `--${kebabOf(word.name ?? name)}`;
  if (isInputObjectType(type) && word.read === undefined)
    return Object.values(type.getFields()).map((part) => {
      const flags = name === 'time' ? `--${part.name} <time>` : `${flag}-${part.name} <${name}>`;
      return new FieldOption([name, part.name], flags, {
        about: `${about} ${part.description ?? ''}`,
        read: readerOf(part),
      });
    });
  if (type.name === 'Boolean') return [new FieldOption([name], flag, { about })];
  const { value = valueOf(field, flag) } = word;
  const isMany = isListType(field.type) && word.value === undefined;
  const option = new FieldOption([name], `${flag} <${value}${isMany ? '...' : ''}>`, { about, read });
  if (isEnumType(type)) option.choices(type.getValues().map((each) => plainOf(name, each.name)));
  option.makeOptionMandatory(word.isNeeded ?? isNonNullType(field.type));
  return [option];
}

/** Returns how a value of a closed set is written at the command line: `in_doubt`, `digitization.complete`. */
function plainOf(field: string, value: string): string {
  return plainValues({ [field]: value })[field] ?? value;
}

function readerOf({ type }: GraphQLInputField): Read | undefined {
  const { name } = getNamedType(type);
  if (name === 'DateTime') return (written, { option }) => isoTimeOf(option, written);
  if (name === 'Int' || name === 'SafeInt') return (written, { option }) => integerOf(option, written);
  return undefined;
}

function valueOf({ name, type }: GraphQLInputField, flag: string): string {
  if (getNamedType(type).name === 'DateTime') return 'time';
  return /Ids?$/.test(name) ? 'id' : flag.replace(/^.*-/, '');
}

/** Reads the arguments and options of fields as an input. Asks for a password that no file gives. Errors: UsageError, CliError. */
export async function inputOf(shell: Shell, command: Command): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const [at, argument] of command.registeredArguments.entries())
    if (argument instanceof FieldArgument) input[argument.field] = command.args[at];
  for (const option of command.options) {
    if (!(option instanceof FieldOption)) continue;
    const written: unknown = command.getOptionValue(option.attributeName());
    if (written === undefined) continue;
    const [name = '', part] = option.path;
    const value = valueIn(shell, option, written);
    input[name] = part === undefined ? value : { ...(input[name] as object | undefined), [part]: value };
  }
  if (command.options.some(({ long }) => long === PASSWORD)) {
    const file = command.getOptionValue('passwordFile') as string | undefined;
    input['password'] = await readSecret(shell, { file, option: PASSWORD, prompt: 'Password', isNew: true });
  }
  return input;
}

function valueIn(shell: Shell, { long, word: { read } }: FieldOption, written: unknown): unknown {
  if (read === undefined) return written;
  const reading = { option: long ?? '', shell };
  return Array.isArray(written)
    ? written.map((each) => read(String(each), reading))
    : read(String(written), reading);
}

/** Returns a refusal that begins with its field, with the name that the user of this command wrote for it: `--allow`, `<terminal>`. */
export function inUserWords(command: Command, field: string, message: string): string {
  const written = writtenName(command, field.split('.').at(-1) ?? '');
  return written === null || !message.startsWith(field)
    ? message
    : `${written}${message.slice(field.length)}`;
}

/** Returns how a user of this command writes a field; null where it is the name of the field, or where nothing fills it. */
function writtenName(command: Command, field: string): string | null {
  const argument = command.registeredArguments.find(
    (each) => each instanceof FieldArgument && each.field === field,
  );
  if (argument !== undefined) return argument.name() === field ? null : `<${argument.name()}>`;
  const usual = `--${kebabOf(WORDS[field]?.name ?? field)}`;
  const option =
    command.options.find((each) => each instanceof FieldOption && each.path.at(-1) === field) ??
    command.options.find(({ long }) => long === usual);
  return option === undefined || option.long === `--${field}` ? null : (option.long ?? null);
}
