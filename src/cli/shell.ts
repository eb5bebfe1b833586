import type { Readable } from 'node:stream';
import type { Runtime } from '../app/runtime.js';
import { withSources } from '../platform/build.js';
import { CardwayError } from '../platform/errors.js';

/** What a command may touch of the process that it runs in. */
export interface Shell {
  /** Without the program's own name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard output, no faster than it is read; false once nobody reads it any more. */
  readonly outSlowly: (text: string) => Promise<boolean>;
  readonly input: Input;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Standard error is one. */
  readonly isErrTerminal: boolean;
  readonly log: { readonly write: (line: string) => void; readonly flush: () => void };
  readonly readFile: (path: string) => string;
  readonly readBytes: (path: string) => Buffer;
  readonly fileExists: (path: string) => boolean;
  readonly nodeVersion: string;
  readonly runtime: Runtime;
  /** Resolves at SIGTERM or SIGINT. */
  readonly untilStopped: () => Promise<unknown>;
  /** Calls at every SIGHUP; without a listener it would end the process. */
  readonly onReload: (listener: () => void) => void;
  readonly exitWithin: (ms: number) => void;
  /** Runs another program to its end; status null where there is none of that name. Its output goes nowhere. */
  readonly runProgram: (
    name: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ) => Promise<{ readonly status: number | null; readonly err: string }>;
}

/** Standard input, as a command may need it. */
export type Input = Readable & {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
};

/** A failure that the user can act on; printed without a stack. Exit status 1. */
export class CliError extends Error {}

/** An option whose value cannot be read. Exit status 2. */
export class UsageError extends CliError {}

/** What the user reads of an error; a stack only where nobody foresaw it. */
export function messageOf(error: unknown): string {
  if (error instanceof CliError) return error.message;
  if (error instanceof CardwayError) {
    const cause: unknown = error.cause;
    return `${error.message}${cause instanceof Error ? ` (${cause.message})` : ''}`;
  }
  return error instanceof Error ? withSources(error.stack ?? error.message) : 'The command failed.';
}
