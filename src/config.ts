import { parseDocument } from 'yaml';
import { z } from 'zod';
import { fieldName, methodProblems, type Method } from './core/methods.js';
import { parseSigningKey } from './core/signature.js';
import {
  environmentName,
  isHttpUrl,
  MethodSchema,
  RouteSchema,
  StandInSchema,
  SETTINGS,
  type MethodSettings,
  type RouteSettings,
  type StandInSettings,
  type SettingKey,
  type Settings,
} from './settings.js';

export interface Config {
  readonly settings: Settings;
  readonly routes: readonly RouteSettings[];
  readonly methods: readonly Method[];
  readonly standIns: readonly StandInSettings[];
  readonly isSandbox: boolean;
}

export interface ConfigProblem {
  readonly key: string;
  /** As written; never of a secret. */
  readonly seen: string | undefined;
  readonly allowed: string;
}

export type ConfigReading =
  | { readonly kind: 'ok'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly problems: readonly ConfigProblem[] };

export interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
  /** `--config`; wins over CARDWAY_CONFIG. */
  readonly configFile?: string | undefined;
  /** What the command line says, in setting keys; wins over everything. */
  readonly overrides?: Partial<Record<SettingKey, string>>;
  readonly isSandbox: boolean;
}

/**
 * Reads the configuration: command line > environment > YAML file > defaults (contract section 2). A pure function of its
 * sources. Everything is checked before anything opens, and one reading lists every problem.
 */
export function readConfig(sources: ConfigSources): ConfigReading {
  const problems: ConfigProblem[] = [];
  const file = readYaml(sources, problems);
  const env = readEnvironment(sources, problems);
  const settings: Record<string, unknown> = {};
  for (const key of Object.keys(SETTINGS) as SettingKey[]) {
    const written =
      sources.overrides?.[key] ?? env[key] ?? file.scalars[key] ?? defaultText(key, sources.isSandbox);
    settings[key] = written === undefined ? undefined : parseSetting(key, written, problems);
  }
  const config = {
    settings: settings as unknown as Settings,
    routes: parseList(file.routes, RouteSchema, 'routes', problems).map((route) =>
      routeWithKey(route, sources, problems),
    ),
    methods: parseMethods(file.methods, problems),
    standIns: parseList(file.standIns, StandInSchema, 'standIns', problems),
    isSandbox: sources.isSandbox,
  };
  if (problems.length === 0) checkTogether(config, sources, problems);
  return problems.length === 0 ? { kind: 'ok', config: deepFreeze(config) } : { kind: 'invalid', problems };
}

/** One readable list of what is wrong, for the operator's terminal. */
export function describeProblems(problems: readonly ConfigProblem[]): string {
  const lines = problems.map(({ key, seen, allowed }) =>
    seen === undefined ? `  ${key}: ${allowed}` : `  ${key}: is ${JSON.stringify(seen)}; allowed: ${allowed}`,
  );
  return `The configuration has ${String(problems.length)} problem${problems.length === 1 ? '' : 's'}:\n${lines.join('\n')}`;
}

function defaultText(key: SettingKey, isSandbox: boolean): string | undefined {
  if (isSandbox && key === 'transaction.maxAge') return 'off';
  return SETTINGS[key].default;
}

function parseSetting(key: SettingKey, written: string, problems: ConfigProblem[]): unknown {
  const { schema, allowed } = SETTINGS[key];
  const isSecret = 'isSecret' in SETTINGS[key];
  const parsed = schema.safeParse(written);
  if (parsed.success) return parsed.data;
  problems.push({ key, seen: isSecret ? undefined : written, allowed });
  return undefined;
}

interface YamlFile {
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

function readYaml(sources: ConfigSources, problems: ConfigProblem[]): YamlFile {
  const path = sources.configFile ?? sources.env['CARDWAY_CONFIG'];
  if (path === undefined || path === '') return EMPTY_FILE;
  const text = fileText(path, sources);
  if (text === null) {
    problems.push({ key: 'CARDWAY_CONFIG', seen: path, allowed: 'a YAML file that can be read' });
    return EMPTY_FILE;
  }
  const document = parseDocument(text, { prettyErrors: true });
  for (const error of document.errors) problems.push({ key: path, seen: undefined, allowed: error.message });
  const root: unknown = document.errors.length === 0 ? document.toJS() : {};
  if (root !== null && (typeof root !== 'object' || Array.isArray(root))) {
    problems.push({ key: path, seen: undefined, allowed: 'a mapping of settings' });
    return EMPTY_FILE;
  }
  const { routes, methods, standIns, ...rest } = (root ?? {}) as Record<string, unknown>;
  const scalars: Record<string, string> = {};
  flatten(rest, '', scalars, problems);
  for (const key of Object.keys(scalars)) {
    if (!(key in SETTINGS)) problems.push({ key, seen: undefined, allowed: 'no setting has this name' });
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

function readEnvironment(sources: ConfigSources, problems: ConfigProblem[]): Record<string, string> {
  const values: Record<string, string> = {};
  const known = new Map<string, SettingKey>();
  for (const key of Object.keys(SETTINGS) as SettingKey[]) known.set(environmentName(key), key);
  for (const [name, value] of Object.entries(sources.env)) {
    if (!name.startsWith('CARDWAY_') || value === undefined || name === 'CARDWAY_CONFIG') continue;
    const key = known.get(name);
    const fileKey = known.get(name.replace(/_FILE$/, ''));
    if (key !== undefined) values[key] = value;
    else if (name.endsWith('_FILE') && fileKey !== undefined && 'isSecret' in SETTINGS[fileKey]) {
      const text = fileText(value, sources);
      if (text === null) problems.push({ key: name, seen: value, allowed: 'a file that can be read' });
      else values[fileKey] ??= text.replace(/\r?\n$/, '');
    } else problems.push({ key: name, seen: undefined, allowed: 'no setting has this name' });
  }
  return values;
}

function fileText(path: string, sources: ConfigSources): string | null {
  try {
    return sources.readFile(path);
  } catch {
    return null;
  }
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
      seen: undefined,
      allowed: issue.message,
    });
  }
  return [];
}

function routeWithKey(
  route: RouteSettings,
  sources: ConfigSources,
  problems: ConfigProblem[],
): RouteSettings {
  const { signingKeyFile, ...rest } = route;
  if (signingKeyFile === undefined) return rest;
  const text = fileText(signingKeyFile, sources);
  if (text === null) {
    problems.push({
      key: `routes.${route.name}.signingKeyFile`,
      seen: signingKeyFile,
      allowed: 'a file that can be read',
    });
    return rest;
  }
  return { ...rest, signingKey: text.replace(/\r?\n$/, '') };
}

function parseMethods(value: unknown, problems: ConfigProblem[]): readonly Method[] {
  const methods = parseList(value, MethodSchema, 'methods', problems).map(methodOf);
  for (const problem of methodProblems(methods))
    problems.push({ key: 'methods', seen: undefined, allowed: problem });
  return methods;
}

function methodOf(settings: MethodSettings): Method {
  const { parameters, reverses, ...method } = settings;
  return {
    ...method,
    parameters: parameters.map((parameter) => ({
      ...dropUndefined(parameter),
      name: fieldName(parameter.xmlName),
    })),
    answer: [
      { name: 'resultCode', type: 'int', isOptional: false, meaning: 'The outcome; see the result codes.' },
    ],
    approvedResultCodes: [1],
    ...(reverses === undefined ? {} : { reverses }),
  };
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

function dropUndefined<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** What single settings cannot say: combinations, and what `serve` and the sandbox need. */
function checkTogether(config: Config, sources: ConfigSources, problems: ConfigProblem[]): void {
  const { settings } = config;
  const say = (key: string, allowed: string, seen?: string): void =>
    void problems.push({ key, seen, allowed });
  for (const key of ['downstream.url', 'downstream.inquiryUrl'] as const) {
    const written = settings[key];
    if (written !== undefined && !isHttpUrl(written))
      say(key, `${SETTINGS[key].allowed}, without user info and fragment`);
  }
  if (!settings.databaseUrl.startsWith('sqlite:')) {
    say(
      'databaseUrl',
      'sqlite:PATH (PostgreSQL is not served by this version)',
      settings.databaseUrl.split('://')[0],
    );
  }
  if ((settings['tls.cert'] === undefined) !== (settings['tls.key'] === undefined))
    say('tls', 'tls.cert and tls.key together');
  checkKeys(config, say);
  const isLoopback = /^(?:127\.|::1$|localhost$)/.test(settings.host);
  if (config.isSandbox) {
    if (sources.env['NODE_ENV'] === 'production')
      say('NODE_ENV', 'the sandbox is refused in production', 'production');
    if (!isLoopback) say('host', 'the sandbox listens on loopback only', settings.host);
    return;
  }
  if (settings['downstream.url'] === undefined)
    say('downstream.url', `required by serve (${environmentName('downstream.url')})`);
  if (settings.signingKey === undefined)
    say('signingKey', `required by serve (${environmentName('signingKey')})`);
  if (settings.signingKey === 'sandbox-signing-key') say('signingKey', 'the sandbox’s signing key is public');
  if (!isLoopback && settings['tls.cert'] === undefined && settings.trustProxy === undefined) {
    say('host', 'other than loopback needs tls.cert and tls.key, or trustProxy', settings.host);
  }
}

function checkKeys(config: Config, say: (key: string, allowed: string) => void): void {
  const written: [string, string | undefined][] = [
    ['signingKey', config.settings.signingKey],
    ...config.routes.map((route): [string, string | undefined] => [
      `routes.${route.name}.signingKey`,
      route.signingKey,
    ]),
  ];
  for (const [key, text] of written) {
    if (text !== undefined && parseSigningKey(text).kind !== 'ok') say(key, SETTINGS.signingKey.allowed);
  }
  const master = config.settings.masterKey;
  const reading = master === undefined ? null : parseSigningKey(master);
  if (reading?.kind === 'bad' || (reading !== null && reading.key.length < 16)) {
    say('masterKey', `${SETTINGS.masterKey.allowed}, of 16 bytes or more`);
  }
  const methods = config.routes.flatMap((route) => route.methods);
  const doubled = methods.find((method, index) => methods.indexOf(method) !== index);
  if (doubled !== undefined) say('routes', `${doubled} is on two routes`);
  const names = config.routes.map((route) => route.name);
  if (new Set(names).size < names.length || names.includes('default'))
    say('routes', 'names that differ, none of them default');
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
