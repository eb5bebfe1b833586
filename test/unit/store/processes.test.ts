import { startChild } from './child/start.js';
import { deduct } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

describe('several processes on one file', () => {
  const folder = temporaryFolder();

  it('share the ids without duplicates', async () => {
    const count = 300;
    const store = await migratedStore({ file: folder.file });
    const children = [1, 2].map(() => startChild('claim-all.ts', folder.file, String(count)));
    let mine = 0;
    for (let number = count; number >= 1; number -= 1) {
      const outcome = await store.ledger.claim(deduct({ requestId: `5001_20260101220405_${number}` }));
      if (outcome.kind === 'claimed') mine += 1;
    }
    const theirs = await Promise.all(children.map(({ ended }) => ended));
    expect(theirs.reduce((sum, claimed) => sum + Number(claimed), mine)).toBe(count);
    expect(await store.ledger.count({})).toBe(count);
    await store.close();
  });
});
