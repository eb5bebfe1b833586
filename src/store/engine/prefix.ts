import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** Compares a column, in the order of bytes, with the range of all texts that begin with the prefix. */
export function prefixRange(column: RawBuilder<unknown>, prefix: string): RawBuilder<SqlBool> {
  const end = endOfPrefix(prefix);
  return end === null
    ? sql<SqlBool>`${column} >= ${prefix}`
    : sql<SqlBool>`(${column} >= ${prefix} and ${column} < ${end})`;
}

/** Returns the first text behind all texts with this prefix. Code points have the order of their UTF-8 bytes. Null: there is none. */
export function endOfPrefix(prefix: string): string | null {
  const points = [...prefix];
  while (points.length > 0) {
    const last = points.pop()?.codePointAt(0) ?? LAST_POINT;
    if (last < LAST_POINT) return points.join('') + String.fromCodePoint(nextOf(last));
  }
  return null;
}

const LAST_POINT = 0x10ffff;

/** Skips the surrogates, which no UTF-8 text holds. */
function nextOf(point: number): number {
  return point === 0xd7ff ? 0xe000 : point + 1;
}
