import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
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
import { hasRequestIdShape } from '../core/transactions/transaction.js';
import { cutCardNumbers } from '../core/wire/card-numbers.js';
import type { TraceRequest } from '../http/listener.js';
import type { DownstreamClient } from '../outbound/downstream/client.js';
import { looksLikeMethodName } from '../platform/errors.js';
import type { DownstreamCall } from '../use-cases/transactions/downstream-port.js';

/**
 * Traces by OpenTelemetry: a span for each request, and below it one for each call of a wallet service, which gets the context (W3C
 * Trace Context). A call that no request makes has a trace of its own. This file loads only if traces are wanted.
 */
export interface Tracing {
  readonly request: TraceRequest;
  downstream(client: DownstreamClient): DownstreamClient;
  /** Returns the trace id for lines of the log. */
  readonly about: () => object;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

export function startTracing(options: {
  readonly url: string;
  /** `name=value,name=value` */
  readonly headers: string | undefined;
  readonly samplePercent: number;
  readonly version: string;
}): Tracing {
  const exporter = new OTLPTraceExporter({
    url: options.url,
    headers: headersOf(options.headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor = new BatchSpanProcessor({ exporter, ...BATCH });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'cardway', 'service.version': options.version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.samplePercent / 100) }),
    spanProcessors: [processor],
  });
  return {
    ...tracedBy(provider.getTracer('cardway', options.version)),
    async stop() {
      // A collector that does not answer must not delay the stop.
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, STOP_MS).unref()),
      ]);
    },
  };
}

const EXPORT_TIMEOUT_MS = 5000;
const STOP_MS = 1000;
const BATCH = { scheduledDelayMillis: 1000, maxQueueSize: 8192, maxExportBatchSize: 512 };

function tracedBy(tracer: Tracer): Omit<Tracing, 'stop'> {
  const contexts = new AsyncLocalStorage<Context>();
  const here = (): Context => contexts.getStore() ?? ROOT_CONTEXT;
  return {
    request({ method, path, httpRequestId, headers }) {
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
    },

    downstream: (client) => ({
      ...client,
      async send(call) {
        const options = { kind: SpanKind.CLIENT, attributes: identifiersIn(call) };
        const span = tracer.startSpan(`downstream ${call.route}`, options, here());
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

    about() {
      const span = trace.getSpan(here());
      return span === undefined ? {} : { traceId: span.spanContext().traceId };
    },
  };
}

/** Returns the identifiers of a call. A caller may put any text in the place of an identifier, which is then not shown. */
function identifiersIn({ route, requestId, methodName }: DownstreamCall): Attributes {
  return {
    'cardway.route': route,
    ...(hasRequestIdShape(requestId) ? { 'cardway.request_id': requestId } : {}),
    ...(looksLikeMethodName(methodName) ? { 'cardway.method': methodName } : {}),
  };
}

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
