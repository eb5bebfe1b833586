import type { Method } from './core/methods.js';
import type { SettingKey, Settings } from './settings.js';
import type { RouteSettings, StandInSettings } from './settings-file.js';

export interface Config {
  readonly settings: Settings;
  readonly routes: readonly RouteSettings[];
  readonly methods: readonly Method[];
  readonly standIns: readonly StandInSettings[];
  readonly isSandbox: boolean;
}

/** Secrets that commands read from the environment (`CARDWAY_KEY`, `CARDWAY_NETWORK_KEY`, each also as `…_FILE`): no settings. */
export const COMMAND_SECRETS = ['key', 'networkKey', 'integratorKey', 'password', 'secret'] as const;

export interface ConfigProblem {
  readonly key: string;
  /** As written; never of a secret. */
  readonly seen: string | undefined;
  readonly allowed: string;
}

export interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
  /** `--config`; wins over CARDWAY_CONFIG. */
  readonly configFile?: string | undefined;
  /** For commands that only use the database: what serving needs is not asked for. */
  readonly isOffline?: boolean;
  /** What the command line says, in setting keys; wins over everything. */
  readonly overrides?: Partial<Record<SettingKey, string>>;
  readonly isSandbox: boolean;
}
