import { SIGN_IN, TLS } from './settings-security.js';
import {
  asSecret,
  choice,
  count,
  duration,
  flag,
  hostList,
  integer,
  lifetime,
  schedule,
  secret,
  text,
} from './settings-kinds.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface Group<Entries> {
  /** Introduction of the group in docs/settings.md. */
  readonly about: string;
  readonly settings: Entries;
}

const group = <Entries>(about: string, settings: Entries): Group<Entries> => ({ about, settings });

/** Settings whose keys have no group. */
export const GENERAL = group('Address, database, keys and rules for all calls.', {
  host: text(
    'Address to listen on; any other than loopback needs TLS or `trustProxy`',
    'a host name or address',
    '127.0.0.1',
  ),
  port: integer('Port to listen on; 0 picks a free one', 4000, 0, 65_535),
  trustProxy: text(
    'Trusted proxies in front: a number of hops, or networks in CIDR form',
    'a number of hops from 1 to 99, or networks separated by commas',
  ),
  databaseUrl: asSecret(
    text(
      'Database of the transactions',
      'sqlite:PATH, or postgres://user:password@host:port/database',
      'sqlite:./data/cardway.db',
    ),
  ),
  masterKey: secret(
    'Encrypts stored passwords and keys. PostgreSQL requires it; with SQLite the gateway makes one beside the file',
  ),
  signingKey: secret(
    'Signs calls to the wallet service (`X_msg_signature`); at least 16 bytes outside the sandbox',
  ),
  logLevel: choice('Lowest level that is logged', 'info', [
    'trace',
    'debug',
    'info',
    'warn',
    'error',
    'silent',
  ]),
  reusePort: flag(
    'Other processes of this machine may listen on the same port (Linux; PostgreSQL only; needs `metrics.port`)',
    false,
  ),
  directory: choice('Interfaces on which the wallet directory must know the wallet', 'required', [
    'required',
    'xml-only',
  ]),
  reverseContradicted: flag(
    'The gateway sends a reversal when money moved although the terminal got a decline',
    true,
  ),
  approvals: flag(
    'A second person must approve settlements, keys, terminals, moves of wallets and settings of secrets (four eyes)',
    false,
  ),
  otherMasterKey: secret('The next or previous master key during a rotation. It opens what it sealed'),
  otherSigningKey: secret(
    'The next or previous signing key during a rotation. It is tried when the wallet service refuses a signature',
  ),
});

/** The first part of a key is its group: `downstream.timeoutMs` is `timeoutMs` in the group `downstream`. */
export const GROUPS = {
  tls: TLS,
  metrics: group('The addresses of /metrics and /health.', {
    public: flag('/metrics and /health answer addresses other than loopback', false),
    port: integer(
      'Separate port for /metrics and /health, without TLS and without access control',
      undefined,
      0,
      65_535,
    ),
    host: text('Address of that port', 'a host name or address', '127.0.0.1'),
  }),
  http: group('Limits and times for requests, connections and stopping.', {
    bodyBytesMax: integer(
      'Longest request body, after decompression. A WebSocket message may be twice as long',
      65_536,
      1024,
      16_777_216,
    ),
    requestTimeoutMs: integer('Time for a whole request. The head has a third of it', 30_000, 100, 600_000),
    keepAliveMs: integer(
      'Idle time of a connection; set it longer than the balancer’s',
      65_000,
      0,
      3_600_000,
    ),
    connectionsMax: integer(
      'HTTP connections at one time, without streams. When full, idle connections and half requests are closed, with an alert. At most half of the process’s file descriptors',
      4096,
      16,
      1_000_000,
    ),
    stallMs: integer(
      'A connection is cut when its peer takes no byte of an answer for this time. A stream is closed (1013) after a sixth of it',
      30_000,
      100,
      600_000,
    ),
    drainMs: integer('How long a stop waits for calls in flight', 8000, 0, 600_000),
    drainDelayMs: integer(
      'How long a stopping gateway still serves while /health/ready reports draining, so that balancers notice',
      0,
      0,
      600_000,
    ),
  }),
  json: group('Limits of JSON and XML documents.', {
    depthMax: integer('Depth of nested JSON and XML values', 32, 1, 256),
  }),
  graphql: group('Introspection and persisted documents.', {
    introspection: flag('Allows introspection and shows an explorer at GET /graphql (sandbox: true)', false),
    documents: text('JSON manifest with the GraphQL documents that clients send by their id', 'a path'),
  }),
  console: group('The operators’ page and its sessions.', {
    page: flag('GET /console shows the operators’ page', true),
    sessionIdleMs: integer('Idle time that ends a session, to the minute', 15 * MINUTE_MS, MINUTE_MS, DAY_MS),
    sessionMaxMs: integer('Longest time of a session', 8 * 60 * MINUTE_MS, MINUTE_MS, 7 * DAY_MS),
  }),
  signIn: SIGN_IN,
  stream: group('WebSockets and event streams.', {
    socketsMax: integer(
      'WebSockets and event streams at one time. One key may have half of them',
      25_000,
      1,
      1_000_000,
    ),
    unprovenMax: integer(
      'WebSockets at one time that have not yet proved a key; the oldest gives way. One IPv4 address or IPv6 /64 network may have a tenth',
      2000,
      1,
      1_000_000,
    ),
    initMs: integer('Time for connection_init after a WebSocket opens', 3000, 10, MINUTE_MS),
    pingMs: integer(
      'Ping interval; a connection without an answer by the next ping is cut',
      12_000,
      10,
      3_600_000,
    ),
  }),
  limits: group('Rate limits of callers. The value off switches a limit off.', {
    failedAuthenticationsPerMinute: count(
      'Wrong keys and checksums of one client address. Right ones always pass',
      100,
    ),
    wrongChecksumsNoticed: count(
      'Wrong checksums of one terminal in 10 minutes, from any address; more raise an alert',
      20,
    ),
    wrongChecksumsPerHour: count(
      'Wrong checksums of one terminal from one client address. More are refused for 15 minutes; right ones always pass',
      1000,
    ),
    signInsPerMinute: count('Steps of sign-ins at the OpenID provider, of one client address', 300),
    transactionsPerMinuteOfKey: count('Transactions of one key, without advices', 'off'),
    transactionsPerMinuteOfTerminal: count('Transactions of one terminal, without advices', 'off'),
  }),
  downstream: group('Calls to wallet services. `routes` in the file override it for some methods.', {
    url: text('Whole URL of the wallet service; nothing is appended', 'an http or https URL'),
    inquiryUrl: text('URL that returns the outcome of a request_id', 'an http or https URL'),
    dedupes: flag('The wallet service recognises a repeated request_id, so sending again is safe', false),
    timeoutMs: integer(
      'Time for a whole transaction, from the last byte of the request to the reply. A connection may take half of it, at least 1 s',
      1800,
      50,
      30_000,
    ),
    lateMs: integer(
      'How long after the deadline an answer still settles the transaction',
      MINUTE_MS,
      0,
      3_600_000,
    ),
    recheckAfterMs: integer(
      'A transaction that waited longer than this before it is sent is checked for reversals again',
      250,
      50,
      30_000,
    ),
    answerBytesMax: integer(
      'Longer answers are in doubt. One GraphQL answer holds eight times as many bytes of saved texts',
      262_144,
      1024,
      16_777_216,
    ),
    answerMembersMax: integer('Answers with more members are in doubt', 5000, 10, 1_000_000),
    concurrentMax: integer(
      'Calls of one route at one time. As many more may wait, and 2.5 times as many stay open for a late answer',
      200,
      1,
      10_000,
    ),
    queueMs: integer('How long a call may wait for its turn', 500, 0, 30_000),
  }),
  breaker: group('The breaker stops calls of a route for a while when its wallet service fails.', {
    failuresMin: integer(
      'Failures within the window that open the breaker, if their share is reached too',
      20,
      1,
      1_000_000,
    ),
    failurePercentMin: integer('Share of failed calls that opens the breaker, in percent', 50, 1, 100),
    windowMs: integer('Window in which calls are counted', 10_000, 100, 3_600_000),
    halfOpenAfterMs: integer(
      'How long an open breaker waits before it lets one call through',
      1000,
      10,
      3_600_000,
    ),
  }),
  transaction: group('Dates, repetition and retention of transactions.', {
    maxAge: lifetime('Greatest age of a transactionDate (sandbox: off)', '30d'),
    maxAhead: duration('How far a transactionDate may be ahead of the gateway’s clock', '48h'),
    replayNone: duration('How long answers of methods without a money effect are replayed', '60s'),
    lease: duration('How long after its deadline a pending transaction belongs to its process', '10s'),
    reversalWindow: duration(
      'Greatest difference between a reversal’s referenceDate and the date of its original; off requires equal dates',
      '24h',
    ),
    retention: duration('How long transactions are kept; off never deletes them', 'off'),
    alertPauseMs: integer(
      'Pause between two alerts of one kind about one terminal or address; 0 raises every alert',
      10 * MINUTE_MS,
      0,
      86_400_000,
    ),
  }),
  advice: group('Repetition of calls to wallet services.', {
    retryMinMs: integer(
      'First pause before an advice is sent again, and before an inquiry about a transaction in doubt. Wallets of unmatched advices are looked up every two such pauses',
      1000,
      10,
      3_600_000,
    ),
    retryMaxMs: integer('Longest pause before either', 15 * MINUTE_MS, 10, 86_400_000),
  }),
  sweep: group('Interval of the background work.', {
    everyMs: integer(
      'How often the gateway looks for due advices and webhooks and for ended leases and attempts. Other intervals are multiples of it: events of other processes (1/2), statistics (2), backlog on /metrics (10), clocks, old events, last use of keys and ended console sessions (120), old transactions (7,200)',
      500,
      10,
      MINUTE_MS,
    ),
  }),
  secret: group('Provisioning secrets.', {
    perMinuteMax: integer('Secrets of one card in a minute', 20, 1, 10_000),
    wrongCodesMax: integer('Wrong codes that one attempt or activation code allows', 10, 1, 1000),
  }),
  activationCode: group('Activation codes.', {
    validMs: integer('How long an activation code is valid', 30 * MINUTE_MS, 1000, 86_400_000),
  }),
  provisioning: group('Token authorization.', {
    verifiedFor: lifetime('How long a verified attempt can approve one token', '10m'),
  }),
  clock: group('Clock differences.', {
    driftMaxMs: integer(
      'Difference from the database’s clock beyond which secrets are refused. A warning begins at a fifteenth of it',
      30_000,
      1000,
      3_600_000,
    ),
  }),
  terminals: group('Passwords of terminals.', {
    passwordOverlap: duration('How long a terminal’s previous password still works', '24h'),
  }),
  store: group('Cache of the database.', {
    cacheMs: integer(
      'Cache time of terminals, wallets and keys. Keys of open connections are checked again after three fifths of it',
      5000,
      0,
      5000,
    ),
  }),
  database: group('The database that `databaseUrl` names.', {
    lockWaitMs: integer(
      'SQLite: how long a start waits while another process serves the file',
      10_000,
      0,
      600_000,
    ),
    trustStorage: flag(
      'PostgreSQL: starts although `fsync` or `full_page_writes` is off, for hosted services whose storage needs neither',
      false,
    ),
    writers: integer('PostgreSQL: connections of a process for writing, and as many for reading', 4, 1, 100),
    listReaders: integer(
      'PostgreSQL: connections of a process for lists, searches, statistics and exports',
      2,
      1,
      100,
    ),
    statementTimeoutMs: integer(
      'PostgreSQL: time for one round trip to the server, and for a lock that another process holds',
      5000,
      50,
      600_000,
    ),
    preparedStatements: flag(
      'PostgreSQL: uses named statements; set false behind a pooler that does not support them',
      true,
    ),
  }),
  events: group('Event log.', {
    retention: duration('How long events are kept; an unfinished webhook keeps its event longer', '90d'),
  }),
  webhook: group('Webhook deliveries.', {
    allowPrivate: flag(
      'Allows webhook endpoints with plain http, on loopback and on private addresses',
      false,
    ),
    timeoutMs: integer(
      'Time for one attempt, from the DNS look-up to the status. A delivery belongs to its process for three times as long',
      10_000,
      50,
      60_000,
    ),
    schedule: schedule(
      'Pauses after failed attempts; after the last attempt a delivery is dead',
      '5s,5m,30m,2h,5h,10h,14h,20h,24h',
    ),
    disableAfter: duration(
      'An endpoint that only failed for this time is disabled. `endpoint.disabling` is sent after four fifths of it',
      '5d',
    ),
    secretOverlap: duration('How long the previous secret still signs, beside the new one', '24h'),
    concurrentMax: integer('Attempts at one time', 2000, 1, 10_000),
  }),
  tracing: group('Traces for OpenTelemetry.', {
    url: text(
      'Collector for traces, by OTLP over HTTP; without it no call is traced',
      'an http or https URL, as in http://collector:4318/v1/traces',
    ),
    headers: secret('Headers for the collector, for example authorization=Bearer abc,x-tenant=1'),
    samplePercent: integer('Percentage of calls to trace, unless the caller’s trace decides', 100, 0, 100),
  }),
  sandbox: group('The sandbox.', {
    hosts: hostList(
      'Hosts beside loopback that the sandbox answers and whose pages may call it, for containers and tunnels',
    ),
  }),
};
