import type { Command } from 'commander';
import { writtenName } from './entities/field-options.js';
import { CliError } from './shell.js';

/** A refusal of the GraphQL interface. It names a field, which the user wrote as an option or an argument. */
export class RefusedField extends CliError {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }

  /** Returns the same refusal with the name that the user wrote, where it is another one: `--allow`, `<terminal>`. */
  for(command: Command): CliError {
    const { field, message } = this;
    const written = writtenName(command, field.split('.').at(-1) ?? '');
    if (written === null || !message.startsWith(field)) return this;
    return new CliError(`${written}${message.slice(field.length)}`);
  }
}
