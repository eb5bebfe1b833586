/** Tests reports about a known token whose card the directory has lost, or whose wallet has another default card by now. */
import { RPC2, sharedBench } from '../../support/channels/index.js';
import { askGraphQL } from '../../support/channels/graphql.js';
import { attemptTables } from './database.js';
import { message, postRest, tokenOf } from './network-calls.js';

const bench = sharedBench();
const tables = attemptTables(bench);

beforeEach(() => putCards({ cardId: 5001, default: true }));

async function putCards(...cards: object[]): Promise<void> {
  const document = 'mutation ($input: PutWalletInput!) { putWallet(input: $input) { wallet { id } } }';
  const input = { programme: 'sandbox', reference: '43172792905', customerId: 1001, cards };
  expect((await askGraphQL(bench.url, document, { variables: { input } })).errors).toEqual([]);
}

async function codeOf(call: ReturnType<typeof message>): Promise<string | undefined> {
  const text = (await RPC2.call(bench.url, call)).bytes.toString();
  return /resultCode<\/name>\s*<value><int>(-?\d+)/.exec(text)?.[1];
}

const events = (): number => tables.traces()['events'] ?? 0;
const otherDefault = () => putCards({ cardId: 5001, default: false }, { cardId: 5009, default: true });

it('a message that comes again is a repeat, although the wallet has another default card', async () => {
  const call = message('tok-repeated');
  expect(await codeOf(call)).toBe('1');
  const before = events();
  await otherDefault();
  expect([await codeOf(call), events()]).toEqual(['1', before]);
});

it('a deletion by message is an event of the card of the token', async () => {
  expect(await codeOf(message('tok-deleted', { transaction_id: 'a1' }))).toBe('1');
  await otherDefault();
  const before = events();
  const deletion = message('tok-deleted', { transaction_id: 'a2' }, 'digitization.event.Deleted');
  expect([await codeOf(deletion), events()]).toEqual(['1', before + 1]);
  const [event] = tables.query('select data from events order by sequence desc limit 1');
  expect(JSON.parse(String(event?.['data']))).toMatchObject({ cardId: 5001, tokenReference: 'tok-deleted' });
});

it('a deletion is an event although the card was replaced', async () => {
  await postRest(bench.url, 'digitizations', tokenOf('tok-replaced'));
  await putCards({ cardId: 5010, default: true });
  const before = events();
  const deletion = tokenOf('tok-replaced', { event: 'Deleted', report_id: 'r1' });
  const { status, body } = await postRest(bench.url, 'digitizations', deletion);
  expect([status, events()]).toEqual([200, before + 1]);
  expect(body).toMatchObject({ card_id: 5001, customer_id: 1001 });
});

it('a completion that comes again is the same event although the card was replaced', async () => {
  const first = await postRest(bench.url, 'digitizations', tokenOf('tok-again'));
  await putCards({ cardId: 5010, default: true });
  const again = await postRest(bench.url, 'digitizations', tokenOf('tok-again'));
  expect([again.status, again.body]).toEqual([200, first.body]);
});
