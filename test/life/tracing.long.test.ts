/** Tests traces, as a collector gets them by OTLP over HTTP. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sharedGateway, startGateway } from '../support/gateway.js';
import { deduct, JSON_PROXY } from '../support/channels/index.js';
import { approving, sharedWallet } from '../support/wallet/index.js';
import { until } from './until.js';
import { constants } from '../support/constants.js';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Starts a collector that accepts OTLP in JSON and keeps it. */
async function startCollector(): Promise<{ url: string; spans: Span[]; headers: unknown[]; server: Server }> {
  const spans: Span[] = [];
  const headers: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      headers.push(request.headers['authorization']);
      spans.push(...spansIn(JSON.parse(Buffer.concat(chunks).toString()) as Otlp));
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/v1/traces`, spans, headers, server };
}

interface Otlp {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Span, 'attributes'> & {
        readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
      })[];
    }[];
  }[];
}

function spansIn({ resourceSpans }: Otlp): Span[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      parentSpanId: span.parentSpanId ?? '',
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
}

let collector: Awaited<ReturnType<typeof startCollector>>;

const wallet = sharedWallet({ behaviour: approving() });

beforeAll(async () => {
  collector = await startCollector();
});

const gateway = sharedGateway(() => ({
  env: {
    CARDWAY_DOWNSTREAM_URL: wallet.url,
    CARDWAY_TRACING_URL: collector.url,
    CARDWAY_TRUST_PROXY: '127.0.0.1',
    CARDWAY_TRACING_HEADERS: 'authorization=Bearer collector_canary',
    ...constants({ ADVICE_RETRY_MIN_MS: 50 }),
  },
}));
afterAll(async () => {
  collector.server.closeAllConnections();
  collector.server.close();
});

const PARENT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const sampled = { traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-01`, tracestate: 'vendor=1' };

it('one trace leads from the caller’s span over the request to the wallet service', async () => {
  const call = deduct();
  const heard = await JSON_PROXY.call(gateway.url, call, { headers: sampled });
  expect(heard.resultCode).toBe(1);
  const mine = (): Span[] => collector.spans.filter(({ traceId }) => traceId === PARENT.traceId);
  await until('the interface’s span is there', () => mine().some(({ name }) => name === 'POST /v1/proxy'));
  const named = (name: string): Span => {
    const found = mine().find((span) => span.name === name);
    if (found === undefined)
      throw new Error(
        `no span ${name} among ${mine()
          .map((s) => s.name)
          .join(', ')}`,
      );
    return found;
  };
  const channel = named('POST /v1/proxy');
  const sent = named('downstream default');
  expect(mine()).toHaveLength(2);
  expect(channel.parentSpanId).toBe(PARENT.spanId);
  expect(sent.parentSpanId).toBe(channel.spanId);
  const received = await wallet.called(wallet.calls.length);
  expect(received.headers['traceparent']).toBe(`00-${PARENT.traceId}-${sent.spanId}-01`);
  expect(received.headers['tracestate']).toBe('vendor=1');
  expect(sent.attributes).toMatchObject({ 'cardway.outcome': 'answered', 'cardway.method': 'Deduct' });
  expect(channel.attributes).toMatchObject({ 'http.response.status_code': 200, 'http.route': '/v1/proxy' });
  expect(collector.headers).toContain('Bearer collector_canary');
});

it('the gateway stops without a collector, and loads no tracing code without the setting', async () => {
  const lost = await startGateway({ env: { CARDWAY_TRACING_URL: 'http://127.0.0.1:9/v1/traces' } });
  expect((await JSON_PROXY.call(lost.url, deduct())).resultCode).toBe(1);
  // It gives up by itself: otherwise the stop would not end by itself with 0.
  expect(await lost.stop()).toBe(0);
  const off = await startGateway({ env: { CARDWAY_DOWNSTREAM_URL: wallet.url } });
  await JSON_PROXY.call(off.url, deduct(), { headers: sampled });
  const received = await wallet.called(wallet.calls.length);
  expect(received.headers['traceparent']).toBeUndefined();
  await off.stop();
});

it('a caller’s trace is ignored without a trusted proxy', async () => {
  const untrusting = await startGateway({
    env: { CARDWAY_DOWNSTREAM_URL: wallet.url, CARDWAY_TRACING_URL: collector.url },
  });
  const before = wallet.calls.length;
  await JSON_PROXY.call(untrusting.url, deduct(), { headers: sampled });
  const received = await wallet.called(before + 1);
  expect(received.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(received.headers['traceparent']).not.toContain(PARENT.traceId);
  expect(received.headers['tracestate']).toBeUndefined();
  await untrusting.stop();
});
