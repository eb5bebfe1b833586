/** Tests what the console keeps over a sign-in that fails: a real provider, a real gateway and a real browser. */
import { signInSettings, startProvider, type TestProvider } from '../support/sign-in/provider.js';
import { openBench, type ConsoleBench } from './bench.js';

let provider: TestProvider;
let bench: ConsoleBench;

beforeAll(async () => {
  provider = await startProvider();
  bench = await openBench(signInSettings(provider));
  await provider.register(bench.gateway.url);
  await provider.setPerson({ id: 'nobody', name: 'No Role', groups: ['others'] });
});

afterAll(async () => {
  await bench.close();
  await provider.stop();
});

it('a sign-in that fails leads back to the page at which it began', async () => {
  const page = await bench.open('/transactions?state=in_doubt', { isSignedIn: false });
  const link = page.getByRole('link', { name: /^Sign in with/ });
  await link.click();
  await page.locator('input[name=login]').fill('nobody');
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('none of your groups has a role').waitFor();
  expect(page.url()).toBe(`${bench.gateway.url}/console/transactions?state=in_doubt`);
  expect(await link.getAttribute('href')).toContain('state%3Din_doubt');
});
