import { GENERAL, type Group, GROUPS } from './settings-groups.js';
import type { Setting } from './settings-kinds.js';

type ValuesOf<Entries> = {
  readonly [Key in keyof Entries]: Entries[Key] extends Setting<infer Value> ? Value : never;
};

type Groups = typeof GROUPS;

/** Values in their groups. Code receives only the group that it needs. */
export type Settings = ValuesOf<(typeof GENERAL)['settings']> & {
  readonly [Name in keyof Groups]: ValuesOf<Groups[Name]['settings']>;
};

/** A key as the YAML file writes it. */
export type SettingKey =
  | keyof (typeof GENERAL)['settings']
  | { [Name in keyof Groups]: `${Name}.${keyof Groups[Name]['settings'] & string}` }[keyof Groups];

/** Settings by key in their groups. A test prints docs/settings.md from these. */
export const SETTING_GROUPS = [
  { name: 'General', ...(GENERAL as Group<Readonly<Record<string, Setting<unknown>>>>) },
  ...Object.entries(GROUPS).map(([name, { about, settings }]) => {
    const entries = Object.entries<Setting<unknown>>(settings);
    return {
      name,
      about,
      settings: Object.fromEntries(entries.map(([key, entry]) => [`${name}.${key}`, entry])),
    };
  }),
];

/** All settings by key. */
export const SETTINGS = Object.assign({}, ...SETTING_GROUPS.map(({ settings }) => settings)) as Readonly<
  Record<SettingKey, Setting<unknown>>
>;

/** Puts values by key into their groups. The caller has checked them. */
export function groupedSettings(values: Readonly<Record<string, unknown>>): Settings {
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const [name = key, inner] = key.split('.');
    if (inner === undefined) settings[name] = value;
    else settings[name] = { ...(settings[name] as object | undefined), [inner]: value };
  }
  return settings as Settings;
}

/** Returns the value of one key. */
export function settingOf(settings: Settings, key: SettingKey): unknown {
  return key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], settings);
}

/** Returns a key's environment variable: `downstream.timeoutMs` becomes `CARDWAY_DOWNSTREAM_TIMEOUT_MS`. */
export function environmentName(key: string): string {
  return `CARDWAY_${key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`;
}
