import { choice, count, duration, flag, integer, secret, text, type Setting } from './settings-kinds.js';
import { WEBHOOK_SETTINGS } from './settings-webhooks.js';
import { STREAM_SETTINGS } from './settings-streams.js';
import { OPERATION_SETTINGS } from './settings-operation.js';
import { WALLET_LOOKUP_SETTINGS } from './settings-wallet-lookup.js';

const MINUTE_MS = 60_000;

/**
 * Every setting, in one table (contract section 2): its key in the YAML file, its default, what it may be, and what it means.
 * The environment name follows from the key (`downstream.timeoutMs` is `CARDWAY_DOWNSTREAM_TIMEOUT_MS`); secrets can also
 * come from a file (`…_FILE`). The table of docs/settings.md is printed from this one.
 */
export const SETTINGS = {
  host: text(
    'Address to listen on; other than loopback needs TLS or `trustProxy`',
    '127.0.0.1',
    'a host name or address',
  ),
  port: integer('Port to listen on; 0 picks a free one', 4000, 0, 65_535),
  'tls.cert': text('PEM file with the certificate chain', undefined, 'a path'),
  'tls.key': text('PEM file with the private key', undefined, 'a path'),
  trustProxy: text(
    'Proxies in front: hops, or networks in CIDR form',
    undefined,
    'a number of hops, or networks separated by commas',
  ),
  databaseUrl: {
    ...text(
      'Where transactions are kept',
      'sqlite:./data/cardway.db',
      'sqlite:PATH, or postgres://user:password@host:port/database',
    ),
    isSecret: true,
  },
  masterKey: secret(
    'Encrypts stored passwords and keys; made once beside the SQLite file when not given, required with PostgreSQL',
  ),
  signingKey: secret(
    'Signs what goes to the wallet service (`X_msg_signature`); at least 16 bytes outside the sandbox',
  ),
  logLevel: choice('How much is logged', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  'log.format': choice('Log lines; the default is text on a terminal, JSON elsewhere', undefined, [
    'json',
    'text',
  ]),
  reusePort: flag(
    'Other processes of this machine may listen on the same port (Linux; PostgreSQL only; needs `metrics.port`)',
    false,
  ),
  directory: choice('Which doors the wallet directory must know the wallet for', 'required', [
    'required',
    'xml-only',
  ]),

  'downstream.url': text(
    'The wallet service: the whole URL, nothing is appended',
    undefined,
    'an http or https URL',
  ),
  'downstream.inquiryUrl': text(
    'Where to ask it what became of a request_id',
    undefined,
    'an http or https URL',
  ),
  'downstream.dedupes': flag('It recognises a repeated request_id, so sending again is safe', false),
  'downstream.timeoutMs': integer(
    'The whole budget of a transaction, from the last byte of the request to the reply',
    1800,
    50,
    30_000,
  ),
  'downstream.settleReserveMs': integer('Kept back from the budget for saving the answer', 60, 0, 1000),
  'downstream.lateMs': integer(
    'How long an answer may come after the deadline and still settle the transaction',
    MINUTE_MS,
    0,
    3_600_000,
  ),
  'downstream.lateCallsMax': integer('Calls of a route that stay open for a late answer', 500, 0, 100_000),
  'downstream.connectTimeoutMs': integer('For TCP and TLS together', 1000, 10, 30_000),
  'downstream.connectRetryMs': integer(
    'Pause before a connection that could not be made is tried once more; 0: never',
    100,
    0,
    5000,
  ),
  'downstream.recheckAfterMs': integer(
    'Once so much time has gone by since a transaction was saved, reversals are looked for again before it is sent',
    250,
    50,
    30_000,
  ),
  'downstream.keepAliveMs': integer(
    'How long an idle connection is kept; shorter than the service keeps it',
    1500,
    0,
    600_000,
  ),
  'downstream.answerBytesMax': integer('Longer answers are in doubt', 262_144, 1024, 16_777_216),
  'downstream.answerMembersMax': integer('Answers with more members are in doubt', 5000, 10, 1_000_000),
  'downstream.concurrentMax': integer('Calls of a route at one time', 200, 1, 10_000),
  'downstream.queueMax': integer('Calls of a route that may wait for a place', 200, 0, 100_000),
  'downstream.queueMs': integer('How long a call may wait for a place', 500, 0, 30_000),
  'breaker.failuresMin': integer(
    'Failures within the window that open a route’s breaker …',
    20,
    1,
    1_000_000,
  ),
  'breaker.failurePercentMin': integer('… when they are at least this share of its calls', 50, 1, 100),
  'breaker.windowMs': integer('The window', 10_000, 100, 3_600_000),
  'breaker.halfOpenAfterMs': integer(
    'How long an open breaker waits before it tries one call',
    1000,
    10,
    3_600_000,
  ),
  ...WALLET_LOOKUP_SETTINGS,

  'transaction.maxAge': duration('How old a transactionDate may be (sandbox: off)', '30d'),
  'transaction.maxAhead': duration('How far ahead of our clock it may be', '48h'),
  'transaction.replayNone': duration('How long answers that move nothing are replayed', '60s'),
  'transaction.lease': duration(
    'How long after its deadline a pending transaction still belongs to its process',
    '10s',
  ),
  'transaction.reversalWindow': duration(
    'How far a reversal’s referenceDate may be from the date of the transaction that it reverses; off: not at all',
    '24h',
  ),
  'transaction.keepMin': duration(
    'How long a transaction is kept at least, whoever purges; never shorter than maxAge and maxAhead together',
    '32d',
  ),
  'transaction.retention': duration('How long transactions are kept; off: for ever', 'off'),
  'transaction.purgeEveryMs': integer('How often older ones are looked for', 3_600_000, 100, 86_400_000),
  'transaction.purgeBatchRows': integer('Transactions of one commit of a purge', 200, 1, 10_000),
  'transaction.purgePauseMs': integer('Least pause between two of them', 50, 0, 60_000),
  'transaction.alertPauseMs': integer(
    'Least pause between two alerts of one kind about one terminal or address; 0: each is raised',
    10 * MINUTE_MS,
    0,
    86_400_000,
  ),
  'advice.retryMinMs': integer('First pause before an unanswered advice is sent again', 1000, 10, 3_600_000),
  'advice.retryMaxMs': integer('Longest pause', 15 * MINUTE_MS, 10, 86_400_000),
  'advice.matchEveryMs': integer(
    'How often the wallets of unmatched advices are looked for',
    2000,
    10,
    3_600_000,
  ),
  'inquiry.minMs': integer(
    'First pause between two questions about a transaction in doubt',
    1000,
    10,
    3_600_000,
  ),
  'inquiry.maxMs': integer('Longest pause', 15 * MINUTE_MS, 10, 86_400_000),
  reverseContradicted: flag(
    'Money that moved although the terminal heard a decline is given back by a reversal',
    true,
  ),
  'sweep.everyMs': integer(
    'How often due advices, ended leases and ended attempts are looked for',
    500,
    10,
    MINUTE_MS,
  ),

  'secret.perMinuteMax': integer('Provisioning secrets of one card within a minute', 20, 1, 10_000),
  'secret.wrongCodesMax': integer('Wrong codes that an attempt or an activation code endures', 10, 1, 1000),
  'activationCode.validMs': integer('How long an activation code is valid', 30 * MINUTE_MS, 1000, 86_400_000),
  'clock.driftWarningMs': integer(
    'How far the clocks of database and wallet services may be from ours without a warning',
    2000,
    100,
    3_600_000,
  ),
  'clock.driftMaxMs': integer(
    'How far the database’s clock may be from ours before provisioning secrets are refused',
    30_000,
    1000,
    3_600_000,
  ),
  'clock.checkEveryMs': integer('How often the clocks are compared', MINUTE_MS, 100, 3_600_000),
  'provisioning.verifiedFor': duration('How long a verified attempt is good for one token', '10m'),

  'http.bodyBytesMax': integer('Longest request body, after decompression', 65_536, 1024, 16_777_216),
  'http.headerBytesMax': integer('Longest request head', 16_384, 4096, 131_072),
  'http.headersTimeoutMs': integer('For the head of a request', 10_000, 100, 600_000),
  'http.requestTimeoutMs': integer('For a whole request', 30_000, 100, 600_000),
  'http.keepAliveMs': integer(
    'How long an idle connection is kept; longer than the balancer keeps it',
    65_000,
    0,
    3_600_000,
  ),
  'http.connectionsMax': integer(
    'HTTP connections at one time, without streams; beyond, idle ones and half requests give way, and there is an alert. At most half of the descriptors of the process',
    4096,
    16,
    1_000_000,
  ),
  'http.waitingRequestsMax': integer(
    'Requests of one connection that are served at one time; it is not read while more wait',
    64,
    1,
    100_000,
  ),
  'http.waitingBytesMax': integer(
    'Bytes of answers that wait on one connection before it is not read; one longer answer passes',
    1_048_576,
    1024,
    1_073_741_824,
  ),
  'http.stallMs': integer(
    'How long answers wait on a connection whose other side takes nothing; then it is cut',
    30_000,
    100,
    600_000,
  ),
  'http.drainMs': integer('How long a stop waits for what is in flight', 8000, 0, 600_000),
  'xml.depthMax': integer('Nesting of XML values', 32, 1, 256),
  'xml.elementsMax': integer('Elements of an XML document', 5000, 10, 1_000_000),
  'json.depthMax': integer('Nesting of JSON values', 32, 1, 256),
  'json.membersMax': integer('Members of a JSON document', 2000, 10, 1_000_000),

  'graphql.introspection': flag('The schema may be asked for (sandbox: true)', false),
  'graphql.landingPage': flag('GET /graphql shows an explorer (sandbox: true)', false),
  'graphql.depthMax': integer('Nesting of a document', 8, 1, 100),
  'graphql.aliasesMax': integer('Aliases of a document', 15, 0, 1000),
  'graphql.directivesMax': integer('Directives of a document', 10, 0, 1000),
  'graphql.tokensMax': integer('Tokens of a document', 1000, 50, 100_000),
  'graphql.repeatsMax': integer('How often a document may ask for the same value', 50, 1, 1000),
  'graphql.costMax': integer(
    'Values that an operation may ask for: its fields, times the entries of their pages',
    20_000,
    100,
    10_000_000,
  ),
  'graphql.trustedDocuments': text(
    'File with GraphQL operations; given, no others are served',
    undefined,
    'a path',
  ),
  'graphql.pageSizeMax': integer('Entries of a page', 200, 1, 10_000),
  'graphql.textBytesMax': integer(
    'Bytes of saved requests and answers in one answer; a page ends early there',
    2_097_152,
    1024,
    268_435_456,
  ),

  'console.page': flag('GET /console shows the operators’ page', true),

  'limits.failedAuthenticationsPerMinute': count(
    'Wrong keys and checksums of a client address; right ones are always served',
    100,
  ),
  'limits.wrongChecksumsNoticed': count(
    'Wrong checksums of a terminal within ten minutes, from anywhere, that are an alert when there are more',
    20,
  ),
  'limits.wrongChecksumsPerHour': count(
    'Wrong checksums of a terminal from one client address; more of them are locked out, right ones never',
    1000,
  ),
  'limits.checksumLockMs': integer('How long that lock lasts', 15 * MINUTE_MS, 1000, 86_400_000),
  'limits.transactionsPerMinuteOfKey': count('Transactions of a key, advices apart', 'off'),
  'limits.transactionsPerMinuteOfTerminal': count('Transactions of a terminal, advices apart', 'off'),
  'limits.exchangeMs': integer(
    'How often processes on other nodes are told what was counted, by the database',
    1000,
    50,
    MINUTE_MS,
  ),
  'limits.keysMax': integer(
    'Cards, addresses, keys or terminals that a limit remembers',
    100_000,
    100,
    10_000_000,
  ),

  'keys.lastUsedEveryMs': integer(
    'How often it is written when keys were used last',
    MINUTE_MS,
    100,
    86_400_000,
  ),
  'terminals.passwordOverlap': duration('How long a terminal’s former password is taken too', '24h'),

  'store.batchMax': integer('Commits that are grouped at most', 256, 1, 10_000),
  'store.cacheMs': integer('How long terminals, wallets and keys are kept in memory', 5000, 0, 5000),
  'database.lockWaitMs': integer(
    'SQLite: how long a start waits for another process that serves the file',
    10_000,
    0,
    600_000,
  ),
  'database.trustStorage': flag(
    'PostgreSQL: a hosted service whose storage needs neither `fsync` nor `full_page_writes`; with either off, no start is refused',
    false,
  ),
  'database.writers': integer('PostgreSQL: connections of a process that save', 4, 1, 100),
  'database.readers': integer('PostgreSQL: connections of a process that read', 4, 1, 100),
  'database.connectTimeoutMs': integer('PostgreSQL: for making a connection', 2000, 50, MINUTE_MS),
  'database.statementTimeoutMs': integer(
    'PostgreSQL: for one exchange, and for a lock that another process holds',
    5000,
    50,
    600_000,
  ),
  'database.preparedStatements': flag(
    'PostgreSQL: statements are kept under names; false behind a pooler that does not know them',
    true,
  ),
  'database.partitionDays': integer('PostgreSQL: days of one partition of the transactions', 7, 1, 400),
  'database.listenUrl': {
    ...text(
      'PostgreSQL: a direct connection for wake-ups (LISTEN), where databaseUrl goes through a pooler',
      undefined,
      'postgres://user:password@host:port/database, or off',
    ),
    isSecret: true,
  },
  'events.retention': duration(
    'How long events are kept; an unfinished webhook keeps its event longer',
    '90d',
  ),
  'events.expireEveryMs': integer('How often old events are looked for', MINUTE_MS, 100, 86_400_000),
  'events.pollMs': integer('How often subscriptions look for what other processes wrote', 250, 10, MINUTE_MS),
  'events.queueMax': integer(
    'Events that wait for one subscription before it reads on from the log',
    1000,
    1,
    100_000,
  ),
  'events.holdMs': integer(
    'How long a transaction under way holds up those behind it for `transactionSaved`',
    5000,
    0,
    MINUTE_MS,
  ),
  ...STREAM_SETTINGS,
  ...WEBHOOK_SETTINGS,
  'metrics.public': flag('/metrics and /health answer addresses other than loopback', false),
  ...OPERATION_SETTINGS,
} as const;

export type SettingKey = keyof typeof SETTINGS;

type ValueOf<Entry> = Entry extends Setting<infer Value> ? Value : never;

/** Keys without a default may be absent. */
type OptionalKey =
  | 'tls.cert'
  | 'tls.key'
  | 'trustProxy'
  | 'masterKey'
  | 'otherMasterKey'
  | 'database.listenUrl'
  | 'signingKey'
  | 'otherSigningKey'
  | 'log.format'
  | 'metrics.port'
  | 'tracing.url'
  | 'tracing.headers'
  | 'downstream.url'
  | 'graphql.trustedDocuments'
  | 'downstream.inquiryUrl'
  | 'walletLookup.url';

export type Settings = {
  readonly [Key in Exclude<SettingKey, OptionalKey>]: ValueOf<(typeof SETTINGS)[Key]>;
} & {
  readonly [Key in OptionalKey]: ValueOf<(typeof SETTINGS)[Key]> | undefined;
};

/** `downstream.timeoutMs` is `CARDWAY_DOWNSTREAM_TIMEOUT_MS`. */
export function environmentName(key: string): string {
  return `CARDWAY_${key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`;
}
