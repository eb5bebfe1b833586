import { sizeOf } from '../fault/size.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import {
  CHANNELS,
  envelopeOf,
  JSON_PROXY,
  klvObject,
  methodCallBody,
  send,
  type Channel,
} from '../support/channels/index.js';
import { readMethodResponse } from '../support/channels/method-response.js';
import { generatedCalls, type Sent } from './generated-calls.js';
import { findVerifier, startVerifyingWallet, type VerifyingWallet } from './verifying-wallet.js';

/** Signing key: UTF-8 text, as an operator may choose it. The verifier gets the bytes. */
const SIGNING_KEY = 'clé de signature – подпись – 署名';
/** The night run has 1,000. */
const CALLS = sizeOf('CARDWAY_TEST_SIGNED_CALLS', 80);
const SEED = 20200817;
const AT_ONCE = 16;

describe('X_msg_signature, verified by another language', () => {
  const verifier = findVerifier();
  if (verifier === undefined) {
    process.stderr.write('Skipped: neither Python nor Perl is on this machine.\n');
    it('is not run: this machine has neither Python nor Perl', () => undefined);
    return;
  }

  let wallet: VerifyingWallet;
  let gateway: TestGateway;

  beforeAll(async () => {
    wallet = await startVerifyingWallet(verifier, SIGNING_KEY);
    gateway = await startGateway({
      env: {
        CARDWAY_DOWNSTREAM_URL: wallet.url,
        CARDWAY_SIGNING_KEY: SIGNING_KEY,
        CARDWAY_DOWNSTREAM_TIMEOUT_MS: '20000',
        CARDWAY_LOG_LEVEL: 'warn',
      },
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await wallet.close();
  });

  it(`holds for every one of ${String(CALLS)} generated calls through every interface`, async () => {
    const sent = generatedCalls({ count: CALLS, ways: WAYS.length, seed: SEED }).map(numbered);
    const heard = await allOf(sent, (each) => WAYS[each.way]!(gateway.url, each));
    const report = await wallet.report();
    expect(report.rejected).toEqual([]);
    const refused = heard.filter(({ status, fields }) => status !== 200 || fields?.['resultCode'] !== 1);
    expect(refused.map(({ status, text }) => [status, text])).toEqual([]);
    expect(report.verified).toBe(CALLS);
    // The signed content is what the caller meant.
    expect(sent.flatMap((each, index) => differences(each, heard[index]!))).toEqual([]);
    expect(new Set(sent.map(({ way }) => way)).size).toBe(WAYS.length);
  });
});

interface Answered {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>> | null;
  readonly text: string;
}

type Way = (url: string, sent: Sent) => Promise<Answered>;

/** Every interface, JSON with unknown members, and a methodCall to /v1/proxy that wants a methodResponse. */
const WAYS: readonly Way[] = [...CHANNELS.map(wayThrough), methodCallForMethodResponse];
const JSON_WAY = CHANNELS.indexOf(JSON_PROXY);

function wayThrough(channel: Channel): Way {
  return async (url, { call, beside, envelope }) => {
    const plain = envelopeOf(call);
    const withMore = JSON.stringify({ ...plain, ...envelope, request: { ...plain.request, ...beside } });
    const { status, fields, bytes } = await channel.post(
      url,
      channel === JSON_PROXY ? withMore : channel.body(call),
    );
    return { status, fields, text: bytes.toString('utf8') };
  };
}

async function methodCallForMethodResponse(url: string, { call }: Sent): Promise<Answered> {
  const { status, bytes } = await send(`${url}/v1/proxy`, {
    headers: { 'Content-Type': 'application/xml', Accept: 'text/xml' },
    body: methodCallBody(call),
  });
  const text = bytes.toString('utf8');
  const response = readMethodResponse(text);
  return { status, fields: response.kind === 'value' ? (response.value as Answered['fields']) : null, text };
}

/** Numbers a call: small numbers repeat, and request ids must not. */
function numbered(sent: Sent, index: number): Sent {
  return sent.way === JSON_WAY
    ? { ...sent, call: { ...sent.call, requestId: `5001_20260817175857_${String(index)}` } }
    : sent;
}

/** Returns the fields that arrived with another value than they were sent. */
function differences({ way, call, beside, envelope }: Sent, answered: Answered): unknown[] {
  const arrived = JSON.parse(String(answered.fields?.['echo'])) as Record<string, unknown> & {
    request: Record<string, unknown>;
  };
  const more = way === JSON_WAY ? { beside, envelope } : { beside: {}, envelope: {} };
  const meant = { ...call.fields, ...more.beside };
  return [
    ...Object.entries(meant).map(([name, value]) => [name, arrived.request[name], inJson(name, value)]),
    ...Object.entries(more.envelope).map(([name, value]) => [name, arrived[name], value]),
  ].filter(([_name, a, b]) => !isSame(a, b));
}

function inJson(name: string, value: unknown): unknown {
  if (name === 'request_amount') return Number(value);
  return name === 'transaction_data' ? klvObject(String(value)) : value;
}

function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : member,
  );
}

async function allOf<In, Out>(items: readonly In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index]!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
