import fc from 'fast-check';
import { windows } from '../../../src/store/engine/windowed-list.js';
import { deduct } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

describe('windows', () => {
  it('cover a range without gap or overlap, in either direction', () => {
    const range = fc.record({
      oldest: fc.nat(500),
      length: fc.nat(500),
      rows: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(range, fc.boolean(), ({ oldest, length, rows }, newestFirst) => {
        const all = [...windows({ oldest, newest: oldest + length }, rows, newestFirst)];
        const ordered = newestFirst ? all.reverse() : all;
        expect(ordered[0]?.oldest).toBe(oldest);
        expect(ordered.at(-1)?.newest).toBe(oldest + length);
        for (const [index, window] of ordered.entries()) {
          expect(window.newest - window.oldest).toBeLessThan(rows);
          if (index > 0) expect(window.oldest).toBe((ordered[index - 1]?.newest ?? 0) + 1);
        }
      }),
    );
  });
});

describe('a list over more rows than one window', () => {
  it('finds the rows of a card in every block', async () => {
    const folder = temporaryFolder();
    const store = await migratedStore({ file: folder.file });
    const count = 2_500;
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        store.ledger.claim(
          deduct({
            requestId: `1_20260101220405_${index}`,
            cardId: index % 500,
            transactionId: `T-${index}`,
          }),
        ),
      ),
    );
    expect(await store.ledger.count({ cardId: 7 })).toBe(5);
    const { rows, hasNextPage } = await store.ledger.list({ filter: { cardId: 7 }, first: 4 });
    expect(rows.map(({ transactionId }) => transactionId)).toEqual(['T-2007', 'T-1507', 'T-1007', 'T-507']);
    expect(hasNextPage).toBe(true);
    expect(await store.ledger.count({})).toBe(count);
    await store.close();
    folder.remove();
  });
});
