import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { scrub } from './core/scrub.js';
import type { DownstreamClient } from './downstream/client.js';
import type { UseCases } from './graphql/context.js';
import type { TraceDoor } from './http/doors.js';
import type { Store } from './store/store.js';

/**
 * Traces of calls, by OpenTelemetry: door → operation → store and downstream. Nothing of this file is loaded unless traces are wanted;
 * what is handed through it is wrapped, so that without it not even a question is asked.
 */
export interface Tracing {
  readonly door: TraceDoor;
  operations(useCases: UseCases): UseCases;
  store(store: Store): Store;
  downstream(client: DownstreamClient): DownstreamClient;
  /** For lines of the log: the trace that they belong to. */
  readonly about: () => object;
  /** Sends what is left. */
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
  const spans = createSpans(provider.getTracer('cardway', options.version));
  return {
    door: spans.door,
    operations: (useCases) => ({
      ...spans.traced('operation', useCases),
      secrets: spans.traced('operation secrets', useCases.secrets),
    }),
    store: (store) => ({
      ...store,
      ledger: spans.traced('store ledger', store.ledger),
      directory: spans.traced('store directory', store.directory),
      provisioning: spans.traced('store provisioning', store.provisioning),
      attempts: spans.traced('store attempts', store.attempts),
    }),
    downstream: (client) => spans.downstream(client),
    about: () => {
      const span = spans.current();
      return span === undefined ? {} : { traceId: span.spanContext().traceId };
    },
    async stop() {
      // A collector that does not answer holds up no stop.
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

function createSpans(tracer: Tracer) {
  const contexts = new AsyncLocalStorage<Context>();
  const here = (): Context => contexts.getStore() ?? ROOT_CONTEXT;

  /** Runs work in a span that ends with it, whether it is done at once or later. */
  function within<T>(name: string, attributes: Attributes, work: (span: Span) => T): T {
    const parent = here();
    // What nobody asked for from outside (sweeps, polls) is not traced.
    if (trace.getSpan(parent) === undefined) return work(NO_SPAN);
    const kind = name.startsWith('downstream') ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return contexts.run(trace.setSpan(parent, span), () => ended(span, () => work(span)));
  }

  return {
    current: () => trace.getSpan(here()),

    door: (about: Parameters<TraceDoor>[0]): ReturnType<TraceDoor> => {
      const attributes = {
        'http.request.method': about.method,
        'http.route': about.door,
        'http.request.id': scrub(about.httpRequestId),
      };
      const parent = remoteContext(about.headers);
      const span = tracer.startSpan(
        `${about.method} ${about.door}`,
        { kind: SpanKind.SERVER, attributes },
        parent,
      );
      const context = trace.setSpan(parent, span);
      return {
        run: (work) => {
          contexts.run(context, work);
        },
        end(status) {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    traced<Port extends object>(layer: string, port: Port): Port {
      return new Proxy(port, {
        get(target, name, self) {
          const member: unknown = Reflect.get(target, name, self);
          if (typeof member !== 'function' || typeof name !== 'string') return member;
          return (...args: readonly unknown[]): unknown =>
            within(`${layer} ${name}`, identifiersIn(args[0]), () =>
              Reflect.apply(member as (...given: unknown[]) => unknown, target, args),
            );
        },
      });
    },

    downstream(client: DownstreamClient): DownstreamClient {
      return new Proxy(client, {
        get(target, name, self) {
          if (name !== 'send') return Reflect.get(target, name, self) as unknown;
          return ((call) =>
            within(`downstream ${call.route}`, identifiersIn(call), async (span) => {
              const headers = { ...call.headers, ...traceHeaders(span) };
              const outcome = await target.send({ ...call, headers });
              span.setAttribute('cardway.outcome', outcome.kind);
              if (outcome.kind === 'refused' || outcome.kind === 'in_doubt')
                span.setAttribute('cardway.reason', scrub(outcome.reason));
              if (outcome.kind !== 'answered') span.setStatus({ code: SpanStatusCode.ERROR });
              return outcome;
            })) satisfies DownstreamClient['send'];
        },
      });
    },
  };
}

const NO_SPAN: Span = trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: TraceFlags.NONE });

function ended<T>(span: Span, work: () => T): T {
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    return result.then(
      (value: unknown) => {
        span.end();
        return value;
      },
      (error: unknown) => {
        fail(span, error);
        throw error;
      },
    ) as T;
  } catch (error) {
    fail(span, error);
    throw error;
  }
}

/** The code, and no message: that one was made for somebody else's eyes. */
function fail(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'INTERNAL';
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
  span.end();
}

/** What calls are found by: names that are identifiers by definition, and nothing else of what is handed over. */
function identifiersIn(argument: unknown): Attributes {
  if (argument === null || typeof argument !== 'object') return {};
  const found: Record<string, string> = {};
  for (const [name, attribute] of IDENTIFIERS) {
    const value: unknown = Reflect.get(argument, name);
    if (typeof value === 'string') found[attribute] = scrub(value);
  }
  return found;
}

const IDENTIFIERS = [
  ['requestId', 'cardway.request_id'],
  ['methodName', 'cardway.method'],
  ['route', 'cardway.route'],
] as const;

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** W3C Trace Context: the caller's span, where it named one. */
function remoteContext(headers: Parameters<TraceDoor>[0]['headers']): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(headers['traceparent'] ?? '')) ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return ROOT_CONTEXT;
  const state = headers['tracestate'];
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED,
    isRemote: true,
    ...(typeof state === 'string' && state.length <= STATE_LENGTH_MAX
      ? { traceState: createTraceState(state) }
      : {}),
  });
}

const STATE_LENGTH_MAX = 512;

function traceHeaders(span: Span): Record<string, string> {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  if (traceId === '') return {};
  const flags = traceFlags.toString(16).padStart(2, '0');
  const state = traceState?.serialize() ?? '';
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(state === '' ? {} : { tracestate: state }),
  };
}

function headersOf(written: string | undefined): Record<string, string> {
  const pairs = (written ?? '').split(',').map((pair) => pair.trim());
  return Object.fromEntries(
    pairs
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}
