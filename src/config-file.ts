import { isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import type { ConfigProblem, ConfigSources } from './config-types.js';
import type { Setting } from './settings-kinds.js';
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
  flatten(rest, [], { scalars, problems, document });
  takeSecretFiles(scalars, sources, problems);
  for (const key of Object.keys(scalars)) {
    if (!Object.hasOwn(SETTINGS, key))
      problems.push({ key, seen: undefined, allowed: 'no setting has this name' });
  }
  return { scalars, routes, methods, standIns };
}

interface Flattening {
  readonly scalars: Record<string, string>;
  readonly problems: ConfigProblem[];
  readonly document: Document;
}

function flatten(node: Record<string, unknown>, above: readonly string[], into: Flattening): void {
  for (const [name, value] of Object.entries(node)) {
    const path = [...above, name];
    const key = path.join('.');
    if (typeof value === 'string' || typeof value === 'boolean') into.scalars[key] = String(value);
    else if (typeof value === 'number') into.scalars[key] = asWritten(into.document, path) ?? String(value);
    else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      flatten(value as Record<string, unknown>, path, into);
    } else into.problems.push({ key, seen: undefined, allowed: 'a text, a number, true or false' });
  }
}

/** A key of digits is a number to YAML, which knows neither its leading zeros nor its last digits any more. */
function asWritten(document: Document, path: readonly string[]): string | undefined {
  const node = document.getIn(path, true);
  return isScalar(node) ? node.source : undefined;
}

/** `signingKeyFile` and its like: in the place of each secret, the path of a file that holds it. */
function takeSecretFiles(
  scalars: Record<string, string>,
  sources: ConfigSources,
  problems: ConfigProblem[],
): void {
  for (const [key, { isSecret }] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const fileKey = `${key}File`;
    const path = scalars[fileKey];
    if (isSecret !== true || path === undefined) continue;
    Reflect.deleteProperty(scalars, fileKey);
    const text = secretText(path, sources);
    if (text === null) problems.push({ key: fileKey, seen: path, allowed: 'a file that can be read' });
    else scalars[key] ??= text;
  }
}

/** What a file holds but for the line break that editors put at its end; null when it cannot be read. */
export function secretText(path: string, sources: ConfigSources): string | null {
  return fileText(path, sources)?.replace(/\r?\n$/, '') ?? null;
}

/** Null when it cannot be read. */
function fileText(path: string, sources: ConfigSources): string | null {
  try {
    return sources.readFile(path);
  } catch {
    return null;
  }
}
