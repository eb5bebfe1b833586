import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type RawBuilder,
  sql,
  type SqlBool,
} from 'kysely';

/** A statement that is compiled once. Each use binds its values by position. `Row` is the result row. */
export interface Statement<Given, Row> {
  readonly sql: string;
  bind(given: Given): unknown[];
  /** Never set: carries the type of the rows. */
  readonly row?: Row;
}

/**
 * Compiles a statement that Kysely builds around placeholders for the members of `Given`:
 *
 *   compile((p: { id: string }) => db.selectFrom('wallets').selectAll().where('reference', '=', p.id))
 *
 * Compiles at its first use, because a starting process has hundreds of statements and needs a few.
 */
export function compile<Given extends object, Row>(
  build: (given: Given) => Compilable<Row>,
): Statement<Given, Row> {
  let known: CompiledQuery | undefined;
  const compiled = (): CompiledQuery => (known ??= build(PLACEHOLDERS as Given).compile());
  return {
    get sql() {
      return compiled().sql;
    },
    bind(given) {
      return compiled().parameters.map((parameter) => {
        if (parameter instanceof Placeholder) return given[parameter.name as keyof Given];
        return parameter instanceof LiveValue ? parameter.read() : parameter;
      });
    },
  };
}

class Placeholder {
  constructor(readonly name: string) {}
}

/** Value of a statement that is read anew at each use. */
export class LiveValue {
  constructor(readonly read: () => unknown) {}
}

/** Kysely passes values through untouched. Each parameter that comes out therefore shows where it belongs. */
const PLACEHOLDERS: object = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

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
