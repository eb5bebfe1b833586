import {
  checksumOf,
  deduct,
  freshId,
  KEYS,
  RPC2,
  stop,
  without,
  withFields,
  type Bench,
  type Call,
  type Channel,
} from '../../support/channels/index.js';
import { expectAnswer, expectError, withoutTrace } from './register.js';

/**
 * Tests checksum and key (docs/reference/protocol.md#checksum, docs/reference/protocol.md#authorization): both are refused alike,
 * without a reason.
 */
export function credentialsContract(channel: Channel, bench: () => Bench): void {
  const refused = async (call: Call) => {
    const heard = await withoutTrace(bench(), () => channel.call(bench().url, call));
    expectError(channel, heard, 'UNAUTHENTICATED');
    expect(heard.field).toBeNull();
    return heard;
  };

  it('takes the checksum in either case', async () => {
    for (const changeCase of [String.prototype.toUpperCase, String.prototype.toLowerCase]) {
      const call = deduct();
      const checksum = changeCase.call(checksumOf(call, channel.checksumForm));
      expectAnswer(channel, await channel.call(bench().url, { ...call, checksum }), 1);
    }
  });

  it.each([
    { title: 'of zeroes', checksum: () => '0'.repeat(64) },
    { title: 'cut by a digit', checksum: (right: string) => right.slice(1) },
    { title: 'with a digit too many', checksum: (right: string) => `${right}0` },
    { title: 'in base64', checksum: (right: string) => Buffer.from(right, 'hex').toString('base64') },
    { title: 'of no digits at all', checksum: () => '' },
  ])('refuses a checksum $title', async ({ checksum }) => {
    const call = deduct();
    await refused({ ...call, checksum: checksum(checksumOf(call, channel.checksumForm)) });
  });

  it('refuses a checksum under another password, and one of another call', async () => {
    await refused({ ...deduct(), password: '1234567891' });
    await refused({ ...deduct(), checksum: checksumOf(deduct(), channel.checksumForm) });
  });

  it('refuses an unknown terminal and a wrong checksum in the same words', async () => {
    const call = deduct();
    const wrong = await refused({ ...call, checksum: '0'.repeat(64) });
    const unknown = await refused(withFields(call, { terminal_id: '0000000000' }));
    expect(unknown.bytes.equals(wrong.bytes)).toBe(true);
  });

  it('refuses an advice with a wrong checksum as well', async () => {
    await refused({ ...stop(), checksum: '0'.repeat(64) });
  });
}

/** Tests keys, for callers that have one. */
export function keysContract(channel: Channel, bench: () => Bench): void {
  it.each(['integrator', 'network', 'operator'] as const)('refuses a key of role %s', async (role) => {
    const heard = await withoutTrace(bench(), () => channel.call(bench().url, deduct(), { key: KEYS[role] }));
    expectError(channel, heard, 'FORBIDDEN');
  });

  it.each([
    { title: 'no key', headers: {} },
    { title: 'an unknown key', headers: { Authorization: 'Bearer cardway_sandbox_clienT' } },
    { title: 'another scheme', headers: { Authorization: 'Basic Y2FyZHdheTpjYXJkd2F5' } },
    { title: 'an empty key', headers: { Authorization: 'Bearer ' } },
  ])('refuses $title', async ({ headers }) => {
    const heard = await withoutTrace(bench(), () =>
      channel.call(bench().url, deduct(), { key: null, headers }),
    );
    expectError(channel, heard, 'UNAUTHENTICATED');
    // GraphQL over HTTP also reports it by its status.
    expect(heard.status).toBe(401);
  });

  it('asks for a checksum on the JSON interface, where the gateway does not compute one', async () => {
    const heard = await channel.call(bench().url, { ...deduct(), checksum: null });
    if (channel.errors === 'graphql') expectAnswer(channel, heard, 1);
    else expectError(channel, heard, 'BAD_REQUEST', 'checksum');
  });
}

/** Tests the texts under the checksum of XML, as real clients compute it (docs/reference/protocol.md#checksum-texts). */
export function xmlChecksumContract(channel: Channel, bench: () => Bench): void {
  const heardFor = (body: string) => channel.post(bench().url, body);

  it('counts the texts as sent: padded integers, retyped strings, spaces', async () => {
    const transaction_id = freshId().replace('t', '0');
    const call = deduct({ request_amount: '000000000200', narrative: ' A  B ', transaction_id });
    const body = channel
      .body(call)
      .replace(`<string>${transaction_id}</string>`, `<int>${transaction_id}</int>`);
    expectAnswer(channel, await heardFor(body), 1);
    expect(bench().wallet.calls.at(-1)!.envelope()['request']).toMatchObject({
      request_amount: 200,
      narrative: ' A  B ',
      transaction_id,
    });
  });

  it('takes untyped values, CDATA and a checksum behind </params>', async () => {
    const call = deduct({ narrative: 'A & <B>' });
    const body = channel
      .body(call)
      .replace('<string>A &amp; &lt;B&gt;</string>', '<![CDATA[A & <B>]]>')
      .replace(/(<param><value><string>[0-9a-f]{64}<\/string><\/value><\/param>)<\/params>/, '</params>$1');
    expectAnswer(channel, await heardFor(body), 1);
  });

  it('takes a date with hyphens and zone, over its own text or the documented form, converted or not', async () => {
    // A checksum over the digits alone proves no zone: they count as UTC.
    for (const [over, date] of [
      ['2026-08-17T17:58:57+0200', '20260817T15:58:57'],
      ['20260817T15:58:57', '20260817T15:58:57'],
      ['20260817T17:58:57', '20260817T17:58:57'],
    ] as const) {
      const call = deduct({ transaction_date: over });
      const checksum = checksumOf(call, 'printed');
      const sent = { ...withFields(call, { transaction_date: '2026-08-17T17:58:57+0200' }), checksum };
      expectAnswer(channel, await channel.call(bench().url, sent), 1);
      expect(bench().wallet.calls.at(-1)!.envelope()['request']).toMatchObject({
        transaction_date: date,
      });
    }
  });

  it('refuses a parameter too few and one too many', async () => {
    const few = await withoutTrace(bench(), () => channel.call(bench().url, without(deduct(), 'narrative')));
    expectError(channel, few, 'BAD_REQUEST');
    const body = channel.body(deduct()).replace('<params>', '<params><param><value>x</value></param>');
    expectError(channel, await withoutTrace(bench(), () => heardFor(body)), 'BAD_REQUEST');
  });

  it('names the parameter in the words of the processor on /RPC2', async () => {
    const heard = await channel.call(bench().url, deduct({ terminal_id: '1' }));
    expectError(channel, heard, 'BAD_REQUEST', 'terminal_id');
    if (channel === RPC2) expect(heard.message).toContain('terminalID');
  });
}
