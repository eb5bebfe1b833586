import { Command } from 'commander';

export interface GroupOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** A command with commands of its own, all of which work on the database of the configuration. */
export function commandGroup(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--config <file>', 'YAML file with settings (or CARDWAY_CONFIG)')
    .option('--json', 'prints JSON')
    .configureHelp({ showGlobalOptions: true });
}
