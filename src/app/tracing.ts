import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import { cutCardNumbers } from '../core/wire/card-numbers.js';
import type { TraceRequest } from '../http/listener.js';
import type { DownstreamClient } from '../outbound/downstream/client.js';

export type Tracing = ReturnType<typeof startTracing>;

/**
 * Traces by OpenTelemetry: a span for each request, and below it one for each call of a wallet service, which gets the context (W3C
 * Trace Context). A call that no request makes has a trace of its own. This file loads only if traces are wanted.
 */
export function startTracing(options: TracingOptions) {
  const provider = providerOf(options);
  const tracer = provider.getTracer('cardway', options.version);
  const contexts = new AsyncLocalStorage<Context>();
  const here = (): Context => contexts.getStore() ?? ROOT_CONTEXT;
  return {
    request: (({ method, path, httpRequestId, headers }) => {
      const attributes = {
        'http.request.method': method,
        'http.route': path,
        'http.request.id': httpRequestId,
      };
      const parent = remoteContext(headers);
      const span = tracer.startSpan(`${method} ${path}`, { kind: SpanKind.SERVER, attributes }, parent);
      return {
        run(work) {
          contexts.run(trace.setSpan(parent, span), work);
        },
        end(status) {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    }) satisfies TraceRequest,

    downstream: (client: DownstreamClient): DownstreamClient => ({
      ...client,
      async send(call) {
        const { route, requestId, methodName } = call;
        const attributes = {
          'cardway.route': route,
          'cardway.request_id': requestId,
          'cardway.method': methodName,
        };
        const options = { kind: SpanKind.CLIENT, attributes };
        const span = tracer.startSpan(`downstream ${route}`, options, here());
        const headers = { ...call.headers };
        PROPAGATOR.inject(trace.setSpan(here(), span), headers, defaultTextMapSetter);
        try {
          const outcome = await client.send({ ...call, headers });
          span.setAttribute('cardway.outcome', outcome.kind);
          if (outcome.kind === 'refused' || outcome.kind === 'in_doubt')
            span.setAttribute('cardway.reason', outcome.reason);
          if (outcome.kind !== 'answered') span.setStatus({ code: SpanStatusCode.ERROR });
          return outcome;
        } finally {
          span.end();
        }
      },
    }),

    /** Returns the trace id for lines of the log. */
    about: (): object => {
      const span = trace.getSpan(here());
      return span === undefined ? {} : { traceId: span.spanContext().traceId };
    },

    /** Sends the remaining spans. */
    async stop(): Promise<void> {
      // A collector that does not answer must not delay the stop.
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, STOP_MS).unref()),
      ]);
    },
  };
}

interface TracingOptions {
  readonly url: string;
  /** `name=value,name=value` */
  readonly headers: string | undefined;
  readonly samplePercent: number;
  readonly version: string;
}

function providerOf({ url, headers, samplePercent, version }: TracingOptions): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url,
    headers: headersOf(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'cardway', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(samplePercent / 100) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...BATCH })],
  });
}

const EXPORT_TIMEOUT_MS = 5000;
const STOP_MS = 1000;
const BATCH = { scheduledDelayMillis: 1000, maxQueueSize: 8192, maxExportBatchSize: 512 };

const PROPAGATOR = new W3CTraceContextPropagator();

/** Returns the caller's span by W3C Trace Context, if the caller named one. */
function remoteContext({ traceparent, tracestate }: Parameters<TraceRequest>[0]['headers']): Context {
  // The state goes on to the wallet service, and a caller may put any text there.
  const isPassedOn = typeof tracestate === 'string' && cutCardNumbers(tracestate) === tracestate;
  const named = { traceparent, ...(isPassedOn ? { tracestate } : {}) };
  return PROPAGATOR.extract(ROOT_CONTEXT, named, defaultTextMapGetter);
}

function headersOf(written: string | undefined): Record<string, string> {
  const pairs = (written ?? '').split(',').map((pair) => pair.trim());
  return Object.fromEntries(
    pairs
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}
