import type { Readable, Writable } from 'node:stream';
import type { Runtime } from '../app/runtime.js';
import { CardwayError } from '../platform/errors.js';

/** Parts of the process that a command may use. */
export interface Shell {
  /** Arguments without the program's name. */
  readonly argv: readonly string[];
  /** How the user started the program, for commands that print others: `cardway`, or `./cardway` in a checkout. */
  readonly invocation: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Writes to standard output, no faster than it is read. Resolves false once the reader is gone. */
  readonly outSlowly: (text: string) => Promise<boolean>;
  readonly input: Input;
  /** Standard error, for questions on a terminal. */
  readonly prompts: Writable;
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Columns of the terminal; undefined without a terminal, or if it does not say. */
  readonly terminalWidth: number | undefined;
  /** True if standard error is a terminal. */
  readonly isErrTerminal: boolean;
  readonly log: { readonly write: (line: string) => void };
  readonly readFile: (path: string) => string;
  readonly nodeVersion: string;
  /** Name, or else number, of the system's user that runs the process. Empty if the system has neither. */
  readonly user: string;
  readonly runtime: Runtime;
  /** Resolves at SIGTERM or SIGINT. */
  readonly untilStopped: () => Promise<unknown>;
  /** Calls the listener at every SIGHUP. Without a listener SIGHUP ends the process. */
  readonly onReload: (listener: () => void) => void;
  readonly exitWithin: (ms: number) => void;
}

/** Standard input, as commands use it. */
export type Input = Readable & {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
};

/** Failure that the user can act on. Printed without a stack; exit status 1. */
export class CliError extends Error {}

/** Ends a command that has printed what it found: a failed check, or a refusal. Exit status 1. */
export class Fault extends Error {}

/** Option with a value that cannot be read. Exit status 2. */
export class UsageError extends CliError {}

/** Returns what `read` reads. Errors: CliError; `name` says which file it is. */
export function readOf<Content>(name: string, read: () => Content): Content {
  try {
    return read();
  } catch {
    throw new CliError(`${name} cannot be read.`);
  }
}

/** Returns the code of an error of the system. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}

/** Returns the first message under the error: a cause may only say by its class what kind of obstacle it is. */
function reasonUnder({ cause }: { readonly cause?: unknown }): string {
  if (typeof cause !== 'object' || cause === null) return '';
  const isNamed = 'message' in cause && typeof cause.message === 'string' && cause.message !== '';
  return isNamed ? String(cause.message) : reasonUnder(cause);
}

/** Returns the message for the user. Only unexpected errors show a stack. */
export function messageOf(error: unknown): string {
  if (error instanceof CliError) return error.message;
  if (error instanceof CardwayError) {
    const reason = reasonUnder(error);
    return reason === '' ? error.message : `${error.message} (${reason})`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : 'The command failed.';
}

/** Replaces characters that would move the cursor, change colours or turn the direction of writing. Lines and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(/(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Returns what a failed TLS connection means and what to do, from its code. Null for a code that is not of TLS. */
export function certificateFailure(code: string): string | null {
  return FAILURES.find(({ codes }) => codes.test(code))?.why ?? null;
}

const FAILURES: readonly { readonly codes: RegExp; readonly why: string }[] = [
  { codes: /^CERT_HAS_EXPIRED$/, why: 'The certificate has expired. Its owner must renew it.' },
  { codes: /^CERT_NOT_YET_VALID$/, why: 'The certificate is not valid yet. Check both clocks.' },
  {
    codes: /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/,
    why: 'The certificate is self-signed, or of an authority that this machine does not know. Name the file of the authority in NODE_EXTRA_CA_CERTS.',
  },
  {
    codes: /ALTNAME/,
    why: 'The certificate is for another host name. Use the name that is in the certificate.',
  },
  {
    codes: /ALERT_(BAD_|UNSUPPORTED_)?CERTIFICATE|ALERT_(UNKNOWN_CA|ACCESS_DENIED)/,
    why: 'The other side refuses the certificate that it was shown, or asks for one. Compare it with what the other side accepts.',
  },
  { codes: /SSL|TLS|EPROTO/, why: 'TLS failed. The other side may speak plain http at this port.' },
];
