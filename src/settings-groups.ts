import {
  asSecret,
  choice,
  count,
  duration,
  flag,
  hostList,
  integer,
  schedule,
  secret,
  text,
} from './settings-kinds.js';

const MINUTE_MS = 60_000;

export interface Group<Entries> {
  /** One sentence for docs/settings.md. */
  readonly about: string;
  readonly settings: Entries;
}

const group = <Entries>(about: string, settings: Entries): Group<Entries> => ({ about, settings });

/** The settings whose keys stand without a group. */
export const GENERAL = group('The address, the database, the keys, and what holds for all calls.', {
  host: text(
    'Address to listen on; other than loopback needs TLS or `trustProxy`',
    'a host name or address',
    '127.0.0.1',
  ),
  port: integer('Port to listen on; 0 picks a free one', 4000, 0, 65_535),
  trustProxy: text(
    'Proxies in front: hops, or networks in CIDR form',
    'a number of hops, or networks separated by commas',
  ),
  databaseUrl: asSecret(
    text(
      'Where transactions are kept',
      'sqlite:PATH, or postgres://user:password@host:port/database',
      'sqlite:./data/cardway.db',
    ),
  ),
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
  reverseContradicted: flag(
    'Money that moved although the terminal heard a decline is given back by a reversal',
    true,
  ),
  otherMasterKey: secret(
    'Opens what was sealed with it too: the next or the former master key, while keys change',
  ),
  otherSigningKey: secret(
    'Tried where the wallet service refuses a signature: the next or the former signing key, while keys change',
  ),
});

/** The others, by the first part of their keys: `downstream.timeoutMs` is `timeoutMs` of the group `downstream`. */
export const GROUPS = {
  tls: group('Certificate of the address that is listened on.', {
    cert: text('PEM file with the certificate chain', 'a path'),
    key: text('PEM file with the private key', 'a path'),
  }),
  metrics: group('The addresses of /metrics and /health.', {
    public: flag('/metrics and /health answer addresses other than loopback', false),
    port: integer(
      'A port of its own for /metrics and /health, without TLS, open to whoever reaches it',
      undefined,
      0,
      65_535,
    ),
    host: text('Address of that port', 'a host name or address', '127.0.0.1'),
  }),
  http: group('Limits and times of requests, connections and a stop.', {
    bodyBytesMax: integer(
      'Longest request body, after decompression; a message on a WebSocket may be twice as long',
      65_536,
      1024,
      16_777_216,
    ),
    requestTimeoutMs: integer('For a whole request; a third of it is for the head', 30_000, 100, 600_000),
    keepAliveMs: integer(
      'How long an idle connection is kept; longer than the balancer keeps it',
      65_000,
      0,
      3_600_000,
    ),
    connectionsMax: integer(
      'HTTP connections at one time, without streams; beyond, idle ones and half requests give way, and there is an alert. At most half of the descriptors of the process',
      4096,
      16,
      1_000_000,
    ),
    waitingRequestsMax: integer(
      'Requests of one connection that are served at one time; it is not read while more wait',
      64,
      1,
      100_000,
    ),
    waitingBytesMax: integer(
      'Bytes of answers that wait on one connection before it is not read, and of a stream before it is closed (1013); one longer answer passes',
      1_048_576,
      1024,
      1_073_741_824,
    ),
    stallMs: integer(
      'How long answers wait on a connection whose other side takes nothing; then it is cut. A stream is closed (1013) in a sixth of it',
      30_000,
      100,
      600_000,
    ),
    drainMs: integer('How long a stop waits for what is in flight', 8000, 0, 600_000),
    drainDelayMs: integer(
      'How long a stop goes on serving while /health/ready already says that it drains, so that balancers notice',
      0,
      0,
      600_000,
    ),
  }),
  json: group('Limits of JSON and XML documents.', {
    depthMax: integer('Nesting of JSON and XML values', 32, 1, 256),
  }),
  graphql: group('The schema, the explorer, and the documents that are served.', {
    introspection: flag(
      'The schema may be asked for, and GET /graphql shows an explorer (sandbox: true)',
      false,
    ),
    trustedDocuments: text('File with GraphQL operations; given, no others are served', 'a path'),
  }),
  console: group('The operators’ page.', {
    page: flag('GET /console shows the operators’ page', true),
  }),
  stream: group('WebSockets and event streams.', {
    socketsMax: integer(
      'WebSockets and event streams at one time, half of them of one key',
      25_000,
      1,
      1_000_000,
    ),
    unprovenMax: integer(
      'WebSockets that have not yet proved a key, at one time, a tenth of them of one IPv4 address or /64 network of IPv6 addresses; the oldest gives way',
      2000,
      1,
      1_000_000,
    ),
    initMs: integer('For connection_init after a WebSocket opened', 3000, 10, MINUTE_MS),
    pingMs: integer(
      'How often a connection is pinged; one that does not answer by the next is cut',
      12_000,
      10,
      3_600_000,
    ),
  }),
  limits: group('Rate limits of callers; off: none.', {
    failedAuthenticationsPerMinute: count(
      'Wrong keys and checksums of a client address; right ones are always served',
      100,
    ),
    wrongChecksumsNoticed: count(
      'Wrong checksums of a terminal within ten minutes, from anywhere, that are an alert when there are more',
      20,
    ),
    wrongChecksumsPerHour: count(
      'Wrong checksums of a terminal from one client address; more of them are locked out for 15 minutes, right ones never',
      1000,
    ),
    transactionsPerMinuteOfKey: count('Transactions of a key, advices apart', 'off'),
    transactionsPerMinuteOfTerminal: count('Transactions of a terminal, advices apart', 'off'),
  }),
  downstream: group('Calls to wallet services; `routes` in the file say otherwise for some methods.', {
    url: text('The wallet service: the whole URL, nothing is appended', 'an http or https URL'),
    inquiryUrl: text('Where to ask it what became of a request_id', 'an http or https URL'),
    dedupes: flag('It recognises a repeated request_id, so sending again is safe', false),
    timeoutMs: integer(
      'The whole budget of a transaction, from the last byte of the request to the reply',
      1800,
      50,
      30_000,
    ),
    lateMs: integer(
      'How long an answer may come after the deadline and still settle the transaction',
      MINUTE_MS,
      0,
      3_600_000,
    ),
    recheckAfterMs: integer(
      'Once so much time has gone by since a transaction was saved, reversals are looked for again before it is sent',
      250,
      50,
      30_000,
    ),
    answerBytesMax: integer(
      'Longer answers are in doubt; a GraphQL answer holds eight times as many bytes of saved texts, and a page ends early there',
      262_144,
      1024,
      16_777_216,
    ),
    answerMembersMax: integer('Answers with more members are in doubt', 5000, 10, 1_000_000),
    concurrentMax: integer(
      'Calls of a route at one time; as many may wait for a place, and 2.5 times as many stay open for a late answer',
      200,
      1,
      10_000,
    ),
    queueMs: integer('How long a call may wait for a place', 500, 0, 30_000),
  }),
  breaker: group('Closes a route for a while when its wallet service fails.', {
    failuresMin: integer('Failures within the window that open a route’s breaker …', 20, 1, 1_000_000),
    failurePercentMin: integer('… when they are at least this share of its calls', 50, 1, 100),
    windowMs: integer('The window', 10_000, 100, 3_600_000),
    halfOpenAfterMs: integer('How long an open breaker waits before it tries one call', 1000, 10, 3_600_000),
  }),
  walletLookup: group('The service that is asked for wallets that the directory does not have.', {
    url: text(
      'Where to ask for a wallet that the directory does not have; without it nobody is asked',
      'an http or https URL',
    ),
    timeoutMs: integer(
      'For one question; shorter than the deadline of every call, whose time it takes',
      500,
      20,
      30_000,
    ),
    cacheMs: integer(
      'How long a wallet that was found is believed; that there is none, a thirtieth of it',
      60_000,
      0,
      86_400_000,
    ),
  }),
  transaction: group('The dates that a transaction may have, and how long it is kept.', {
    maxAge: duration('How old a transactionDate may be (sandbox: off)', '30d'),
    maxAhead: duration('How far ahead of our clock it may be', '48h'),
    replayNone: duration('How long answers that move nothing are replayed', '60s'),
    lease: duration('How long after its deadline a pending transaction still belongs to its process', '10s'),
    reversalWindow: duration(
      'How far a reversal’s referenceDate may be from the date of the transaction that it reverses; off: not at all',
      '24h',
    ),
    retention: duration(
      'How long transactions are kept; off: for ever. PostgreSQL: a partition holds a fiftieth of it, a week where it is off',
      'off',
    ),
    alertPauseMs: integer(
      'Least pause between two alerts of one kind about one terminal or address; 0: each is raised',
      10 * MINUTE_MS,
      0,
      86_400_000,
    ),
  }),
  advice: group('Pauses before a wallet service is asked again.', {
    retryMinMs: integer(
      'First pause before an unanswered advice is sent again, and between two questions about a transaction in doubt; the wallets of unmatched advices are looked for in twice that',
      1000,
      10,
      3_600_000,
    ),
    retryMaxMs: integer('Longest pause', 15 * MINUTE_MS, 10, 86_400_000),
  }),
  sweep: group('The cadence of everything that looks for work.', {
    everyMs: integer(
      'How often due advices and webhooks, ended leases and ended attempts are looked for. With it go, in rounds of it: events of other processes (1/2), counts of rate limits between processes (2), the backlog on /metrics (10), clocks, old events and when keys were used last (120), old transactions (7,200)',
      500,
      10,
      MINUTE_MS,
    ),
  }),
  secret: group('Provisioning secrets.', {
    perMinuteMax: integer('Provisioning secrets of one card within a minute', 20, 1, 10_000),
    wrongCodesMax: integer('Wrong codes that an attempt or an activation code endures', 10, 1, 1000),
  }),
  activationCode: group('Activation codes.', {
    validMs: integer('How long an activation code is valid', 30 * MINUTE_MS, 1000, 86_400_000),
  }),
  provisioning: group('Tokens after a verified secret.', {
    verifiedFor: duration('How long a verified attempt is good for one token', '10m'),
  }),
  clock: group('Clocks that differ.', {
    driftMaxMs: integer(
      'How far the database’s clock may be from ours before provisioning secrets are refused; there is a warning from a fifteenth of it',
      30_000,
      1000,
      3_600_000,
    ),
  }),
  terminals: group('Passwords of terminals.', {
    passwordOverlap: duration('How long a terminal’s former password is taken too', '24h'),
  }),
  store: group('Copies of terminals, wallets and keys in memory.', {
    cacheMs: integer(
      'How long terminals, wallets and keys are kept in memory; keys of open connections are looked up again in three fifths of it',
      5000,
      0,
      5000,
    ),
  }),
  database: group('The database that `databaseUrl` names.', {
    lockWaitMs: integer(
      'SQLite: how long a start waits for another process that serves the file',
      10_000,
      0,
      600_000,
    ),
    trustStorage: flag(
      'PostgreSQL: a hosted service whose storage needs neither `fsync` nor `full_page_writes`; with either off, no start is refused',
      false,
    ),
    writers: integer('PostgreSQL: connections of a process that save, and as many that read', 4, 1, 100),
    statementTimeoutMs: integer(
      'PostgreSQL: for one exchange, and for a lock that another process holds',
      5000,
      50,
      600_000,
    ),
    preparedStatements: flag(
      'PostgreSQL: statements are kept under names; false behind a pooler that does not know them',
      true,
    ),
    listenUrl: asSecret(
      text(
        'PostgreSQL: a direct connection for wake-ups (LISTEN), where databaseUrl goes through a pooler',
        'postgres://user:password@host:port/database, or off',
      ),
    ),
  }),
  events: group('The log of events.', {
    retention: duration('How long events are kept; an unfinished webhook keeps its event longer', '90d'),
  }),
  webhook: group('Deliveries to integrators’ endpoints.', {
    allowPrivate: flag('Lets webhook endpoints be plain http, on loopback and private addresses', false),
    timeoutMs: integer(
      'For one attempt, from the look-up of the name to the status; a delivery belongs to the process that sends it for three times as long',
      10_000,
      50,
      60_000,
    ),
    schedule: schedule(
      'Pauses after failed attempts; after the last one a delivery is dead',
      '5s,5m,30m,2h,5h,10h,14h,20h,24h',
    ),
    disableAfter: duration(
      'After so long of nothing but failures an endpoint is disabled; in four fifths of it `endpoint.disabling` is sent',
      '5d',
    ),
    secretOverlap: duration('How long a former secret signs too', '24h'),
    concurrentMax: integer('Attempts at one time', 2000, 1, 10_000),
  }),
  tracing: group('Traces for OpenTelemetry.', {
    url: text(
      'Where traces go, by OTLP over HTTP; without it none are made',
      'an http or https URL, as in http://collector:4318/v1/traces',
    ),
    headers: secret('Sent with them, as in authorization=Bearer abc,x-tenant=1'),
    samplePercent: integer(
      'Of the calls that nobody upstream has decided about, how many are traced',
      100,
      0,
      100,
    ),
  }),
  sandbox: group('The sandbox.', {
    hosts: hostList(
      'Hosts that the sandbox answers beside loopback, and whose pages may call it: for containers and tunnels',
    ),
  }),
};
