import { Command } from 'commander';
import { configOption } from './configuration.js';

export interface GroupOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** A command with commands of its own, all of which work on the database of the configuration. */
export function commandGroup(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(configOption())
    .option('--json', 'prints JSON')
    .configureHelp({ showGlobalOptions: true });
}
