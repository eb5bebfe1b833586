import { z } from 'zod';
import { isLoopbackHost } from '../core/access/sandbox-caller.js';
import { MASTER_KEY_FORM, parseMasterKey } from '../core/access/seal.js';
import { parseGroupRoles } from '../core/access/sign-in.js';
import { readNetworkOf } from '../core/access/network.js';
import { fieldNames } from '../core/transactions/fields.js';
import { type Method, methodProblems, RESULT_CODE } from '../core/transactions/methods.js';

/** Facts of a setting that its zod schema cannot hold. */
interface Facts {
  /** Permitted values, for the error that refuses another one. */
  readonly allowed: string;
  /** A secret is never shown, and may come from a file. */
  readonly isSecret?: boolean;
  /** Returns what an error may show of a refused value; undefined where nothing. */
  readonly shown?: (written: string) => string | undefined;
}

const FACTS = z.registry<Facts>();

const TEXT = z.string().min(1);
const WORDS = { allowed: 'text' };
const PATH = { allowed: 'a path' };
const PROXIES = { allowed: 'a number of hops from 1 to 99, or networks separated by commas' };
const HOST = { allowed: 'a host name or address' };

const KEY = { allowed: 'UTF-8 text, hex:… or base64:…', isSecret: true };
const MASTER_KEY_FACTS = { allowed: MASTER_KEY_FORM, isSecret: true };
const MASTER_KEY = TEXT.refine((written) => parseMasterKey(written) !== null, MASTER_KEY_FORM);

const DATABASE = {
  allowed: 'sqlite:PATH, or postgres://user:password@host:port/database',
  isSecret: true,
  // The rest of the URL may hold a password.
  shown: (written: string) => /^(?!postgres(?:ql)?:)[a-z+]*(?=:)/i.exec(written)?.[0],
};
const DATABASE_URL = TEXT.refine((written) => written.startsWith('sqlite:') || isPostgresUrl(written), {
  error: ({ input }) =>
    /^postgres(?:ql)?:/i.test(String(input))
      ? `${DATABASE.allowed}; percent-encode what is no letter or digit in user and password`
      : undefined,
});

const LIST = z.string().transform((written) => written.split(','));
const HOST_NAME = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[^:/@\s]+$/);

const OFF = z.literal('off').transform(() => null);
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const PAUSE = z
  .string()
  .regex(/^\d{1,9}(?:ms|s|m|h|d)$/)
  .transform((written) => Number.parseInt(written, 10) * (UNIT_MS[written.replace(/\d+/, '')] ?? NaN));
const DURATION = OFF.or(PAUSE);

/**
 * All settings: reads the text of an environment variable, or the text form of a YAML scalar. The first part of a key is its group:
 * `downstream.timeoutMs` is `timeoutMs` in the group `downstream`. Descriptions are those of docs/settings.md.
 */
export const SETTINGS_SCHEMA = group('Address, database, keys and rules for all calls.', {
  host: member(TEXT, HOST, '127.0.0.1').describe(
    'Address to listen on; any other than loopback needs TLS or `trustProxy`',
  ),
  port: integer(0, 65_535, 4000).describe('Port to listen on; 0 picks a free one'),
  trustProxy: member(TEXT.refine(isProxyTrust), PROXIES).describe(
    'Trusted proxies in front: a number of hops, or networks in CIDR form',
  ),
  databaseUrl: member(DATABASE_URL, DATABASE, 'sqlite:./data/cardway.db').describe(
    'Database of the transactions',
  ),
  masterKey: member(MASTER_KEY, MASTER_KEY_FACTS).describe(
    'Encrypts stored passwords and keys. PostgreSQL requires it; with SQLite the gateway makes one beside the file',
  ),
  signingKey: member(TEXT, KEY).describe(
    'Signs calls to the wallet service (`X_msg_signature`); at least 16 bytes outside the sandbox',
  ),
  logLevel: choice(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info').describe(
    'Lowest level that is logged',
  ),
  reusePort: flag(false).describe(
    'Other processes of this machine may listen on the same port (Linux; PostgreSQL only; needs `metrics.port`)',
  ),
  directory: choice(['required', 'xml-only'], 'required').describe(
    'Interfaces on which the wallet directory must know the wallet',
  ),
  reverseContradicted: flag(true).describe(
    'The gateway sends a reversal when money moved although the terminal got a decline',
  ),
  approvals: flag(false).describe(
    'A second person must approve settlements, keys, terminals, moves of wallets and settings of secrets (four eyes)',
  ),
  otherMasterKey: member(MASTER_KEY, MASTER_KEY_FACTS).describe(
    'The next or previous master key during a rotation. It opens what it sealed',
  ),
  otherSigningKey: member(TEXT, KEY).describe(
    'The next or previous signing key during a rotation. It is tried when the wallet service refuses a signature',
  ),
  tls: group('Certificate of the listener, and authorities of its callers.', {
    cert: member(TEXT, PATH).describe('PEM file with the certificate chain'),
    key: member(TEXT, PATH).describe('PEM file with the private key'),
    clientCa: member(TEXT, PATH).describe(
      'PEM file with authorities. Every connection then needs a client certificate of one of them',
    ),
  }),
  metrics: group('The addresses of /metrics and /health.', {
    public: flag(false).describe('/metrics and /health answer addresses other than loopback'),
    port: integer(0, 65_535).describe(
      'Separate port for /metrics and /health, without TLS and without access control',
    ),
    host: member(TEXT, HOST, '127.0.0.1').describe('Address of that port'),
  }),
  http: group('Limits and times for requests, connections and stopping.', {
    bodyBytesMax: integer(1024, 16_777_216, 65_536).describe(
      'Longest request body, after decompression. A WebSocket message may be twice as long',
    ),
    keepAliveMs: integer(0, 3_600_000, 65_000).describe(
      'Idle time of a connection; set it longer than the balancer’s',
    ),
    connectionsMax: integer(16, 1_000_000, 4096).describe(
      'HTTP connections at one time, without streams. When full, idle connections and half requests are closed, with an alert. At most half of the process’s file descriptors',
    ),
    drainMs: integer(0, 600_000, 8000).describe('How long a stop waits for calls in flight'),
    drainDelayMs: integer(0, 600_000, 0).describe(
      'How long a stopping gateway still serves while /health/ready reports draining, so that balancers notice',
    ),
  }),
  graphql: group('Introspection and persisted documents.', {
    introspection: flag(false).describe(
      'Allows introspection and shows an explorer at GET /graphql (sandbox: true)',
    ),
    documents: member(TEXT, PATH).describe(
      'JSON manifest with the GraphQL documents that clients send by their id',
    ),
  }),
  console: group('The operators’ page.', {
    page: flag(true).describe('GET /console shows the operators’ page'),
  }),
  signIn: group(
    'Sign-in of people with OpenID Connect, for the console. Without an issuer people sign in with a key.',
    {
      issuer: member(TEXT.refine(isSafeUrl), {
        allowed: 'an https URL; http on loopback',
        shown: shownUrl,
      }).describe('URL of the OpenID provider'),
      clientId: member(TEXT, WORDS).describe('Client id of the gateway at the provider'),
      clientSecret: member(TEXT, { ...WORDS, isSecret: true }).describe(
        'Client secret; none for a public client',
      ),
      roles: member(
        TEXT.refine((written) => parseGroupRoles(written) !== null),
        {
          allowed: 'group=role with commas between them; roles are auditor, settler, custodian, operator',
        },
      ).describe(
        'Roles of groups. The first group of this list that a person has decides; without one nobody gets in',
      ),
      groupsClaim: member(TEXT, WORDS, 'groups').describe('Claim with the groups of a person'),
      scopes: member(
        TEXT.refine((written) => written.split(' ').includes('openid')),
        { allowed: 'text with openid in it' },
        'openid profile email',
      ).describe('Scopes that the gateway asks for'),
    },
  ),
  limits: group('Rate limits of callers. The value off switches a limit off.', {
    failedAuthenticationsPerMinute: count('100').describe(
      'Wrong keys and checksums of one client address. Right ones always pass',
    ),
    transactionsPerMinuteOfKey: count('off').describe('Transactions of one key, without advices'),
    transactionsPerMinuteOfTerminal: count('off').describe('Transactions of one terminal, without advices'),
  }),
  downstream: group('Calls to wallet services. `routes` in the file override it for some methods.', {
    url: httpUrl('an http or https URL').describe('Whole URL of the wallet service; nothing is appended'),
    inquiryUrl: httpUrl('an http or https URL').describe('URL that returns the outcome of a request_id'),
    dedupes: flag(false).describe(
      'The wallet service recognises a repeated request_id, so sending again is safe',
    ),
    timeoutMs: integer(50, 30_000, 1800).describe(
      'Time for a whole transaction, from the last byte of the request to the reply. A connection may take half of it, at least 1 s',
    ),
    concurrentMax: integer(1, 10_000, 200).describe(
      'Calls of one route at one time. As many more may wait, and 2.5 times as many stay open for a late answer',
    ),
  }),
  transaction: group('Dates, repetition and retention of transactions.', {
    maxAge: member(
      // An age of 0 would refuse everything.
      DURATION.refine((ms) => ms !== 0),
      { allowed: 'a number from 1 up with ms, s, m, h or d, or off' },
      '30d',
    ).describe('Greatest age of a transactionDate (sandbox: off)'),
    reversalWindow: duration('24h').describe(
      'Greatest difference between a reversal’s referenceDate and the date of its original; off requires equal dates',
    ),
    retention: duration('off').describe('How long transactions are kept; off never deletes them'),
  }),
  database: group('The database that `databaseUrl` names.', {
    trustStorage: flag(false).describe(
      'PostgreSQL: starts although `fsync` or `full_page_writes` is off, for hosted services whose storage needs neither',
    ),
    writers: integer(1, 100, 4).describe(
      'PostgreSQL: connections of a process for writing, and as many for reading',
    ),
    preparedStatements: flag(true).describe(
      'PostgreSQL: uses named statements; set false behind a pooler that does not support them',
    ),
  }),
  events: group('Event log.', {
    retention: duration('90d').describe(
      'How long events are kept; an unfinished webhook keeps its event longer',
    ),
  }),
  webhook: group('Webhook deliveries.', {
    allowPrivate: flag(false).describe(
      'Allows webhook endpoints with plain http, on loopback and on private addresses',
    ),
    schedule: member(
      LIST.pipe(z.array(PAUSE).max(100)),
      { allowed: 'durations separated by commas' },
      '5s,5m,30m,2h,5h,10h,14h,20h,24h',
    ).describe('Pauses after failed attempts; after the last attempt a delivery is dead'),
    disableAfter: duration('5d').describe(
      'An endpoint that only failed for this time is disabled. `endpoint.disabling` is sent after four fifths of it',
    ),
  }),
  tracing: group('Traces for OpenTelemetry.', {
    url: httpUrl('an http or https URL, as in http://collector:4318/v1/traces').describe(
      'Collector for traces, by OTLP over HTTP; without it no call is traced',
    ),
    headers: member(TEXT, KEY).describe(
      'Headers for the collector, for example authorization=Bearer abc,x-tenant=1',
    ),
    samplePercent: integer(0, 100, 100).describe(
      'Percentage of calls to trace, unless the caller’s trace decides',
    ),
  }),
  sandbox: group('The sandbox.', {
    hosts: member(
      z
        .literal('off')
        .transform((): string[] => [])
        .or(LIST.pipe(z.array(HOST_NAME))),
      { allowed: 'host names separated by commas, without ports' },
      'off',
    ).describe(
      'Hosts beside loopback that the sandbox answers and whose pages may call it, for containers and tunnels',
    ),
  }),
});

type Values = z.output<typeof SETTINGS_SCHEMA>;

/** Values in their groups. Code receives only the group that it needs. */
export type Settings = {
  readonly [Name in keyof Values]: Values[Name] extends object ? Readonly<Values[Name]> : Values[Name];
};

/** A key as the YAML file writes it. */
export type SettingKey = {
  [Name in keyof Values]: Values[Name] extends object ? `${Name}.${keyof Values[Name] & string}` : Name;
}[keyof Values];

/** One setting: its schema, and what an operator reads of it. */
interface Setting extends Facts {
  readonly schema: Member<unknown>;
  /** Text form; undefined where no default exists. */
  readonly default: string | undefined;
  readonly meaning: string;
}

/** All settings by key. */
export const SETTINGS = Object.fromEntries(settingsIn(SETTINGS_SCHEMA.shape)) as Readonly<
  Record<SettingKey, Setting>
>;

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

function settingsIn(shape: Readonly<Record<string, z.ZodType>>, group = ''): [string, Setting][] {
  return Object.entries(shape).flatMap(([name, member]): [string, Setting][] => {
    if (member instanceof z.ZodObject) return settingsIn(member.shape, `${name}.`);
    const fallback = member instanceof z.ZodPrefault ? String(member.def.defaultValue) : undefined;
    const facts = FACTS.get(member) ?? { allowed: '' };
    const schema = member as Member<unknown>;
    return [[group + name, { schema, default: fallback, meaning: member.description ?? '', ...facts }]];
  });
}

/** Puts values by key into their groups. The caller has checked them. */
export function groupedSettings(values: Readonly<Record<string, unknown>>): Settings {
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const [name = key, inner] = key.split('.');
    if (inner === undefined) settings[name] = value;
    else settings[name] = { ...(settings[name] as object | undefined), [inner]: value };
  }
  return settings as Settings;
}

/** Returns the value of one key. */
export function settingOf(settings: Settings, key: SettingKey): unknown {
  return key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], settings);
}

/** Returns a key's environment variable: `downstream.timeoutMs` becomes `CARDWAY_DOWNSTREAM_TIMEOUT_MS`. */
export function environmentName(key: string): string {
  return `CARDWAY_${key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`;
}

function group<Shape extends z.ZodRawShape>(
  about: string,
  members: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(members).describe(about);
}

type Member<Value> = z.ZodType<Value, string | undefined>;

/** Returns a member of the settings. Without a default it may be absent. */
function member<Value>(schema: z.ZodType<Value, string>, facts: Facts): Member<Value | undefined>;
function member<Value>(schema: z.ZodType<Value, string>, facts: Facts, fallback: string): Member<Value>;
function member<Value>(
  schema: z.ZodType<Value, string>,
  facts: Facts,
  fallback?: string,
): Member<Value | undefined> {
  const either = fallback === undefined ? schema.optional() : schema.prefault(fallback);
  return either.register(FACTS, facts);
}

/** Returns an integer. Without a default it may be absent. */
function integer(min: number, max: number): Member<number | undefined>;
function integer(min: number, max: number, fallback: number): Member<number>;
function integer(min: number, max: number, fallback?: number): Member<number | undefined> {
  const schema = z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
  const facts = { allowed: `an integer from ${String(min)} to ${String(max)}` };
  return fallback === undefined ? member(schema, facts) : member(schema, facts, String(fallback));
}

function flag(fallback: boolean): Member<boolean> {
  const schema = z.enum(['true', 'false']).transform((word) => word === 'true');
  return member(schema, { allowed: 'true or false' }, String(fallback));
}

function choice<Word extends string>(
  words: readonly [Word, ...Word[]],
  fallback: NoInfer<Word>,
): Member<Word> {
  const schema: z.ZodType<Word, string> = z.enum(words);
  return member(schema, { allowed: words.join(', ') }, fallback);
}

function httpUrl(allowed: string): Member<string | undefined> {
  const schema = TEXT.refine(isHttpUrl, `${allowed}, without user info and fragment`);
  return member(schema, { allowed, shown: shownUrl });
}

function duration(fallback: string): Member<number | null> {
  return member(DURATION, { allowed: 'a number with ms, s, m, h or d, or off' }, fallback);
}

function count(fallback: string): Member<number | null> {
  const schema = OFF.or(
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  );
  return member(schema, { allowed: 'a number from 1 up, or off' }, fallback);
}

/** Refuses user info, which would be sent in the clear, and a fragment, which would never be sent. */
export function isHttpUrl(written: string): boolean {
  if (!URL.canParse(written) || !/^https?:\/\//i.test(written)) return false;
  const { username, password, hash } = new URL(written);
  return username === '' && password === '' && hash === '';
}

/** Secrets and tokens travel to this address. */
function isSafeUrl(written: string): boolean {
  if (!isHttpUrl(written)) return false;
  const { protocol, hostname } = new URL(written);
  return protocol === 'https:' || isLoopbackHost(hostname);
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

export function isPostgresUrl(written: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(written) && URL.canParse(written);
}

function isProxyTrust(written: string): boolean {
  if (/^[1-9]\d?$/.test(written)) return true;
  return written.split(',').every((network) => readNetworkOf(network.trim()) !== null);
}

const PARAMETER = z
  .strictObject({
    xmlName: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/, 'letters and digits'),
    type: z.enum(['string', 'int', 'date', 'klv']),
    lengthMin: z.int().min(0).exactOptional(),
    lengthMax: z.int().min(0).max(2048).exactOptional(),
    valueMin: z.int().exactOptional(),
    valueMax: z.int().exactOptional(),
    isOptional: z.boolean().exactOptional(),
    isSecret: z.boolean().exactOptional(),
  })
  .transform((parameter) => ({ ...parameter, ...fieldNames(parameter.xmlName) }));

/** The lists of the file. They have no name in the environment. */
export const LISTS = {
  /** Wallet services for some methods. */
  routes: z
    .array(
      z.strictObject({
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
      }),
    )
    .refine(
      (routes) => areDifferent([...routes.map(({ name }) => name), 'default']),
      'names that differ, none of them default',
    )
    .superRefine((routes, context) => {
      const methods = routes.flatMap((route) => route.methods);
      const doubled = methods.find((method, index) => methods.indexOf(method) !== index);
      if (doubled !== undefined) context.addIssue(`${doubled} is on two routes`);
    }),
  /** Methods beyond the built-in ones. */
  methods: z
    .array(
      z
        .strictObject({
          name: z.string().regex(/^[A-Za-z][A-Za-z0-9_.]{0,63}$/, 'letters, digits, dots and underscores'),
          effect: z.enum(['none', 'money', 'advice', 'state']),
          purpose: z.string().default(''),
          parameters: z.array(PARAMETER).min(3),
          reverses: z.array(z.string()).exactOptional(),
        })
        .transform((method): Method => ({ ...method, answer: [RESULT_CODE] })),
    )
    // A refinement would also see methods whose parameters were refused.
    .transform((methods, context) => {
      for (const problem of methodProblems(methods)) context.addIssue(problem);
      return methods;
    }),
  /** Replies to the callers of a method when the wallet service times out. */
  timeoutReplies: z
    .array(z.strictObject({ method: z.string().min(1), resultCode: z.int() }))
    .refine((replies) => areDifferent(replies.map(({ method }) => method)), 'one for a method'),
  /** TLS towards hosts of wallet services, webhook endpoints and other services. */
  outboundTls: z
    .array(
      z
        .strictObject({
          hosts: z
            .array(z.string().regex(/^[^\s/@?#]+$/, 'a host, with or without a port'))
            .min(1, 'at least one host'),
          cert: z.string().min(1).optional(),
          key: z.string().min(1).optional(),
          ca: z.string().min(1).optional(),
          names: z.array(z.string().min(1)).min(1, 'at least one name').optional(),
        })
        .refine(({ cert, key }) => (cert === undefined) === (key === undefined), 'cert and key together')
        .refine(
          ({ cert, key, ca, names }) => (cert ?? key ?? ca ?? names) !== undefined,
          'cert and key, ca, or names',
        ),
    )
    .refine(
      (entries) => areDifferent(entries.flatMap(({ hosts }) => hosts.map((host) => host.toLowerCase()))),
      'each host once',
    ),
};

function areDifferent(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

type ListsOfFile = { readonly [Name in keyof typeof LISTS]: Readonly<z.output<(typeof LISTS)[Name]>> };
export type RouteOfFile = ListsOfFile['routes'][number];
export type RouteSettings = Omit<RouteOfFile, 'signingKeyFile' | 'otherSigningKeyFile'>;

export interface Config extends Omit<ListsOfFile, 'routes'> {
  readonly settings: Settings;
  readonly routes: readonly RouteSettings[];
  readonly isSandbox: boolean;
  /** Settings of the secrets that have blanks or quotes around them. */
  readonly paddedSecrets: readonly string[];
}
