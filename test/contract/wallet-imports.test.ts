/** Every wallet with cards has one default card after an import, because a call that names no card needs it. */
import type { Store } from '../../src/store/store.js';
import type { ImportLines } from '../../src/use-cases/directory/administration-port.js';
import { eachDatabase } from '../support/databases.js';
import { keptFor } from './kept.js';
import { directoryOf } from '../support/directory.js';

type Written = readonly [
  reference: string,
  cardId: number,
  isDefault?: boolean | undefined,
  customerId?: number,
];
type Took = Pick<ImportLines, 'move' | 'check'>;

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
      await directoryOf(here).putProgramme({ programme: 'shop' });
    });

    const take = (...lines: readonly Written[]) => takeAs({ move: true }, ...lines);
    const takeAs = (how: Took, ...lines: readonly Written[]) =>
      here.administration.walletImports.take({
        ...how,
        file: 'test',
        actor: 'test',
        lines: lines.map(([reference, cardId, isDefault = null, customerId = 1], index) => ({
          line: index + 1,
          reference,
          programme: 'shop',
          customerId,
          card: { cardId, default: isDefault },
        })),
      });

    /** Asks once for each wallet: a store remembers it for a while. */
    const defaults = async (reference: string): Promise<number[]> =>
      (await there.directory.wallet(reference))?.cards
        .filter(({ isDefault }) => isDefault)
        .map(({ cardId }) => cardId) ?? [];

    it('have a default card though no line wants to be it', async () => {
      await take(['new', 2, false], ['new', 1, false]);
      expect(await defaults('new')).toEqual([2]);
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

    describe('that move something', () => {
      /** The spreadsheet has taken the zeros away. */
      const LINES: Written[] = [
        ['43172792', 1],
        ['other', 2, undefined, 5],
        ['new', 3],
      ];
      const CARD = {
        line: 1,
        field: 'card_id',
        problem: expect.stringContaining('wallet 0043172792.') as string,
      };
      const CUSTOMER = {
        line: 2,
        field: 'customer_id',
        problem: expect.stringContaining('customer 1.') as string,
      };
      const audited = async () =>
        (await there.administration.audit.list({ filter: {}, first: 50 })).rows.map(
          ({ actor, action, subject, reason, before, after }) => [
            actor,
            action,
            subject,
            reason,
            before,
            after,
          ],
        );
      const state = async () =>
        Promise.all(
          ['0043172792', '43172792', 'other', 'new'].map(async (reference) => {
            const wallet = await there.administration.wallets.find(reference);
            return wallet === null ? null : [wallet.customerId, ...wallet.cards.map(({ cardId }) => cardId)];
          }),
        );

      beforeEach(() => take(['0043172792', 1], ['other', 2]));

      it.each([true, false])('are rejected, each with its field; isCheck %s', async (isCheck) => {
        const before = await audited();
        expect(await takeAs({ move: false, check: isCheck }, ...LINES)).toEqual({
          added: 1,
          changed: 0,
          moved: 0,
          rejected: [CARD, CUSTOMER],
        });
        expect(await state()).toEqual([[1, 1], null, [1, 2], isCheck ? null : [1, 3]]);
        expect((await audited()).length - before.length).toBe(isCheck ? 0 : 1);
      });

      it('move with isMove, are counted, and are each in the audit log', async () => {
        const counts = { added: 2, changed: 1, moved: 2, rejected: [] };
        expect(await takeAs({ move: true, check: true }, ...LINES)).toEqual(counts);
        expect(await state()).toEqual([[1, 1], null, [1, 2], null]);
        const before = await audited();
        expect(await takeAs({ move: true }, ...LINES)).toEqual(counts);
        expect(await state()).toEqual([[1], [1, 1], [5, 2], [1, 3]]);
        const card = ['{"cardId":1,"reference":"0043172792"}', '{"cardId":1,"reference":"43172792"}'];
        expect((await audited()).slice(0, -before.length)).toEqual(
          expect.arrayContaining([
            ['test', 'move_card', '43172792', 'test', ...card],
            ['test', 'put_wallet', 'other', 'test', '{"customerId":1}', '{"customerId":5}'],
            expect.arrayContaining(['import_wallets']),
          ]) as unknown,
        );
        expect(await takeAs({}, ...LINES)).toMatchObject({
          changed: 0,
          rejected: [],
        });
      });
    });

    it('have one where the default card left for another wallet', async () => {
      await take(['from', 1], ['from', 2], ['to', 3]);
      await take(['to', 1], ['from', 2, false]);
      expect([await defaults('from'), await defaults('to')]).toEqual([[2], [3]]);
    });
  });
});
