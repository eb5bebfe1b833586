import {
  deduct,
  CHANNELS,
  GRAPHQL,
  JSON_PROXY,
  KEY_CHANNELS,
  KEYS,
  reversalOf,
  send,
  sharedBench,
  XML_CHANNELS,
  type Call,
  type Channel,
  type Reply,
} from '../support/channels/index.js';
import { SECOND, SEEDED } from '../support/channels/second-programme.js';
import { metric } from '../fault/metrics.js';
import { constants } from '../support/constants.js';

const NAMED_CHANNELS = CHANNELS.map((channel) => [channel.name, channel] as const);
const NAMED_KEY_CHANNELS = KEY_CHANNELS.map((channel) => [channel.name, channel] as const);

/** Own address of every case: the proxy in front is trusted. */
let lastAddress = 0;
const freshAddress = (): Record<string, string> => {
  lastAddress += 1;
  return { 'X-Forwarded-For': `198.51.100.${String(lastAddress)}` };
};

const bench = sharedBench({
  seed: SEEDED.seed,
  env: {
    ...SEEDED.env,
    CARDWAY_TRUST_PROXY: '1',
    CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: '5',
    ...constants({ WRONG_CHECKSUMS_NOTICED: 1000 }),
  },
});

const wrong = (): Call => ({ ...deduct(), checksum: 'ab'.repeat(32) });

function refused(channel: Channel, heard: Reply): void {
  expect(Number(heard.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(heard.headers['retry-after'])).toBeLessThanOrEqual(60);
  if (channel.errors === 'rpc') {
    expect([heard.status, heard.resultCode]).toEqual([200, -9]);
  } else {
    expect([heard.status, heard.errorCode]).toEqual([429, 'RATE_LIMITED']);
    if (channel.errors === 'json') expect(heard.resultCode).toBe(-9);
  }
}

describe('failed authentication', () => {
  it.each(NAMED_KEY_CHANNELS)(
    'by a wrong key is answered up to the limit, then refused (%s)',
    async (_name, channel) => {
      const headers = freshAddress();
      for (let time = 0; time < 5; time += 1) {
        expect(
          (await channel.call(bench.url, deduct(), { key: `guess-${String(time)}`, headers })).status,
        ).toBe(401);
      }
      refused(channel, await channel.call(bench.url, deduct(), { key: 'guess-6', headers }));
    },
  );

  it.each(NAMED_KEY_CHANNELS)(
    'by a terminal of another programme counts like one that does not exist (%s)',
    async (_name, channel) => {
      const foreign = { ...deduct({ terminal_id: SECOND.terminalId }), password: SECOND.password };
      for (const call of [foreign, { ...foreign, ...deduct({ terminal_id: '9999999999' }) }]) {
        const headers = freshAddress();
        for (let time = 0; time < 5; time += 1) {
          const heard = await channel.call(bench.url, call, { headers });
          expect([heard.errorCode, heard.field]).toEqual(['UNAUTHENTICATED', null]);
        }
        refused(channel, await channel.call(bench.url, call, { headers }));
      }
    },
  );

  it.each(NAMED_CHANNELS)('never keeps out a caller with a valid credential (%s)', async (_name, channel) => {
    const headers = freshAddress();
    for (let time = 0; time < 8; time += 1) await channel.call(bench.url, wrong(), { headers });
    const heard = await channel.call(bench.url, deduct(), { headers });
    expect([heard.status, heard.resultCode]).toEqual([200, 1]);
    refused(channel, await channel.call(bench.url, wrong(), { headers }));
  });

  it('is counted over all interfaces together', async () => {
    const headers = freshAddress();
    for (const channel of XML_CHANNELS) {
      for (let time = 0; time < 2; time += 1) await channel.call(bench.url, wrong(), { headers });
    }
    await GRAPHQL.call(bench.url, deduct(), { key: 'guess', headers });
    refused(JSON_PROXY, await JSON_PROXY.call(bench.url, deduct(), { key: 'guess', headers }));
    const report = await send(`${bench.url}/v1/transactions/1_20260101_1`, {
      method: 'GET',
      headers: { ...headers, Authorization: 'Bearer guess' },
    });
    expect(report.status).toBe(429);
    expect(Number(report.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('counts neither a call without credentials nor a valid checksum with an old date', async () => {
    const headers = freshAddress();
    for (let time = 0; time < 8; time += 1) {
      const anonymous = await JSON_PROXY.call(bench.url, deduct(), { key: null, headers });
      expect(anonymous.status).toBe(401);
      const far = deduct({ transaction_date: '20991231T23:59:59' });
      expect((await JSON_PROXY.call(bench.url, far, { headers })).status).toBe(401);
    }
    expect((await JSON_PROXY.call(bench.url, wrong(), { headers })).status).toBe(401);
  });

  it('raises an alert with the address, once per window, and a metric', async () => {
    const headers = freshAddress();
    // Filters by its own address: alerts of earlier tests may come after this one begins.
    const told = `"alert":"authentication_flood","address":"${String(headers['X-Forwarded-For'])}"`;
    const alerts = () => bench.gateway.lines.filter((line) => line.includes(told));
    for (let time = 0; time < 12; time += 1) await JSON_PROXY.call(bench.url, wrong(), { headers });
    await expect(untilMany(alerts, 1)).resolves.toBe(1);
    expect(
      await metric(bench.url, 'cardway_rate_limited_total', 'limit="failedAuthentication"'),
    ).toBeGreaterThan(6);
  });
});

/** Waits for log lines, which come a little later than replies. */
async function untilMany(lines: () => readonly string[], count: number): Promise<number> {
  const deadline = Date.now() + 5000;
  while (lines().length < count && Date.now() < deadline) await new Promise(setImmediate);
  return lines().length;
}

describe('guessing at a terminal', () => {
  const locked = sharedBench({
    env: {
      CARDWAY_TRUST_PROXY: '1',
      ...constants({ WRONG_CHECKSUMS_PER_HOUR: 4, WRONG_CHECKSUMS_NOTICED: 3 }),
    },
  });

  it.each(NAMED_CHANNELS)('is locked out at its address, and nobody else is (%s)', async (_name, channel) => {
    const headers = freshAddress();
    const terminal_id = '0068766621';
    for (let time = 0; time < 4; time += 1) await channel.call(locked.url, wrong(), { headers });
    const heard = await channel.call(locked.url, wrong(), { headers });
    expect(Number(heard.headers['retry-after'])).toBeGreaterThan(500);
    // The terminal itself from there, its mistakes from elsewhere, and another terminal from there.
    expect((await channel.call(locked.url, deduct({ terminal_id }), { headers })).resultCode).toBe(1);
    const elsewhere = await channel.call(locked.url, wrong(), { headers: freshAddress() });
    expect(elsewhere.headers['retry-after']).toBeUndefined();
    const other = { ...deduct({ terminal_id: '0029504320' }), checksum: 'ab'.repeat(32) };
    expect((await channel.call(locked.url, other, { headers })).headers['retry-after']).toBeUndefined();
  });
});

describe('limits on transactions', () => {
  describe('of a terminal', () => {
    const limited = sharedBench({ env: { CARDWAY_LIMITS_TRANSACTIONS_PER_MINUTE_OF_TERMINAL: '3' } });

    it('count over all interfaces, wrong checksums and advices apart', async () => {
      for (const channel of CHANNELS) await channel.call(limited.url, wrong());
      const original = deduct();
      for (const call of [original, deduct(), deduct()]) {
        expect((await JSON_PROXY.call(limited.url, call)).resultCode).toBe(1);
      }
      for (const channel of CHANNELS) {
        const call = deduct();
        refused(channel, await channel.call(limited.url, call));
        expect(limited.wallet.calls.some((sent) => sent.body.includes(call.fields['transaction_id']!))).toBe(
          false,
        );
        // A repeated call gets the saved answer.
        expect((await channel.call(limited.url, original)).resultCode).toBe(1);
        expect((await channel.call(limited.url, reversalOf(original))).resultCode).toBe(1);
      }
      const other = deduct({ terminal_id: '0029504320' });
      expect((await JSON_PROXY.call(limited.url, other)).resultCode).toBe(1);
    });
  });

  describe('of a key', () => {
    const limited = sharedBench({ env: { CARDWAY_LIMITS_TRANSACTIONS_PER_MINUTE_OF_KEY: '2' } });

    it('count calls with the key, and not the calls of terminals without one', async () => {
      for (const channel of KEY_CHANNELS) {
        expect((await channel.call(limited.url, deduct(), { key: KEYS.client })).resultCode).toBe(1);
      }
      for (const channel of KEY_CHANNELS) refused(channel, await channel.call(limited.url, deduct()));
      for (const channel of XML_CHANNELS) {
        for (let time = 0; time < 3; time += 1) {
          expect((await channel.call(limited.url, deduct())).resultCode).toBe(1);
        }
      }
    });
  });
});
