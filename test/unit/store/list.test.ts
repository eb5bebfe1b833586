import { deduct } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

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
