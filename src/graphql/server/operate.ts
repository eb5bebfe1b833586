import type { ApolloServer } from '@apollo/server';
import {
  createSourceEventStream,
  type DocumentNode,
  execute,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { createTurns } from '../../platform/background.js';
import { CardwayError, type ErrorCode } from '../../platform/errors.js';
import { callerKey, type GraphQLContext, type Stream } from '../context.js';
import type { ReadDocument } from './persisted-documents.js';

export interface OperationRequest {
  readonly query?: string | null | undefined;
  /** Id of a persisted document, in place of `query`. */
  readonly documentId?: string | null | undefined;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

export type Operated =
  | { readonly kind: 'result'; readonly result: FormattedExecutionResult }
  | { readonly kind: 'stream'; readonly results: AsyncIterableIterator<FormattedExecutionResult> };

/** Error of a stream of results that cannot continue. Its errors are formatted. */
export class StreamFailure extends Error {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {
    super('The subscription ended.');
  }
}

/**
 * Function that runs one operation for a connection that can carry subscriptions. Errors are formatted and part of the result.
 */
export type Operate = (request: OperationRequest, context: StreamContext) => Promise<Operated>;

interface OperateOptions {
  readonly apollo: ApolloServer<GraphQLContext>;
  readonly schema: GraphQLSchema;
  readonly format: (error: unknown, formatted: GraphQLFormattedError) => GraphQLFormattedError;
  /** Runs when an operation is refused and Apollo does not report it. */
  readonly onRefused: (error: unknown, context: GraphQLContext) => void;
  /** Refuses a document before it is validated, as over HTTP. Errors: BAD_REQUEST. */
  readonly requireAffordable: (query: unknown) => void;
  readonly readDocument: ReadDocument;
  /** Parses a text that was valid before. */
  readonly parsed: (text: string) => Promise<DocumentNode>;
}

/**
 * Creates the function that runs operations. Queries and mutations run as over HTTP. A subscription is parsed, validated and
 * authorised in the same way, and stops short of execution (`keepSubscription`). graphql-js then runs it: a client's text is
 * never compiled. An open subscription keeps what it asks for as one text: a parsed document can take two hundred times as much.
 */
export function createOperate(options: OperateOptions): Operate {
  const subscribe = createSubscribe(options);
  const failure = (error: unknown): StreamFailure => failureOf(error, options.format);
  return async ({ operationName, variables, ...named }, context) => {
    let query: string;
    try {
      const text = options.readDocument(named, callerKey(context.caller));
      options.requireAffordable(text);
      query = typeof text === 'string' ? text : '';
    } catch (error) {
      options.onRefused(error, context);
      return { kind: 'result', result: { errors: failure(error).errors } };
    }
    const request = {
      query,
      ...(operationName == null ? {} : { operationName }),
      variables: variables ?? {},
    };
    const { body } = await options.apollo.executeOperation(request, { contextValue: context });
    const { document } = context.stream;
    if (document === undefined) {
      return { kind: 'result', result: body.kind === 'single' ? body.singleResult : {} };
    }
    delete context.stream.document;
    return subscribe(request, document, context);
  };
}

type Subscribe = (asked: Asked, document: DocumentNode, context: StreamContext) => Promise<Operated>;

/** Creates the function that opens a valid subscription. */
function createSubscribe(options: OperateOptions): Subscribe {
  const shared = createEqualResults();
  const formatted = ({ errors, ...result }: ExecutionResult): FormattedExecutionResult => ({
    ...result,
    ...(errors === undefined ? {} : { errors: errors.map((error) => options.format(error, error.toJSON())) }),
  });
  const failure = (error: unknown): StreamFailure => failureOf(error, options.format);
  return subscribe;

  async function subscribe(
    { query, operationName = null, variables }: Asked,
    document: DocumentNode,
    context: StreamContext,
  ): Promise<Operated> {
    const { key } = context.caller;
    const asked = JSON.stringify({
      query,
      operationName,
      variables,
      role: key?.role,
      programme: key?.programme,
    });
    let release: (() => void) | undefined;
    try {
      release = context.stream.hold(HELD_BYTES + HELD_TIMES * asked.length);
      const source = await createSourceEventStream({
        schema: options.schema,
        document,
        operationName,
        variableValues: variables,
        contextValue: context,
      });
      if (isAsyncIterable(source)) {
        const each = (event: unknown) => shared(event, asked, () => resultOf(event, asked, context));
        return { kind: 'stream', results: new Mapped(source, { each, failure, release }) };
      }
      release();
      options.onRefused(source.errors?.[0], context);
      return { kind: 'result', result: formatted(source) };
    } catch (error) {
      release?.();
      options.onRefused(error, context);
      return { kind: 'result', result: { errors: failure(error).errors } };
    }
  }

  async function resultOf(
    event: unknown,
    asked: string,
    context: GraphQLContext,
  ): Promise<FormattedExecutionResult> {
    const { query, operationName, variables } = JSON.parse(asked) as Asked;
    const result = await execute({
      schema: options.schema,
      document: await options.parsed(query),
      operationName: operationName ?? null,
      variableValues: variables,
      rootValue: event,
      contextValue: { ...context },
    });
    return formatted(result);
  }
}

type StreamContext = GraphQLContext & { readonly stream: Stream };

interface Asked {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Memory of an open subscription besides what it asks for, and times that it holds that: as text, and as what it follows. */
const HELD_BYTES = 4096;
const HELD_TIMES = 2;

/**
 * Lets a subscription through to its connection, and refuses it where none exists. Errors: a GraphQLError around BAD_REQUEST or
 * METHOD_NOT_ALLOWED.
 */
export function requireTransport(
  operation: OperationDefinitionNode | undefined,
  { stream }: GraphQLContext,
): void {
  if (operation?.operation === OperationTypeNode.SUBSCRIPTION && stream === undefined)
    throw refused('Subscriptions are served over WebSocket, and as an event stream on /graphql/stream.');
  if (operation?.operation === OperationTypeNode.MUTATION && stream?.isReadOnly === true)
    throw refused('Mutations must be sent by POST.', 'METHOD_NOT_ALLOWED');
}

/** Keeps a valid subscription for its connection, which runs it. Returns whether it is one: Apollo must not execute it. */
export function keepSubscription(
  operation: OperationDefinitionNode | undefined,
  document: DocumentNode,
  { stream }: GraphQLContext,
): boolean {
  // Apollo also asks when the document leaves open which operation is meant.
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION || stream === undefined) return false;
  stream.document = document;
  return true;
}

function refused(message: string, code: ErrorCode = 'BAD_REQUEST'): GraphQLError {
  const originalError = new CardwayError(code, { message });
  return new GraphQLError(message, { originalError, extensions: { http: { status: 200 } } });
}

function isAsyncIterable(source: AsyncIterable<unknown> | ExecutionResult): source is AsyncIterable<unknown> {
  return Symbol.asyncIterator in source;
}

function failureOf(
  thrown: unknown,
  format: (error: unknown, formatted: GraphQLFormattedError) => GraphQLFormattedError,
): StreamFailure {
  const originalError = thrown instanceof Error ? thrown : new Error(String(thrown));
  const error = new GraphQLError(originalError.message, { originalError });
  return new StreamFailure([format(error, error.toJSON())]);
}

/** Iterator that maps each value. It is not a generator, because one that waits for its source cannot be ended from outside. */
class Mapped<From, To> implements AsyncIterableIterator<To> {
  private readonly iterator: AsyncIterator<From>;
  private isOver = false;

  constructor(
    source: AsyncIterable<From>,
    private readonly how: {
      readonly each: (from: From) => Promise<To>;
      readonly failure: (error: unknown) => Error;
      readonly release: () => void;
    },
  ) {
    this.iterator = source[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<To, undefined>> {
    try {
      const step = await this.iterator.next();
      if (step.done !== true) return { done: false, value: await this.how.each(step.value) };
    } catch (error) {
      this.over();
      throw this.how.failure(error);
    }
    this.over();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<To, undefined>> {
    this.over();
    await this.iterator.return?.();
    return { done: true, value: undefined };
  }

  private over(): void {
    if (!this.isOver) this.how.release();
    this.isOver = true;
  }
}

type Results = Map<string, Promise<FormattedExecutionResult>>;

/**
 * Shares the result of an event among subscribers that ask for the same: ten thousand equal subscriptions cost one execution of
 * each event. Equal subscriptions have the same document, operation name, variables, role and programme. A resolver of a
 * subscription must read nothing else of its caller. The results are freed with their event.
 *
 * Executions take turns. Thousands of subscriptions that differ, or read the past, would otherwise hold up payments for seconds.
 */
export function createEqualResults(): (
  event: unknown,
  asked: string,
  execute: () => Promise<FormattedExecutionResult>,
) => Promise<FormattedExecutionResult> {
  const byEvent = new WeakMap<object, Results>();
  const turn = createTurns();
  return (event, asked, execute) => {
    if (typeof event !== 'object' || event === null) return execute();
    const results = emplace(byEvent, event, (): Results => new Map());
    const known = results.get(asked);
    if (known !== undefined) return known;
    const result = turn().then(execute);
    results.set(asked, result);
    return result;
  };
}

function emplace<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
