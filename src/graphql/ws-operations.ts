import type { ServerOptions } from 'graphql-ws';
import {
  GraphQLError,
  parse,
  type ExecutionArgs,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
} from 'graphql';
import { momentOf } from '../core/moment.js';
import { ERRORS } from '../errors.js';
import { StreamFailure, type Operated } from './operate.js';
import { Pump } from './ws-pump.js';
import type { SocketConnection } from './ws-connection.js';
import type { WebSocketDoorOptions } from './ws-options.js';
import type { IncomingMessage } from 'node:http';

export interface Extra extends Record<PropertyKey, unknown> {
  readonly connection: SocketConnection;
  /** The upgrade request; given up with the first message, for it is as large as all the rest of a connection. */
  request: IncomingMessage | null;
}

type Hooks = ServerOptions<Record<string, unknown>, Extra>;

/**
 * Lends the protocol machine of graphql-ws our own way of running an operation: what `operate` gave is handed through as if the
 * machine had executed it. Its errors are formatted already, so that the socket says what HTTP says.
 */
export function socketOperations(
  options: Pick<WebSocketDoorOptions, 'clock' | 'contextOf' | 'limits' | 'operate'>,
): Pick<Hooks, 'onSubscribe' | 'execute' | 'subscribe' | 'onNext' | 'onError'> {
  const refusals = new WeakMap<object, readonly GraphQLFormattedError[]>();
  return {
    async onSubscribe({ extra, subscriptions }, id, payload) {
      const { connection } = extra;
      const { credential } = connection;
      const refuse = (errors: readonly GraphQLFormattedError[]): GraphQLError[] => {
        refusals.set(payload, errors);
        return errors.map(({ message }) => new GraphQLError(message));
      };
      if (Object.keys(subscriptions).length > options.limits.operationsMax) return refuse([TOO_MANY]);
      if (credential === null) return refuse([UNAUTHENTICATED]);
      const stream = { onBehind: () => connection.behind() };
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
