import { Option } from 'commander';
import { describeProblems, readConfig, type Config } from '../config.js';
import type { SettingKey } from '../settings.js';
import { CliError, type Shell } from './shell.js';

export interface ConfigOptions {
  readonly config?: string | undefined;
  readonly sandbox?: boolean;
  readonly isOffline?: boolean;
}

/** The configuration, or a CliError that lists every problem. */
export function loadConfig(
  shell: Shell,
  options: ConfigOptions,
  overrides: Partial<Record<SettingKey, string>> = {},
): Config {
  const reading = readConfig({
    env: shell.env,
    readFile: shell.readFile,
    configFile: options.config,
    isSandbox: options.sandbox ?? false,
    isOffline: options.isOffline ?? false,
    overrides,
  });
  if (reading.kind === 'invalid') throw new CliError(describeProblems(reading.problems));
  return reading.config;
}

/** `--config`, for whatever works on the database of the configuration. */
export function configOption(description = 'YAML file with settings (or CARDWAY_CONFIG)'): Option {
  return new Option('--config <file>', description);
}
