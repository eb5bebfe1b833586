/** Tests the verifiers of cardway/client in the hands of a careless receiver. */
import { createHmac } from 'node:crypto';
import {
  verifyMessageSignature,
  verifyWebhook,
  WebhookVerificationError,
} from '../../../src/client/index.js';
import { signBytes, webhookSignature } from '../../../src/core/wire/signature.js';

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`;

const sent = (secret = SECRET, ageSeconds = 0) => {
  const timestamp = '2026-01-02T03:04:05.678Z';
  const body = Buffer.from(
    JSON.stringify({ type: 'digitization.complete', timestamp, data: { name: 'Zoë' } }),
  );
  const id = 'evt_000000000001';
  const seconds = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': webhookSignature({ id, seconds, body, secret }),
  };
  return { body, headers };
};

describe('verifyWebhook', () => {
  const { body, headers } = sent();
  const asText = body.toString();
  const bytes = Uint8Array.from(body);

  it.each([
    ['a Buffer', body, headers],
    ['a text', asText, headers],
    ['bytes that are no Buffer', bytes, headers],
    ['a DataView', new DataView(bytes.buffer), headers],
    ['a part of a larger memory', Uint8Array.from([0, ...body]).subarray(1), headers],
    ['Headers of fetch', bytes, new Headers(headers)],
    [
      'names in capitals',
      body,
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    [
      'lists of values',
      body,
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
  ])('reads %s', (_name, received, given) => {
    expect(verifyWebhook({ body: received, headers: given, secret: SECRET }).data).toEqual({ name: 'Zoë' });
  });

  it.each([
    ['an object of a parser', JSON.parse(asText) as unknown],
    ['nothing, as without a parser', undefined],
    ['an ArrayBuffer', bytes.buffer],
  ])('says that the body is wrong for %s', (_name, received) => {
    expect(() => verifyWebhook({ body: received as never, headers, secret: SECRET })).toThrow(
      new TypeError('body must be the bytes as received, before any parser.'),
    );
  });

  const changed = (more: Record<string, string | undefined>) => ({ ...headers, ...more });
  const signed = (timestamp: string) => {
    const mac = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'));
    const signature = mac.update(`evt_1.${timestamp}.${asText}`).digest('base64');
    return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  };

  it.each([
    ['a text that was parsed and written again', `${asText} `, headers],
    ['another secret', body, sent(OTHER).headers],
    ['no id', body, changed({ 'webhook-id': undefined })],
    ['no timestamp', body, changed({ 'webhook-timestamp': undefined })],
    ['no signature', body, changed({ 'webhook-signature': undefined })],
    ['an empty signature', body, changed({ 'webhook-signature': '' })],
    ['a version alone', body, changed({ 'webhook-signature': 'v1,' })],
    ['a signed timestamp that is no number', body, signed('now')],
    ['a signed timestamp in milliseconds', body, signed(String(Date.now()))],
    ['two ids', body, changed({ 'webhook-id': 'evt_000000000001, evt_000000000001' })],
  ])('refuses %s', (_name, received, given) => {
    expect(() => verifyWebhook({ body: received, headers: given, secret: SECRET })).toThrow(
      WebhookVerificationError,
    );
  });

  it.each([
    [290, true],
    [310, false],
    [-290, true],
    [-310, false],
  ])('with a timestamp of %i seconds ago: %p', (ageSeconds, isRight) => {
    const verify = () => verifyWebhook({ ...sent(SECRET, ageSeconds), secret: SECRET });
    if (isRight) expect(verify().type).toBe('digitization.complete');
    else expect(verify).toThrow(WebhookVerificationError);
  });

  it('accepts either secret while it changes, and no empty one', () => {
    const both = changed({
      'webhook-signature': `${sent(OTHER).headers['webhook-signature'] ?? ''} ${headers['webhook-signature'] ?? ''}`,
    });
    expect(verifyWebhook({ body, headers: both, secret: SECRET }).type).toBe('digitization.complete');
    for (const secret of ['', 'whsec_'])
      expect(() => verifyWebhook({ body, headers, secret })).toThrow('cannot be empty');
  });
});

describe('verifyMessageSignature', () => {
  const body = Buffer.from('{"request":{"reference":"Zoë"}}');
  const [key, next] = ['the-present-signing-key', 'hex:00112233445566778899aabbccddeeff'];
  const signature = signBytes(Buffer.from(key), body);

  it.each([
    ['a text', body.toString(), signature, key],
    ['bytes that are no Buffer', Uint8Array.from(body), signature.toUpperCase(), key],
    ['a list with one value', body, [signature], [next, key]],
    ['the next key', body, signBytes(Buffer.from(next.slice(4), 'hex'), body), [key, next]],
    ['a key in bytes', body, signature, Buffer.from(key)],
  ])('accepts %s', (_name, received, header, keys) => {
    expect(verifyMessageSignature(received, header, keys)).toBe(true);
  });

  it.each([
    ['no header', undefined],
    ['the null of fetch', null],
    ['two equal headers', [signature, signature]],
    ['two headers in one', `${signature}, ${signature}`],
    ['a space', ` ${signature}`],
    ['nothing', ''],
  ])('refuses %s', (_name, header) => {
    expect(verifyMessageSignature(body, header, key)).toBe(false);
  });

  it.each([
    ['no key', []],
    ['an empty key', ''],
    ['an empty key in bytes', new Uint8Array()],
    ['an empty key beside a good one', [key, '']],
    ['a setting that is missing', undefined as unknown as string],
  ])('throws for %s', (_name, keys) => {
    expect(() => verifyMessageSignature(body, signature, keys)).toThrow(TypeError);
  });
});
