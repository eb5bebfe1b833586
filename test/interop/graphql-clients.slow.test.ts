/** Tests stock GraphQL clients, each in its own process, as their users write them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { send } from '../support/channels/http.js';
import { KEYS } from '../support/channels/index.js';
import { sharedGateway, temporaryFolder } from '../support/gateway.js';
import { approving, cut, sharedWallet } from '../support/wallet/index.js';

const DOUBTFUL_AMOUNT = 666;

const folder = temporaryFolder();

let calls = 0;

const wallet = sharedWallet({
  behaviour: (call) =>
    call.body.toString('utf8').includes(`"request_amount":${String(DOUBTFUL_AMOUNT)}`)
      ? cut()
      : approving({ balanceAmount: 626900 })(call),
});

const gateway = sharedGateway(() => ({ folder, env: { CARDWAY_DOWNSTREAM_URL: wallet.url } }));

beforeAll(async () => {
  const report = await send(`${gateway.url}/network/v1/digitizations`, {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.network}` },
    body: JSON.stringify({
      card_id: 5001,
      wallet_id: '103',
      token_reference: 'DNITHE-1',
      token_requestor_id: '50110030273',
    }),
  });
  expect(report.status).toBe(200);
});

interface Heard {
  readonly query: { readonly transactions: { readonly edges: readonly unknown[] } };
  readonly mutation: { readonly deduct: object };
  readonly subscription: { readonly events: object } | null;
  /** States that a watched list of transactions showed, before and after one of them was settled. */
  readonly cache?: readonly (readonly string[])[];
}

async function run(name: string): Promise<Heard> {
  const doubtful = inputOf(DOUBTFUL_AMOUNT);
  await pay(doubtful);
  const { client, integrator, operator } = KEYS;
  const task = {
    url: gateway.url,
    keys: { client, integrator, operator },
    input: inputOf(200),
    requestId: doubtful.requestId,
  };
  const script = join(__dirname, 'graphql-clients', `${name}.mjs`);
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(task)]);
  return JSON.parse(stdout) as Heard;
}

function inputOf(requestAmount: number) {
  calls += 1;
  return {
    terminalId: '0068766621',
    reference: '43172792905',
    requestAmount,
    narrative: 'KARINA FURNITURE       CURACAO       CUW',
    transactionType: '00',
    transactionId: `77${String(calls)}`,
    transactionDate: '20260817T17:58:57',
    customerId: 1001,
    cardId: 5001,
    requestId: `5001_20260817175857_77${String(calls)}`,
  };
}

async function pay(input: object): Promise<void> {
  const query = 'mutation ($input: DeductInput!) { deduct(input: $input) { requestId } }';
  const { status } = await send(`${gateway.url}/graphql`, {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.client}` },
    body: JSON.stringify({ query, variables: { input } }),
  });
  expect(status).toBe(200);
}

it.each(['graphql-request', 'graphql-ws', 'graphql-sse', 'urql', 'apollo'])(
  '%s queries and mutates',
  async (name) => {
    const { query, mutation, subscription } = await run(name);
    expect(mutation.deduct).toMatchObject({ status: 'success', response: { resultCode: 1 } });
    expect(query.transactions.edges.length).toBeGreaterThan(1);
    if (name === 'graphql-request') expect(subscription).toBeNull();
    else
      expect(subscription!.events).toMatchObject({
        id: 'evt_000000000001',
        type: 'DIGITIZATION_COMPLETE',
        cardId: 5001,
      });
  },
);

it.each(['urql', 'apollo'])(
  'the normalising cache of %s updates a changed transaction by its id',
  async (name) => {
    const { cache = [] } = await run(name);
    const [before, after] = [cache[0], cache.at(-1)];
    expect(before).toEqual(['ANSWERED', 'IN_DOUBT', ...before!.slice(2)]);
    expect(after).toEqual(['ANSWERED', 'ANSWERED', ...before!.slice(2)]);
  },
);
