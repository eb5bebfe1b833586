import { KEYS } from '../support/channels/channels.js';
import { askGraphQL } from '../support/channels/graphql.js';
import { sharedGateway } from '../support/gateway.js';
import { cardway, type Ended } from '../cli/command.js';
import { constants } from '../support/constants.js';

const reconcile = (...args: string[]): Promise<Ended> =>
  cardway(['transactions', 'reconcile', '--url', gateway.url, ...args]);

const WALLET = 'reference: "43172792905", customerId: 1001, cardId: 5001';
const today = new Date().toISOString();
const DATE = today.slice(0, 19).replaceAll('-', '');

async function deduct(amount: number, data: string): Promise<void> {
  const fields = `terminalId: "0068766621", requestAmount: ${String(amount)}, narrative: "shop", transactionType: "00"`;
  await askGraphQL(
    gateway.url,
    `mutation { deduct(input: { ${WALLET} ${fields} transactionId: "${String(amount)}", transactionDate: "${DATE}" ${data} }) { status } }`,
    { key: KEYS.client },
  );
}

const gateway = sharedGateway({
  env: {
    CARDWAY_DOWNSTREAM_TIMEOUT_MS: '2000',
    ...constants({ DIRECTORY_CACHE_MS: 0 }),
  },
});

beforeAll(async () => {
  await deduct(100, 'transactionData: { originalCurrencyCode: "978" }');
  await deduct(250, 'transactionData: { originalCurrencyCode: "978" }');
  await deduct(900_000_000, '');
  await deduct(952, ''); // never answered
});

const DAY = today.slice(0, 10);
const HEADER =
  'day,programme,terminal_id,route,method_name,currency,count,amount,approved,approved_amount,declined,declined_amount,' +
  'refused,in_doubt,in_doubt_amount,contradicted,contradicted_amount,open\n';

it('a day is reported by programme, terminal, route and method, whatever the original currency', async () => {
  const { status, out } = await reconcile('--day', DAY);
  const counts = '4,900001302,2,350,1,900000000,0,1,952,0,0,0';
  expect([status, out]).toEqual([0, `${HEADER}${DAY},sandbox,0068766621,default,Deduct,USD,${counts}\n`]);
  const ndjson = await reconcile('--day', DAY, '--json');
  expect(
    ndjson.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    { day: DAY, programme: 'sandbox', currency: 'USD', approved_amount: 350, in_doubt_amount: 952 },
  ]);
});

it('sums beyond the range of a JSON number are exact', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  await deduct(most, 'transactionData: { originalCurrencyCode: "364" }');
  await deduct(most - 1, 'transactionData: { originalCurrencyCode: "364" }');
  const declined = (BigInt(most) + BigInt(most - 1) + 900_000_000n).toString();
  const { status, out } = await reconcile('--day', DAY);
  expect([status, out]).toEqual([0, expect.stringContaining(`,3,${declined},`)]);
  expect(JSON.parse((await reconcile('--day', DAY, '--json')).out)).toMatchObject({
    declined_amount: declined,
  });
});

it('a day without transactions has no lines, and an invalid day is refused', async () => {
  expect((await reconcile('--day', '2001-02-28')).out).toBe(HEADER);
  expect(await reconcile('--day', '2001-02-30')).toEqual({
    status: 2,
    out: '',
    err: '--day must be a date of the calendar, yyyy-MM-dd.\n',
  });
  expect(await reconcile('--day', 'today')).toMatchObject({ status: 2, out: '' });
});
