import type { Compilable } from 'kysely';

/**
 * A statement that was compiled once; each use binds its values by position. `Given` is what the caller of an operation passed,
 * `Computed` what the operation adds, apart so that nothing is copied to bring them together; `Row` is what comes back.
 */
export interface Statement<Given, Row, Computed = object> {
  readonly sql: string;
  bind(given: Given, computed: Computed): unknown[];
  /** Never there: carries the type of the rows. */
  readonly row?: Row;
}

/**
 * Compiles a statement that Kysely builds around stand-ins for the members of `Given` and `Computed`:
 *
 *   compile((p: { id: string }) => db.selectFrom('wallets').selectAll().where('reference', '=', p.id))
 */
export function compile<Given extends object, Row, Computed extends object = object>(
  build: (given: Given, computed: Computed) => Compilable<Row>,
): Statement<Given, Row, Computed> {
  const { sql, parameters } = build(standIns('given') as Given, standIns('computed') as Computed).compile();
  const slots = parameters.map(slotOf);
  return {
    sql,
    bind(given, computed) {
      const values: unknown[] = [];
      for (const slot of slots) {
        if (slot.from === 'given') values.push(given[slot.name as keyof Given]);
        else if (slot.from === 'computed') values.push(computed[slot.name as keyof Computed]);
        else if (slot.from === 'live') values.push((slot.value as LiveValue).read());
        else values.push(slot.value);
      }
      return values;
    },
  };
}

interface Slot {
  readonly from: 'given' | 'computed' | 'live' | 'constant';
  readonly name: string;
  readonly value: unknown;
}

class StandIn {
  constructor(
    readonly from: 'given' | 'computed',
    readonly name: string,
  ) {}
}

function slotOf(parameter: unknown): Slot {
  if (parameter instanceof StandIn) return { from: parameter.from, name: parameter.name, value: null };
  const from = parameter instanceof LiveValue ? 'live' : 'constant';
  return { from, name: '', value: parameter };
}

/** A value of a statement that is read anew at each use. */
export class LiveValue {
  constructor(readonly read: () => unknown) {}
}

/** Kysely passes values through untouched, so that what comes out as a parameter tells where it belongs. */
function standIns(from: 'given' | 'computed'): object {
  return new Proxy({}, { get: (_, name) => new StandIn(from, String(name)) });
}
