import { types } from 'pg';

/** `pg_type.oid`. */
const BYTEA = 17;
const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);

/**
 * Gives values the form of SQLite's driver: whole numbers as numbers (stored ones stay within 2^53), bytes as a Buffer, all else as
 * text.
 */
export const COLUMN_TYPES = {
  getTypeParser(oid: number): (text: string) => unknown {
    if (oid === BYTEA) return types.getTypeParser(BYTEA) as (text: string) => Buffer;
    return NUMBERS.has(oid) ? Number : String;
  },
};

/** A mistake of this code: nothing went to the server. */
export class WrongValue extends TypeError {
  override readonly name = 'WrongValue';
}

/**
 * Returns a value in the form for the server: text, or bytes. PostgreSQL's text cannot hold U+0000, which a wallet service's
 * answer may contain. It is replaced, because an answer that cannot be saved would be worse.
 */
export function boundValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new WrongValue('A statement takes numbers, texts, bytes and null.');
  return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
