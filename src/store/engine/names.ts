/**
 * The one mapping between names of the program (camelCase) and of the database (snake_case). Statements are compiled once, so it costs
 * a call nothing.
 */

/** Selects columns under the program's names: `named('keyId', 'role')` is `key_id as keyId, role`. */
export function named<const Names extends readonly string[]>(...names: Names): Selected<Names> {
  const selected = names.map((name) => (snake(name) === name ? name : `${snake(name)} as ${name}`));
  return selected as unknown as Selected<Names>;
}

/** Returns these members of `values` under the names of their columns, for an insert or update. */
export function columnsOf<Values extends object, const Name extends keyof Values & string>(
  values: Values,
  ...names: readonly Name[]
): { [N in Name as Snake<N>]: Values[N] } {
  const columns = names.map((name) => [snake(name), values[name]] as const);
  return Object.fromEntries(columns) as { [N in Name as Snake<N>]: Values[N] };
}

type Selected<Names extends readonly string[]> = {
  [Index in keyof Names]: Snake<Names[Index]> extends Names[Index]
    ? Names[Index]
    : `${Snake<Names[Index]>} as ${Names[Index]}`;
};

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Name;

/** Column under its name in the program: `key_id as keyId`. */
export type NamedColumn<Column> = Column extends string
  ? Camel<Column> extends Column
    ? Column
    : `${Column} as ${Camel<Column>}`
  : never;

type Camel<Column extends string> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Column;

export function camel(column: string): string {
  return column.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase());
}

export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
