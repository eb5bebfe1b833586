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
  'downstream.lateMs': integer(
    'How long an answer may come after the deadline and still settle the transaction',
    MINUTE_MS,
    0,
    3_600_000,
  ),
  'downstream.recheckAfterMs': integer(
    'Once so much time has gone by since a transaction was saved, reversals are looked for again before it is sent',
    250,
    50,
    30_000,
  ),
  'downstream.answerBytesMax': integer(
    'Longer answers are in doubt; a GraphQL answer holds eight times as many bytes of saved texts, and a page ends early there',
    262_144,
    1024,
    16_777_216,
  ),
  'downstream.answerMembersMax': integer('Answers with more members are in doubt', 5000, 10, 1_000_000),
  'downstream.concurrentMax': integer(
    'Calls of a route at one time; as many may wait for a place, and 2.5 times as many stay open for a late answer',
    200,
    1,
    10_000,
  ),
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
  'transaction.retention': duration(
    'How long transactions are kept; off: for ever. PostgreSQL: a partition holds a fiftieth of it, a week where it is off',
    'off',
  ),
  'transaction.alertPauseMs': integer(
    'Least pause between two alerts of one kind about one terminal or address; 0: each is raised',
    10 * MINUTE_MS,
    0,
    86_400_000,
  ),
  'advice.retryMinMs': integer(
    'First pause before an unanswered advice is sent again, and between two questions about a transaction in doubt; the wallets of unmatched advices are looked for in twice that',
    1000,
    10,
    3_600_000,
  ),
  'advice.retryMaxMs': integer('Longest pause', 15 * MINUTE_MS, 10, 86_400_000),
  reverseContradicted: flag(
    'Money that moved although the terminal heard a decline is given back by a reversal',
    true,
  ),
  'sweep.everyMs': integer(
    'How often due advices and webhooks, ended leases and ended attempts are looked for. With it go, in rounds of it: events of other processes (1/2), counts of rate limits between processes (2), the backlog on /metrics (10), clocks, old events and when keys were used last (120), old transactions (7,200)',
    500,
    10,
    MINUTE_MS,
  ),

  'secret.perMinuteMax': integer('Provisioning secrets of one card within a minute', 20, 1, 10_000),
  'secret.wrongCodesMax': integer('Wrong codes that an attempt or an activation code endures', 10, 1, 1000),
  'activationCode.validMs': integer('How long an activation code is valid', 30 * MINUTE_MS, 1000, 86_400_000),
  'clock.driftMaxMs': integer(
    'How far the database’s clock may be from ours before provisioning secrets are refused; there is a warning from a fifteenth of it',
    30_000,
    1000,
    3_600_000,
  ),
  'provisioning.verifiedFor': duration('How long a verified attempt is good for one token', '10m'),

  'http.bodyBytesMax': integer(
    'Longest request body, after decompression; a message on a WebSocket may be twice as long',
    65_536,
    1024,
    16_777_216,
  ),
  'http.requestTimeoutMs': integer(
    'For a whole request; a third of it is for the head',
    30_000,
    100,
    600_000,
  ),
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
    'Bytes of answers that wait on one connection before it is not read, and of a stream before it is closed (1013); one longer answer passes',
    1_048_576,
    1024,
    1_073_741_824,
  ),
  'http.stallMs': integer(
    'How long answers wait on a connection whose other side takes nothing; then it is cut. A stream is closed (1013) in a sixth of it',
    30_000,
    100,
    600_000,
  ),
  'http.drainMs': integer('How long a stop waits for what is in flight', 8000, 0, 600_000),
  'json.depthMax': integer('Nesting of JSON and XML values', 32, 1, 256),

  'graphql.introspection': flag(
    'The schema may be asked for, and GET /graphql shows an explorer (sandbox: true)',
    false,
  ),
  'graphql.trustedDocuments': text(
    'File with GraphQL operations; given, no others are served',
    undefined,
    'a path',
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
    'Wrong checksums of a terminal from one client address; more of them are locked out for 15 minutes, right ones never',
    1000,
  ),
  'limits.transactionsPerMinuteOfKey': count('Transactions of a key, advices apart', 'off'),
  'limits.transactionsPerMinuteOfTerminal': count('Transactions of a terminal, advices apart', 'off'),

  'terminals.passwordOverlap': duration('How long a terminal’s former password is taken too', '24h'),

  'store.cacheMs': integer(
    'How long terminals, wallets and keys are kept in memory; keys of open connections are looked up again in three fifths of it',
    5000,
    0,
    5000,
  ),
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
  'database.writers': integer(
    'PostgreSQL: connections of a process that save, and as many that read',
    4,
    1,
    100,
  ),
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
