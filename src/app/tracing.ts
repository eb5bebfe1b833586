import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { TraceState } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import { deliveryId } from '../core/events/delivery.js';
import { eventId } from '../core/events/event.js';
import { hasRequestIdShape } from '../core/transactions/transaction.js';
import { scrub } from '../core/wire/scrub.js';
import { looksLikeMethodName } from '../platform/errors.js';
import type { UseCases } from '../graphql/context.js';
import type { Operate, Operated } from '../graphql/server/operate.js';
import type { TraceRequest } from '../http/listener.js';
import type { DownstreamClient } from '../outbound/downstream/client.js';
import type { Store } from '../store/store.js';
import type { DeliverEvent } from '../use-cases/events/deliver-event.js';
import type { WebhookSender } from '../use-cases/events/delivery-port.js';
import type { TraceWork } from '../use-cases/ports.js';

/**
 * Traces by OpenTelemetry. This file loads only if traces are wanted. It wraps the parts that it traces. Without
 * it they run unchanged, except that the sweep checks for it once for each row.
 *
 *   a call               interface → operation → store and downstream; the wallet service gets the context (W3C)
 *   a connection         `stream operation` → the same; a subscription has its start, then one `subscription delivery` for
 *                        each result. It lasts until the peer's network took the result, in its own trace, linked to the start.
 *   a webhook            `webhook delivery` → `webhook POST`; the receiver gets `traceparent` but not our `tracestate`
 *   a row of the sweep   `sweep sends again`, `sweep inquires`, `sweep reverses` → store and downstream; an empty round has none
 */
export interface Tracing {
  readonly request: TraceRequest;
  operations(useCases: UseCases): UseCases;
  store(store: Store): Store;
  downstream(client: DownstreamClient): DownstreamClient;
  operate(operate: Operate): Operate;
  deliveries(deliver: DeliverEvent): DeliverEvent;
  webhookSender(sender: WebhookSender): WebhookSender;
  readonly work: TraceWork;
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
  const spans = createSpans(provider.getTracer('cardway', options.version));
  return {
    request: spans.request,
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
    ...spansOfItself(spans),
    about: () => {
      const span = spans.current();
      return span === undefined ? {} : { traceId: span.spanContext().traceId };
    },
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

function createSpans(tracer: Tracer) {
  const contexts = new AsyncLocalStorage<Context>();
  const here = (): Context => contexts.getStore() ?? ROOT_CONTEXT;

  /** Runs work in a span. The span ends with the work, synchronous or asynchronous. */
  function within<T>(name: string, attributes: Attributes, work: (span: Span) => T): T {
    const parent = here();
    // Work outside a trace (polls, empty rounds) is not traced.
    if (trace.getSpan(parent) === undefined) return work(NO_SPAN);
    const kind = name.startsWith('downstream') ? SpanKind.CLIENT : SpanKind.INTERNAL;
    return spanned(name, { kind, attributes }, work);
  }

  /** Does the same, but starts a trace where none exists. */
  function spanned<T>(name: string, options: SpanOptions, work: (span: Span) => T): T {
    const parent = here();
    const span = tracer.startSpan(name, options, parent);
    return contexts.run(trace.setSpan(parent, span), () => ended(span, () => work(span)));
  }

  return {
    current: () => trace.getSpan(here()),
    spanned,

    /** Starts a span in its own trace, linked to its cause. The caller ends it. */
    alone: (name: string, kind: SpanKind, cause: SpanContext): Span =>
      tracer.startSpan(name, { kind, links: [{ context: cause }] }, ROOT_CONTEXT),

    request: (about: Parameters<TraceRequest>[0]): ReturnType<TraceRequest> => {
      const attributes = {
        'http.request.method': about.method,
        'http.route': about.path,
        'http.request.id': scrub(about.httpRequestId),
      };
      const parent = remoteContext(about.headers);
      const span = tracer.startSpan(
        `${about.method} ${about.path}`,
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

/** Creates the spans of background work and of lasting connections. */
function spansOfItself({
  spanned,
  alone,
}: ReturnType<typeof createSpans>): Pick<Tracing, 'operate' | 'deliveries' | 'webhookSender' | 'work'> {
  return {
    work: (name, about, work) =>
      spanned(name, { kind: SpanKind.INTERNAL, attributes: identifiersIn(about) }, work),

    operate: (operate) => (request, context) => {
      const keyId = context.caller.key?.keyId;
      const attributes = keyId === undefined ? {} : { 'cardway.key_id': scrub(keyId) };
      return spanned(
        'stream operation',
        { kind: SpanKind.SERVER, attributes },
        async (span): Promise<Operated> => {
          const operated = await operate(request, context);
          if (operated.kind === 'result') {
            if (operated.result.errors !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
            return operated;
          }
          span.updateName('subscription start');
          const cause = span.spanContext();
          const begin = (): Span => alone('subscription delivery', SpanKind.PRODUCER, cause);
          return { kind: 'stream', results: new Delivered(operated.results, begin) };
        },
      );
    },

    deliveries: (deliver) => (delivery, signal) => {
      const attributes = {
        'cardway.delivery_id': deliveryId(delivery.sequence),
        'cardway.endpoint_id': delivery.endpointId,
        'cardway.event_id': eventId(delivery.event.sequence),
        'cardway.event_type': delivery.event.type,
        'cardway.tries': delivery.attemptCount,
      };
      return spanned('webhook delivery', { kind: SpanKind.INTERNAL, attributes }, () =>
        deliver(delivery, signal),
      );
    },

    webhookSender: (sender) => ({
      send: (args) =>
        spanned('webhook POST', { kind: SpanKind.CLIENT }, async (span) => {
          const { traceparent } = traceHeaders(span);
          const result = await sender.send({
            ...args,
            headers: { ...args.headers, ...(traceparent && { traceparent }) },
          });
          if (result.kind === 'answered') span.setAttribute('http.response.status_code', result.httpStatus);
          else span.setAttribute('cardway.reason', result.failure);
          const isTaken = result.kind === 'answered' && result.httpStatus >= 200 && result.httpStatus < 300;
          if (!isTaken) span.setStatus({ code: SpanStatusCode.ERROR });
          return result;
        }),
    }),
  };
}

/** Results of a subscription. The span of a result lasts until the next one is requested. */
class Delivered<Result> implements AsyncIterableIterator<Result> {
  private span: Span | undefined;

  constructor(
    private readonly results: AsyncIterableIterator<Result>,
    private readonly begin: () => Span,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Result, undefined>> {
    this.over();
    const step = (await this.results.next()) as IteratorResult<Result, undefined>;
    if (step.done !== true) this.span = this.begin();
    return step;
  }

  async return(): Promise<IteratorResult<Result, undefined>> {
    this.over();
    await this.results.return?.();
    return { done: true, value: undefined };
  }

  private over(): void {
    this.span?.end();
    this.span = undefined;
  }
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

/** Records the error code but no message, because messages are written for other readers. */
function fail(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'INTERNAL';
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
  span.end();
}

/** Returns the identifiers of a call. It reads only names that are identifiers by definition. */
function identifiersIn(argument: unknown): Attributes {
  if (argument === null || typeof argument !== 'object') return {};
  const found: Record<string, string> = {};
  for (const [name, attribute, isShown] of IDENTIFIERS) {
    const value: unknown = Reflect.get(argument, name);
    if (typeof value === 'string' && isShown(value)) found[attribute] = scrub(value);
  }
  return found;
}

/** Names, their attributes, and whether a value is shown: a caller may put any text in the place of an identifier. */
const IDENTIFIERS = [
  ['requestId', 'cardway.request_id', hasRequestIdShape],
  ['methodName', 'cardway.method', looksLikeMethodName],
  ['route', 'cardway.route', () => true],
] as const;

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the caller's span by W3C Trace Context, if the caller named one. */
function remoteContext(headers: Parameters<TraceRequest>[0]['headers']): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(headers['traceparent'] ?? '')) ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return ROOT_CONTEXT;
  const state = headers['tracestate'];
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED,
    isRemote: true,
    ...(typeof state === 'string' && state.length <= STATE_LENGTH_MAX && scrub(state) === state
      ? { traceState: new TraceState(state) }
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
