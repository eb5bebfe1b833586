import type { Config, WindowedKey } from './config-file.js';

type Say = (key: string, allowed: string, seen?: string) => void;

/** Returns all signing keys with their names. */
export function signingKeysIn({
  settings,
  routes,
  signingKeys,
}: Pick<Config, 'settings' | 'routes' | 'signingKeys'>): readonly (readonly [string, string | undefined])[] {
  const inList = (prefix: string, keys: readonly WindowedKey[]): [string, string | undefined][] =>
    keys.map(({ key }, index) => [`${prefix}signingKeys.${String(index)}.key`, key]);
  return [
    ['signingKey', settings.signingKey],
    ['otherSigningKey', settings.otherSigningKey],
    ...inList('', signingKeys),
    ...routes.flatMap((route): [string, string | undefined][] => [
      [`routes.${route.name}.signingKey`, route.signingKey],
      [`routes.${route.name}.otherSigningKey`, route.otherSigningKey],
      ...inList(`routes.${route.name}.`, route.signingKeys),
    ]),
  ];
}

/**
 * Requires windows that begin before they end, and without a gap between them, so that a key is valid from the first beginning to
 * the last end. Windows may overlap. Requires a key that is valid now.
 */
export function checkSigningKeys(config: Config, nowMs: number | undefined, say: Say): void {
  const { settings, routes, signingKeys } = config;
  const owners = [{ name: '', ...settings, signingKeys }, ...routes];
  for (const { name, signingKey, otherSigningKey, signingKeys: keys } of owners) {
    if (keys.length === 0) continue;
    const at = name === '' ? 'signingKeys' : `routes.${name}.signingKeys`;
    if (signingKey !== undefined || otherSigningKey !== undefined)
      say(at, 'nothing beside signingKey and otherSigningKey: it takes their place');
    const problem = windowsProblem(keys, nowMs);
    if (problem !== null) say(at, problem);
  }
}

function windowsProblem(keys: readonly WindowedKey[], nowMs: number | undefined): string | null {
  const windows = keys
    .map(({ notBefore = -Infinity, notAfter = Infinity }) => ({ notBefore, notAfter }))
    .sort((one, other) => (one.notBefore < other.notBefore ? -1 : 1));
  let coveredMs = -Infinity;
  for (const { notBefore, notAfter } of windows) {
    if (notBefore >= notAfter) return 'notBefore before notAfter';
    if (coveredMs !== -Infinity && notBefore > coveredMs)
      return `windows without a gap: no key is valid from ${isoOf(coveredMs)} to ${isoOf(notBefore)}`;
    coveredMs = Math.max(coveredMs, notAfter);
  }
  const isValid = windows.some(
    ({ notBefore, notAfter }) => nowMs === undefined || (notBefore <= nowMs && nowMs < notAfter),
  );
  return isValid ? null : 'a key that is valid now';
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
