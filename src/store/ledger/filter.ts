import { sql, type ExpressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { TransactionFilter } from '../../usecase/ports.js';
import type { Tables } from '../schema.js';
import type { Range } from '../windowed-list.js';
import { IS_OPEN } from './row.js';

type Builder = ExpressionBuilder<Tables, 'transactions'>;

/** The conditions that a filter stands for, all of which must hold. */
export function conditions(eb: Builder, filter: TransactionFilter): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  for (const [name, column] of EQUALS) {
    const wanted = filter[name];
    if (wanted !== undefined && wanted !== null) all.push(eb(column, '=', wanted));
  }
  if (filter.state !== undefined) all.push(eb('state', '=', sql.lit(filter.state)));
  if (filter.state !== undefined && filter.state !== 'answered') all.push(IS_OPEN);
  if (filter.terminalIds !== undefined) all.push(eb('terminal_id', 'in', [...filter.terminalIds]));
  if (filter.receivedFromMs !== undefined) all.push(eb('received_at_ms', '>=', filter.receivedFromMs));
  if (filter.receivedToMs !== undefined) all.push(eb('received_at_ms', '<', filter.receivedToMs));
  return all;
}

const EQUALS = [
  ['programme', 'programme'],
  ['customerId', 'customer_id'],
  ['cardId', 'card_id'],
  ['terminalId', 'terminal_id'],
  ['reference', 'reference'],
  ['methodName', 'method_name'],
  ['resultCode', 'result_code'],
] as const;

/** Nothing can pass. */
export function isEmpty(filter: TransactionFilter): boolean {
  return filter.terminalIds?.length === 0;
}

/** Blocks of rows that the indexes of cards and customers are divided into (migration 1). */
export const BLOCK_ROWS = 1024;
const BLOCKS_PER_WINDOW = 64;

/** Holds for the rows of a window, in the words of the indexes of cards and customers. */
export function inBlocks(eb: Builder, window: Range): Expression<SqlBool> {
  const start = Math.floor(window.oldest / BLOCK_ROWS);
  const blocks = Array.from({ length: BLOCKS_PER_WINDOW }, (_, index) => start + index);
  return eb(sql<number>`(sequence >> 10)`, 'in', blocks);
}

/** How many rows are looked at in one go: as many as an index makes cheap. */
export function windowRows(filter: TransactionFilter, scanRows: number): number {
  if (usesBlocks(filter)) return BLOCK_ROWS * BLOCKS_PER_WINDOW;
  return filter.state === undefined || filter.state === 'answered' ? scanRows : Number.MAX_SAFE_INTEGER;
}

export function usesBlocks(filter: TransactionFilter): boolean {
  return filter.cardId !== undefined || filter.customerId !== undefined;
}
