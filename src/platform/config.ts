import { z } from 'zod';
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
  readYaml,
  RouteSchema,
  type RouteSettings,
  secretText,
  TimeoutReplySchema,
} from './config-file.js';
import { environmentName, groupedSettings, type SettingKey, SETTINGS } from './settings.js';

export type { Config, ConfigProblem, ConfigSources };

type ConfigReading =
  | { readonly kind: 'ok'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly problems: readonly ConfigProblem[] };

/**
 * Reads the configuration: command line > environment > YAML file > defaults. It is a pure function of its sources. It checks
 * everything before anything opens, and lists every problem in one reading.
 */
export function readConfig(sources: ConfigSources): ConfigReading {
  const problems: ConfigProblem[] = [];
  const file = readYaml(sources, problems);
  const env = readEnvironment(sources, problems);
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(SETTINGS) as SettingKey[]) {
    const written =
      sources.overrides?.[key] ?? env[key] ?? file.scalars[key] ?? defaultText(key, sources.isSandbox);
    values[key] = written === undefined ? undefined : parseSetting(key, written, problems);
  }
  const config = {
    settings: groupedSettings(values),
    routes: parseList(file.routes, RouteSchema, 'routes', problems).map((route) =>
      routeWithKey(route, sources, problems),
    ),
    methods: parseMethods(file.methods, problems),
    timeoutReplies: parseList(file.timeoutReplies, TimeoutReplySchema, 'timeoutReplies', problems),
    outboundTls: parseList(file.outboundTls, OutboundTlsSchema, 'outboundTls', problems),
    isSandbox: sources.isSandbox,
  };
  checkTogether(config, sources, problems);
  return problems.length === 0 ? { kind: 'ok', config: deepFreeze(config) } : { kind: 'invalid', problems };
}

/** Returns one readable list of problems, for the operator's terminal. */
export function describeProblems(problems: readonly ConfigProblem[]): string {
  const lines = problems.map(({ key, seen, allowed }) =>
    seen === undefined ? `  ${key}: ${allowed}` : `  ${key}: is ${JSON.stringify(seen)}; allowed: ${allowed}`,
  );
  return `The configuration has ${String(problems.length)} problem${problems.length === 1 ? '' : 's'}:\n${lines.join('\n')}`;
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

function readEnvironment(sources: ConfigSources, problems: ConfigProblem[]): Record<string, string> {
  const values: Record<string, string> = {};
  const known = new Map<string, SettingKey>();
  for (const key of Object.keys(SETTINGS) as SettingKey[]) known.set(environmentName(key), key);
  // These name the configuration file, the scripts' Node, and the secrets of commands.
  const others = new Set(['CARDWAY_CONFIG', 'CARDWAY_NODE', ...COMMAND_SECRETS.map(environmentName)]);
  for (const [name, value] of Object.entries(sources.env)) {
    if (!name.startsWith('CARDWAY_') || value === undefined || others.has(name.replace(/_FILE$/, '')))
      continue;
    const key = known.get(name);
    const fileKey = known.get(name.replace(/_FILE$/, ''));
    if (key !== undefined) values[key] = value;
    else if (name.endsWith('_FILE') && fileKey !== undefined && 'isSecret' in SETTINGS[fileKey]) {
      const text = secretText(value, sources);
      if (text === null) problems.push({ key: name, seen: value, allowed: 'a file that can be read' });
      else values[fileKey] ??= text;
    } else problems.push({ key: name, seen: undefined, allowed: 'no setting has this name' });
  }
  return values;
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
      seen: seenAt(value, issue.path),
      allowed: issue.message,
    });
  }
  return [];
}

/** Returns the refused value if it is short, plain and no secret. */
function seenAt(value: unknown, path: readonly PropertyKey[]): string | undefined {
  if (path.some((name) => /key|password|url|inquiry/i.test(String(name)))) return undefined;
  const at = path.reduce<unknown>(
    (node, name) => (node as Record<PropertyKey, unknown> | undefined)?.[name],
    value,
  );
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean'
    ? String(at).slice(0, 100)
    : undefined;
}

function routeWithKey(
  route: RouteSettings,
  sources: ConfigSources,
  problems: ConfigProblem[],
): RouteSettings {
  const { signingKeyFile, otherSigningKeyFile, ...rest } = route;
  const files = { signingKey: signingKeyFile, otherSigningKey: otherSigningKeyFile };
  const keys: Record<string, string> = {};
  for (const [name, file] of Object.entries(files)) {
    if (file === undefined) continue;
    const text = secretText(file, sources);
    if (text === null) {
      const key = `routes.${route.name}.${name}File`;
      problems.push({ key, seen: file, allowed: 'a file that can be read' });
    } else keys[name] = text;
  }
  return { ...rest, ...keys };
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
      isInParameters: true,
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

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
