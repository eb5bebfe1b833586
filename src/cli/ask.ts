import type { Command } from 'commander';
import { SANDBOX_API_KEYS } from '../sandbox/data.js';
import { inUserWords } from './entities/field-options.js';
import { enumNames, plainValues } from './enum-values.js';
import type { DocumentText } from '../generated/operations.js';
import { keyOption, urlOption } from './gateway-options.js';
import { CliError } from './shell.js';
import { postDocument } from './transactions/send-channels.js';

/** Options of every command that asks a gateway. */
export interface AskOptions {
  readonly url: string;
  readonly key: string;
  readonly json?: boolean;
}

const PERSON = 'Bearer key of a person; docs/administration.md says what each role may do';

/** Adds the options of a command that asks a gateway. */
export function ofGateway(command: Command, key = keyOption('operator', PERSON)): Command {
  return command
    .addOption(urlOption())
    .addOption(key)
    .option('--config <file>', 'YAML file with the port of the gateway (or CARDWAY_CONFIG)')
    .option('--json', 'prints JSON, on a terminal too');
}

/** Runs one of our own documents. Errors: CliError with the GraphQL message. */
export type Ask = <Data, Variables extends Readonly<Record<string, unknown>>>(
  document: DocumentText<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

/** Wraps an action of a command. It gets the runner of documents, the command's options, and its argument (`''` where none exists). */
export function acting(work: (ask: Ask, options: never, argument: string) => Promise<void>) {
  return async (...args: readonly unknown[]): Promise<void> => {
    const command = args.at(-1) as Command;
    const [argument = ''] = command.args;
    await work(askOf(command), command.opts<never>(), argument);
  };
}

/** Returns the runner of documents on the gateway of a command. A refusal names what the user typed. */
function askOf(command: Command): Ask {
  const { url, key }: AskOptions = command.opts();
  return async (document, variables) => {
    const { data, errors: [error] = [] } = await post(url, key, document, enumNames(variables));
    if (error === undefined) return plainValues(data) as never;
    const { code, field } = error.extensions ?? {};
    const message = typeof code === 'string' ? `${error.message} (${code})` : error.message;
    throw new CliError(typeof field === 'string' ? inUserWords(command, field, message) : message);
  };
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: unknown; readonly field?: unknown };
  }[];
}

async function post(
  url: string,
  key: string,
  document: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const { body } = await postDocument(url, key, document, variables);
  const answer = (body ?? {}) as Answer;
  const isRefused = answer.errors?.[0]?.extensions?.code === 'UNAUTHENTICATED';
  if (isRefused && SANDBOX_API_KEYS.some((sandbox) => sandbox.key === key))
    throw new CliError(
      'This gateway does not know the key of the sandbox, which is the default on this machine. Give --key-file FILE, or set CARDWAY_KEY. (UNAUTHENTICATED)',
    );
  if (answer.errors === undefined && answer.data == null) throw new CliError(`${url} is no gateway.`);
  return answer;
}

/** Returns the result of a query. Errors: CliError for null; `what` is for example `endpoint has this id`. */
export function found<Value>(value: Value | null, what: string): Value {
  if (value === null) throw new CliError(`No ${what}. (NOT_FOUND)`);
  return value;
}

/** One page of a list. */
export interface Page<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Which page is wanted. */
export interface PageArgs {
  readonly first: number;
  readonly after: string | null;
}
