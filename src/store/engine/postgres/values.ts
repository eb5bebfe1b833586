/** A column of a result, as the server describes it. */
export interface Column {
  readonly name: string;
  /** `pg_type.oid`. */
  readonly dataTypeID: number;
}

const BYTEA = 17;
const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);

/**
 * Returns a row in the form of SQLite's driver: whole numbers as numbers (stored ones stay within 2^53), bytes as a Buffer, all
 * else as text.
 */
export function readRow(
  columns: readonly Column[],
  fields: readonly (string | null)[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, { name, dataTypeID }] of columns.entries()) {
    const field = fields[index] ?? null;
    if (field === null) row[name] = null;
    else if (NUMBERS.has(dataTypeID)) row[name] = Number(field);
    else row[name] = dataTypeID === BYTEA ? bytesOf(field) : field;
  }
  return row;
}

/** Reads both forms of bytes: role, database or server may set `bytea_output` to `escape`, which begins no text with `\\x`. */
function bytesOf(field: string): Buffer {
  if (field.startsWith('\\x')) return Buffer.from(field.slice(2), 'hex');
  const text = field.replace(ESCAPED, (_all, octal?: string) =>
    octal === undefined ? '\\' : String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return Buffer.from(text, 'latin1');
}

const ESCAPED = /\\(?:([0-3][0-7]{2})|\\)/g;

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
