import { isLoopbackHost } from '../core/access/sandbox-caller.js';
import { methodTable } from '../core/transactions/methods.js';
import { keptAtLeastMs } from '../core/transactions/transaction.js';
import { parseSigningKey } from '../core/wire/signature.js';
import { type Config, isPostgresUrl, type SettingKey, SETTINGS, type Settings } from './settings.js';

/** A configuration as read, and where it stands. */
export interface Checked extends Omit<Config, 'settings'> {
  /** A setting whose own text was refused is absent. */
  readonly settings: {
    readonly [Key in keyof Settings]: Settings[Key] extends object
      ? Partial<Settings[Key]>
      : Settings[Key] | undefined;
  };
  /** Keys of the settings that somebody wrote, also of those whose text was refused. */
  readonly given: ReadonlySet<string>;
  readonly isProduction: boolean;
  readonly canRead: (path: string) => boolean;
}

export type Problems = Iterable<readonly [key: string, allowed: string, seen?: string]>;

/** Combinations that every command refuses. Only the first problem of a key is reported. */
export const CHECKS = [tlsPair, signingKeys, routes, timeoutReplies, signIn, ports, retention, owners];

/** Combinations that a server refuses. Commands that only use the database accept them. */
export const SERVER_CHECKS = [sharedDatabase, sandbox, serve, safeSigningKeys];

function* tlsPair({ settings: { tls } }: Checked): Problems {
  if ((tls.cert === undefined) !== (tls.key === undefined)) yield ['tls', 'tls.cert and tls.key together'];
  if (tls.clientCa !== undefined && tls.cert === undefined)
    yield ['tls.clientCa', 'nothing without tls.cert and tls.key'];
}

function* signingKeys(config: Checked): Problems {
  for (const [key, text] of signingKeysIn(config))
    if (parseSigningKey(text).kind !== 'ok') yield [key, SETTINGS.signingKey.allowed];
}

function* routes(config: Checked): Problems {
  const known = methodTable(config.methods);
  for (const method of config.routes.flatMap((route) => route.methods))
    if (known.find(method) === undefined) yield ['routes', `there is no method ${method}`];
}

/**
 * Refuses replies that approve a call of unknown outcome or decline an advice
 * (docs/reference/transactions.md#timeout-replies).
 */
function* timeoutReplies(config: Checked): Problems {
  const known = methodTable(config.methods);
  for (const [index, { method, resultCode }] of config.timeoutReplies.entries()) {
    const key = `timeoutReplies.${String(index)}`;
    const effect = known.find(method)?.effect;
    if (effect === undefined) yield [key, `there is no method ${method}`];
    else if (effect === 'advice' && resultCode !== 1)
      yield [`${key}.resultCode`, '1: advices are never declined', String(resultCode)];
    else if (effect !== 'advice' && resultCode >= 0)
      yield [`${key}.resultCode`, 'a negative result code, but for advices', String(resultCode)];
  }
}

function* signIn({ given }: Checked): Problems {
  for (const key of ['signIn.clientId', 'signIn.roles'])
    if (given.has('signIn.issuer') && !given.has(key)) yield [key, 'needed with signIn.issuer'];
}

function* ports({ settings: { port, reusePort, databaseUrl, metrics } }: Checked): Problems {
  if (metrics.port !== undefined && metrics.port === port && port !== 0)
    yield ['metrics.port', 'another one than port', String(metrics.port)];
  if (reusePort !== true) return;
  if (databaseUrl?.startsWith('sqlite:') === true)
    yield ['reusePort', 'false with SQLite, whose file one process serves', 'true'];
  // A request to a shared port reaches any of the processes.
  if (metrics.port === undefined) yield ['metrics.port', 'a port for each process, because reusePort is on'];
}

const DAY_MS = 86_400_000;

/** Requires that a transaction stays stored for as long as a repetition of its call is accepted. */
function* retention({ settings: { transaction } }: Checked): Problems {
  const leastMs = keptAtLeastMs(transaction.maxAge ?? null);
  const least = `${String(Math.ceil(leastMs / DAY_MS))}d`;
  if ((transaction.retention ?? Infinity) < leastMs)
    yield ['transaction.retention', `off, or ${least} and more (maxAge and 48 h)`];
}

/** The setting that switches on a group of settings, or another setting. */
const OWNERS: Readonly<Record<string, SettingKey>> = {
  'metrics.host': 'metrics.port',
  signIn: 'signIn.issuer',
  tracing: 'tracing.url',
};

/** Refuses settings that have no effect: the operator believes that people sign in at the provider, or that PostgreSQL is used. */
function* owners({ settings, given }: Checked): Problems {
  for (const key of given) {
    const group = key.split('.')[0] ?? '';
    const owner = OWNERS[key] ?? OWNERS[group];
    if (owner !== undefined && !given.has(owner)) yield [key, `nothing without ${owner}`];
    if (group === 'database' && settings.databaseUrl?.startsWith('sqlite:') === true)
      yield [key, 'nothing while databaseUrl names an SQLite file'];
  }
}

/** Requires a master key with PostgreSQL. Many machines share the database, and they share no folder for a generated key. */
function* sharedDatabase({ settings: { databaseUrl, masterKey } }: Checked): Problems {
  if (databaseUrl !== undefined && isPostgresUrl(databaseUrl) && masterKey === undefined)
    yield ['masterKey', 'required with PostgreSQL'];
}

function* sandbox({ settings: { host }, isSandbox, isProduction }: Checked): Problems {
  if (!isSandbox) return;
  if (isProduction) yield ['NODE_ENV', 'the sandbox is refused in production', 'production'];
  if (host !== undefined && !isLoopbackHost(host))
    yield ['host', 'the sandbox listens on loopback only', host];
}

function* serve({ settings, given, isSandbox }: Checked): Problems {
  if (isSandbox) return;
  const { host } = settings;
  for (const key of ['downstream.url', 'signingKey'])
    if (!given.has(key)) yield [key, 'missing; serve needs it'];
  const isOpen = host !== undefined && !isLoopbackHost(host);
  if (isOpen && !given.has('tls.cert') && !given.has('trustProxy'))
    yield ['host', 'other than loopback needs tls.cert and tls.key, or trustProxy', host];
}

const SANDBOX_SIGNING_KEY = Buffer.from('sandbox-signing-key');
const SIGNING_KEY_BYTES_MIN = 16;

function* safeSigningKeys(config: Checked): Problems {
  if (config.isSandbox) return;
  for (const [key, text] of signingKeysIn(config)) {
    const reading = parseSigningKey(text);
    if (reading.kind !== 'ok') continue;
    if (reading.key.equals(SANDBOX_SIGNING_KEY)) yield [key, 'the sandbox’s signing key is public'];
    // `otherSigningKey` may be short: it holds a short previous key while the wallet service changes to a longer one.
    else if (reading.key.length < SIGNING_KEY_BYTES_MIN && !key.endsWith('otherSigningKey'))
      yield [key, `${SETTINGS.signingKey.allowed}, of ${String(SIGNING_KEY_BYTES_MIN)} bytes or more`];
  }
}

/** Returns all signing keys with their names. */
function signingKeysIn({ settings, routes }: Checked): readonly (readonly [string, string])[] {
  const keys = [
    { owner: '', ...settings },
    ...routes.map((route) => ({ owner: `routes.${route.name}.`, ...route })),
  ];
  return keys.flatMap(({ owner, signingKey, otherSigningKey }) => [
    ...(signingKey === undefined ? [] : [[`${owner}signingKey`, signingKey] as const]),
    ...(otherSigningKey === undefined ? [] : [[`${owner}otherSigningKey`, otherSigningKey] as const]),
  ]);
}

/** Requires that the files which the settings name can be read. Their contents are tried at start. */
export function* namedFiles({ settings: { tls, graphql }, outboundTls, canRead }: Checked): Problems {
  const named: readonly (readonly [string, string | undefined])[] = [
    ['tls.cert', tls.cert],
    ['tls.key', tls.key],
    ['tls.clientCa', tls.clientCa],
    ['graphql.documents', graphql.documents],
    ...outboundTls.flatMap(({ cert, key, ca }, index) =>
      Object.entries({ cert, key, ca }).map(
        ([name, path]) => [`outboundTls.${String(index)}.${name}`, path] as const,
      ),
    ),
  ];
  for (const [key, path] of named)
    if (path !== undefined && !canRead(path)) yield [key, 'a file that can be read', path];
}
