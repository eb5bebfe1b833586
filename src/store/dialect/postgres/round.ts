import type { Connection, Submittable } from 'pg';
import type { Result } from '../../operation.js';
import { readRow, type Column } from './values.js';

/** A statement as one connection knows it. */
export interface Prepared {
  /** Empty: it is parsed anew each time. */
  readonly name: string;
  /** The connection holds it under its name. */
  isParsed: boolean;
  /** Null until the server told; none for a statement that gives no rows. */
  columns: readonly Column[] | null;
}

export interface RoundCall {
  readonly sql: string;
  readonly values: readonly (string | Buffer | null)[];
  readonly prepared: Prepared;
}

export interface CallResult extends Result<unknown> {
  /** It did more than read. */
  readonly isWrite: boolean;
}

/** The call of a round that went wrong; those after it were not run. */
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
 * Several statements that go to the server together and come back together: one exchange, however many they are. `pg` sends one
 * statement at a time; this is handed to its client as it takes cursors and copy streams, and speaks the extended query protocol
 * (PostgreSQL 18, 54.2.3) with one Sync at the end. After an error the server skips what is left.
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
    // Only where a number of rows was asked for.
  }
}

const WRITES = /^(?:INSERT|UPDATE|DELETE|MERGE)/;

/** The part of pg's connection that speaks the protocol, as it is; its published types are those of an older version. */
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
    // A round that failed may or may not have left it there; to close what is not there is no error.
    if (name !== '') wire.close({ type: 'S', name });
    wire.parse({ name, text: sql });
    // Until the round fails: its next use in this very round finds it there.
    prepared.isParsed = name !== '';
  }
  wire.bind({ statement: name, values });
  if (prepared.columns === null || name === '') wire.describe({ type: 'P', name: '' });
  wire.execute({ portal: '' });
}
