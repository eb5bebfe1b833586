import { createSealer } from '../../../src/core/access/seal.js';
import { methodTable } from '../../../src/core/transactions/methods.js';
import type { Wallet } from '../../../src/use-cases/directory/directory-port.js';
import type { ClaimInput } from '../../../src/use-cases/transactions/ledger-port.js';
import {
  createMatchUnmatched,
  type MatchUnmatchedDeps,
} from '../../../src/use-cases/transactions/advice/match-advice.js';
import { deduct, reversal } from '../../contract/samples.js';
import { rowOf, useStore, world } from './nodes.js';

useStore();

const SEALER = createSealer({
  masterKey: Buffer.alloc(32, 7),
  hashKey: Buffer.alloc(32, 8),
  random: (size) => Buffer.alloc(size),
});
const EVERY_MS = 1000;

const card = (cardId: number, trackingNumber: string | null = null) => ({
  cardId,
  trackingNumber,
  isDefault: trackingNumber === null,
  isBlocked: false,
});

/** Makes a directory that learns wallets. */
function bench(more: Partial<MatchUnmatchedDeps> = {}) {
  const { ledger } = world.store;
  const wallets = new Map<string, Wallet>();
  const asked: string[] = [];
  const look = createMatchUnmatched({
    ledger,
    clock: { nowMs: () => world.nowMs, monotonicMs: () => world.nowMs },
    methods: methodTable(),
    directory: {
      terminal: () => Promise.resolve(null),
      card: () => Promise.resolve(null),
      wallet: (reference) => {
        asked.push(reference);
        return Promise.resolve(wallets.get(reference) ?? null);
      },
      apiKey: () => Promise.resolve(null),
    },
    directoryMode: 'required',
    hasher: SEALER,
    sealer: SEALER,
    matchEveryMs: EVERY_MS,
    batchMax: 2,
    ...more,
  });
  return {
    look,
    ledger,
    wallets,
    asked,
    wait: (ms: number) => (world.nowMs += ms),
    row: rowOf,
  };
}

let number = 0;

/** Makes an unmatched advice. A terminal names neither customer nor card. */
async function unmatched(
  { ledger }: ReturnType<typeof bench>,
  named: { readonly customerId: number; readonly cardId: number } | null,
  transactionData: object = {},
  change: Partial<ClaimInput> = {},
): Promise<string> {
  number += 1;
  const requestId = `${String(named?.cardId ?? 0)}_20260101220500_${String(number)}`;
  const envelope = {
    request: { reference: 'W', transaction_data: transactionData, more: 'kept' },
    customer_id: named?.customerId ?? 0,
    card_id: named?.cardId ?? 0,
    request_id: requestId,
  };
  await ledger.claim(
    reversal({
      requestId,
      reference: 'W',
      state: 'unmatched',
      customerId: named?.customerId ?? null,
      cardId: named?.cardId ?? null,
      checksum: String(number),
      sealedBody: SEALER.seal(Buffer.from(JSON.stringify(envelope)), `transaction:${requestId}`),
      ...change,
    }),
  );
  return requestId;
}

const wallet: Wallet = {
  reference: 'W',
  programme: 'sandbox',
  customerId: 7,
  isBlocked: true,
  cards: [card(70), card(71, '627028')],
};

it.each([
  ['its default card', {}, 70],
  ['the card that KLV 002 names', { tracking_number: '627028' }, 71],
])('puts %s into the bytes, in place', async (_, data, cardId) => {
  const at = bench();
  const requestId = await unmatched(at, null, data);
  await at.look();
  expect((await at.row(requestId)).state).toBe('unmatched');
  at.wallets.set('W', wallet);
  at.wait(EVERY_MS);
  await at.look();
  expect(await at.row(requestId)).toMatchObject({ state: 'queued', customerId: 7, cardId });
  const bytes = SEALER.open((await at.ledger.sealedBody(requestId))!, `transaction:${requestId}`);
  expect(bytes.toString('utf8')).toBe(
    JSON.stringify({
      request: { reference: 'W', transaction_data: data, more: 'kept' },
      customer_id: 7,
      card_id: cardId,
      request_id: requestId,
    }),
  );
});

describe('a reversal whose original was sent', () => {
  /** Makes a Deduct of the wallet with customer 7 and card 70, and the advice that finds it. */
  async function reversed(at: ReturnType<typeof bench>, named: Parameters<typeof unmatched>[1]) {
    const original = deduct({ reference: 'W', customerId: 7, cardId: 70 });
    await at.ledger.claim(original);
    const requestId = await unmatched(at, named);
    expect((await at.row(requestId)).originalRequestId).toBe(original.requestId);
    return requestId;
  }

  it.each([
    ['moved to another programme', { ...wallet, programme: 'other' }],
    ['is known no more', null],
  ])('gets its customer and card, where the wallet %s', async (_, now) => {
    const at = bench();
    const requestId = await reversed(at, null);
    if (now !== null) at.wallets.set('W', now);
    await at.look();
    expect(await at.row(requestId)).toMatchObject({ state: 'queued', customerId: 7, cardId: 70 });
  });
});

it.each([
  ['is no reversal', 'sandbox', { methodName: 'DeductAdjustment', reverses: [] }],
  ['reverses a transaction of another programme', 'other', {}],
])('an advice that %s does not get the customer of its original', async (_, programme, change) => {
  const at = bench();
  const original = deduct({ reference: 'W', customerId: 7, cardId: 70, programme });
  await at.ledger.claim(original);
  const requestId = await unmatched(at, null, {}, change);
  expect((await at.row(requestId)).originalRequestId).toBe(original.requestId);
  await at.look();
  expect((await at.row(requestId)).state).toBe('unmatched');
});

it('looks a wallet up once per round of limited rows, and continues after them in the next round', async () => {
  const at = bench();
  const ids = [await unmatched(at, null), await unmatched(at, null), await unmatched(at, null)];
  await at.look();
  expect(at.asked).toHaveLength(1);
  await at.look();
  expect(at.asked).toHaveLength(1);
  at.wallets.set('W', wallet);
  for (const seen of [1, 2]) {
    at.wait(EVERY_MS);
    await at.look();
    const rows = await Promise.all(ids.map(at.row));
    expect(rows.filter(({ state }) => state === 'queued')).toHaveLength(seen === 1 ? 1 : 3);
  }
});

it('an advice whose wallet cannot be read holds up no later one', async () => {
  const { ledger } = world.store;
  let isFirst = true;
  const find: typeof ledger.find = (requestId) => {
    const fails = isFirst;
    isFirst = false;
    return fails ? Promise.reject(new Error('It cannot be read.')) : ledger.find(requestId);
  };
  const made = bench({ batchMax: 10, ledger: { ...ledger, find } });
  const first = await unmatched(made, null);
  await unmatched(made, null);
  made.wallets.set('W', wallet);
  await expect(made.look()).rejects.toThrow('It cannot be read.');
  expect((await made.row(first)).state).toBe('queued');
});
