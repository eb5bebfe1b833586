import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Command } from 'commander';
import { print } from 'graphql';
import { keyOption, urlOption } from './gateway-options.js';
import { postJson } from './send-doors.js';
import { CliError, type Shell, UsageError } from './shell.js';

/** What every command that talks to a running gateway takes. */
export interface GatewayOptions {
  readonly url: string;
  readonly key: string;
  readonly json?: boolean;
}

export function withGatewayOptions(command: Command): Command {
  return command
    .addOption(urlOption())
    .addOption(keyOption('operator', 'Bearer key of role operator'))
    .option('--json', 'prints JSON');
}

/** Runs one of our own documents on the gateway. Errors: CliError with what the gateway said. */
export async function ask<Data, Variables>(
  options: GatewayOptions,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const url = `${options.url.replace(/\/$/, '')}/graphql`;
  const { body } = await postJson(url, options.key, { query: print(document), variables });
  const { data, errors } = body as { data?: Data | null; errors?: readonly GatewayError[] };
  const [error] = errors ?? [];
  if (error !== undefined) throw new CliError(`${error.message}${codeOf(error)}`);
  if (data === undefined || data === null) throw new CliError(`${url} is no gateway.`);
  return data;
}

interface GatewayError {
  readonly message: string;
  readonly extensions?: { readonly code?: string };
}

function codeOf({ extensions }: GatewayError): string {
  return extensions?.code === undefined ? '' : ` (${extensions.code})`;
}

/** One JSON text for programs, lines for people. */
export function show(shell: Shell, options: GatewayOptions, value: unknown, lines: readonly string[]): void {
  shell.out(options.json === true ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''));
}

/** A whole number for `--limit` and the like. Errors: CliError. */
export function countOf(option: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`${option} must be a whole number above 0.`);
}
