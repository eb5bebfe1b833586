import { keyReachContract, reachContract, secondDeduct } from '../contract/interfaces/reach.js';
import { BOUND_CLIENT, OTHER_CLIENT, SECOND, SEEDED } from '../support/channels/second-programme.js';
import {
  askGraphQL,
  deduct,
  CHANNELS,
  JSON_PROXY,
  KEY_CHANNELS,
  KEYS,
  nodesOf,
  requestIdOf,
  RPC2,
  send,
  sharedBench,
  type Call,
} from '../support/channels/index.js';

const bench = sharedBench(SEEDED);

describe.each(CHANNELS)('$name', (channel) => {
  reachContract(channel, () => bench);
});

describe.each(KEY_CHANNELS)('$name', (channel) => {
  keyReachContract(channel, () => bench);
});

describe('a saved transaction', () => {
  /** Transactions by their caller, and the keys that may see each. */
  const ROWS = [
    { title: 'of the bound terminal', call: deduct(), sees: ['client', 'other', 'bound', 'operator'] },
    {
      title: 'of another terminal of the programme',
      call: deduct({ terminal_id: '0029504320' }),
      sees: ['client', 'other', 'operator'],
    },
    { title: 'of the second programme', call: secondDeduct(), sees: ['second', 'operator'] },
  ];
  const READERS: Readonly<Record<string, string>> = {
    client: KEYS.client,
    other: OTHER_CLIENT,
    bound: BOUND_CLIENT,
    second: SECOND.key,
    operator: KEYS.operator,
  };

  beforeAll(async () => {
    for (const { call } of ROWS) expect((await RPC2.call(bench.url, call)).resultCode).toBe(1);
  });

  describe.each(ROWS)('$title', ({ call, sees }) => {
    const requestId = requestIdOf(call);

    it.each(Object.keys(READERS))('is shown to %s exactly within the reach of the key', async (reader) => {
      const key = READERS[reader]!;
      const isSeen = sees.includes(reader);
      expect((await one(requestId, key)).data).toEqual({ transaction: isSeen ? { requestId } : null });
      expect(await listed(key)).toBe(isSeen);
      const report = await send(`${bench.url}/v1/transactions/${requestId}`, {
        method: 'GET',
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(report.status).toBe(isSeen ? 200 : 404);
    });

    const listed = async (key: string): Promise<boolean> => {
      const list = 'transactions(first: 200)';
      const rows = await nodesOf<{ requestId: string }>(bench.url, list, 'requestId', { key });
      return rows.some((row) => row.requestId === requestId);
    };
  });

  it('is not for callers without a key', async () => {
    const { status, errors } = await one(requestIdOf(ROWS[0]!.call), null);
    expect({ status, code: errors[0]!.extensions.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it('is replayed to a key whose terminal made the call itself', async () => {
    const call: Call = deduct();
    const first = await RPC2.call(bench.url, call);
    const again = await JSON_PROXY.call(bench.url, call, { key: BOUND_CLIENT });
    expect(again).toMatchObject({ replayed: true, resultCode: first.resultCode });
  });

  it('and its terminal look the same as ones that do not exist', async () => {
    const foreign = requestIdOf(ROWS[2]!.call);
    const asked = (query: string, key: string) => askGraphQL(bench.url, query, { key });
    for (const key of [KEYS.client, OTHER_CLIENT, BOUND_CLIENT]) {
      const reads = (terminalId: string) => [
        `{ transactions(filter: { terminalId: "${terminalId}" }) { edges { cursor } pageInfo { hasNextPage hasPreviousPage } } }`,
        `{ terminal(terminalId: "${terminalId}") { terminalId } }`,
        '{ terminals { edges { cursor } } }',
      ];
      const heard = await Promise.all(reads(SECOND.terminalId).map((query) => asked(query, key)));
      expect(heard).toEqual(await Promise.all(reads('9999999999').map((query) => asked(query, key))));
      const reported = async (requestId: string) => {
        const headers = { Authorization: `Bearer ${key}` };
        const { status, bytes } = await send(`${bench.url}/v1/transactions/${requestId}`, {
          method: 'GET',
          headers,
        });
        return { status, body: bytes.toString('utf8') };
      };
      expect(await reported(foreign)).toEqual(await reported('6001_20200817175857_1'));
    }
  });

  function one(requestId: string, key: string | null) {
    return askGraphQL<{ transaction: unknown }>(
      bench.url,
      'query ($requestId: String!) { transaction(requestId: $requestId) { requestId } }',
      { key, variables: { requestId } },
    );
  }
});
