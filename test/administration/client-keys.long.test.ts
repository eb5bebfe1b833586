/**
 * Allowed changes of wallets by client keys, and those that only operators may make (docs/reference/protocol.md#authorization).
 */
import { KEYS } from '../support/channels/channels.js';
import { askGraphQL, type GraphQLReply } from '../support/channels/graphql.js';
import { sharedInProcess } from '../support/in-process.js';

type Reply = GraphQLReply<Record<string, never>>;

interface CardPut {
  readonly cardId: number;
  readonly trackingNumber?: string | null;
  readonly default?: boolean;
  readonly blocked?: boolean;
}

interface Put {
  readonly reference: string;
  readonly customerId: number;
  readonly programme?: string;
  readonly blocked?: boolean;
  readonly cards?: readonly CardPut[];
}

const WALLET = 'reference programme customerId blocked cards { cardId trackingNumber default blocked }';
const PUT = `mutation ($input: PutWalletInput!) { putWallet(input: $input) { wallet { ${WALLET} } } }`;

const gateway = sharedInProcess({});
let bound: string;
let second: string;
let lastId = 7_000;
const freshId = (): number => (lastId += 1);

beforeAll(async () => {
  await ask('mutation { putProgramme(input: { programme: "other" }) { programme { name } } }');
  second = await keyOf('keyId: "second", role: CLIENT, programme: "sandbox"');
  bound = await keyOf(
    'keyId: "bound", role: CLIENT, programme: "sandbox", terminalIds: ["0068766621", "0029504320"]',
  );
});

const ask = (query: string, variables = {}, key: string = KEYS.operator): Promise<Reply> =>
  askGraphQL(gateway.url, query, { key, variables });

async function keyOf(input: string): Promise<string> {
  const { data } = await ask(`mutation { createKey(input: { ${input} }) { secret } }`);
  return (data as unknown as { createKey: { secret: string } }).createKey.secret;
}

const put = (input: Put, key: string = KEYS.client) => ask(PUT, { input }, key);
const refusal = ({ errors, data }: Reply) => ({
  data,
  about: errors.map(({ extensions }) => extensions),
});
const forbidden = (field: string) => ({ data: null, about: [{ code: 'FORBIDDEN', field }] });
const block = (reference: string, cardId: number | null = null) =>
  ask(
    'mutation ($reference: String!, $cardId: SafeInt) { blockWallet(input: { reference: $reference, cardId: $cardId }) { wallet { blocked } } }',
    { reference, cardId },
  );

async function walletOf(reference: string): Promise<unknown> {
  const query = `query ($reference: String!) { wallet(reference: $reference) { ${WALLET} } }`;
  return ((await ask(query, { reference })).data as unknown as { wallet: unknown }).wallet;
}

/** Makes a wallet with two cards by a client key. */
async function made(cards: readonly Omit<CardPut, 'cardId'>[] = [{ trackingNumber: 'T1' }, {}]) {
  const id = freshId();
  const input = {
    reference: `w-${String(id)}`,
    customerId: id,
    cards: cards.map((card) => ({ ...card, cardId: freshId() })),
  };
  expect((await put(input)).errors).toEqual([]);
  const [first, other] = input.cards as [CardPut, CardPut];
  return { input, reference: input.reference, first, other };
}

/** Checks that client keys change nothing of the wallets, and that an operator may make the same change. */
async function onlyForOperators(input: Put, field: string, ...wallets: readonly string[]): Promise<void> {
  const before = await Promise.all(wallets.map(walletOf));
  for (const key of [KEYS.client, second]) expect(refusal(await put(input, key))).toEqual(forbidden(field));
  expect(await Promise.all(wallets.map(walletOf))).toEqual(before);
  const { errors } = await put({ ...input, programme: 'sandbox' }, KEYS.operator);
  expect(errors).toEqual([]);
}

it('put new wallets, add cards, and change unblocked ones', async () => {
  const { input, first, other } = await made();
  const third = { cardId: freshId() };
  const cards = [{ ...first, trackingNumber: 'T9' }, { ...other, default: true }, third];
  const { data, errors } = await put({ ...input, blocked: false, cards }, second);
  expect(errors).toEqual([]);
  expect(data).toMatchObject({
    putWallet: {
      wallet: {
        blocked: false,
        cards: [
          { cardId: first.cardId, trackingNumber: 'T9', default: false },
          { cardId: other.cardId, trackingNumber: null, default: true },
          { cardId: third.cardId, default: false, blocked: false },
        ],
      },
    },
  });
});

it('block, also repeatedly; only operators unblock', async () => {
  const { input, reference, first, other } = await made();
  const blocked = { ...input, blocked: true, cards: [{ ...first, blocked: true }, other] };
  expect((await put(blocked)).errors).toEqual([]);
  expect((await put(blocked)).errors).toEqual([]);
  // Left out, the field keeps its value.
  expect((await put(input)).errors).toEqual([]);
  expect(await walletOf(reference)).toMatchObject({ blocked: true, cards: [{ blocked: true }, {}] });
  await onlyForOperators({ ...input, blocked: false }, 'blocked', reference);
  const open = { ...first, blocked: false };
  await onlyForOperators({ ...input, cards: [open, other] }, 'cards.blocked', reference);
  expect((await put({ ...input, blocked: false, cards: [open, other] })).errors).toEqual([]);
});

it('lift no block that an operator set, also with two calls at once', async () => {
  const { input, reference } = await made();
  expect((await block(reference)).errors).toEqual([]);
  const tried = await Promise.all(
    [KEYS.client, second, KEYS.client, second].map((key) => put({ ...input, blocked: false }, key)),
  );
  expect(tried.map(refusal)).toEqual(tried.map(() => forbidden('blocked')));
  expect(await walletOf(reference)).toMatchObject({ blocked: true });
});

it('cannot remove a block that is set at the same time', async () => {
  for (let time = 0; time < 10; time += 1) {
    const { input, reference } = await made();
    const [, , set] = await Promise.all([
      put({ ...input, blocked: false }),
      put({ ...input, blocked: false }, second),
      block(reference),
      put({ ...input, blocked: false }, second),
    ]);
    expect(set.errors).toEqual([]);
    expect(await walletOf(reference)).toMatchObject({ blocked: true });
  }
});

it('give no wallet to another customer', async () => {
  const { input, reference } = await made();
  await onlyForOperators({ ...input, customerId: freshId() }, 'customerId', reference);
});

it('take no card of another customer, blocked or not', async () => {
  for (const isBlocked of [false, true]) {
    const theirs = await made();
    const { cardId } = theirs.first;
    if (isBlocked) await block(theirs.reference, cardId);
    const taker = { reference: `taker-${String(freshId())}`, customerId: freshId(), cards: [{ cardId }] };
    await onlyForOperators(taker, 'cards.cardId', theirs.reference, taker.reference);
    // Even an operator lifts a block only explicitly.
    expect(await walletOf(taker.reference)).toMatchObject({ cards: [{ cardId, blocked: isBlocked }] });
    // The remaining card becomes the default card.
    const left = { cardId: theirs.other.cardId, default: true };
    expect(await walletOf(theirs.reference)).toMatchObject({ cards: [left] });
  }
});

it('take no card in two steps: a client cannot first remove it from its wallet', async () => {
  const { input, reference, first, other } = await made();
  await onlyForOperators({ ...input, cards: [other] }, 'cards', reference);
  const rest = await made();
  await onlyForOperators({ ...rest.input, cards: [] }, 'cards', rest.reference);
  const taker = { reference: `taker-${String(freshId())}`, customerId: freshId(), cards: [first] };
  // The operator moved it away above.
  expect((await put(taker)).errors).toEqual([]);
});

it('bound to terminals read wallets and change none', async () => {
  const { input, reference } = await made();
  for (const wanted of [input, { ...input, blocked: true }, { ...input, reference: 'new' }])
    expect(refusal(await put(wanted, bound))).toEqual(forbidden('reference'));
  expect(await walletOf('new')).toBeNull();
  const read = await ask(
    'query ($r: String!) { wallet(reference: $r) { blocked } }',
    { r: reference },
    bound,
  );
  expect(read.data).toEqual({ wallet: { blocked: false } });
});
