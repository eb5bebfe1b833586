/** Tests how the console shows amounts: of each number of decimal places, and of a partial approval. */
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';
import { deduct, openBench, type ConsoleBench } from './bench.js';

let wallet: TestWallet;
let bench: ConsoleBench;

beforeAll(async () => {
  wallet = await startWallet({ behaviour: approving({ resultCode: 2, approvalAmount: 1000 }) });
  bench = await openBench({ CARDWAY_DOWNSTREAM_URL: wallet.url });
});

afterEach(() => bench.closePages());

afterAll(async () => {
  await bench.close();
  await wallet.close();
});

it.each([
  ['JPY', 'JP¥1,439', 'JP¥1,000'],
  ['EUR', '€14.39', '€10.00'],
  ['KWD', 'KWD 1.439', 'KWD 1.000'],
])('a partial approval in %s', async (currency, requested, approved) => {
  await bench.ask(
    'operator',
    'mutation ($input: PutProgrammeInput!) { putProgramme(input: $input) { programme { currency } } }',
    { input: { programme: 'sandbox', name: 'Sandbox', currency } },
  );
  const requestId = await deduct(bench);
  const page = await bench.open(`/transactions/${requestId}`);
  await page.getByText('partly approved 2').first().waitFor();
  const valueOf = async (name: string): Promise<string | undefined> => {
    const value = page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
    return (await value.textContent())?.replace(/\s/g, ' ');
  };
  expect(await valueOf('Amount')).toBe(requested);
  expect(await valueOf('Approved amount')).toBe(approved);
});
