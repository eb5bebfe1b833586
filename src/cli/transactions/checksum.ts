import { Command, Option } from 'commander';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { methodTable, type MethodTable } from '../../core/transactions/methods.js';
import { computeChecksum } from '../../core/wire/checksum.js';
import type { HmacAlgorithm } from '../../core/wire/signature.js';
import { SecretOption } from '../gateway-options.js';
import { CliError, printable, readOf, type Shell, UsageError } from '../shell.js';
import { type ConfiguredOptions, loadConfig, ofConfiguration } from '../with-store.js';
import {
  callOfArguments,
  callOfDocument,
  type ChecksumCall,
  type Part,
  shownParts,
} from './checksum-call.js';
import { printText } from '../print.js';

interface ChecksumOptions extends ConfiguredOptions {
  readonly file?: string;
  readonly algorithm: HmacAlgorithm;
  readonly password: string;
  readonly passwordFile?: string;
}

/** Returns `checksum`: the text that a checksum covers, and the checksum. It sends nothing. */
export function checksumCommand(shell: Shell): Command {
  return ofConfiguration(new Command('checksum'))
    .description('Prints the exact text that the checksum of a call covers, and the checksum. Sends nothing.')
    .argument('[method]', 'for example Deduct; left out with --file')
    .argument(
      '[fields...]',
      'name=value in the names of the JSON interface, or the values of an XML-RPC call in positional order',
    )
    .option(
      '--file <file>',
      'a call as it is sent: JSON envelope or XML-RPC methodCall (- for standard input)',
    )
    .addOption(
      new Option('--algorithm <name>', 'hash function of the terminal')
        .choices(['sha256', 'sha1'])
        .default('sha256'),
    )
    .addOption(new SecretOption('password', { description: 'terminal password', sandbox: undefined }))
    .addHelpText('after', EXAMPLES)
    .action(async (name: string | undefined, given: string[], options: ChecksumOptions) => {
      const call = await callOf(shell, methodsOf(shell, options), { name, given, options });
      const { algorithm, password } = options;
      if (password === '') throw new CliError('The terminal password is empty.');
      const parts = shownParts(call.method, call.text);
      const shown = {
        method: call.method.name,
        algorithm: algorithm === 'sha256' ? 'HMAC-SHA256' : 'HMAC-SHA1',
        parts,
        text: parts.map(({ text }) => text).join(''),
        bytes: call.text.message.length,
        checksum: computeChecksum(algorithm, password, call.text.message).toUpperCase(),
      };
      printText(shell, options, shown, textOf(shown));
    });
}

const EXAMPLES = `
Examples:
  cardway checksum Balance 0029504320 556789731480 'STARBUCKS  HANOI' '' 415099 20200824T14:17:06 --password-file till.password
  cardway checksum Balance terminal_id=0029504320 reference=556789731480 narrative=SHOP transaction_id=1 transaction_date=20200824T14:17:06
  cardway checksum --file call.json --password-file till.password
  cardway checksum --file call.xml --algorithm sha1

The password is read from --password-file or CARDWAY_PASSWORD, or asked for; it is never an argument and never printed.`;

function methodsOf(shell: Shell, { config }: ChecksumOptions): MethodTable {
  const isConfigured = config !== undefined || (shell.env['CARDWAY_CONFIG'] ?? '') !== '';
  return methodTable(isConfigured ? loadConfig(shell, { config, isOffline: true }).methods : []);
}

async function callOf(
  shell: Shell,
  methods: MethodTable,
  {
    name,
    given,
    options,
  }: {
    readonly name: string | undefined;
    readonly given: readonly string[];
    readonly options: ChecksumOptions;
  },
): Promise<ChecksumCall> {
  const { file, passwordFile } = options;
  if (file === undefined) {
    if (name === undefined) throw new UsageError('Give a method with its fields, or --file FILE.');
    return callOfArguments(methods, name, given);
  }
  if (name !== undefined)
    throw new UsageError('Give either a method or --file: a document names its own method.');
  if (file === '-' && passwordFile === '-')
    throw new UsageError('--file and --password-file cannot both be standard input.');
  return callOfDocument(
    methods,
    file === '-' ? await buffer(shell.input) : readOf(`--file: ${file}`, () => readFileSync(file)),
  );
}

interface Shown {
  readonly algorithm: string;
  readonly parts: readonly Part[];
  readonly text: string;
  readonly bytes: number;
  readonly checksum: string;
}

function textOf({ algorithm, parts, text, bytes, checksum }: Shown): string {
  const width = Math.max(...parts.map(({ name }) => name.length));
  const lines = [
    ...parts.map(({ name, text: part }) => `  ${name.padEnd(width)}  ${JSON.stringify(part)}`),
    '',
    `Text (${String(bytes)} bytes in UTF-8):`,
    printable(text),
    '',
    `${algorithm} of it, with the terminal’s password as key:`,
    checksum,
  ];
  return lines.map((line) => `${line}\n`).join('');
}
