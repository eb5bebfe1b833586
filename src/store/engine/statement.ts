import { type Compilable, type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * A statement that is compiled once. Each use binds its values by position. The caller of an operation passes `Given`; the
 * operation adds `Computed`. They are apart so that nothing is copied to join them. `Row` is the result row.
 */
export interface Statement<Given, Row, Computed = object> {
  readonly sql: string;
  bind(given: Given, computed: Computed): unknown[];
  /** Never set: carries the type of the rows. */
  readonly row?: Row;
}

/**
 * Compiles a statement that Kysely builds around placeholders for the members of `Given` and `Computed`:
 *
 *   compile((p: { id: string }) => db.selectFrom('wallets').selectAll().where('reference', '=', p.id))
 *
 * Compiles at its first use, because a starting process has hundreds of statements and needs a few.
 */
export function compile<Given extends object, Row, Computed extends object = object>(
  build: (given: Given, computed: Computed) => Compilable<Row>,
): Statement<Given, Row, Computed> {
  let known: Compiled | undefined;
  const compiled = (): Compiled =>
    (known ??= compileNow(build(placeholders('given') as Given, placeholders('computed') as Computed)));
  return {
    get sql() {
      return compiled().sql;
    },
    bind(given, computed) {
      return compiled().slots.map(({ from, name, value }) => {
        if (from === 'given') return given[name as keyof Given];
        if (from === 'computed') return computed[name as keyof Computed];
        return from === 'live' ? (value as LiveValue).read() : value;
      });
    },
  };
}

interface Compiled {
  readonly sql: string;
  readonly slots: readonly Slot[];
}

function compileNow(statement: Compilable): Compiled {
  const { sql, parameters } = statement.compile();
  return { sql, slots: parameters.map(slotOf) };
}

interface Slot {
  readonly from: 'given' | 'computed' | 'live' | 'constant';
  readonly name: string;
  readonly value: unknown;
}

class Placeholder {
  constructor(
    readonly from: 'given' | 'computed',
    readonly name: string,
  ) {}
}

function slotOf(parameter: unknown): Slot {
  if (parameter instanceof Placeholder) return { from: parameter.from, name: parameter.name, value: null };
  const from = parameter instanceof LiveValue ? 'live' : 'constant';
  return { from, name: '', value: parameter };
}

/** Value of a statement that is read anew at each use. */
export class LiveValue {
  constructor(readonly read: () => unknown) {}
}

/** Kysely passes values through untouched. Each parameter that comes out therefore shows where it belongs. */
function placeholders(from: 'given' | 'computed'): object {
  return new Proxy({}, { get: (_, name) => new Placeholder(from, String(name)) });
}

/** Holds where a column has this text in it, in any case of ASCII letters. */
export function hasPart(column: string, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}

/** Compares a column, in the order of bytes, with the range of the texts that begin with the prefix. */
export function prefixRange(column: RawBuilder<unknown>, prefix: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${column} >= ${prefix} and ${column} < ${prefix + LAST_CHARACTER})`;
}

/** Code points have the order of their UTF-8 bytes. No text of ours has the last one, which is no character. */
const LAST_CHARACTER = '\u{10ffff}';
