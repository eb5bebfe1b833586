import { momentOf, addMs } from '../../../src/platform/clock.js';
import type { CardDirectory } from '../../../src/use-cases/directory/directory-port.js';
import type { WalletAnswer } from '../../../src/use-cases/transactions/downstream-port.js';
import { createWalletLookup } from '../../../src/use-cases/transactions/wallet-lookup.js';
import { ManualTime } from '../downstream/manual-time.js';

const walletOf = (reference: string): WalletAnswer => ({
  kind: 'known',
  wallet: {
    reference,
    programme: 'shop',
    customerId: 1,
    isBlocked: false,
    cards: [{ cardId: 7, trackingNumber: null, isDefault: true, isBlocked: false }],
  },
});

/** Makes a look-up that keeps two entries of each kind for so long, and records its requests. */
function lookupBench(
  answer: (reference: string) => WalletAnswer,
  cards: CardDirectory['card'] = () => Promise.resolve(null),
) {
  const time = new ManualTime();
  const asked: string[] = [];
  const lookup = createWalletLookup({
    ask({ reference }) {
      asked.push(reference);
      return Promise.resolve(answer(reference));
    },
    cards: { card: cards },
    clock: time,
    timer: time,
    timeoutMs: 100,
    knownMs: 1000,
    unknownMs: 10,
    entriesMax: 2,
    onLookup: () => undefined,
  });
  const find = async (...references: readonly string[]): Promise<void> => {
    for (const reference of references)
      await lookup.find({ reference, programme: 'shop', deadline: addMs(momentOf(time), 100) });
  };
  return { lookup, time, asked, find };
}

it('keeps the wallets requested last, up to its limit', async () => {
  const { asked, find } = lookupBench(walletOf);
  await find('a', 'b', 'a', 'c', 'a', 'c', 'b');
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
});

it('does not evict wallets for references without a wallet', async () => {
  const { asked, find } = lookupBench((reference) =>
    reference === 'a' ? walletOf('a') : { kind: 'unknown' },
  );
  await find('a', 'x', 'y', 'z', 'a', 'z');
  expect(asked).toEqual(['a', 'x', 'y', 'z']);
});

it('caches each answer for its time', async () => {
  const { asked, find, time } = lookupBench((reference) =>
    reference === 'a' ? walletOf('a') : { kind: 'unknown' },
  );
  await find('a', 'x');
  time.advance(10);
  await find('a', 'x');
  time.advance(990);
  await find('a');
  expect(asked).toEqual(['a', 'x', 'x', 'a']);
});

it('refuses a wallet with a card of another programme, and asks again', async () => {
  const card = { cardId: 7, programme: 'other', customerId: 9, isBlocked: false };
  const { asked, lookup } = lookupBench(walletOf, () => Promise.resolve(card));
  const question = {
    reference: 'a',
    programme: 'shop',
    deadline: { epochMs: 2_000_000, monotonicMs: 2_000_000 },
  };
  const answers = [await lookup.find(question), await lookup.find(question)];
  expect(answers).toEqual(Array(2).fill({ kind: 'failed', reason: 'foreign_card' }));
  expect(asked).toHaveLength(2);
});

it('keeps a card blocked that the directory has as blocked, under another reference', async () => {
  const card = { cardId: 7, programme: 'shop', customerId: 1, isBlocked: true };
  const { lookup } = lookupBench(walletOf, () => Promise.resolve(card));
  const deadline = { epochMs: 2_000_000, monotonicMs: 2_000_000 };
  for (const _source of ['service', 'cache'])
    expect(await lookup.find({ reference: 'a', programme: 'shop', deadline })).toMatchObject({
      kind: 'known',
      wallet: { isBlocked: false, cards: [{ cardId: 7, isBlocked: true }] },
    });
});

it.each([
  [
    'a block',
    { programme: 'shop', isBlocked: true },
    { wallet: { cards: [{ cardId: 7, isBlocked: true }] } },
  ],
  ['a move', { programme: 'other', isBlocked: false }, { kind: 'failed', reason: 'foreign_card' }],
])('applies %s of a card in the directory at once to a cached wallet', async (_change, now, answer) => {
  let card = { cardId: 7, programme: 'shop', customerId: 1, isBlocked: false };
  const { asked, lookup } = lookupBench(walletOf, () => Promise.resolve(card));
  const question = {
    reference: 'a',
    programme: 'shop',
    deadline: { epochMs: 2_000_000, monotonicMs: 2_000_000 },
  };
  await lookup.find(question);
  card = { ...card, ...now };
  expect(await lookup.find(question)).toMatchObject(answer);
  expect(asked).toEqual(['a']);
});

it('gives a call up at its own deadline, even if another call has more time', async () => {
  const { lookup, time } = lookupBench(walletOf, () => new Promise(() => undefined));
  const question = { reference: 'a', programme: 'shop' };
  void lookup.find({ ...question, deadline: addMs(momentOf(time), 90) });
  const short = lookup.find({ ...question, deadline: addMs(momentOf(time), 20) });
  time.advance(20);
  expect(await short).toEqual({ kind: 'failed', reason: 'deadline_passed' });
});
