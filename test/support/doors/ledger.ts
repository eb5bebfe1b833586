import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export type LedgerRow = Readonly<Record<string, unknown>> & {
  readonly sequence: number;
  readonly request_id: string;
  readonly method_name: string;
  readonly door: string;
  readonly state: string;
  readonly attempt: number;
  readonly request: string;
  readonly answer: string | null;
  readonly raw_answer: string | null;
  readonly settled_at_ms: number | null;
};

/** The SQLite file of a gateway, read behind its back. */
export interface LedgerFile {
  readonly path: string;
  row(requestId: string): LedgerRow;
  rows(): LedgerRow[];
  /** Sequence of the newest row. */
  last(): number;
  /** Every byte of the database and of the files beside it. */
  bytes(): Buffer;
  /** Keeps every other process from writing until the returned function is called. */
  lock(): () => void;
  /** Lets go of the file until it is read again. */
  close(): void;
}

export function openLedgerFile(folder: string): LedgerFile {
  const path = join(folder, 'cardway.db');
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
    rows: () => file().prepare('select * from transactions order by sequence').all() as LedgerRow[],
    last: () => file().prepare('select coalesce(max(sequence), 0) from transactions').pluck().get() as number,
    bytes: () =>
      Buffer.concat(
        readdirSync(folder)
          .filter((name) => name.startsWith('cardway.db'))
          .map((name) => readFileSync(join(folder, name))),
      ),
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
