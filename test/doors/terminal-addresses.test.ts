import { expectAnswer, expectError, withoutTrace } from '../contract/doors/register.js';
import { askGraphQL } from '../support/doors/graphql.js';
import {
  deduct,
  KEY_DOORS,
  KEYS,
  reversalOf,
  startBench,
  XML_DOORS,
  type Bench,
  type Call,
} from '../support/doors/index.js';

/** Contract section 3: a terminal may have an address allow-list. The proxy in front is trusted. */
let bench: Bench;

beforeAll(async () => {
  bench = await startBench({ env: { CARDWAY_TRUST_PROXY: '1' } });
  await allow('["203.0.113.0/24", "2001:db8::7"]');
});

afterAll(() => bench.stop());

async function allow(addresses: string): Promise<void> {
  const input = `{ terminalId: "0068766621", addresses: ${addresses} }`;
  const set = await askGraphQL(
    bench.url,
    `mutation { setTerminal(input: ${input}) { terminalId addresses } }`,
    { key: KEYS.operator },
  );
  expect(set.errors).toEqual([]);
}

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
const ELSEWHERE = ['198.51.100.9', '203.0.114.1', '2001:db8::8', '203.0.113.9, 198.51.100.9', 'unknown'];

describe.each(XML_DOORS)('$name', (door) => {
  it.each(['203.0.113.9', '::ffff:203.0.113.254', '2001:db8:0::7'])(
    'takes its terminal at %s',
    async (address) => {
      expectAnswer(door, await door.call(bench.url, deduct(), from(address)), 1);
    },
  );

  it.each(ELSEWHERE)('refuses it from %s, advices too, and neither saves nor sends', async (address) => {
    const original = deduct();
    const calls: readonly Call[] = [original, reversalOf(original)];
    for (const call of calls) {
      const heard = await withoutTrace(bench, () => door.call(bench.url, call, from(address)));
      expectError(door, heard, 'FORBIDDEN');
    }
  });

  it('tells nobody without the password that there is a list', async () => {
    const call = { ...deduct(), checksum: 'ab'.repeat(32) };
    for (const address of ['198.51.100.9', '203.0.113.9'])
      expectError(door, await door.call(bench.url, call, from(address)), 'UNAUTHENTICATED');
  });
});

it.each(KEY_DOORS.map((door) => [door.name, door] as const))(
  'says nothing about callers with a key (%s)',
  async (_name, door) => {
    expectAnswer(door, await door.call(bench.url, deduct(), from('198.51.100.9')), 1);
  },
);

it('is taken away by an empty list', async () => {
  await allow('[]');
  for (const door of XML_DOORS)
    expectAnswer(door, await door.call(bench.url, deduct(), from('198.51.100.9')), 1);
});

it.each(['["203.0.113.0/33"]', '["somewhere"]', '["203.0.113.9,198.51.100.9"]', '["7"]', '[""]'])(
  'is refused when it holds something else than addresses: %s',
  async (addresses) => {
    const query = `mutation { setTerminal(input: { terminalId: "0029504320", addresses: ${addresses} }) { terminalId } }`;
    const { errors } = await askGraphQL(bench.url, query, { key: KEYS.operator });
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_REQUEST', field: 'addresses' });
  },
);
