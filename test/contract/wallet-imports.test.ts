/** Every wallet with cards has one default card after an import, because a call that names no card needs it. */
import type { Store } from '../../src/store/store.js';
import { eachDatabase } from '../support/databases.js';
import { keptFor } from './kept.js';

type Written = readonly [reference: string, cardId: number, isDefault?: boolean];

eachDatabase((name, create) => {
  describe(`imported wallets on ${name}`, () => {
    let here: Store;
    let there: Store;
    const kept = keptFor(create, async (database) => ({
      here: await database.open(),
      there: await database.open(),
    }));

    beforeEach(async () => {
      ({ here, there } = await kept());
      await here.directoryAdmin.putProgramme({ programme: 'shop' });
    });

    const take = (...lines: readonly Written[]) =>
      here.administration.walletImports.take({
        subject: 'test',
        actor: 'test',
        lines: lines.map(([reference, cardId, isDefault = null], index) => ({
          line: index + 1,
          reference,
          programme: 'shop',
          customerId: 1,
          isBlocked: null,
          card: { cardId, trackingNumber: null, isDefault, isBlocked: null },
        })),
      });

    /** Asks once for each wallet: a store remembers it for a while. */
    const defaults = async (reference: string): Promise<number[]> =>
      (await there.directory.wallet(reference))?.cards
        .filter(({ isDefault }) => isDefault)
        .map(({ cardId }) => cardId) ?? [];

    it('have a default card though no line wants to be it', async () => {
      await take(['new', 2, false], ['new', 1, false]);
      expect(await defaults('new')).toEqual([1]);
    });

    it('give the place of a card that is not to be the default to another one', async () => {
      await take(['w', 1], ['w', 2], ['w', 3]);
      await take(['w', 1, false], ['w', 2, false]);
      expect(await defaults('w')).toEqual([3]);
    });

    it('keep the default card where no line leaves another one', async () => {
      await take(['kept', 1], ['kept', 2, true]);
      await take(['kept', 1, false], ['kept', 2, false]);
      expect(await defaults('kept')).toEqual([2]);
    });

    it('do not change when the same lines come again', async () => {
      const lines: Written[] = [
        ['a', 1, false],
        ['b', 2, false],
        ['b', 3],
        ['b', 4, false],
      ];
      expect(await take(...lines)).toMatchObject({ added: 2, changed: 0 });
      expect(await take(...lines)).toMatchObject({ added: 0, changed: 0 });
      expect([await defaults('a'), await defaults('b')]).toEqual([[1], [3]]);
    });

    it('have one where the default card left for another wallet', async () => {
      await take(['from', 1], ['from', 2], ['to', 3]);
      await take(['to', 1], ['from', 2, false]);
      expect([await defaults('from'), await defaults('to')]).toEqual([[2], [3]]);
    });
  });
});
