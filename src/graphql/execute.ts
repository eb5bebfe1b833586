import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, execute as interpret, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import { CardwayError } from '../errors.js';
import type { GraphQLContext } from './context.js';
import { registeredError } from './errors.js';

export type Execution<Data> =
  { readonly kind: 'data'; readonly data: Data } | { readonly kind: 'error'; readonly error: CardwayError };

/** Runs one of our own documents. The compat doors and the REST routes get this and nothing else of GraphQL. */
export type Execute = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context: GraphQLContext,
) => Promise<Execution<Data>>;

/**
 * Compiles each document once and runs the compiled form. Only documents of ours come here, never a client's text: the
 * compiler turns a crafted string literal into code. When variables don't fit, graphql-js is asked again for exact words.
 */
export function createExecute(schema: GraphQLSchema): Execute {
  const compiled = new Map<unknown, CompiledQuery>();
  return async (document, variables, context) => {
    let query = compiled.get(document);
    if (query === undefined) {
      query = compile(schema, document);
      compiled.set(document, query);
    }
    let result = (await query.query(undefined, context, variables)) as ExecutionResult;
    if (result.data === undefined) {
      result = await interpret({ schema, document, variableValues: variables, contextValue: context });
    }
    const [first] = result.errors ?? [];
    if (first !== undefined) return { kind: 'error', error: registeredError(first) };
    return { kind: 'data', data: result.data as never };
  };
}

function compile(schema: GraphQLSchema, document: DocumentNode): CompiledQuery {
  const compiled = compileQuery(schema, document);
  if (!isCompiledQuery(compiled)) throw new CardwayError('INTERNAL', { cause: compiled.errors });
  return compiled;
}
