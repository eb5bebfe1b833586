import type { Compilable } from 'kysely';
import {
  exportHead,
  type ExportOptions,
  type ExportPiece,
  type ExportRow,
} from '../../core/transactions/export-text.js';
import type { LedgerHistory } from '../../use-cases/transactions/history/history-port.js';
import type { Operation } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { windowsOf } from '../engine/windowed-list.js';
import { matchingTransactions, transactionWindows } from './list.js';
import { PARTIAL_ANSWER, SUMMARY, TEXTS } from './row.js';
import type { StoreParts } from '../parts.js';

/** Rows of one piece. A piece with texts is short, because a text may be long. */
const PIECE_ROWS = 500;
const PIECE_ROWS_WITH_TEXTS = 100;

/** Creates the export: window by window like a list, in pieces of text that are made where the rows are read. */
export function createExportText({ dialect, connection, settings }: StoreParts): LedgerHistory['exportText'] {
  const table = transactionWindows(dialect);
  return async function* exportText({ filter, format, withTexts = false }) {
    const options = { format, withTexts };
    const limit = withTexts ? PIECE_ROWS_WITH_TEXTS : PIECE_ROWS;
    const head = exportHead(options);
    if (head !== '') yield Buffer.from(head);
    const all = { connection, settings, table, page: { filter }, newestFirst: false };
    for await (const { oldest, newest } of windowsOf(all)) {
      for (let from = oldest; from <= newest;) {
        const range = { oldest: from, newest };
        const query = matchingTransactions(dialect, filter, range)
          .select([...SUMMARY, ...(withTexts ? TEXTS : ['request' as const, PARTIAL_ANSWER])])
          .orderBy('sequence')
          .limit(limit);
        const piece = await connection.readAside(pieceOf(query, options));
        const { buffer, byteOffset, byteLength } = piece.text;
        if (piece.rowCount > 0) yield Buffer.from(buffer, byteOffset, byteLength);
        from = piece.rowCount < limit ? newest + 1 : piece.lastSequence + 1;
      }
    }
  };
}

function* pieceOf(query: Compilable<ExportRow>, exported: ExportOptions): Operation<ExportPiece> {
  const statement = compile(() => query);
  const { rows } = yield { sql: statement.sql, values: statement.bind({}), exported };
  const [piece] = rows as readonly [ExportPiece];
  return piece;
}
