import type { Operation } from '../../../src/store/engine/operation.js';
import {
  type MovedRow,
  type MovedTable,
  type RowLocator,
  rowLocatorOf,
  rowsAfter,
} from '../../../src/store/maintenance/rows.js';
import { openSide } from '../../../src/store/maintenance/side.js';
import { temporaryFolder } from './temporary-store.js';

it('rows with a key of two columns are read in pieces, each once', async () => {
  const folder = temporaryFolder();
  const side = await openSide(`sqlite:${folder.file}`, 'fill');
  const table: MovedTable = { name: 'shared_keys', key: ['programme', 'shared_key_id'] };
  const keys = ['a', 'b', 'c'].flatMap((programme) => ['1', '2', '3'].map((id) => [programme, id]));
  await side.run(put(keys.toReversed()));
  const read: unknown[] = [];
  let after: RowLocator | null = null;
  for (;;) {
    const piece: readonly MovedRow[] = await side.run(rowsAfter(side.dialect, table, { after, limit: 2 }));
    const last = piece.at(-1);
    if (last === undefined) break;
    read.push(...piece.map((row) => rowLocatorOf(table, row)));
    after = rowLocatorOf(table, last);
  }
  expect(read).toEqual(keys);
  await side.close();
  folder.remove();
});

function* put(keys: readonly string[][]): Operation<void> {
  yield {
    sql: "insert into programmes (programme, name) values ('a', ''), ('b', ''), ('c', '')",
    values: [],
  };
  for (const key of keys)
    yield { sql: "insert into shared_keys values (?, ?, x'00', 'active', 1, 1)", values: key };
}
