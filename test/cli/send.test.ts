import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HAS_OPENSSL, makeAuthority } from '../support/certificates.js';
import { sharedGateway, startGateway, temporaryFolder } from '../support/gateway.js';
import { cardway, cardwayProcess, HAS_STACK, type Ended } from './command.js';

interface Reply {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: Record<string, unknown>;
}

const folder = temporaryFolder();

const gateway = sharedGateway();

const sending = (...args: readonly string[]): Promise<Ended> =>
  cardway(['send', ...args, '--url', gateway.url]);

/** Returns the reply of a call that succeeds. */
async function replyTo(...args: readonly string[]): Promise<Reply> {
  const { status, out, err } = await sending(...args, '--json');
  expect([status, err]).toEqual([0, '']);
  expect(out).toMatch(/^\{.*\}\n$/);
  return JSON.parse(out) as Reply;
}

/** Returns `response` on every interface. */
function responseIn(channel: string, { body }: Reply): unknown {
  if (channel === 'xmlrpc') return body;
  if (channel === 'json') return body['response'];
  const [result] = Object.values(body['data'] as Record<string, { response: { fields: unknown } }>);
  return result!.response.fields;
}

const CHANNELS = ['json', 'xmlrpc', 'graphql'] as const;

describe.each(CHANNELS)('send through the %s interface', (channel) => {
  it('reads a balance', async () => {
    const reply = await replyTo('Balance', 'reference=556789731480', '--channel', channel);
    expect(responseIn(channel, reply)).toEqual({
      resultCode: 1,
      balanceAmount: 626900,
      actualBalance: 626900,
    });
    expect([reply.status, reply.replayed]).toEqual([200, false]);
  });

  it('carries money, data and every letter', async () => {
    const fields = ['request_amount=1', 'narrative=Žižkov & "東京"', 'transaction_data.network=VISA'];
    const [deduct, load] = await Promise.all([
      replyTo('Deduct', ...fields, '--channel', channel),
      replyTo('LoadAuth', ...fields, 'transaction_type=20', '--channel', channel),
    ]);
    expect(responseIn(channel, deduct)).toMatchObject({ resultCode: 1 });
    expect(responseIn(channel, load)).toMatchObject({ resultCode: 1 });
  });

  it('carries the methods that only transact supports', async () => {
    const original = ['reference_id=401897', 'reference_date=20260817T17:58:57'];
    const [reversal, pin] = await Promise.all([
      replyTo('DeductReversal', 'request_amount=200', ...original, '--channel', channel),
      replyTo('ValidatePIN', 'pin_block=D45201B9E3136796', '--channel', channel),
    ]);
    expect(responseIn(channel, reversal)).toMatchObject({ resultCode: 1 });
    expect(responseIn(channel, pin)).toMatchObject({ resultCode: expect.any(Number) as number });
  });

  it('ends with status 1 when the gateway refuses the call', async () => {
    const { status, out, err } = await sending(
      'Balance',
      `narrative=${'x'.repeat(256)}`,
      '--channel',
      channel,
    );
    expect(status).toBe(1);
    expect(out + err).toContain('narrative');
  });
});

describe('send', () => {
  it('prints the reply as text, and marks a replayed one', async () => {
    const call = ['Deduct', 'transaction_id=twice', 'transaction_date=20260817T17:58:57', 'request_amount=2'];
    const first = await sending(...call);
    const second = await sending(...call);
    expect([first.status, first.err, second.status, second.err]).toEqual([0, '', 0, '']);
    expect(first.out).toMatch(/^HTTP 200\n/);
    expect(second.out.replace(' (replayed)', '')).toBe(first.out);
    expect(second.out).toMatch(/^HTTP 200 \(replayed\)\n/);
  });

  it.each(['json', 'xmlrpc'])('calls %s over https', async (channel) => {
    if (!HAS_OPENSSL) return console.log('There is no openssl: https is not tested here.');
    const authority = makeAuthority(folder, channel);
    const { certFile, keyFile } = authority.issue('/CN=gateway', { name: 'localhost' });
    const secure = await startGateway({ env: { CARDWAY_TLS_CERT: certFile, CARDWAY_TLS_KEY: keyFile } });
    const url = secure.url.replace('127.0.0.1', 'localhost');
    const call = ['send', 'Balance', '--channel', channel, '--url', url];
    const [trusted, unknown] = await Promise.all([
      cardwayProcess(call, { NODE_EXTRA_CA_CERTS: authority.certFile }),
      cardwayProcess(call),
    ]);
    expect([trusted.status, trusted.err, unknown.status]).toEqual([0, '', 1]);
    expect(unknown.err).toContain('gave no readable answer');
    expect(await secure.stop()).toBe(0);
  });

  it('computes the checksum with the password from a file, and never shows it', async () => {
    const right = join(folder, 'password');
    const wrong = join(folder, 'wrong');
    writeFileSync(right, '1234567890\n');
    writeFileSync(wrong, 'wrong-canary\n');
    const [accepted, refused] = await Promise.all([
      sending('Balance', '--password-file', right, '--json'),
      sending('Balance', '--password-file', wrong, '--json'),
    ]);
    expect([accepted.status, refused.status]).toEqual([0, 1]);
    expect(refused.out + refused.err).toContain('UNAUTHENTICATED');
    expect(refused.out + refused.err).not.toContain('canary');
  });

  it.each([
    ['a method that there is not', ['Nonsense'], 'Nonsense'],
    ['a field that the method does not take', ['Balance', 'stop_reason=1'], 'stop_reason'],
    ['a field that is no name=value', ['Balance', 'narrative'], 'narrative'],
    ['data that is no KLV', ['Balance', 'transaction_data=12'], 'transaction_data'],
    ['a date in another form', ['Deduct', 'transaction_date=2026-01-01'], 'transaction_date must be a date'],
    ['a field that cannot be left out', ['DeductReversal'], 'reference_id'],
    ['a wallet that the sandbox does not have', ['Balance', 'reference=other'], '--customer'],
  ])('is not sent with %s', async (_what, args, told) => {
    const { status, out, err } = await sending(...args);
    expect(status).toBeGreaterThan(0);
    expect(out).toBe('');
    expect(err).toContain(told);
    expect(err).not.toMatch(HAS_STACK);
  });
});
