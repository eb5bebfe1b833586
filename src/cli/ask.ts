import { Command, type Option } from 'commander';
import { SANDBOX_API_KEYS } from '../sandbox/data.js';
import type { GuardedChange } from '../use-cases/access/approval-port.js';
import { enumNames, plainValues } from './enum-values.js';
import type { DocumentText } from '../generated/operations.js';
import { keyOption, urlOption } from './gateway-options.js';
import { RefusedField } from './refused-field.js';
import { CliError, type Shell, UsageError } from './shell.js';
import { postDocument } from './transactions/send-channels.js';
import { breakGlass, cliActor, configOption, withStore } from './with-store.js';

/** Options of every command that runs GraphQL documents: on a gateway, or in this process on the configured database. */
export interface AskOptions {
  readonly url?: string;
  readonly key?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly breakGlass?: string;
}

/** Adds the options of a command that uses a gateway by default. */
export function askingGateway(command: Command): Command {
  const config = configOption('opens the database of this configuration; no gateway is needed');
  return withOptions(command, [urlOption().conflicts('config'), config]);
}

/** Adds the options of a command that needs a gateway. */
export function ofGateway(command: Command): Command {
  return withOptions(command, [urlOption()]);
}

/** Returns a command with subcommands that use the database by default. */
export function commandGroup(name: string, description: string): Command {
  const url = urlOption('a gateway to ask, in place of the database').default(undefined).conflicts('config');
  return withOptions(new Command(name), [configOption(), url])
    .description(`${description}, in the database of the configuration or over a gateway.`)
    .configureHelp({ showGlobalOptions: true });
}

function withOptions(command: Command, options: readonly Option[]): Command {
  for (const option of options) command.addOption(option);
  return command
    .addOption(
      keyOption('operator', 'Bearer key of a person; docs/administration.md says what each role may do', {
        isNeeded: isAskingGateway,
      }),
    )
    .option('--json', 'prints JSON, on a terminal too');
}

function isAskingGateway({ url, config }: AskOptions): boolean {
  return url !== undefined && config === undefined;
}

/** Runs one of our own documents. Errors: CliError with the GraphQL message. */
export type Ask = <Data, Variables extends Readonly<Record<string, unknown>>>(
  document: DocumentText<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

/**
 * Wraps an action of a command. The action gets the runner of documents, the command's options, and its argument (`''` where
 * none exists). It resolves with the exit status; undefined means 0.
 */
export function acting(shell: Shell, done: (status: number) => void) {
  return (work: (ask: Ask, options: never, argument: string) => Promise<number | undefined>) =>
    async (...args: readonly unknown[]): Promise<void> => {
      const command = args.at(-1) as Command;
      const options: AskOptions = command.optsWithGlobals();
      try {
        const [argument = ''] = command.args;
        done((await asking(shell, options, (ask) => work(ask, options as never, argument))) ?? 0);
      } catch (error) {
        throw error instanceof RefusedField ? error.for(command) : error;
      }
    };
}

/** Provides the runner of documents. Documents and answers are the same with a gateway and with a database. */
export function asking<T>(shell: Shell, options: AskOptions, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { url = '', key = '' } = options;
  if (isAskingGateway(options) && options.breakGlass !== undefined)
    throw new UsageError('--break-glass is for the database; a gateway asks a second person.');
  if (isAskingGateway(options)) return work(askOver((...call) => post(url, key, ...call)));
  return withStore(shell, { config: options.config }, async (store, config) => {
    // Loaded here: a command without a document needs no schema.
    const { operatorOn } = await import('../app/operator.js');
    const bypass = (change: GuardedChange): Promise<void> =>
      breakGlass(shell, { store, config }, { ...change, reason: options.breakGlass, isOnGateway: true });
    const { runtime } = shell;
    return work(askOver(operatorOn({ config, runtime, store, actor: cliActor(shell), bypass })));
  });
}

type Transport = (document: string, variables: Readonly<Record<string, unknown>>) => Promise<Answer>;

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
  ...[document, variables]: Parameters<Transport>
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

function askOver(transport: Transport): Ask {
  return async (document, variables) => {
    const { data, errors: [error] = [] } = await transport(document, enumNames(variables));
    if (error === undefined) return plainValues(data) as never;
    const { code, field } = error.extensions ?? {};
    const message = typeof code === 'string' ? `${error.message} (${code})` : error.message;
    throw typeof field === 'string' ? new RefusedField(field, message) : new CliError(message);
  };
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
