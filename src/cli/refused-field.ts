import type { Command } from 'commander';
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
    const names = OTHER_NAMES[field.split('.').at(-1) ?? ''] ?? [];
    const written = names
      .map((name) =>
        command.registeredArguments.some((each) => each.name() === name) ? `<${name}>` : `--${name}`,
      )
      .find((each) => each.startsWith('<') || command.options.some(({ long }) => long === each));
    if (written === undefined || !message.startsWith(field)) return this;
    return new CliError(`${written}${message.slice(field.length)}`);
  }
}

/** Names of options and arguments that differ from the name of their field. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  allowedAddresses: ['allow'],
  cardId: ['card'],
  checksumAlgorithm: ['checksum'],
  customerId: ['customer'],
  eventId: ['event'],
  expiresAt: ['expires', 'at'],
  keyId: ['key', 'key-id'],
  requestId: ['request_id'],
  resultCode: ['result-code'],
  stepSeconds: ['step'],
  terminalId: ['terminal'],
  terminalIds: ['terminal'],
  validitySeconds: ['validity'],
};
