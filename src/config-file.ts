import { LineCounter, parseDocument } from 'yaml';
import type { ConfigProblem, ConfigSources } from './config-types.js';
import { SETTINGS } from './settings.js';

export interface YamlFile {
  readonly scalars: Readonly<Record<string, string | undefined>>;
  readonly routes: unknown;
  readonly methods: unknown;
  readonly standIns: unknown;
}

const EMPTY_FILE: YamlFile = {
  scalars: {},
  routes: undefined,
  methods: undefined,
  standIns: undefined,
};

export function readYaml(sources: ConfigSources, problems: ConfigProblem[]): YamlFile {
  const path = sources.configFile ?? sources.env['CARDWAY_CONFIG'];
  if (path === undefined || path === '') return EMPTY_FILE;
  const text = fileText(path, sources);
  if (text === null) {
    problems.push({ key: 'CARDWAY_CONFIG', seen: path, allowed: 'a YAML file that can be read' });
    return EMPTY_FILE;
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter: lines });
  for (const error of document.errors) {
    // Its own message may quote the file, and the file may hold a key.
    const { line, col } = lines.linePos(error.pos[0]);
    const what = error.code.toLowerCase().replaceAll('_', ' ');
    problems.push({
      key: path,
      seen: undefined,
      allowed: `YAML; line ${String(line)}, column ${String(col)}: ${what}`,
    });
  }
  const root: unknown = document.errors.length === 0 ? document.toJS() : {};
  if (root !== null && (typeof root !== 'object' || Array.isArray(root))) {
    problems.push({ key: path, seen: undefined, allowed: 'a mapping of settings' });
    return EMPTY_FILE;
  }
  const { routes, methods, standIns, ...rest } = (root ?? {}) as Record<string, unknown>;
  const scalars: Record<string, string> = {};
  flatten(rest, '', scalars, problems);
  for (const key of Object.keys(scalars)) {
    if (!Object.hasOwn(SETTINGS, key))
      problems.push({ key, seen: undefined, allowed: 'no setting has this name' });
  }
  return { scalars, routes, methods, standIns };
}

function flatten(
  node: Record<string, unknown>,
  prefix: string,
  into: Record<string, string>,
  problems: ConfigProblem[],
): void {
  for (const [name, value] of Object.entries(node)) {
    const key = `${prefix}${name}`;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      into[key] = String(value);
    else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      flatten(value as Record<string, unknown>, `${key}.`, into, problems);
    } else problems.push({ key, seen: undefined, allowed: 'a text, a number, true or false' });
  }
}

/** Null when it cannot be read. */
export function fileText(path: string, sources: ConfigSources): string | null {
  try {
    return sources.readFile(path);
  } catch {
    return null;
  }
}
