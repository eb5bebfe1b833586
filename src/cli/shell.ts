import type { World } from '../world.js';

/** What a command may touch of the process that it runs in. */
export interface Shell {
  /** Without the program's own name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  readonly log: { readonly write: (line: string) => void; readonly flush: () => void };
  readonly readFile: (path: string) => string;
  readonly readBytes: (path: string) => Buffer;
  readonly fileExists: (path: string) => boolean;
  readonly nodeVersion: string;
  readonly world: World;
  /** Resolves at SIGTERM or SIGINT. */
  readonly untilStopped: () => Promise<unknown>;
  readonly exitWithin: (ms: number) => void;
}

/** A failure that the user can act on; printed without a stack. Exit status 1. */
export class CliError extends Error {}

/** An option whose value cannot be read. Exit status 2. */
export class UsageError extends CliError {}
