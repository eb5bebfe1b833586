import fc from 'fast-check';
import {
  type MovedRow,
  type MovedTable,
  type RowLocator,
  rowLocatorOf,
  rowsAfter,
} from '../../../src/store/maintenance/rows.js';
import { openSide } from '../../../src/store/maintenance/side.js';
import { createFingerprint } from '../../../src/store/maintenance/verify.js';
import { temporaryFolder } from './temporary-store.js';

const fingerprintOf = (rows: readonly MovedRow[]) => {
  const fingerprint = createFingerprint();
  rows.forEach((row) => fingerprint.add(row));
  return fingerprint.value;
};

const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
const rows = fc.array(fc.record({ a: value, b: value }), { maxLength: 20 });

describe('the fingerprint of a table', () => {
  it('is the same for any order of rows and columns', () => {
    fc.assert(
      fc.property(rows, (some) => {
        const turned = some.toReversed().map(({ a, b }) => ({ b, a }));
        expect(fingerprintOf(turned)).toEqual(fingerprintOf(some));
      }),
    );
  });

  it('differs when a value, its type or its column differs', () => {
    const of = (row: MovedRow): string => fingerprintOf([row]).checksum;
    const all = [
      { a: 1 },
      { a: '1' },
      { b: 1 },
      { a: null },
      { a: '' },
      { a: Buffer.from('1') },
      { a: 1, b: null },
    ];
    expect(new Set(all.map(of)).size).toBe(all.length);
  });

  it('differs for two equal rows, one and none', () => {
    const row = { a: 1 };
    const sums = [[], [row], [row, row]].map((some) => fingerprintOf(some).checksum);
    expect(new Set(sums).size).toBe(3);
  });

  it('treats U+0000 as its replacement on PostgreSQL', () => {
    expect(fingerprintOf([{ a: 'a\0b' }])).toEqual(fingerprintOf([{ a: 'a\uFFFDb' }]));
  });
});

it('rows with a key of two columns are read in pieces, each once', async () => {
  const folder = temporaryFolder();
  const side = await openSide(`sqlite:${folder.file}`, 'fill');
  const table: MovedTable = { name: 'shared_keys', key: ['programme', 'shared_key_id'] };
  const keys = ['a', 'b', 'c'].flatMap((programme) => ['1', '2', '3'].map((id) => [programme, id]));
  await side.commit(function* () {
    yield {
      sql: "insert into programmes (programme, name) values ('a', ''), ('b', ''), ('c', '')",
      values: [],
    };
    for (const [programme, id] of keys.toReversed()) {
      const sql = "insert into shared_keys values (?, ?, x'00', 'active', 1, 1)";
      yield { sql, values: [programme, id] };
    }
  });
  const read: unknown[] = [];
  let after: RowLocator | null = null;
  for (;;) {
    const piece: readonly MovedRow[] = await side.read(rowsAfter(side.dialect, table, { after, limit: 2 }));
    const last = piece.at(-1);
    if (last === undefined) break;
    read.push(...piece.map((row) => rowLocatorOf(table, row)));
    after = rowLocatorOf(table, last);
  }
  expect(read).toEqual(keys);
  await side.close();
  folder.remove();
});
