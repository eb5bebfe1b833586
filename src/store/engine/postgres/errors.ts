import { CardwayError } from '../../../platform/errors.js';
import { codeOf } from '../operation.js';
import { WrongValue } from './values.js';

/** Codes of the server. Others are of the system or of `pg`, for a failed connection. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Returns whether the error came from the server, which still runs. An error without SQLSTATE is the connection's. */
function isOfServer(error: unknown): boolean {
  return SQLSTATE.test(codeOf(error)) && !codeOf(error).startsWith('E');
}

/** Returns whether the connection, or the server behind it, is gone or going. The fate of a running commit is then unknown. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof WrongValue) return false;
  return !isOfServer(error) || /^(?:08|57P0)/.test(codeOf(error));
}

/**
 * Returns whether the same may succeed if it is tried again. Causes: a lost connection, a lock held for too long, no room on the
 * server, a change of its roles, or a prepared statement whose table has changed since, or that a pooler's other server
 * connection lacks.
 */
export function isPassing(error: unknown): boolean {
  if (isConnectionLost(error)) return true;
  return /^(?:40|53[23]00|55P03|57014|25006|25P03|0A000|26000)/.test(codeOf(error));
}

/** Returns whether the server refuses every write, as a standby does. */
export function onlyReads(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** Returns whether the fault lies only with the statement and its values (data, constraint, syntax). */
export function isOfStatement(error: unknown): boolean {
  return error instanceof WrongValue || (/^(?:2[0-3]|42|54|P0)/.test(codeOf(error)) && !lacksTable(error));
}

/** Returns whether the user has no right to a table or the table is not there: nobody's values are at fault. */
function lacksTable(error: unknown): boolean {
  return /^42(?:501|P01)$/.test(codeOf(error));
}

/** Returns the error for operators when no connection can be made. It never repeats the URL, which may hold a password. */
export function cannotConnect(error: unknown, server: string): CardwayError {
  const code = codeOf(error);
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? otherReason(error);
  return new CardwayError('UNAVAILABLE', {
    message: `PostgreSQL at ${server} cannot be used: ${reason}.`,
    cause: error,
  });
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nobody listens there'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'its host name cannot be resolved'],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'its host cannot be reached'],
  [/^28P01$/, 'it refuses the user or the password'],
  [/^28/, 'it does not let this user in (the name, or pg_hba.conf)'],
  [/^3D000$/, 'it has no such database'],
  [/^42501$/, 'the user may not use this database'],
  [
    /^53300$/,
    'it has no connection to spare. Raise max_connections, or the limit of the role or database; or lower database.writers of its ' +
      'gateways',
  ],
  [/^57P03$/, 'it is starting or stopping'],
  [/CERT|SIGNATURE|ISSUER|ALTNAME/, 'its TLS certificate is not trusted (sslmode, sslrootcert)'],
];

function otherReason(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('does not support SSL')) return 'it does not speak TLS, which sslmode asks for';
  if (/timeout|timed out/i.test(message)) return 'it does not answer in time';
  return 'the connection failed';
}
