import { withSources } from '../built.js';
import { CardwayError } from '../errors.js';
import { CliError } from './shell.js';

/** What the user reads of an error; a stack only where nobody foresaw it. */
export function messageOf(error: unknown): string {
  if (error instanceof CliError) return error.message;
  if (error instanceof CardwayError) {
    const cause: unknown = error.cause;
    return `${error.message}${cause instanceof Error ? ` (${cause.message})` : ''}`;
  }
  return error instanceof Error ? withSources(error.stack ?? error.message) : 'The command failed.';
}
