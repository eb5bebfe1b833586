import { secondDeduct } from '../contract/interfaces/reach.js';
import { expectAnswer, withoutTrace } from '../contract/interfaces/register.js';
import { SECOND, SEEDED } from '../support/channels/second-programme.js';
import { askGraphQL, deduct, KEY_CHANNELS, sharedBench, stop, type Call } from '../support/channels/index.js';

/** The setting `directory: xml-only`: backends call for wallets that the directory does not know. */
const bench = sharedBench({ ...SEEDED, env: { ...SEEDED.env, CARDWAY_DIRECTORY: 'xml-only' } });

const UNKNOWN = { reference: 'nobody' };
const OF_NOBODY = { customerId: 7001, cardId: 7777 };
const OF_SECOND = { customerId: SECOND.customerId, cardId: SECOND.cardId };

describe.each(KEY_CHANNELS)('$name', (channel) => {
  const call = (made: Call, key?: string) => channel.call(bench.url, made, key === undefined ? {} : { key });
  const untraced = (made: Call) => withoutTrace(bench, () => call(made));

  it('forwards a call for a wallet that the directory does not know', async () => {
    expectAnswer(channel, await call({ ...deduct(UNKNOWN), ...OF_NOBODY }), 1);
    expect(bench.wallet.calls.at(-1)!.envelope()).toMatchObject({ customer_id: 7001, card_id: 7777 });
  });

  it('knows no wallet and no card that the directory has in another programme', async () => {
    expectAnswer(channel, await untraced({ ...deduct({ reference: SECOND.reference }), ...OF_SECOND }), -4);
    expectAnswer(channel, await untraced({ ...deduct({ reference: SECOND.reference }), ...OF_NOBODY }), -4);
    expectAnswer(channel, await untraced({ ...deduct(UNKNOWN), ...OF_SECOND }), -4);
    expectAnswer(channel, await untraced({ ...deduct(), ...OF_SECOND }), -4);
    expectAnswer(channel, await call(secondDeduct(), SECOND.key), 1);
  });

  it('sends no advice for a wallet of another programme', async () => {
    const sent = bench.wallet.calls.length;
    expectAnswer(channel, await call({ ...stop({ reference: SECOND.reference }), ...OF_SECOND }), 1);
    expect(bench.wallet.calls.length).toBe(sent);
    expect(bench.ledger.rows().at(-1)).toMatchObject({ state: 'unmatched', programme: 'sandbox' });
  });

  it('lets no other card, customer or reference pass a block', async () => {
    const block = (field: 'blockWallet' | 'unblockWallet') =>
      askGraphQL(
        bench.url,
        `mutation { ${field}(input: { reference: "43172792905" }) { wallet { reference } } }`,
      );
    expect((await block('blockWallet')).errors).toEqual([]);
    for (const other of [{}, { cardId: 7777 }, { customerId: 7001 }, { fields: deduct(UNKNOWN).fields }])
      expectAnswer(channel, await untraced({ ...deduct(), ...other }), -29);
    expect((await block('unblockWallet')).errors).toEqual([]);
    expectAnswer(channel, await call(deduct()), 1);
  });
});
