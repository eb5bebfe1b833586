import {
  type ExecutionArgs,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  parse,
} from 'graphql';
import type { ServerOptions } from 'graphql-ws';
import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '../../core/wire/json.js';
import { momentOf } from '../../platform/clock.js';
import { ERRORS } from '../../platform/errors.js';
import type { Stream } from '../context.js';
import { type Operated, StreamFailure } from './operate.js';
import type { SocketConnection, WebSocketRouteOptions } from './web-socket-connection.js';

export interface Extra extends Record<PropertyKey, unknown> {
  readonly connection: SocketConnection;
  /** Upgrade request. It is released with the first message, because it is as large as the rest of a connection. */
  request: IncomingMessage | null;
  /** Payload of the message that graphql-ws is given in this turn. */
  payload: JsonObject;
}

type Hooks = ServerOptions<Record<string, unknown>, Extra>;

/**
 * Returns the hooks that make graphql-ws run operations our way. The result of `operate` passes through as if graphql-ws had
 * executed it. Its errors are formatted already, so the socket reports the same as HTTP.
 */
export function socketOperations(
  options: Pick<WebSocketRouteOptions, 'clock' | 'connections' | 'contextOf' | 'limits' | 'operate'>,
): Pick<Hooks, 'onSubscribe' | 'execute' | 'subscribe' | 'onNext' | 'onError'> {
  const refusals = new WeakMap<object, readonly GraphQLFormattedError[]>();
  return {
    async onSubscribe({ extra, subscriptions }, id, message) {
      const { connection, payload } = extra;
      const { credential } = connection;
      const refuse = (errors: readonly GraphQLFormattedError[]): GraphQLError[] => {
        refusals.set(message, errors);
        return errors.map(({ message }) => new GraphQLError(message));
      };
      // A client may complete an operation that still runs. Then graphql-ws no longer knows of it.
      const known = Object.keys(subscriptions).length - 1;
      const open = Math.max(known, connection.running + connection.subscriptions);
      if (open >= options.limits.operationsMax) return refuse([TOO_MANY]);
      if (credential === null) return refuse([UNAUTHENTICATED]);
      const stream: Stream = {
        onBehind: () => connection.behind(),
        hold: (bytes) => options.connections.hold(credential.key.keyId, bytes),
      };
      const context = { ...options.contextOf(credential, momentOf(options.clock)), stream };
      connection.began('running');
      const operated = await options.operate(payload, context).finally(() => connection.ended('running'));
      if (operated.kind === 'result' && operated.result.data === undefined) {
        return refuse(operated.result.errors ?? []);
      }
      if (operated.kind === 'result') return argsOf(operated);
      return argsOf({ kind: 'stream', results: new Pump(operated.results, connection, id) });
    },
    execute: ({ contextValue }) => (contextValue as { result: FormattedExecutionResult }).result as never,
    subscribe: ({ contextValue }) => (contextValue as { results: AsyncIterable<never> }).results,
    onNext: (...given) => given[4] as FormattedExecutionResult,
    onError: (_context, _id, payload, errors) => refusals.get(payload) ?? failuresOf(errors),
  };
}

const QUERY = parse('{ __typename }');
const SUBSCRIPTION = parse('subscription { __typename }');

function argsOf(operated: Operated): ExecutionArgs {
  const document = operated.kind === 'stream' ? SUBSCRIPTION : QUERY;
  return { schema: undefined as never, document, contextValue: operated };
}

function failuresOf(errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
  return errors.flatMap(({ originalError }) =>
    originalError instanceof StreamFailure ? originalError.errors : [INTERNAL],
  );
}

const TOO_MANY: GraphQLFormattedError = {
  message: 'Too many operations at one time on this connection.',
  extensions: { code: 'RATE_LIMITED', retryAfterSeconds: ERRORS.RATE_LIMITED.retryAfterSeconds },
};
const UNAUTHENTICATED: GraphQLFormattedError = {
  message: 'Authentication failed.',
  extensions: { code: 'UNAUTHENTICATED' },
};
const INTERNAL: GraphQLFormattedError = {
  message: 'The gateway failed.',
  extensions: { code: 'INTERNAL' },
};

type Results = AsyncIterableIterator<FormattedExecutionResult>;

/**
 * Results of a subscription for graphql-ws. The iteration sends each `next` message itself and hands out nothing until it ends or
 * fails, which graphql-ws reports to the client. A result for many subscribers is serialized once (`operate.ts` shares it). The
 * connection learns of the beginning and of every kind of end.
 */
class Pump implements Results {
  private readonly head: string;

  constructor(
    private readonly results: Results,
    private readonly connection: SocketConnection,
    operationId: string,
  ) {
    this.head = `{"id":${JSON.stringify(operationId)},"type":"next","payload":`;
    connection.began(this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    try {
      for (let step = await this.results.next(); step.done !== true; step = await this.results.next()) {
        await this.connection.send(`${this.head}${textOf(step.value)}}`);
      }
    } finally {
      this.connection.ended(this);
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    this.connection.ended(this);
    await this.results.return?.();
    return { done: true, value: undefined };
  }
}

const texts = new WeakMap<FormattedExecutionResult, string>();

function textOf(result: FormattedExecutionResult): string {
  const known = texts.get(result);
  if (known !== undefined) return known;
  const text = JSON.stringify(result);
  texts.set(result, text);
  return text;
}
