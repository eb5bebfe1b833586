import { createWalletLookupClient } from '../../../src/outbound/downstream/wallet-lookup.js';
import { DOWNSTREAM_DEFAULTS } from '../../../src/outbound/downstream/routes.js';
import { addMs, momentOf } from '../../../src/platform/clock.js';
import { respond, startWallet, type TestWallet } from '../../support/wallet/index.js';
import { ManualTime } from './manual-time.js';
import { READERS, SIGNING_KEY } from './set-up.js';

let service: TestWallet;
beforeAll(async () => (service = await startWallet({ behaviour: respond({}) })));
afterAll(() => service.close());

/** Asks for the wallet `77`, which a service answers with these members. */
async function ask(members: object) {
  service.behave(
    respond({
      body: JSON.stringify({
        ...{ known: true, reference: '77', customer_id: 7, cards: [{ card_id: 1 }, { card_id: 2 }] },
        ...members,
      }),
    }),
  );
  const time = new ManualTime();
  const client = createWalletLookupClient({
    config: { url: service.url, timeoutMs: 500, signingKeys: [{ key: SIGNING_KEY }] },
    settings: DOWNSTREAM_DEFAULTS,
    readJson: READERS.readJson,
    clock: time,
    timer: time,
  });
  const deadline = addMs(momentOf(time), 500);
  const answer = await client.ask({ reference: '77', programme: 'shop', deadline });
  await client.close();
  return answer;
}

const card = (cardId: number, more: object = {}) => ({
  ...{ cardId, trackingNumber: null, isDefault: false, isBlocked: false },
  ...more,
});

it.each<[string, object, object]>([
  ['without a default, which is then the first card', {}, { cards: [card(1, { isDefault: true }), card(2)] }],
  [
    'with a default, a blocked card and a tracking number',
    {
      cards: [
        { card_id: 1, blocked: true },
        { card_id: 2, default: true, tracking_number: '02' },
      ],
    },
    { cards: [card(1, { isBlocked: true }), card(2, { isDefault: true, trackingNumber: '02' })] },
  ],
  ['that is blocked', { blocked: true }, { isBlocked: true }],
  ['with the most cards', { cards: Array.from({ length: 50 }, (_, id) => ({ card_id: id })) }, {}],
])('reads a wallet %s', async (_title, members, wallet) => {
  expect(await ask(members)).toMatchObject({
    kind: 'known',
    wallet: { reference: '77', programme: 'shop', customerId: 7, isBlocked: false, ...wallet },
  });
});

it.each<[string, object]>([
  ['no customer', { customer_id: '7' }],
  ['a block that is no flag', { blocked: 'true' }],
  ['no list of cards', { cards: { card_id: 1 } }],
  ['too many cards', { cards: Array.from({ length: 51 }, (_, id) => ({ card_id: id })) }],
  ['one card twice', { cards: [{ card_id: 1 }, { card_id: 1 }] }],
  ['two defaults', { cards: [1, 2].map((id) => ({ card_id: id, default: true })) }],
  ['a card that is no object', { cards: [{ card_id: 1 }, 2] }],
  ['a negative card', { cards: [{ card_id: -1 }] }],
  ['a blocked card that is no flag', { cards: [{ card_id: 1, blocked: 1 }] }],
  ['a default that is no flag', { cards: [{ card_id: 1, default: 1 }] }],
  ['a tracking number that is too long', { cards: [{ card_id: 1, tracking_number: '1'.repeat(100) }] }],
])('fails on %s', async (_title, members) => {
  expect(await ask(members)).toEqual({ kind: 'failed', reason: 'unusable' });
});
