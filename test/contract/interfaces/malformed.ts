import { gzipSync } from 'node:zlib';
import { balance, deduct, type Bench, type Call, type Channel } from '../../support/channels/index.js';
import { expectAnswer, expectError, withoutTrace, type Code } from './register.js';

const BODY_BYTES_MAX = 64 * 1024;

/**
 * Tests size and syntax (docs/reference/protocol.md#json-requests, docs/reference/protocol.md#xml-limits). Every interface has
 * the same body limits, and a refusal names the place that it cannot read.
 */
export function malformedContract(channel: Channel, bench: () => Bench): void {
  const refused = async (body: Buffer | string, code: Code, headers?: Record<string, string>) => {
    const options = headers === undefined ? {} : { headers };
    const heard = await withoutTrace(bench(), () => channel.post(bench().url, body, options));
    expectError(channel, heard, code);
    return heard;
  };

  it('takes a body of 64 KiB', async () => {
    expectAnswer(channel, await channel.post(bench().url, padded(channel, deduct(), BODY_BYTES_MAX)), 1);
  });

  it('refuses one byte more', async () => {
    await refused(padded(channel, deduct(), BODY_BYTES_MAX + 1), 'PAYLOAD_TOO_LARGE');
  });

  it('takes gzip, and counts what comes out', async () => {
    const gzip = { 'Content-Encoding': 'gzip' };
    const largest = gzipSync(padded(channel, deduct(), BODY_BYTES_MAX));
    expectAnswer(channel, await channel.post(bench().url, largest, { headers: gzip }), 1);
    await refused(gzipSync(padded(channel, deduct(), BODY_BYTES_MAX + 1)), 'PAYLOAD_TOO_LARGE', gzip);
  });

  it.each([
    { title: 'a compression that it does not know', headers: { 'Content-Encoding': 'br' } },
    { title: 'a media type of no interface', headers: { 'Content-Type': 'text/plain' } },
    // Stock clients of /RPC2 omit it.
    ...(channel.name === 'XML on /RPC2'
      ? []
      : [{ title: 'a body without a media type', headers: { 'Content-Type': '' } }]),
  ])('refuses $title', async ({ headers }) => {
    await refused(channel.body(deduct()), 'UNSUPPORTED_MEDIA_TYPE', headers);
  });

  it('refuses what is cut off, with line and column', async () => {
    const heard = await refused(
      `\n${channel.body(balance()).slice(0, -1)}`.replace('\n<?xml', '<?xml'),
      'MALFORMED',
    );
    expect(heard.message).toMatch(/^Line \d+, column \d+: /);
  });

  it('refuses an empty body', async () => {
    await refused('', 'MALFORMED');
  });

  it('refuses what is not UTF-8', async () => {
    const [head = '', tail = ''] = channel.body(balance({ narrative: 'CAF|' })).split('|');
    const heard = await refused(
      Buffer.concat([Buffer.from(head), Buffer.from([0xc9]), Buffer.from(tail)]),
      'MALFORMED',
    );
    expect(heard.message).toMatch(/^Line \d+, column \d+: /);
  });

  it('repeats nothing of what it cannot read', async () => {
    const body = `${channel.body(balance())}4000001234567899`;
    const heard = await refused(body, 'MALFORMED');
    expect(heard.bytes.toString('utf8')).not.toContain('4000001234567899');
  });
}

/** Returns the body with trailing white space, up to this many bytes. */
function padded(channel: Channel, call: Call, bytes: number): Buffer {
  const body = Buffer.from(channel.body(call));
  return Buffer.concat([body, Buffer.alloc(bytes - body.length, ' ')]);
}
