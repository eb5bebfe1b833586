import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export type LedgerRow = Readonly<Record<string, unknown>> & {
  readonly sequence: number;
  readonly request_id: string;
  readonly method_name: string;
  readonly channel: string;
  readonly state: string;
  readonly attempt: number;
  readonly request: string;
  readonly answer: string | null;
  readonly raw_answer: string | null;
  readonly settled_at_ms: number | null;
};

/** The SQLite file of a gateway, read without the gateway's knowledge. */
export interface LedgerFile {
  readonly path: string;
  row(requestId: string): LedgerRow;
  rows(): LedgerRow[];
  query<Row>(sql: string): Promise<Row[]>;
  /** Returns the sequence of the newest row. */
  last(): number;
  /** Returns whether the database or a file beside it holds this text anywhere. */
  holds(text: string): boolean;
  /** Blocks writes of every other process until the returned function is called. */
  lock(): () => void;
  /** Closes the file until the next read. */
  close(): void;
}

export function openLedgerFile(folder: string): LedgerFile {
  const path = join(folder, 'cardway.db');
  const read = reader();
  let opened: Database.Database | undefined;
  const file = (): Database.Database => (opened ??= new Database(path, { readonly: true }));
  return {
    path,
    row(requestId) {
      const row = file().prepare('select * from transactions where request_id = ?').get(requestId) as
        LedgerRow | undefined;
      if (row === undefined) throw new Error(`The ledger has no row ${requestId}.`);
      return row;
    },
    rows: () => file().prepare(`select * from transactions order by sequence`).all() as LedgerRow[],
    query: <Row>(sql: string) => Promise.resolve(file().prepare(sql).all() as Row[]),
    last: () => file().prepare('select coalesce(max(sequence), 0) from transactions').pluck().get() as number,
    holds: (text) =>
      readdirSync(folder)
        .filter((name) => name.startsWith('cardway.db'))
        .some((name) => read(join(folder, name)).includes(text)),
    lock() {
      const writer = new Database(path);
      writer.exec('begin immediate');
      return () => {
        writer.exec('rollback');
        writer.close();
      };
    },
    close() {
      opened?.close();
      opened = undefined;
    },
  };
}

/** Returns a reader that reads files into the same memory again: a suite may search some megabytes for each of its cases. */
function reader(): (path: string) => Buffer {
  let room = Buffer.alloc(0);
  return (path) => {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      if (size > room.length) room = Buffer.allocUnsafe(2 * size);
      let length = 0;
      let taken = 0;
      do length += taken = readSync(file, room, length, size - length, length);
      while (taken > 0);
      return room.subarray(0, length);
    } finally {
      closeSync(file);
    }
  };
}
