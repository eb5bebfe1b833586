import { type Document, isAlias, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import type { Method } from '../core/transactions/methods.js';
import type { Setting } from './settings-kinds.js';
import { SETTINGS, type SettingKey, type Settings } from './settings.js';

export interface Config {
  readonly settings: Settings;
  readonly routes: readonly RouteSettings[];
  readonly methods: readonly Method[];
  readonly timeoutReplies: readonly TimeoutReplySettings[];
  readonly outboundTls: readonly OutboundTlsSettings[];
  readonly isSandbox: boolean;
  /** Settings of the secrets that have blanks or quotes around them. */
  readonly paddedSecrets: readonly string[];
}

/**
 * Secrets that commands read from the environment (`CARDWAY_KEY`, `CARDWAY_NETWORK_KEY`, each also as `…_FILE`). They are not
 * settings.
 */
export const COMMAND_SECRETS = ['key', 'networkKey', 'integratorKey', 'password', 'secret'] as const;

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

interface YamlFile {
  readonly scalars: Readonly<Record<string, string | undefined>>;
  readonly routes: unknown;
  readonly methods: unknown;
  readonly timeoutReplies: unknown;
  readonly outboundTls: unknown;
  /** False for a file that could not be read: nobody knows which settings it has. */
  readonly isRead: boolean;
}

const NO_FILE: YamlFile = {
  scalars: {},
  routes: undefined,
  methods: undefined,
  timeoutReplies: undefined,
  outboundTls: undefined,
  isRead: true,
};
const UNREAD_FILE: YamlFile = { ...NO_FILE, isRead: false };

export function readYaml(sources: ConfigSources, problems: ConfigProblem[]): YamlFile {
  const path = sources.configFile ?? sources.env['CARDWAY_CONFIG'];
  if (path === undefined) return NO_FILE;
  const text = fileText(path, sources);
  if (text === null) {
    problems.push({ key: 'CARDWAY_CONFIG', seen: path, allowed: 'a YAML file that can be read' });
    return UNREAD_FILE;
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter: lines });
  for (const error of document.errors) {
    // The parser's message may quote the file, and the file may hold a key.
    const { line, col } = lines.linePos(error.pos[0]);
    const what = error.code.toLowerCase().replaceAll('_', ' ');
    problems.push({
      key: path,
      seen: undefined,
      allowed: `YAML; line ${String(line)}, column ${String(col)}: ${what}`,
    });
  }
  if (document.errors.length > 0) return UNREAD_FILE;
  const root: unknown = document.toJS();
  if (root !== null && (typeof root !== 'object' || Array.isArray(root))) {
    problems.push({ key: path, seen: undefined, allowed: 'a mapping of settings' });
    return UNREAD_FILE;
  }
  const { routes, methods, timeoutReplies, outboundTls, ...rest } = (root ?? {}) as Record<string, unknown>;
  const scalars: Record<string, string> = {};
  flatten(rest, [], { scalars, problems, document });
  readSecretFiles(scalars, sources, problems, (key) => key);
  for (const key of Object.keys(scalars)) {
    if (!Object.hasOwn(SETTINGS, key)) problems.push(unknownSetting(key, NAMES));
  }
  return { scalars, routes, methods, timeoutReplies, outboundTls, isRead: true };
}

/** Keys of all settings. Those of secrets also name a file: `signingKeyFile`. */
export const SETTING_NAMES = Object.entries<Setting<unknown>>(SETTINGS).flatMap(([key, { isSecret }]) =>
  isSecret === true ? [key, `${key}File`] : [key],
);

const NAMES = [...SETTING_NAMES, 'routes', 'methods', 'timeoutReplies', 'outboundTls'];

/** Returns the problem of a name that no setting has, with the one of `names` that was probably meant. */
export function unknownSetting(key: string, names: readonly string[]): ConfigProblem {
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

interface Flattening {
  readonly scalars: Record<string, string>;
  readonly problems: ConfigProblem[];
  readonly document: Document;
}

function flatten(node: Record<string, unknown>, above: readonly string[], into: Flattening): void {
  for (const [name, value] of Object.entries(node)) {
    const path = [...above, name];
    const key = path.join('.');
    if (Object.hasOwn(into.scalars, key))
      into.problems.push({ key, seen: undefined, allowed: 'one value; it is written twice' });
    if (typeof value === 'string' || typeof value === 'boolean') into.scalars[key] = String(value);
    else if (typeof value === 'number') into.scalars[key] = asWritten(into.document, path) ?? String(value);
    else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      flatten(value as Record<string, unknown>, path, into);
    } else if (SETTING_NAMES.includes(key))
      into.problems.push({ key, seen: undefined, allowed: 'a text, a number, true or false' });
    else into.problems.push(unknownSetting(key, NAMES));
  }
}

/**
 * Returns a number as the file writes it. YAML reads a key of digits as a number, and loses leading zeros and last digits.
 */
function asWritten(document: Document, path: readonly string[]): string | undefined {
  const node = document.getIn(path, true);
  const named = isAlias(node) ? node.resolve(document) : node;
  return isScalar(named) ? named.source : undefined;
}

/**
 * Replaces the path in `signingKeyFile` and similar keys by the secret that the file holds. `nameOf` returns a key as the source
 * writes it.
 */
export function readSecretFiles(
  scalars: Record<string, string>,
  sources: ConfigSources,
  problems: ConfigProblem[],
  nameOf: (key: string) => string,
): void {
  for (const [key, { isSecret }] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const fileKey = `${key}File`;
    const path = scalars[fileKey];
    if (isSecret !== true || path === undefined) continue;
    Reflect.deleteProperty(scalars, fileKey);
    const text = secretText(path, sources);
    if (text === null) problems.push({ key: nameOf(fileKey), seen: path, allowed: SECRET_FILE });
    if (scalars[key] !== undefined) problems.push(writtenTwice(nameOf(fileKey), nameOf(key)));
    else if (text !== null) scalars[key] = text;
  }
}

/**
 * Returns the text of a secret's file. Returns null where the file cannot be read, and where a byte was not UTF-8: all such bytes
 * would become the same character, and a key of random bytes could be guessed.
 */
export function secretText(path: string, sources: Pick<ConfigSources, 'readFile'>): string | null {
  const text = fileText(path, sources);
  return text !== null && NO_TEXT.test(text) ? null : text;
}

const NO_TEXT = /^\ufeff|\ufffd/;
export const SECRET_FILE = 'a file that can be read, of text in UTF-8 without a byte order mark';

/** Returns the problem of a secret that is written twice. One of the two would be ignored, perhaps the new one. */
export function writtenTwice(fileKey: string, key: string): ConfigProblem {
  return { key: fileKey, seen: undefined, allowed: `nothing beside ${key}` };
}

/** Returns null where the file cannot be read. */
export function fileText(path: string, sources: Pick<ConfigSources, 'readFile'>): string | null {
  try {
    return sources.readFile(path);
  } catch {
    return null;
  }
}

/** Schema of a route: a wallet service for some methods (`routes` in the file). */
export const RouteSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'a name of lower-case letters, digits and hyphens'),
  methods: z.array(z.string()).min(1, 'at least one method'),
  url: z.string().refine(isHttpUrl, 'an http or https URL'),
  timeoutMs: z.int().min(50).max(30_000).optional(),
  signingKey: z.string().min(1).optional(),
  signingKeyFile: z.string().min(1).optional(),
  otherSigningKey: z.string().min(1).optional(),
  otherSigningKeyFile: z.string().min(1).optional(),
  dedupes: z.boolean().optional(),
  inquiry: z.string().refine(isHttpUrl, 'an http or https URL').optional(),
});

/** Schema of the reply to a method's callers when the wallet service times out (`timeoutReplies` in the file). */
export const TimeoutReplySchema = z.strictObject({
  method: z.string().min(1),
  resultCode: z.int(),
});

type TimeoutReplySettings = z.infer<typeof TimeoutReplySchema>;

export type WrittenRoute = z.infer<typeof RouteSchema>;

export type RouteSettings = Omit<WrittenRoute, 'signingKeyFile' | 'otherSigningKeyFile'>;

/** Schema of TLS towards hosts of wallet services, webhook endpoints and other services (`outboundTls` in the file). */
export const OutboundTlsSchema = z.strictObject({
  hosts: z
    .array(z.string().regex(/^[^\s/@?#]+$/, 'a host, with or without a port'))
    .min(1, 'at least one host'),
  cert: z.string().min(1).optional(),
  key: z.string().min(1).optional(),
  ca: z.string().min(1).optional(),
  names: z.array(z.string().min(1)).min(1, 'at least one name').optional(),
});

type OutboundTlsSettings = z.infer<typeof OutboundTlsSchema>;

const ParameterSchema = z.strictObject({
  xmlName: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/, 'letters and digits'),
  type: z.enum(['string', 'int', 'date', 'klv']),
  lengthMin: z.int().min(0).optional(),
  lengthMax: z.int().min(0).max(2048).optional(),
  valueMin: z.int().optional(),
  valueMax: z.int().optional(),
  isOptional: z.boolean().optional(),
  isSecret: z.boolean().optional(),
});

/** Schema of a method beyond the built-in ones (`methods` in the file). */
export const MethodSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_.]{0,63}$/, 'letters, digits, dots and underscores'),
  effect: z.enum(['none', 'money', 'advice', 'state']),
  purpose: z.string().default(''),
  parameters: z.array(ParameterSchema).min(3),
  reverses: z.array(z.string()).optional(),
});

export type MethodSettings = z.infer<typeof MethodSchema>;

/** Refuses user info, which would be sent in the clear, and a fragment, which would never be sent. */
export function isHttpUrl(written: string): boolean {
  if (!URL.canParse(written) || !/^https?:\/\//i.test(written)) return false;
  const { username, password, hash } = new URL(written);
  return username === '' && password === '' && hash === '';
}

/**
 * Returns a refused URL for a problem, without its path, which may hold a token. Undefined where it may hold a password or a token
 * elsewhere: before `@`, after `?` or `#`.
 */
export function shownUrl(written: string): string | undefined {
  if (/[@?#]/.test(written)) return undefined;
  const start = /^(?:[a-z]*:?\/\/)?[^/\\]*/i.exec(written)?.[0] ?? '';
  return start.length >= written.length - 1 ? written.slice(0, 100) : `${start.slice(0, 100)}/…`;
}
