import {
  administrativeMessage,
  balance,
  deduct,
  klvObject,
  klvText,
  loadAuth,
  reversalOf,
  stop,
  KLV_NAMES,
  type Bench,
  type Call,
  type Channel,
} from '../../support/channels/index.js';
import { expectAnswer, expectError, withoutTrace } from './register.js';

type Data = Record<string, string>;

/** Returns the KLV field of the call as it went downstream. */
async function forwarded(channel: Channel, bench: Bench, call: Call): Promise<Data> {
  const before = bench.wallet.calls.length;
  expectAnswer(channel, await channel.call(bench.url, call), 1);
  expect(bench.wallet.calls.length).toBe(before + 1);
  const request = bench.wallet.calls.at(-1)!.envelope()['request'] as Record<string, Data>;
  return request[call.method === 'AdministrativeMessage' ? 'message_data' : 'transaction_data']!;
}

/** Published text that is not complete KLV. test/unit/core/klv.test.ts tests each way to break one. */
const BROKEN = '0040512345examplemerchantabc04903978';

/** Tests the rules of docs/reference/protocol.md#klv. */
export function klvContract(channel: Channel, bench: () => Bench): void {
  it('gives keys the 18 names of the interface, else those of the processor, in ascending order', async () => {
    const keys = Object.keys(KLV_NAMES).sort();
    const text = klvText(keys.toReversed().map((key) => [key, `v${key}`] as const));
    const data = await forwarded(channel, bench(), deduct({ transaction_data: text }));
    expect(Object.entries(data)).toEqual(keys.map((key) => [KLV_NAMES[key], `v${key}`]));
  });

  it('keeps keys that nobody documented, padding and empty values, and counts code points', async () => {
    const text = klvText([
      ['042', '24588775       '],
      ['085', ''],
      ['250', '😀é'],
      ['777', 'b'],
    ]);
    const data = await forwarded(channel, bench(), deduct({ transaction_data: text }));
    expect(data).toEqual({
      merchant_identifier: '24588775       ',
      markup_amount: '',
      capture_mode: '😀é',
      klv_777: 'b',
    });
  });

  it('refuses money whose KLV does not parse', async () => {
    for (const call of [deduct({ transaction_data: BROKEN }), loadAuth({ transaction_data: BROKEN })]) {
      const heard = await withoutTrace(bench(), () => channel.call(bench().url, call));
      expectError(channel, heard, 'BAD_REQUEST');
      // Callers who write members get the name of the rest. A terminal's text has only its own name.
      if (channel.errors === 'rpc') expect(heard.message).toContain('transactionData');
      else expect(heard.field).toBe(channel.takesKey ? 'transaction_data.klv_rest' : 'transaction_data');
    }
  });

  it('forwards everything else as far as it can be read, and the rest', async () => {
    const original = deduct();
    expectAnswer(channel, await channel.call(bench().url, original), 1);
    const calls = [
      balance({ transaction_data: BROKEN }),
      stop({ transaction_data: BROKEN }),
      administrativeMessage({ message_data: BROKEN }),
      reversalOf(original, { transaction_data: BROKEN }),
    ];
    for (const call of calls) {
      const data = await forwarded(channel, bench(), call);
      expect(data).toEqual(klvObject(BROKEN));
      expect(data['klv_rest']).not.toBe('');
    }
  });
}

/** Tests KLV as terminals send it. */
export function xmlKlvContract(channel: Channel, bench: () => Bench): void {
  it.each([deduct, balance, stop])('refuses a repeated key, whatever the method (%#)', async (make) => {
    const text = klvText([
      ['251', 'A'],
      ['026', '5712'],
      ['251', 'A'],
    ]);
    const call = make({ transaction_data: text });
    const heard = await withoutTrace(bench(), () => channel.call(bench().url, call));
    expectError(channel, heard, 'BAD_REQUEST', 'transaction_data.network');
  });

  it('takes white space alone for no KLV, as pretty-printed samples have it', async () => {
    const call = deduct({ transaction_data: '' });
    const body = channel.body(call).replace('<string></string>', '<string>\n        </string>');
    expect(body).not.toBe(channel.body(call));
    expectAnswer(channel, await channel.post(bench().url, body), 1);
    expect(bench().wallet.calls.at(-1)!.envelope()['request']).toMatchObject({ transaction_data: {} });
  });
}
