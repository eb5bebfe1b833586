import { isLoopbackHost } from '../core/access/sandbox-caller.js';
import { parseGroupRoles } from '../core/access/sign-in.js';
import { readNetworkOf } from '../core/provisioning/network.js';
import { methodTable } from '../core/transactions/methods.js';
import { keptAtLeastMs } from '../core/transactions/transaction.js';
import { MASTER_KEY_FORM, parseMasterKey } from '../core/access/seal.js';
import { parseSigningKey } from '../core/wire/signature.js';
import {
  fileText,
  isHttpUrl,
  shownUrl,
  type Config,
  type ConfigProblem,
  type ConfigSources,
} from './config-file.js';
import { environmentName, type SettingKey, SETTINGS, type Settings } from './settings.js';

/** Settings as read. A setting whose own text was refused is absent. */
type Read = {
  readonly [Key in keyof Settings]: Settings[Key] extends object
    ? Partial<Settings[Key]>
    : Settings[Key] | undefined;
};

type Say = (key: string, allowed: string, seen?: string) => void;

/**
 * Checks combinations of settings, and what `serve` and the sandbox require. Reports at most one problem for each key. `given`
 * has the keys of the settings that somebody wrote.
 */
export function checkTogether(
  config: Config,
  { sources, given }: { readonly sources: ConfigSources; readonly given: ReadonlySet<string> },
  problems: ConfigProblem[],
): void {
  const settings: Read = config.settings;
  const say: Say = (key, allowed, seen) => {
    // A secret is not missing where only its file cannot be read.
    const names = [key, `${key}File`, `${environmentName(key)}_FILE`];
    if (!problems.some((problem) => names.includes(problem.key))) problems.push({ key, seen, allowed });
  };
  checkAddresses(settings, say);
  checkKeys(config, say);
  checkRoutes(config, say);
  checkTimeoutReplies(config, say);
  checkOutboundTls(config, say);
  checkSignIn(settings, say);
  checkPorts(settings, say);
  checkRetention(settings, say);
  checkOwners(given, say);
  checkOfOneDatabase(settings, given, say);
  if (sources.isOffline === true) return;
  if (sources.isStart === true) checkNamedFiles(config, sources, say);
  checkSharedDatabase(settings, say);
  if (config.isSandbox) checkSandbox(settings, sources, say);
  else checkServe(config, say);
}

/** The setting that switches on a group of settings, or another setting. */
const OWNERS: Readonly<Record<string, SettingKey>> = {
  'metrics.host': 'metrics.port',
  signIn: 'signIn.issuer',
  tracing: 'tracing.url',
};

/** Refuses settings that have no effect. The operator believes, for example, that people sign in at the provider. */
function checkOwners(given: ReadonlySet<string>, say: Say): void {
  for (const key of given) {
    const owner = OWNERS[key] ?? OWNERS[key.split('.')[0] ?? ''];
    if (owner !== undefined && !given.has(owner)) say(key, `nothing without ${owner}`);
  }
}

/** Refuses settings of PostgreSQL beside an SQLite file. The operator believes that the gateway uses PostgreSQL. */
function checkOfOneDatabase({ databaseUrl }: Read, given: ReadonlySet<string>, say: Say): void {
  if (databaseUrl?.startsWith('sqlite:') !== true) return;
  for (const key of given)
    if (key.startsWith('database.')) say(key, 'nothing while databaseUrl names an SQLite file');
}

function checkAddresses(settings: Read, say: Say): void {
  const { downstream, tracing, databaseUrl, trustProxy } = settings;
  const urls = {
    'downstream.url': downstream.url,
    'downstream.inquiryUrl': downstream.inquiryUrl,
    'tracing.url': tracing.url,
  };
  for (const [key, written] of Object.entries(urls)) {
    if (written !== undefined && !isHttpUrl(written)) {
      const { allowed } = SETTINGS[key as keyof typeof urls];
      say(key, `${allowed}, without user info and fragment`, shownUrl(written));
    }
  }
  if (databaseUrl !== undefined && !databaseUrl.startsWith('sqlite:') && !isPostgresUrl(databaseUrl)) {
    // The URL may hold a password.
    const scheme = /^[a-z+]*(?=:)/i.exec(databaseUrl)?.[0];
    const { allowed } = SETTINGS.databaseUrl;
    if (/^postgres(?:ql)?$/i.test(scheme ?? '')) say('databaseUrl', `${allowed}; ${ENCODED}`);
    else say('databaseUrl', allowed, scheme);
  }
  if (trustProxy !== undefined && !isProxyTrust(trustProxy)) {
    say('trustProxy', SETTINGS.trustProxy.allowed, trustProxy);
  }
  if ((settings.tls.cert === undefined) !== (settings.tls.key === undefined)) {
    say('tls', 'tls.cert and tls.key together');
  }
  if (settings.tls.clientCa !== undefined && settings.tls.cert === undefined)
    say('tls.clientCa', 'nothing without tls.cert and tls.key');
}

const ENCODED = 'percent-encode what is no letter or digit in user and password';

function checkSignIn({ signIn }: Read, say: Say): void {
  const { issuer, clientId, roles, scopes } = signIn;
  if (roles !== undefined && parseGroupRoles(roles) === null)
    say('signIn.roles', SETTINGS['signIn.roles'].allowed, roles);
  if (scopes !== undefined && !scopes.split(' ').includes('openid'))
    say('signIn.scopes', SETTINGS['signIn.scopes'].allowed, scopes);
  if (issuer === undefined) return;
  if (!isSafeUrl(issuer)) say('signIn.issuer', SETTINGS['signIn.issuer'].allowed);
  if (clientId === undefined) say('signIn.clientId', 'needed with signIn.issuer');
  if (roles === undefined) say('signIn.roles', 'needed with signIn.issuer');
}

/** Secrets and tokens travel to this address. */
function isSafeUrl(written: string): boolean {
  if (!isHttpUrl(written)) return false;
  const { protocol, hostname } = new URL(written);
  return protocol === 'https:' || isLoopbackHost(hostname);
}

function isPostgresUrl(written: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(written) && URL.canParse(written);
}

function isProxyTrust(written: string): boolean {
  if (/^[1-9]\d?$/.test(written)) return true;
  return written.split(',').every((network) => readNetworkOf(network.trim()) !== null);
}

const SIGNING_KEY_BYTES_MIN = 16;

const SANDBOX_SIGNING_KEY = Buffer.from('sandbox-signing-key');

function checkKeys(config: Config, say: Say): void {
  for (const [key, text] of signingKeysIn(config)) {
    if (text !== undefined && parseSigningKey(text).kind !== 'ok') say(key, SETTINGS.signingKey.allowed);
  }
  for (const key of ['masterKey', 'otherMasterKey'] as const) {
    const master = config.settings[key];
    if (master !== undefined && parseMasterKey(master) === null) say(key, MASTER_KEY_FORM);
  }
}

function checkRoutes(config: Config, say: Say): void {
  const known = methodTable(config.methods);
  const methods = config.routes.flatMap((route) => route.methods);
  const unknown = methods.find((method) => known.find(method) === undefined);
  if (unknown !== undefined) say('routes', `there is no method ${unknown}`);
  const doubled = methods.find((method, index) => methods.indexOf(method) !== index);
  if (doubled !== undefined) say('routes', `${doubled} is on two routes`);
  const names = config.routes.map((route) => route.name);
  if (new Set(names).size < names.length || names.includes('default')) {
    say('routes', 'names that differ, none of them default');
  }
}

/**
 * Refuses replies that approve a call of unknown outcome or decline an advice
 * (docs/reference/transactions.md#timeout-replies).
 */
function checkTimeoutReplies({ timeoutReplies, methods }: Config, say: Say): void {
  const known = methodTable(methods);
  for (const [index, { method, resultCode }] of timeoutReplies.entries()) {
    const key = `timeoutReplies.${String(index)}`;
    const effect = known.find(method)?.effect;
    if (effect === undefined) say(key, `there is no method ${method}`);
    else if (effect === 'advice' && resultCode !== 1)
      say(`${key}.resultCode`, '1: advices are never declined', String(resultCode));
    else if (effect !== 'advice' && resultCode >= 0)
      say(`${key}.resultCode`, 'a negative result code, but for advices', String(resultCode));
  }
  const named = timeoutReplies.map(({ method }) => method);
  if (new Set(named).size < named.length) say('timeoutReplies', 'one for a method');
}

function checkOutboundTls({ outboundTls }: Config, say: Say): void {
  for (const [index, { cert, key, ca, names }] of outboundTls.entries()) {
    const at = `outboundTls.${String(index)}`;
    if ((cert === undefined) !== (key === undefined)) say(at, 'cert and key together');
    if ([cert, ca, names].every((part) => part === undefined)) say(at, 'cert and key, ca, or names');
  }
  const hosts = outboundTls.flatMap((entry) => entry.hosts.map((host) => host.toLowerCase()));
  if (new Set(hosts).size < hosts.length) say('outboundTls', 'each host once');
}

/** Requires that the files which the settings name can be read. Their contents are tried at start. */
function checkNamedFiles({ settings, outboundTls }: Config, sources: ConfigSources, say: Say): void {
  const { tls, graphql }: Read = settings;
  const { cert, key, clientCa } = tls;
  const named: Record<string, Record<string, string | undefined>> = {
    tls: { cert, key, clientCa },
    graphql: { documents: graphql.documents },
  };
  for (const [index, { cert, key, ca }] of outboundTls.entries())
    named[`outboundTls.${String(index)}`] = { cert, key, ca };
  for (const [owner, paths] of Object.entries(named))
    for (const [name, path] of Object.entries(paths))
      if (path !== undefined && fileText(path, sources) === null)
        say(`${owner}.${name}`, 'a file that can be read', path);
}

function checkPorts({ port, reusePort, databaseUrl, metrics }: Read, say: Say): void {
  const metricsPort = metrics.port;
  if (metricsPort !== undefined && metricsPort === port && port !== 0)
    say('metrics.port', 'another one than port', String(metricsPort));
  if (reusePort !== true) return;
  if (databaseUrl?.startsWith('sqlite:') === true)
    say('reusePort', 'false with SQLite, whose file one process serves', 'true');
  // A request to a shared port reaches any of the processes.
  if (metricsPort === undefined) say('metrics.port', 'a port for each process, because reusePort is on');
}

/** Requires that a transaction stays stored for as long as a repetition of its call is accepted. */
function checkRetention({ transaction }: Read, say: Say): void {
  const { retention: retentionMs } = transaction;
  if (typeof retentionMs !== 'number') return;
  const leastMs = keptAtLeastMs(transaction.maxAge ?? null);
  if (retentionMs < leastMs) {
    say(
      'transaction.retention',
      `off, or ${String(Math.ceil(leastMs / DAY_MS))}d and more (maxAge and 48 h)`,
    );
  }
}

const DAY_MS = 86_400_000;

/** Requires a master key with PostgreSQL. Many machines share the database, and they share no folder for a generated key. */
function checkSharedDatabase({ databaseUrl, masterKey }: Read, say: Say): void {
  if (databaseUrl === undefined || masterKey !== undefined || !isPostgresUrl(databaseUrl)) return;
  say('masterKey', 'required with PostgreSQL');
}

function checkSandbox(settings: Read, sources: ConfigSources, say: Say): void {
  if (sources.env['NODE_ENV'] === 'production') {
    say('NODE_ENV', 'the sandbox is refused in production', 'production');
  }
  if (settings.host !== undefined && !isLoopbackHost(settings.host)) {
    say('host', 'the sandbox listens on loopback only', settings.host);
  }
}

function checkServe(config: Config, say: Say): void {
  const settings: Read = config.settings;
  const required = { 'downstream.url': settings.downstream.url, signingKey: settings.signingKey };
  for (const [key, written] of Object.entries(required)) {
    if (written === undefined) say(key, 'missing; serve needs it');
  }
  for (const [key, text] of signingKeysIn(config)) {
    const reading = text === undefined ? null : parseSigningKey(text);
    if (reading?.kind !== 'ok') continue;
    if (reading.key.equals(SANDBOX_SIGNING_KEY)) say(key, 'the sandbox’s signing key is public');
    // `otherSigningKey` may be short: it holds a short previous key while the wallet service changes to a longer one.
    else if (reading.key.length < SIGNING_KEY_BYTES_MIN && !key.endsWith('otherSigningKey'))
      say(key, `${SETTINGS.signingKey.allowed}, of ${String(SIGNING_KEY_BYTES_MIN)} bytes or more`);
  }
  const isOpen = settings.host !== undefined && !isLoopbackHost(settings.host);
  if (isOpen && settings.tls.cert === undefined && settings.trustProxy === undefined) {
    say('host', 'other than loopback needs tls.cert and tls.key, or trustProxy', settings.host);
  }
}

/** Returns all signing keys with their names. */
function signingKeysIn({
  settings,
  routes,
}: Pick<Config, 'settings' | 'routes'>): readonly (readonly [string, string | undefined])[] {
  return [
    ['signingKey', settings.signingKey],
    ['otherSigningKey', settings.otherSigningKey],
    ...routes.flatMap((route): [string, string | undefined][] => [
      [`routes.${route.name}.signingKey`, route.signingKey],
      [`routes.${route.name}.otherSigningKey`, route.otherSigningKey],
    ]),
  ];
}
