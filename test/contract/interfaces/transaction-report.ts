import {
  balance,
  deduct,
  CHANNELS,
  KEYS,
  requestIdOf,
  RPC2,
  send,
  stop,
  USUAL,
  type Bench,
} from '../../support/channels/index.js';
import { answer, cut, gate, respond } from '../../support/wallet/index.js';

/**
 * Tests `GET /v1/transactions/{request_id}` (docs/reference/protocol.md#transaction-report), and the paths beside the interfaces.
 */
export function transactionReportContract(bench: () => Bench): void {
  beforeEach(() => bench().wallet.behave(USUAL));

  async function report(requestId: string, key: string | null = KEYS.client) {
    const headers: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
    const { status, bytes } = await send(`${bench().url}/v1/transactions/${requestId}`, {
      method: 'GET',
      headers,
    });
    return { status, body: JSON.parse(bytes.toString('utf8')) as Record<string, unknown> };
  }

  const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

  describe('GET /v1/transactions/{request_id}', () => {
    it.each(CHANNELS)('says where a transaction of $name stands', async (channel) => {
      const call = deduct();
      await channel.call(bench().url, call);
      const requestId = requestIdOf(call, channel.checksumForm);
      for (const key of [KEYS.client, KEYS.operator]) {
        const { status, body } = await report(requestId, key);
        expect(status).toBe(200);
        expect(body).toMatchObject({
          request_id: requestId,
          state: 'answered',
          default: false,
          method_name: 'Deduct',
          answer: {
            status: 'success',
            message: '',
            customer_id: 1001,
            response: { resultCode: 1, balanceAmount: 626900, actualBalance: 626900 },
          },
          received_at: TIME,
          claimed_at: TIME,
          sent_at: TIME,
          answered_at: TIME,
          settled_at: TIME,
        });
        expect(JSON.stringify(body)).not.toContain('checksum');
      }
    });

    it.each([
      {
        title: 'a decline',
        make: deduct,
        reply: answer({ resultCode: -17 }),
        expected: { state: 'answered', default: false },
      },
      {
        title: 'a doubt',
        make: deduct,
        reply: cut(),
        expected: { state: 'in_doubt', default: true, answer: null },
      },
      {
        title: 'a refusal',
        make: deduct,
        reply: respond({ status: 429 }),
        expected: { state: 'refused', default: true, answer: null },
      },
      {
        title: 'a Balance that failed',
        make: balance,
        reply: cut(),
        expected: { state: 'failed', default: true, answer: null },
      },
      {
        title: 'an advice that waits',
        make: stop,
        reply: respond({ status: 429 }),
        expected: { state: 'queued', default: true, answer: null },
      },
    ])('tells $title', async ({ make, reply, expected }) => {
      bench().wallet.behave(reply);
      const call = make();
      await RPC2.call(bench().url, call);
      expect(await report(requestIdOf(call))).toMatchObject({ status: 200, body: expected });
    });

    it('tells what is still running', async () => {
      const open = gate();
      bench().wallet.behave(async () => {
        await open.opened;
        return answer({ resultCode: 1 });
      });
      const call = deduct();
      const sent = bench().wallet.calls.length;
      const heard = RPC2.call(bench().url, call);
      await bench().wallet.called(sent + 1);
      const running = await report(requestIdOf(call));
      open.open();
      expect(running.body).toMatchObject({
        state: 'pending',
        default: false,
        answer: null,
        settled_at: null,
      });
      expect((await heard).resultCode).toBe(1);
    });

    it.each(['5001_20260817_404', 'nonsense', '%F0%9F%98%80', '5001_20260817_1%00', "'%20or%201=1--"])(
      'is 404 for %s, which was never seen',
      async (requestId) => {
        expect(await report(requestId)).toEqual({
          status: 404,
          body: {
            status: 'error',
            message: expect.any(String) as unknown,
            customer_id: null,
            response: { resultCode: -4 },
            error: { code: 'NOT_FOUND' },
          },
        });
      },
    );

    it('is 400 for a path that cannot be decoded', async () => {
      expect((await report('%E0%A4%A')).status).toBe(400);
    });

    it('is 401 without a key or with a wrong one, 403 with a key of another role', async () => {
      const call = deduct();
      await RPC2.call(bench().url, call);
      const requestId = requestIdOf(call);
      for (const [key, status, code, resultCode] of [
        [null, 401, 'UNAUTHENTICATED', -8],
        ['cardway_nobody', 401, 'UNAUTHENTICATED', -8],
        [KEYS.integrator, 403, 'FORBIDDEN', -5],
        [KEYS.network, 403, 'FORBIDDEN', -5],
      ] as const) {
        const told = await report(requestId, key);
        expect(told).toMatchObject({ status, body: { response: { resultCode }, error: { code } } });
      }
    });

    it('tells a missing key before a missing transaction', async () => {
      expect((await report('5001_20260817_404', null)).status).toBe(401);
    });
  });

  describe('a path that nobody serves', () => {
    it('is 404 with the error body', async () => {
      const { status, bytes } = await send(`${bench().url}/v1/nothing`, { method: 'GET' });
      expect(status).toBe(404);
      expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({
        status: 'error',
        error: { code: 'NOT_FOUND' },
      });
    });

    it.each(['/v1/proxy', '/RPC2'])('is 405 for GET %s', async (path) => {
      const { status, headers } = await send(bench().url + path, { method: 'GET' });
      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' });
    });
  });
}
