import type { Config } from '../config.js';
import { CardwayError } from '../errors.js';
import type { Logger } from '../log.js';
import type { SettingKey } from '../settings.js';
import { plainHttp, warnOf } from '../wiring/weaknesses.js';
import { loadConfig, type ConfigOptions } from './configuration.js';
import { messageOf } from './message-of.js';
import type { Shell } from './shell.js';

/** What it takes to read the configuration again as it was read at the start. */
export interface Rereading {
  readonly options: ConfigOptions;
  readonly overrides: Partial<Record<SettingKey, string>>;
}

/** SIGHUP: reads the configuration again, all of it, and hands it over when every setting is valid. Never throws. */
export async function reload(
  shell: Shell,
  parts: Rereading & { readonly log: Logger; readonly take: (config: Config) => Promise<void> },
): Promise<void> {
  const { log } = parts;
  try {
    const next = loadConfig(shell, parts.options, parts.overrides);
    await parts.take(next);
    warnOf(log, plainHttp(next));
  } catch (error) {
    sayNotReloaded(log, error);
  }
}

/** Everything is as before; the sentence names the setting that is wrong, and so does the field where there is one. */
function sayNotReloaded(log: Logger, error: unknown): void {
  const setting = error instanceof CardwayError ? error.field : undefined;
  log.error({ reason: messageOf(error), setting }, 'the configuration was not reloaded');
}
