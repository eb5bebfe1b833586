import { environmentName, SETTING_KEYS, SETTINGS } from '../../src/platform/settings.js';

/** Names of environment variables that the program reads. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set([
  'CARDWAY_CONFIG',
  'CARDWAY_NODE',
  ...SETTING_KEYS.flatMap((key) => {
    const name = environmentName(key);
    return SETTINGS[key].isSecret === true ? [name, `${name}_FILE`] : [name];
  }),
]);

/** Returns the names that look like ours and that the program does not know. */
export function unknownNames(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith('CARDWAY_') && !KNOWN_NAMES.has(name));
}
