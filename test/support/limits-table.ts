import { PERSON_SESSION_MAX_MS, SESSION_IDLE_MS, SESSION_MAX_MS } from '../../src/app/console-sessions.js';

import { ANSWER_MEMBERS_MAX } from '../../src/outbound/downstream/answer.js';
import {
  SIGN_INS_PER_MINUTE,
  WRONG_CHECKSUMS_NOTICED,
  WRONG_CHECKSUMS_PER_HOUR,
} from '../../src/app/authentication.js';
import { VERIFIED_FOR_MS } from '../../src/core/provisioning/attempt.js';
import { MISMATCH_PAUSE_MS } from '../../src/app/externals.js';
import { ACTIVATION_CODE_MS, SECRETS_PER_MINUTE_MAX, WRONG_CODES_MAX } from '../../src/app/provisioning.js';
import { DRIFT_MAX_MS, DRIFT_WARNING_MS, SWEEP_EVERY_MS } from '../../src/app/runtime.js';
import { LOCK_WAIT_MS } from '../../src/app/store.js';
import { INIT_MS, KEY_CHECK_MS, PING_MS, SOCKETS_MAX, UNPROVEN_MAX } from '../../src/app/streams.js';
import {
  ADVICE_RETRY_MAX_MS,
  ADVICE_RETRY_MIN_MS,
  LEASE_MS,
  REPLAY_NONE_MS,
} from '../../src/app/use-cases.js';
import { SECRET_OVERLAP_MS } from '../../src/app/administration.js';
import { WEBHOOK_TIMEOUT_MS, WEBHOOKS_CONCURRENT_MAX } from '../../src/app/webhooks.js';
import { JSON_LIMITS } from '../../src/adapters/json/reader.js';
import { AHEAD_MAX_MS } from '../../src/core/transactions/transaction.js';
import { STALL_MS } from '../../src/adapters/exchange.js';
import { REQUEST_TIMEOUT_MS } from '../../src/http/listener.js';
import {
  BREAKER_FAILURE_PERCENT_MIN,
  BREAKER_FAILURES_MIN,
  BREAKER_HALF_OPEN_AFTER_MS,
  BREAKER_WINDOW_MS,
} from '../../src/outbound/downstream/breaker.js';
import { QUEUE_MS } from '../../src/outbound/downstream/bulkhead.js';
import { ANSWER_BYTES_MAX, LATE_ANSWER_MS } from '../../src/outbound/downstream/routes.js';
import { PROVIDER_TIMEOUT_MS } from '../../src/outbound/identity-provider.js';
import {
  DIRECTORY_CACHE_MS,
  LIST_READERS_MAX,
  PASSWORD_OVERLAP_MS,
  STATEMENT_TIMEOUT_MS,
} from '../../src/store/settings.js';

/** Constants that operators meet, with their values. */
const LIMITS: readonly (readonly [what: string, value: string])[] = [
  ['Time for a whole request. The head has a third of it', time(REQUEST_TIMEOUT_MS)],
  [
    'A connection is cut when its peer takes no byte for this time; a stream after a sixth of it',
    time(STALL_MS),
  ],
  ['Depth of nested JSON and XML values', number(JSON_LIMITS.depthMax)],
  ['WebSockets and event streams at one time. One key may have half of them', number(SOCKETS_MAX)],
  ['WebSockets that have not yet proved a key. One address may have a tenth', number(UNPROVEN_MAX)],
  ['Time for connection_init after a WebSocket opens', time(INIT_MS)],
  ['Ping interval', time(PING_MS)],
  ['Check of the keys of open connections', time(KEY_CHECK_MS)],
  [
    'Wrong checksums of one terminal and address in an hour, then refused for 15 minutes',
    number(WRONG_CHECKSUMS_PER_HOUR),
  ],
  ['Wrong checksums of one terminal in 10 minutes, then an alert', number(WRONG_CHECKSUMS_NOTICED)],
  ['Steps of sign-ins of one address in a minute', number(SIGN_INS_PER_MINUTE)],
  ['Idle time that ends a session of the console', time(SESSION_IDLE_MS)],
  ['Longest time of a session of a key in the console', time(SESSION_MAX_MS)],
  ['Longest time of a session of a person in the console', time(PERSON_SESSION_MAX_MS)],
  ['Time for one question to the OpenID provider', time(PROVIDER_TIMEOUT_MS)],
  ['How long after the deadline an answer still settles the transaction', time(LATE_ANSWER_MS)],
  ['Wait of a call for a place on its route', time(QUEUE_MS)],
  ['Bytes of an answer', number(ANSWER_BYTES_MAX)],
  ['Members of an answer', number(ANSWER_MEMBERS_MAX)],
  [
    'Failures that open a breaker',
    `${number(BREAKER_FAILURES_MIN)} and ${number(BREAKER_FAILURE_PERCENT_MIN)}% in ${time(BREAKER_WINDOW_MS)}`,
  ],
  ['Wait of an open breaker before it lets one call through', time(BREAKER_HALF_OPEN_AFTER_MS)],
  ['How far a transactionDate may be ahead', time(AHEAD_MAX_MS)],
  ['How long answers of methods without a money effect are replayed', time(REPLAY_NONE_MS)],
  [
    'How long after the longest deadline of any route a pending transaction belongs to its process',
    time(LEASE_MS),
  ],
  [
    'Pauses between repetitions of an advice or an inquiry',
    `${time(ADVICE_RETRY_MIN_MS)} to ${time(ADVICE_RETRY_MAX_MS)}`,
  ],
  ['Pause of the sweep: due advices and webhooks, ended leases', time(SWEEP_EVERY_MS)],
  [
    'Pause between two alerts about other field boundaries of one checksum, for one terminal',
    time(MISMATCH_PAUSE_MS),
  ],
  ['Provisioning secrets of one card in a minute', number(SECRETS_PER_MINUTE_MAX)],
  ['Wrong codes of one attempt or activation code', number(WRONG_CODES_MAX)],
  ['Validity of an activation code', time(ACTIVATION_CODE_MS)],
  ['How long a verified attempt can approve one token', time(VERIFIED_FOR_MS)],
  [
    'Difference from the database’s clock: a warning, and secrets refused',
    `${time(DRIFT_WARNING_MS)}, ${time(DRIFT_MAX_MS)}`,
  ],
  ['How long the previous password of a terminal still works', time(PASSWORD_OVERLAP_MS)],
  ['Cache of terminals, wallets and keys', time(DIRECTORY_CACHE_MS)],
  ['SQLite: wait of a start while another process serves the file', time(LOCK_WAIT_MS)],
  ['PostgreSQL: connections for lists, searches, statistics and exports', number(LIST_READERS_MAX)],
  ['PostgreSQL: time for one statement, and for one wait for a lock', time(STATEMENT_TIMEOUT_MS)],
  ['Time for one attempt of a webhook', time(WEBHOOK_TIMEOUT_MS)],
  ['Attempts of webhooks at one time', number(WEBHOOKS_CONCURRENT_MAX)],
  ['How long the previous secret of an endpoint still signs', time(SECRET_OVERLAP_MS)],
];

export function limitsTable(): string {
  const rows = LIMITS.map(([what, value]) => `| ${what} | ${value} |`);
  return ['| limit, pause or schedule | value |', '|---|---|', ...rows, ''].join('\n');
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function time(ms: number): string {
  const [unit = 'ms', size = 1] =
    (
      [
        ['h', 3_600_000],
        ['min', 60_000],
        ['s', 1000],
      ] as const
    ).find(([, size]) => ms >= size && ms % size === 0) ?? [];
  return `${String(ms / size)} ${unit}`;
}
