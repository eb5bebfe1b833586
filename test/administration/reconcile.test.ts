import { KEYS } from '../support/channels/channels.js';
import { askGraphQL } from '../support/channels/graphql.js';
import { startInProcess, type InProcessGateway } from '../support/in-process.js';
import { cardway, type Ended } from '../cli/command.js';

let gateway: InProcessGateway;

const reconcile = (...args: string[]): Promise<Ended> =>
  cardway(['transactions', 'reconcile', '--url', gateway.url, ...args]);

const WALLET = 'reference: "43172792905", customerId: 1001, cardId: 5001';
const today = new Date().toISOString();

async function deduct(amount: number, data: string): Promise<void> {
  const date = today.slice(0, 19).replaceAll('-', '');
  const fields = `terminalId: "0068766621", requestAmount: ${String(amount)}, narrative: "shop", transactionType: "00"`;
  await askGraphQL(
    gateway.url,
    `mutation { deduct(input: { ${WALLET} ${fields} transactionId: "${String(amount)}", transactionDate: "${date}" ${data} }) { status } }`,
    { key: KEYS.client },
  );
}

beforeAll(async () => {
  gateway = await startInProcess({ CARDWAY_DOWNSTREAM_TIMEOUT_MS: '2000' });
  await deduct(100, 'transactionData: { originalCurrencyCode: "978" }');
  await deduct(250, 'transactionData: { originalCurrencyCode: "978" }');
  await deduct(900_000_000, '');
  await deduct(952, ''); // never answered
});

afterAll(() => gateway.stop());

const DAY = today.slice(0, 10);
const HEADER =
  'day,terminal_id,route,method_name,currency,count,amount,approved,approved_amount,declined,declined_amount,' +
  'refused,in_doubt,in_doubt_amount,contradicted,contradicted_amount,open\n';

it('a day is reported by terminal, route, method and currency', async () => {
  const { status, out } = await reconcile('--day', DAY);
  expect([status, out]).toEqual([
    0,
    `${HEADER}${DAY},0068766621,default,Deduct,,2,900000952,0,0,1,900000000,0,1,952,0,0,0\n` +
      `${DAY},0068766621,default,Deduct,978,2,350,2,350,0,0,0,0,0,0,0,0\n`,
  ]);
  const ndjson = await reconcile('--day', DAY, '--format', 'ndjson');
  expect(
    ndjson.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    { day: DAY, currency: null, in_doubt: 1, in_doubt_amount: 952 },
    { day: DAY, currency: '978', approved: 2, approved_amount: 350 },
  ]);
});

it('sums beyond the range of a JSON number are exact', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  await deduct(most, 'transactionData: { originalCurrencyCode: "364" }');
  await deduct(most - 1, 'transactionData: { originalCurrencyCode: "364" }');
  const { status, out } = await reconcile('--day', DAY);
  expect(status).toBe(0);
  expect(out).toContain(`,364,2,18014398509481981,0,0,2,18014398509481981,`);
  const { lines } = JSON.parse((await reconcile('--day', DAY, '--json')).out) as { lines: object[] };
  expect(lines).toContainEqual(
    expect.objectContaining({ currency: '364', declinedAmount: '18014398509481981' }),
  );
});

it('a day without transactions has no lines, and an invalid day is refused', async () => {
  expect((await reconcile('--day', '2001-02-28')).out).toBe(HEADER);
  expect(await reconcile('--day', '2001-02-30')).toMatchObject({ status: 1, out: '' });
  expect(await reconcile('--day', 'today')).toMatchObject({ status: 2, out: '' });
});
