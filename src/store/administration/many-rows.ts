import type { Compilable } from 'kysely';
import type { Call, Result, Step } from '../operation.js';

/**
 * Runs a statement over many rows, as few times as it can: `build` makes it for so many rows, around values that are not looked at,
 * and `values` gives the true ones in the order in which they stand in it. Each size is compiled once.
 */
export function forManyRows<Item, Row>(args: {
  readonly build: (count: number) => Compilable<Row>;
  readonly values: (item: Item) => readonly unknown[];
}): (items: readonly Item[]) => Step<readonly Row[]> {
  const compiled = new Map<number, string>();
  const sqlFor = (count: number): string => {
    const known = compiled.get(count);
    if (known !== undefined) return known;
    const { sql } = args.build(count).compile();
    compiled.set(count, sql);
    return sql;
  };
  return function* run(items) {
    const found: Row[] = [];
    let done = 0;
    for (const size of SIZES) {
      for (; items.length - done >= size; done += size) {
        const values: unknown[] = [];
        for (let at = done; at < done + size; at += 1) values.push(...args.values(items[at] as Item));
        const call: Call = { sql: sqlFor(size), values };
        for (const row of ((yield call) as Result<Row>).rows) found.push(row);
      }
    }
    return found;
  };
}

/** Larger ones gain nothing on SQLite, and both databases limit the values of a statement. */
const SIZES = [256, 32, 4, 1];
