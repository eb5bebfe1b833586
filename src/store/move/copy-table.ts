import { CardwayError } from '../../errors.js';
import { createFactTable, placeFact } from './facts.js';
import { insertRows, placeOf, rowsAfter, type Place } from './rows.js';
import type { Side } from './side.js';
import type { MovedTable } from './tables.js';

/** Rows of one commit. */
const BATCH_ROWS = 200;

export interface Sides {
  readonly source: Side;
  readonly target: Side;
}

/**
 * Copies what is missing of a table. Each commit keeps how far it came, together with the rows: whatever ends this process, the next
 * one goes on behind the last row that is there.
 */
export async function copyTable(
  { source, target }: Sides,
  table: MovedTable,
  on: { readonly copied: (rows: number) => void; readonly stopping: AbortSignal },
): Promise<void> {
  const facts = createFactTable(target.dialect);
  const name = placeFact(table.name);
  let place = parsePlace(await target.read(facts.find(name)));
  while (!on.stopping.aborted) {
    const after = place;
    const rows = await source.read(rowsAfter(source.dialect, table, { after, limit: BATCH_ROWS }));
    const last = rows.at(-1);
    if (last === undefined) return;
    const next = placeOf(table, last);
    await target.commit(function* () {
      const reached = yield* facts.find(name);
      if (reached !== textOf(after)) throw new CardwayError('UNAVAILABLE', { message: OTHER_COPY });
      yield* insertRows(target.dialect, table, rows);
      yield* facts.put(name, textOf(next) ?? '');
    });
    place = next;
    on.copied(rows.length);
  }
}

const OTHER_COPY = 'Somebody else is filling the database at this moment.';

function textOf(place: Place | null): string | null {
  return place === null ? null : JSON.stringify(place);
}

function parsePlace(text: string | null): Place | null {
  return text === null ? null : (JSON.parse(text) as Place);
}
