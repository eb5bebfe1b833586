import type { Compilable } from 'kysely';

/** A statement that was compiled once; each use binds its values by position. `Row` is what it returns. */
export interface Statement<Input, Row> {
  readonly sql: string;
  bind(input: Input): unknown[];
  /** Never there: carries the type of the rows. */
  readonly row?: Row;
}

/**
 * Compiles a statement that Kysely builds around stand-ins for the members of `Input`:
 *
 *   compile((p: { id: string }) => db.selectFrom('wallets').selectAll().where('reference', '=', p.id))
 */
export function compile<Input extends object, Row>(
  build: (p: Input) => Compilable<Row>,
): Statement<Input, Row> {
  const { sql, parameters } = build(standIns<Input>()).compile();
  const slots = parameters.map((value) =>
    value instanceof StandIn ? { name: value.name, value: null } : { name: null, value },
  );
  return {
    sql,
    bind(input) {
      const values = new Array<unknown>(slots.length);
      for (const [index, slot] of slots.entries()) {
        values[index] = slot.name === null ? slot.value : input[slot.name as keyof Input];
      }
      return values;
    },
  };
}

class StandIn {
  constructor(readonly name: string) {}
}

/** Kysely passes values through untouched, so that what comes out as a parameter tells where it belongs. */
function standIns<Input extends object>(): Input {
  return new Proxy({} as Input, { get: (_, name) => new StandIn(String(name)) });
}
