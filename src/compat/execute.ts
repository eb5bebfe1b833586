import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { CardwayError } from '../errors.js';
import type { CompatContext } from './exchange.js';

export type Execution<Data> =
  { readonly kind: 'data'; readonly data: Data } | { readonly kind: 'error'; readonly error: CardwayError };

/** Runs one of our own GraphQL documents: the only way from a compat door into the program. */
export type Execute = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context: CompatContext,
) => Promise<Execution<Data>>;
