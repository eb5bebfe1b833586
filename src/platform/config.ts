import { z } from 'zod';
import { withoutLineEnds } from '../core/access/secret.js';
import { fieldNames } from '../core/transactions/fields.js';
import { type Method, methodProblems } from '../core/transactions/methods.js';
import { checkTogether } from './config-checks.js';
import {
  COMMAND_SECRETS,
  type Config,
  type ConfigProblem,
  type ConfigSources,
  MethodSchema,
  type MethodSettings,
  OutboundTlsSchema,
  readSecretFiles,
  readYaml,
  RouteSchema,
  type RouteSettings,
  SETTING_NAMES,
  SECRET_FILE,
  secretText,
  shownUrl,
  TimeoutReplySchema,
  unknownSetting,
  type WrittenRoute,
  writtenTwice,
} from './config-file.js';
import { environmentName, groupedSettings, type SettingKey, SETTINGS } from './settings.js';

export type { Config, ConfigProblem, ConfigSources };

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

interface WholeReading {
  /** Where there are problems, it is not valid. */
  readonly config: Config;
  readonly problems: readonly ConfigProblem[];
}

function readAll(sources: ConfigSources): WholeReading {
  const problems: ConfigProblem[] = [];
  const file = readYaml(sources, problems);
  const env = readEnvironment(sources, problems);
  const padded: string[] = [];
  const reading = { sources, problems, padded };
  const values: Record<string, unknown> = {};
  const given = new Set<string>();
  for (const key of Object.keys(SETTINGS) as SettingKey[]) {
    const found = sources.overrides?.[key] ?? env[key] ?? file.scalars[key];
    if (found !== undefined) given.add(key);
    if (found !== undefined && 'isSecret' in SETTINGS[key]) {
      values[key] = parseSetting(key, secretOf(key, found, padded), problems);
      continue;
    }
    const written = found ?? defaultText(key, sources.isSandbox);
    values[key] = written === undefined ? undefined : parseSetting(key, written, problems);
  }
  const config = {
    settings: groupedSettings(values),
    routes: parseList(file.routes, RouteSchema, 'routes', problems).map((route) =>
      routeWithKeys(route, reading),
    ),
    methods: parseMethods(file.methods, problems),
    timeoutReplies: parseList(file.timeoutReplies, TimeoutReplySchema, 'timeoutReplies', problems),
    outboundTls: parseList(file.outboundTls, OutboundTlsSchema, 'outboundTls', problems),
    isSandbox: sources.isSandbox,
    paddedSecrets: padded,
  };
  // Without its file a configuration lacks settings that the operator wrote.
  if (file.isRead) checkTogether(config, { sources, given }, problems);
  return { config: deepFreeze(config), problems };
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

/** Defaults that differ in the sandbox: its samples are old, and its schema is open to inspection. */
const SANDBOX_DEFAULTS: Readonly<Partial<Record<SettingKey, string>>> = {
  'transaction.maxAge': 'off',
  'graphql.introspection': 'true',
};

function defaultText(key: SettingKey, isSandbox: boolean): string | undefined {
  return (isSandbox ? SANDBOX_DEFAULTS[key] : undefined) ?? SETTINGS[key].default;
}

function parseSetting(key: SettingKey, written: string, problems: ConfigProblem[]): unknown {
  const { schema, allowed } = SETTINGS[key];
  const isSecret = 'isSecret' in SETTINGS[key];
  const parsed = schema.safeParse(written);
  if (parsed.success) return parsed.data;
  problems.push({ key, seen: isSecret ? undefined : written, allowed });
  return undefined;
}

function readEnvironment(
  sources: ConfigSources,
  problems: ConfigProblem[],
): Readonly<Record<string, string | undefined>> {
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
  readSecretFiles(values, sources, problems, environmentName);
  return values;
}

/** Returns whether Kubernetes set this variable, as it does in every pod beside a Service whose name begins with `cardway`. */
function isServiceLink(name: string, value: string): boolean {
  if (/_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?$/.test(name)) return true;
  return name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);
}

/** Returns a secret without its line ends, and notes a setting whose secret has blanks or quotes around it. */
function secretOf(setting: string, written: string, padded: string[]): string {
  const secret = withoutLineEnds(written);
  if (/^\s|\s$|^(["'`]).*\1$/s.test(secret)) padded.push(setting);
  return secret;
}

function parseList<Item>(
  value: unknown,
  schema: z.ZodType<Item>,
  key: string,
  problems: ConfigProblem[],
): readonly Item[] {
  if (value === undefined || value === null) return [];
  const parsed = z.array(schema).safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    problems.push({
      key: [key, ...issue.path.map(String)].join('.'),
      seen: /key/i.test(key) ? undefined : seenAt(value, issue.path),
      allowed: issue.message,
    });
  }
  return [];
}

/** Returns the refused value if it is short, plain and no secret. */
function seenAt(value: unknown, path: readonly PropertyKey[]): string | undefined {
  if (path.some((name) => /key|password/i.test(String(name)))) return undefined;
  const at = path.reduce<unknown>(
    (node, name) => (node as Record<PropertyKey, unknown> | undefined)?.[name],
    value,
  );
  if (path.some((name) => /url|inquiry/i.test(String(name))))
    return typeof at === 'string' ? shownUrl(at) : undefined;
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean'
    ? String(at).slice(0, 100)
    : undefined;
}

interface SecretReading {
  readonly sources: ConfigSources;
  readonly problems: ConfigProblem[];
  /** Settings of the secrets that have blanks or quotes around them. */
  readonly padded: string[];
}

function routeWithKeys(route: WrittenRoute, reading: SecretReading): RouteSettings {
  const { signingKey, signingKeyFile, otherSigningKey, otherSigningKeyFile, ...rest } = route;
  const key = (name: string, text?: string, file?: string): string | undefined =>
    secretIn(`routes.${route.name}.${name}`, { text, file }, reading);
  return {
    ...rest,
    signingKey: key('signingKey', signingKey, signingKeyFile),
    otherSigningKey: key('otherSigningKey', otherSigningKey, otherSigningKeyFile),
  };
}

/** Returns a secret of a list: that of its file, else the text itself. */
function secretIn(
  setting: string,
  { text, file }: { readonly text: string | undefined; readonly file: string | undefined },
  { sources, problems, padded }: SecretReading,
): string | undefined {
  const written = file === undefined ? text : secretText(file, sources);
  if (written === null) problems.push({ key: `${setting}File`, seen: file, allowed: SECRET_FILE });
  if (file !== undefined && text !== undefined) problems.push(writtenTwice(`${setting}File`, setting));
  if (written == null) return undefined;
  return secretOf(setting, written, padded);
}

function parseMethods(value: unknown, problems: ConfigProblem[]): readonly Method[] {
  const methods = parseList(value, MethodSchema, 'methods', problems).map(methodOf);
  const wrong = methodProblems(methods);
  for (const problem of wrong) problems.push({ key: 'methods', seen: undefined, allowed: problem });
  return wrong.length === 0 ? methods : [];
}

function methodOf(settings: MethodSettings): Method {
  const { parameters, reverses, ...method } = settings;
  return {
    ...method,
    parameters: parameters.map((parameter) => ({
      ...dropUndefined(parameter),
      ...fieldNames(parameter.xmlName),
    })),
    answer: [
      { name: 'resultCode', type: 'int', isOptional: false, meaning: 'The outcome; see the result codes.' },
    ],
    ...(reverses === undefined ? {} : { reverses }),
  };
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

function dropUndefined<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
