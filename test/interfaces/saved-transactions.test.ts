import { transactionReportContract } from '../contract/interfaces/transaction-report.js';
import {
  askGraphQL,
  balance,
  deduct,
  CHANNELS,
  GRAPHQL,
  JSON_PROXY,
  KEYS,
  loadAuth,
  nodesOf,
  requestIdOf,
  reversalOf,
  RPC2,
  sharedBench,
  stop,
  USUAL,
  type LedgerRow,
} from '../support/channels/index.js';
import { answer, cut, respond, type Behaviour, type WalletAnswer } from '../support/wallet/index.js';

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly requestId: string } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

const ASK = (args: string): string =>
  `{ transactions${args === '' ? '' : `(${args})`} { edges { cursor node { requestId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

/** Rows of the ledger, newest first. */
let rows: LedgerRow[];

const bench = sharedBench();

beforeAll(async () => {
  const original = deduct();
  const story: readonly (readonly [Behaviour | WalletAnswer, () => Promise<unknown>])[] = [
    [USUAL, () => RPC2.call(bench.url, original)],
    [USUAL, () => RPC2.call(bench.url, reversalOf(original))],
    [USUAL, () => RPC2.call(bench.url, reversalOf(deduct()))],
    [USUAL, () => GRAPHQL.call(bench.url, balance())],
    [USUAL, () => JSON_PROXY.call(bench.url, loadAuth())],
    [USUAL, () => JSON_PROXY.call(bench.url, deduct({ reference: '556789731480' }))],
    [answer({ resultCode: -17 }), () => JSON_PROXY.call(bench.url, deduct({ terminal_id: '0029504320' }))],
    [cut(), () => RPC2.call(bench.url, deduct())],
    [respond({ status: 429 }), () => RPC2.call(bench.url, deduct())],
    [cut(), () => RPC2.call(bench.url, balance())],
    [respond({ status: 429 }), () => RPC2.call(bench.url, stop())],
  ];
  for (const [behaviour, run] of story) {
    bench.wallet.behave(behaviour);
    await run();
  }
  bench.wallet.behave(USUAL);
  rows = bench.ledger.rows().reverse();
  expect(rows).toHaveLength(story.length);
});

/** Returns the arguments: conditions go into `filter`, the rest beside it. */
function argumentsOf(args: string): string {
  const page = /^(?:first|last|after|before|filter):/.test(args);
  if (page) return args;
  const [, conditions = args, rest = ''] = /^(.*?)(, (?:first|last|after|before): .*)$/.exec(args) ?? [];
  return `filter: { ${conditions} }${rest}`;
}

async function page(args: string, key: string = KEYS.operator): Promise<Page> {
  const { data, errors } = await askGraphQL<{ transactions: Page }>(bench.url, ASK(argumentsOf(args)), {
    key,
  });
  expect(errors).toEqual([]);
  return data!.transactions;
}

const idsOf = (of: Page): string[] => of.edges.map(({ node }) => node.requestId);

const ids = (of: readonly LedgerRow[]): string[] => of.map((row) => row.request_id);

describe('the query transactions', () => {
  it('lists newest first, to operators and to the clients of the programme', async () => {
    expect(idsOf(await page(''))).toEqual(ids(rows));
    expect(idsOf(await page('', KEYS.client))).toEqual(ids(rows));
  });

  it.each([
    { args: 'first: 201', field: 'first' },
    { args: 'last: 201', field: 'last' },
    { args: 'first: -1', field: 'first' },
    { args: 'first: 1, last: 1', field: 'last' },
    { args: 'after: "nonsense"', field: 'after' },
    { args: 'before: "dC0x"', field: 'before' },
    { args: 'time: { from: "yesterday" }', field: undefined },
    { args: 'state: GONE', field: undefined },
  ])('refuses $args', async ({ args, field }) => {
    const { errors } = await askGraphQL(bench.url, ASK(argumentsOf(args)));
    expect(errors[0]!.extensions).toMatchObject({
      code: 'BAD_REQUEST',
      ...(field === undefined ? {} : { field }),
    });
  });

  it('shows reversals beside their original', async () => {
    const fields = 'linked { methodName originalRequestId linked { id } }';
    const oldest = await nodesOf(bench.url, 'transactions(filter: { method: "Deduct" }, last: 1)', fields);
    const originalRequestId = rows.at(-1)!.request_id;
    expect(oldest).toEqual([{ linked: [{ methodName: 'DeductReversal', originalRequestId, linked: [] }] }]);
  });
});

describe('the query transaction', () => {
  it('is null for an unknown id', async () => {
    const query = '{ transaction(requestId: "5001_20260817_404") { requestId } }';
    expect((await askGraphQL(bench.url, query)).data).toEqual({ transaction: null });
  });

  it.each(CHANNELS)('shows the transaction of $name', async (channel) => {
    const call = deduct();
    await channel.call(bench.url, call);
    const requestId = requestIdOf(call, channel.checksumForm);
    const { data } = await askGraphQL(bench.url, SHOWN, { variables: { requestId }, key: KEYS.client });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
    expect(data!['transaction']).toEqual({
      id: `txn_${Buffer.from(requestId).toString('base64url')}`,
      channel: channel.ledgerName.toUpperCase(),
      programme: 'sandbox',
      effect: 'MONEY',
      customerId: 1001,
      cardId: 5001,
      requestAmount: 200,
      receivedAt: time,
      claimedAt: time,
      sentAt: time,
      httpStatus: 200,
      answeredAt: time,
      settledAt: time,
    });
  });

  const SHOWN = `query ($requestId: String!) { transaction(requestId: $requestId) {
    id channel programme effect customerId cardId requestAmount receivedAt claimedAt sentAt httpStatus answeredAt settledAt } }`;
});

describe('a page', () => {
  it('has 50 entries by default, and stays in place while rows are added', async () => {
    const more = Array.from({ length: 60 }, () =>
      RPC2.call(bench.url, deduct({ terminal_id: '0029504320' })),
    );
    await Promise.all(more);
    const first = await page('');
    expect(first.edges).toHaveLength(50);
    expect(first.pageInfo.hasNextPage).toBe(true);
    await RPC2.call(bench.url, deduct());
    const second = await page(`first: 50, after: "${first.pageInfo.endCursor!}"`);
    const all = ids(bench.ledger.rows().reverse()).slice(1);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(all.slice(0, 100));
  });
});

transactionReportContract(() => bench);
