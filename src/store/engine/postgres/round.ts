import type { Connection, Submittable } from 'pg';
import { CardwayError } from '../../../platform/errors.js';
import { codeOf, type Result } from '../operation.js';
import { type Column, readRow, WrongValue } from './values.js';

/** A statement as one connection knows it. */
export interface Prepared {
  /** Empty for a statement that is parsed anew each time. */
  readonly name: string;
  /** The connection holds it under its name. */
  isParsed: boolean;
  /** Null until the server describes them; empty for a statement that gives no rows. */
  columns: readonly Column[] | null;
}

export interface RoundCall {
  readonly sql: string;
  readonly values: readonly (string | Buffer | null)[];
  readonly prepared: Prepared;
}

export interface CallResult extends Result<unknown> {
  /** The statement did more than read. */
  readonly isWrite: boolean;
}

/** The call of a round that failed; later calls were not run. */
export class RoundFailed extends Error {
  override readonly name = 'RoundFailed';
  constructor(
    readonly index: number,
    override readonly cause: unknown,
  ) {
    super();
  }
}

/**
 * Several statements that go to the server and come back in one exchange. `pg` sends one statement at a time. Its client accepts
 * this object as it accepts cursors and copy streams. It speaks the extended query protocol (PostgreSQL 18, 54.2.3) with one Sync
 * at the end. After an error the server skips the rest.
 */
export class Round implements Submittable {
  private readonly results: CallResult[] = [];
  private rows: unknown[] = [];

  constructor(
    private readonly calls: readonly RoundCall[],
    readonly callback: (error: unknown, results: readonly CallResult[]) => void,
  ) {}

  submit(connection: Connection): void {
    const { stream } = connection;
    stream.cork();
    try {
      for (const call of this.calls) send(connection as unknown as Wire, call);
      connection.sync();
    } finally {
      stream.uncork();
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    const call = this.calls[this.results.length];
    if (call !== undefined)
      call.prepared.columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.rows.push(readRow(this.calls[this.results.length]?.prepared.columns ?? [], fields));
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const { prepared } = this.calls[this.results.length] ?? {};
    if (prepared !== undefined) {
      prepared.isParsed = prepared.name !== '';
      prepared.columns ??= [];
    }
    const isWrite = WRITES.test(text);
    this.results.push({
      rows: this.rows,
      changes: isWrite ? Number(/(?<!\d)\d+$/.exec(text)?.[0] ?? 0) : 0,
      isWrite,
    });
    this.rows = [];
  }

  handleReadyForQuery(): void {
    this.callback(null, this.results);
  }

  handleError(error: unknown): void {
    this.callback(new RoundFailed(this.results.length, error), []);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {
    // Occurs only where a row limit was given.
  }
}

const WRITES = /^(?:INSERT|UPDATE|DELETE|MERGE)/;

/**
 * The part of pg's connection that speaks the protocol, with its real types. The published types are those of an older version.
 */
interface Wire {
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(portal: { type: 'P'; name: '' }): void;
  execute(portal: { portal: '' }): void;
  close(statement: { type: 'S'; name: string }): void;
}

function send(wire: Wire, { sql, values, prepared }: RoundCall): void {
  const { name } = prepared;
  if (!prepared.isParsed) {
    // A failed round may have left it there. Closing a missing statement is no error.
    if (name !== '') wire.close({ type: 'S', name });
    wire.parse({ name, text: sql });
    // True unless the round fails: the next use in this round finds it parsed.
    prepared.isParsed = name !== '';
  }
  wire.bind({ statement: name, values });
  if (prepared.columns === null || name === '') wire.describe({ type: 'P', name: '' });
  wire.execute({ portal: '' });
}

/** Returns the cause under an error of this module. */
export function causeOf(error: unknown): unknown {
  return error instanceof RoundFailed ? error.cause : error;
}

/** Codes of the server. Others are of the system or of `pg`, for a failed connection. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Returns whether the error came from the server, which still runs. An error without SQLSTATE is the connection's. */
export function isOfServer(error: unknown): boolean {
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

/** Returns whether the connection, which still answers, is in a wrong state or holds useless prepared statements. */
export function leavesUnsound(error: unknown): boolean {
  return /^(?:0A000|25)/.test(codeOf(error));
}

/** Returns whether the fault lies only with the statement and its values (data, constraint, syntax). */
export function isOfStatement(error: unknown): boolean {
  return error instanceof WrongValue || /^(?:2[0-3]|42|54|P0)/.test(codeOf(error));
}

/** Returns whether the user has no right to a table or the table is not there: nobody's values are at fault. */
export function lacksTable(error: unknown): boolean {
  return /^42(?:501|P01)$/.test(codeOf(error));
}

/** Creates the error of a connection that was cut because nothing came. */
export function noAnswer(): Error {
  return new Error('PostgreSQL does not answer: timed out. A pooler in between may have no connection left.');
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
    'it has no connection to spare. Raise max_connections, or the limit of the role or database; or lower database.writers and ' +
      'database.listReaders of its gateways',
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
