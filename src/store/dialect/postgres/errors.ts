import { CardwayError } from '../../../errors.js';
import { RoundFailed } from './round.js';
import { WrongValue } from './values.js';

/** The server's SQLSTATE, or the code of the system or of `pg` for a connection that failed; empty for neither. */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** What lies under an error of ours. */
export function causeOf(error: unknown): unknown {
  return error instanceof RoundFailed ? error.cause : error;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** It came from the server, which is still there; whatever has no SQLSTATE is the connection's. */
function isOfServer(error: unknown): boolean {
  return SQLSTATE.test(codeOf(error)) && !codeOf(error).startsWith('E');
}

/** The connection, or the server behind it, is gone or going. Whether a commit that was under way was done is not known. */
export function isLost(error: unknown): boolean {
  if (error instanceof WrongValue) return false;
  return !isOfServer(error) || /^(?:08|57P0)/.test(codeOf(error));
}

/**
 * The same may succeed if it is tried again: the connection was lost, somebody else held a lock for too long, the server has no
 * room at the moment, it changes roles, or a statement was prepared for a table that has changed since.
 */
export function isPassing(error: unknown): boolean {
  if (isLost(error)) return true;
  return /^(?:40|53[23]00|55P03|57014|25006|25P03|0A000)/.test(codeOf(error));
}

/** The connection still answers, but what it prepared is of no more use, or it is in a state that it should not be in. */
export function leavesUnsound(error: unknown): boolean {
  return /^(?:0A000|25)/.test(codeOf(error));
}

/** It is the fault of the statement and its values (data, constraint, syntax), and of nobody else's. */
export function isOfStatement(error: unknown): boolean {
  return error instanceof WrongValue || /^(?:2[0-3]|42|54|P0)/.test(codeOf(error));
}

/** What the operator reads when no connection can be made. The URL, which may hold a password, is never repeated. */
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
  [/^28/, 'it does not let this user in (pg_hba.conf)'],
  [/^3D000$/, 'it has no such database'],
  [/^42501$/, 'the user may not use this database'],
  [/^53300$/, 'it has no connection to spare (max_connections)'],
  [/^57P03$/, 'it is starting or stopping'],
  [/CERT|SIGNATURE|ISSUER|ALTNAME/, 'its TLS certificate is not trusted (sslmode, sslrootcert)'],
];

function otherReason(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('does not support SSL')) return 'it does not speak TLS, which sslmode asks for';
  if (/timeout|timed out/i.test(message)) return 'it does not answer in time';
  return 'the connection failed';
}
