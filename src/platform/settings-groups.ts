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
    'Encrypts stored passwords and keys: 32 bytes, `hex:…` or `base64:…`. PostgreSQL requires it; with SQLite the gateway makes one beside the file',
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
    drainMs: integer('How long a stop waits for calls in flight', 8000, 0, 600_000),
    drainDelayMs: integer(
      'How long a stopping gateway still serves while /health/ready reports draining, so that balancers notice',
      0,
      0,
      600_000,
    ),
  }),
  graphql: group('Introspection and persisted documents.', {
    introspection: flag('Allows introspection and shows an explorer at GET /graphql (sandbox: true)', false),
    documents: text('JSON manifest with the GraphQL documents that clients send by their id', 'a path'),
  }),
  console: group('The operators’ page.', {
    page: flag('GET /console shows the operators’ page', true),
  }),
  signIn: SIGN_IN,
  limits: group('Rate limits of callers. The value off switches a limit off.', {
    failedAuthenticationsPerMinute: count(
      'Wrong keys and checksums of one client address. Right ones always pass',
      100,
    ),
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
    concurrentMax: integer(
      'Calls of one route at one time. As many more may wait, and 2.5 times as many stay open for a late answer',
      200,
      1,
      10_000,
    ),
  }),
  transaction: group('Dates, repetition and retention of transactions.', {
    maxAge: lifetime('Greatest age of a transactionDate (sandbox: off)', '30d'),
    reversalWindow: duration(
      'Greatest difference between a reversal’s referenceDate and the date of its original; off requires equal dates',
      '24h',
    ),
    retention: duration('How long transactions are kept; off never deletes them', 'off'),
  }),
  database: group('The database that `databaseUrl` names.', {
    trustStorage: flag(
      'PostgreSQL: starts although `fsync` or `full_page_writes` is off, for hosted services whose storage needs neither',
      false,
    ),
    writers: integer('PostgreSQL: connections of a process for writing, and as many for reading', 4, 1, 100),
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
    schedule: schedule(
      'Pauses after failed attempts; after the last attempt a delivery is dead',
      '5s,5m,30m,2h,5h,10h,14h,20h,24h',
    ),
    disableAfter: duration(
      'An endpoint that only failed for this time is disabled. `endpoint.disabling` is sent after four fifths of it',
      '5d',
    ),
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
