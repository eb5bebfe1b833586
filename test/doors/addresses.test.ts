/** Where a terminal may call from. */
import { addressesContract } from '../contract/doors/addresses.js';
import { runCli } from '../support/gateway.js';
import { askGraphQL, deduct, DOORS, RPC2, startBench, type Bench } from '../support/doors/index.js';

const TERMINAL = '0029504320';
let bench: Bench;
const cli = (...args: readonly string[]) =>
  runCli(args, { CARDWAY_DATABASE_URL: `sqlite:${bench.ledger.path}` });

beforeAll(async () => {
  bench = await startBench({ env: { CARDWAY_TRUST_PROXY: '1', CARDWAY_STORE_CACHE_MS: '0' } });
  const allow = '192.0.2.0/24,2001:db8:5::/48';
  expect(await cli('terminals', 'set', TERMINAL, '--allow', allow)).toMatchObject({ status: 0 });
});

afterAll(() => bench.stop());

describe.each(DOORS)('on $name a terminal with a list of addresses', (door) =>
  addressesContract(door, () => bench, TERMINAL),
);

it('is in the audit log, before and after', async () => {
  const { out } = await cli('audit', 'list', '--subject', TERMINAL, '--json');
  expect(JSON.parse(out)).toMatchObject({
    entries: [
      {
        action: 'set_terminal',
        before: { allowedAddresses: null },
        after: { allowedAddresses: ['192.0.2.0/24', '2001:db8:5::/48'] },
      },
    ],
  });
});

it('is refused with the field and an example when it is none', async () => {
  const { status, err } = await cli('terminals', 'set', TERMINAL, '--allow', '10.1.2.3/8');
  expect([status, err]).toEqual([1, expect.stringContaining('for example 192.0.2.7, 10.0.0.0/8')]);
});

it('is set and taken away through GraphQL, at once', async () => {
  const set = (addresses: readonly string[]) =>
    askGraphQL(
      bench.url,
      `mutation Set($addresses: [String!]) {
        setTerminal(input: { terminalId: "0068766621", allowedAddresses: $addresses }) { allowedAddresses }
      }`,
      { variables: { addresses } },
    );
  const call = () => RPC2.call(bench.url, deduct(), { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  expect(await set(['2001:DB8::/32'])).toMatchObject({
    data: { setTerminal: { allowedAddresses: ['2001:db8::/32'] } },
  });
  expect((await call()).resultCode).toBe(-8);
  expect(await set([])).toMatchObject({ data: { setTerminal: { allowedAddresses: null } } });
  expect((await call()).resultCode).toBe(1);
});
