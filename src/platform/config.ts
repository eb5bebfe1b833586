import { type Document, isAlias, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { withoutLineEnds } from '../core/access/secret.js';
import { type Checked, CHECKS, namedFiles, SERVER_CHECKS } from './config-checks.js';
import {
  type Config,
  environmentName,
  groupedSettings,
  LISTS,
  type RouteOfFile,
  type RouteSettings,
  SETTING_KEYS,
  type SettingKey,
  SETTINGS,
  shownUrl,
} from './settings.js';

export type { Config, RouteSettings };

export interface ConfigProblem {
  readonly key: string;
  /** The value as written. Undefined for a secret. */
  readonly seen: string | undefined;
  readonly allowed: string;
}

export interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
  /** The file of `--config`; wins over CARDWAY_CONFIG. */
  readonly configFile?: string | undefined;
  /** For commands that only use the database: settings that only serving needs are not required. */
  readonly isOffline?: boolean;
  /** For a start, which ends with one list of all problems: files that only serving reads are looked for too. */
  readonly isStart?: boolean;
  /** Values from the command line, by setting key; they win over everything. */
  readonly overrides?: Partial<Record<SettingKey, string>>;
  readonly isSandbox: boolean;
}

export type ConfigReading =
  | { readonly kind: 'ok'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly problems: readonly ConfigProblem[] };

/**
 * Reads the configuration: command line > environment > YAML file > defaults. It is a pure function of its sources. It checks
 * everything before anything opens, and lists every problem in one reading.
 */
export function readConfig(sources: ConfigSources): ConfigReading {
  const { config, problems } = readAll(sources);
  return problems.length === 0 ? { kind: 'ok', config } : { kind: 'invalid', problems };
}

/** Returns the port that the sources name, whatever is wrong with other settings; the default where that is not known. */
export function configuredPort(sources: ConfigSources): number {
  return readAll(sources).config.settings.port || Number(SETTINGS.port.default);
}

/** Returns one readable list of problems, for the operator's terminal. */
export function describeProblems(problems: readonly ConfigProblem[]): string {
  const lines = problems.map(({ key, seen, allowed }) => {
    const rule = seen === undefined ? allowed : `is ${JSON.stringify(seen)}; allowed: ${allowed}`;
    return `  ${key}${placeOf(key)}: ${rule}`;
  });
  return `The configuration has ${String(problems.length)} problem${problems.length === 1 ? '' : 's'}:\n${lines.join('\n')}`;
}

/**
 * Returns where an operator may have written a setting, in brackets: the name in the environment, or the file for lists. It stands
 * between the key and the colon, because the log hides the word behind `signingKey:`.
 */
function placeOf(key: string): string {
  if (Object.hasOwn(SETTINGS, key)) return ` (${environmentName(key)})`;
  return key.startsWith('routes.') ? ' (YAML file)' : '';
}

/** One reading: its sources, and what was found on the way. */
interface Reading {
  readonly sources: ConfigSources;
  readonly problems: ConfigProblem[];
  /** Settings of the secrets that have blanks or quotes around them. */
  readonly padded: string[];
}

/** Returns the configuration. Where there are problems, it is not valid. */
function readAll(sources: ConfigSources): { config: Config; problems: readonly ConfigProblem[] } {
  const reading: Reading = { sources, problems: [], padded: [] };
  const { problems } = reading;
  const file = readYaml(reading);
  const env = readEnvironment(reading);
  const values: Record<string, unknown> = {};
  const given = new Set<string>();
  for (const key of SETTING_KEYS) {
    const inEnv = textOrFile(env, key, environmentName, reading);
    const inFile = textOrFile(file?.scalars ?? {}, key, String, reading);
    const found = sources.overrides?.[key] ?? inEnv ?? inFile;
    if (found !== undefined) given.add(key);
    values[key] = parseSetting(key, found, reading);
  }
  const list = <Item>(name: keyof typeof LISTS, schema: z.ZodType<readonly Item[]>): readonly Item[] =>
    parseList(file?.lists[name], name, schema, problems);
  const config = {
    settings: groupedSettings(values),
    routes: list('routes', LISTS.routes).map((route) => routeWithKeys(route, reading)),
    methods: list('methods', LISTS.methods),
    timeoutReplies: list('timeoutReplies', LISTS.timeoutReplies),
    outboundTls: list('outboundTls', LISTS.outboundTls),
    isSandbox: sources.isSandbox,
    paddedSecrets: reading.padded,
  };
  // Without its file a configuration lacks settings that the operator wrote.
  if (file !== null) checkTogether(config, given, reading);
  return { config: deepFreeze(config), problems };
}

/** Reports at most one problem for each key. */
function checkTogether(config: Config, given: ReadonlySet<string>, { sources, problems }: Reading): void {
  const isProduction = sources.env['NODE_ENV'] === 'production';
  const canRead = (path: string): boolean => fileText(path, sources) !== null;
  const checked: Checked = { ...config, given, isProduction, canRead };
  const ofServer = sources.isOffline === true ? [] : SERVER_CHECKS;
  const ofStart = sources.isOffline !== true && sources.isStart === true ? [namedFiles] : [];
  for (const check of [...CHECKS, ...ofStart, ...ofServer])
    for (const [key, allowed, seen] of check(checked)) {
      // A secret is not missing where only its file cannot be read.
      const names = [key, `${key}File`, `${environmentName(key)}_FILE`];
      if (!problems.some((problem) => names.includes(problem.key))) problems.push({ key, seen, allowed });
    }
}

/** Defaults that differ in the sandbox: its samples are old, and its schema is open to inspection. */
const SANDBOX_DEFAULTS: Readonly<Partial<Record<SettingKey, string>>> = {
  'transaction.maxAge': 'off',
  'graphql.introspection': 'true',
};

function parseSetting(key: SettingKey, found: string | undefined, reading: Reading): unknown {
  const { schema, allowed, isSecret = false, shown = isSecret ? () => undefined : String } = SETTINGS[key];
  const written =
    found !== undefined && isSecret
      ? secretOf(key, found, reading)
      : (found ?? (reading.sources.isSandbox ? SANDBOX_DEFAULTS[key] : undefined));
  // A schema without a message of its own refuses with the permitted values.
  const parsed = schema.safeParse(written, { error: () => allowed });
  if (parsed.success) return parsed.data;
  const refusal = parsed.error.issues[0]?.message ?? allowed;
  reading.problems.push({ key, seen: shown(written ?? ''), allowed: refusal });
  return undefined;
}

/** Returns a list of the file, or an empty one. */
function parseList<Item>(
  value: unknown,
  name: string,
  schema: z.ZodType<readonly Item[]>,
  problems: ConfigProblem[],
): readonly Item[] {
  const parsed = schema.safeParse(value ?? [], { reportInput: true });
  if (parsed.success) return parsed.data;
  for (const { path, message, input } of parsed.error.issues)
    problems.push({ key: [name, ...path].join('.'), seen: shownOf(path.join('.'), input), allowed: message });
  return [];
}

/** Returns a refused value of a list if it is short, plain and no secret. */
function shownOf(path: string, value: unknown): string | undefined {
  if (!isPlain(value) || /key|password/i.test(path)) return undefined;
  return /url|inquiry/i.test(path) ? shownUrl(String(value)) : String(value).slice(0, 100);
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function routeWithKeys(route: RouteOfFile, reading: Reading): RouteSettings {
  const nameOf = (key: string): string => `routes.${route.name}.${key}`;
  const keyOf = (name: string): string | undefined => {
    const key = textOrFile(route, name, nameOf, reading);
    return key === undefined ? undefined : secretOf(nameOf(name), key, reading);
  };
  const { name, methods, url, timeoutMs, dedupes, inquiry } = route;
  const keys = { signingKey: keyOf('signingKey'), otherSigningKey: keyOf('otherSigningKey') };
  return { name, methods, url, timeoutMs, dedupes, inquiry, ...keys };
}

/**
 * Returns what `key` has in these values: its text, or for `signingKeyFile` and the like what that file holds. `nameOf` returns a
 * key as the operator writes it.
 */
function textOrFile(
  values: Readonly<Record<string, unknown>>,
  key: string,
  nameOf: (key: string) => string,
  { sources, problems }: Reading,
): string | undefined {
  const text = values[key] as string | undefined;
  const path = values[`${key}File`] as string | undefined;
  if (path === undefined) return text;
  const name = nameOf(`${key}File`);
  const ofFile = secretText(path, sources);
  if (ofFile === null) problems.push({ key: name, seen: path, allowed: SECRET_FILE });
  // One of the two would be ignored, perhaps the new one.
  if (text !== undefined)
    problems.push({ key: name, seen: undefined, allowed: `nothing beside ${nameOf(key)}` });
  return text ?? ofFile ?? undefined;
}

/** Returns a secret without its line ends, and notes a setting whose secret has blanks or quotes around it. */
function secretOf(setting: string, written: string, { padded }: Reading): string {
  const secret = withoutLineEnds(written);
  if (/^\s|\s$|^(["'`]).*\1$/s.test(secret)) padded.push(setting);
  return secret;
}

/**
 * Returns the text of a secret's file. Returns null where the file cannot be read, and where a byte was not UTF-8: all such bytes
 * would become the same character, and a key of random bytes could be guessed.
 */
function secretText(path: string, sources: Pick<ConfigSources, 'readFile'>): string | null {
  const text = fileText(path, sources);
  return text !== null && NO_TEXT.test(text) ? null : text;
}

const NO_TEXT = /^\ufeff|\ufffd/;
export const SECRET_FILE = 'a file that can be read, of text in UTF-8 without a byte order mark';

/** Returns null where the file cannot be read. */
function fileText(path: string, sources: Pick<ConfigSources, 'readFile'>): string | null {
  try {
    return sources.readFile(path);
  } catch {
    return null;
  }
}

/**
 * Secrets that commands read from the environment (`CARDWAY_KEY`, `CARDWAY_NETWORK_KEY`, each also as `…_FILE`). They are not
 * settings.
 */
export const COMMAND_SECRETS = ['key', 'networkKey', 'integratorKey', 'password', 'secret'] as const;

/** Keys of all settings. Those of secrets also name a file: `signingKeyFile`. */
const SETTING_NAMES: readonly string[] = SETTING_KEYS.flatMap((key) =>
  SETTINGS[key].isSecret === true ? [key, `${key}File`] : [key],
);

/** Returns the texts of the environment by key. */
function readEnvironment({ sources, problems }: Reading): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  const known = new Map(SETTING_NAMES.map((key) => [environmentName(key), key]));
  // These name the configuration file, the scripts' Node, and the secrets of commands.
  const others = new Set(['CARDWAY_CONFIG', 'CARDWAY_NODE', ...COMMAND_SECRETS.map(environmentName)]);
  for (const [name, value] of Object.entries(sources.env)) {
    if (!name.startsWith('CARDWAY_') || value === undefined || others.has(name.replace(/_FILE$/, '')))
      continue;
    if (isServiceLink(name, value)) continue;
    const key = known.get(name);
    if (key === undefined) problems.push(unknownSetting(name, [...known.keys()]));
    else values[key] = value;
  }
  return values;
}

/** Returns whether Kubernetes set this variable, as it does in every pod beside a Service whose name begins with `cardway`. */
function isServiceLink(name: string, value: string): boolean {
  if (/_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?$/.test(name)) return true;
  return name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);
}

interface YamlFile {
  /** Texts of settings by key. */
  readonly scalars: Record<string, string>;
  readonly lists: Record<string, unknown>;
}

/** Returns null for a file that could not be read: nobody knows which settings it has. */
function readYaml({ sources, problems }: Reading): YamlFile | null {
  const file: YamlFile = { scalars: {}, lists: {} };
  const path = sources.configFile ?? sources.env['CARDWAY_CONFIG'];
  if (path === undefined) return file;
  const text = fileText(path, sources);
  if (text === null) {
    problems.push({ key: 'CARDWAY_CONFIG', seen: path, allowed: 'a YAML file that can be read' });
    return null;
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter: lines });
  for (const error of document.errors) {
    // The parser's message may quote the file, and the file may hold a key.
    const { line, col } = lines.linePos(error.pos[0]);
    const what = error.code.toLowerCase().replaceAll('_', ' ');
    const allowed = `YAML; line ${String(line)}, column ${String(col)}: ${what}`;
    problems.push({ key: path, seen: undefined, allowed });
  }
  if (document.errors.length > 0) return null;
  const root = (document.toJS() ?? {}) as Record<string, unknown>;
  if (typeof root !== 'object' || Array.isArray(root)) {
    problems.push({ key: path, seen: undefined, allowed: 'a mapping of settings' });
    return null;
  }
  takeMembers(root, [], { ...file, problems, document });
  return file;
}

interface Taking extends YamlFile {
  readonly problems: ConfigProblem[];
  readonly document: Document;
}

/** Takes settings and lists. A setting may be written in its group, or by its whole key. */
function takeMembers(node: object, above: readonly string[], into: Taking): void {
  for (const [name, value] of Object.entries(node) as [string, unknown][]) {
    const path = [...above, name];
    const key = path.join('.');
    const isMapping = value !== null && typeof value === 'object' && !Array.isArray(value);
    if (Object.hasOwn(LISTS, key)) into.lists[key] = value;
    else if (isMapping) takeMembers(value, path, into);
    else if (!SETTING_NAMES.includes(key)) into.problems.push(unknownSetting(key, NAMES));
    else if (!isPlain(value))
      into.problems.push({ key, seen: undefined, allowed: 'a text, a number, true or false' });
    else if (Object.hasOwn(into.scalars, key))
      into.problems.push({ key, seen: undefined, allowed: 'one value; it is written twice' });
    else into.scalars[key] = asWritten(into.document, path) ?? String(value);
  }
}

const NAMES = [...SETTING_NAMES, ...Object.keys(LISTS)];

/**
 * Returns a number as the file writes it. YAML reads a key of digits as a number, and loses leading zeros and last digits.
 */
function asWritten(document: Document, path: readonly string[]): string | undefined {
  const node = document.getIn(path, true);
  const named = isAlias(node) ? node.resolve(document) : node;
  return isScalar(named) && typeof named.value === 'number' ? named.source : undefined;
}

/** Returns the problem of a name that no setting has, with the one of `names` that was probably meant. */
function unknownSetting(key: string, names: readonly string[]): ConfigProblem {
  return { key, seen: undefined, allowed: `no setting has this name${didYouMean(key, names)}` };
}

/** Returns the end of a message: which of these names is the closest one. Empty where none is close. */
export function didYouMean(written: string, names: readonly string[]): string {
  const withoutPrefix = (name: string): string => name.replace(/^CARDWAY_/, '');
  const wanted = withoutPrefix(written).slice(0, 100);
  const [closest] = names
    .map((name) => ({ name, edits: editsBetween(wanted, withoutPrefix(name)) }))
    .filter(({ edits }) => edits <= wanted.length * 0.4 + 1)
    .sort((a, b) => a.edits - b.edits);
  return closest === undefined ? '' : `; did you mean ${closest.name}?`;
}

/** Counts the characters to insert, remove or replace (Levenshtein), in any case of letters. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, character] of [...one.toLowerCase()].entries()) {
    const next = [index + 1];
    for (const [column, expected] of [...other.toLowerCase()].entries())
      next.push(
        Math.min(
          (row[column] ?? 0) + (character === expected ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
