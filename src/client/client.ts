/** The part of `cardway/client` that browsers get. The verifiers need Node. */
import type { DocumentTypeDecoration, TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql/language/printer';
import type { CardwayEvent, SubscribeOptions } from './connection.js';
import { type ClientOptions, GatewayError, post } from './request.js';
import { subscribe } from './subscribe.js';

export { type CardwayEvent, type ClientOptions, GatewayError, type SubscribeOptions };

/** Document with the types of its result and variables, as code generators write it for the schema. */
export type TypedDocument<Data, Variables> =
  TypedDocumentNode<Data, Variables> | (string & DocumentTypeDecoration<Data, Variables>);

export interface CardwayClient {
  /**
   * Sends a query or a mutation once, and returns its data. The same input of a transaction is the same transaction, and is paid
   * once: after an error that leaves its outcome unknown, send it again. Errors: GatewayError.
   */
  request<Data = unknown, Variables = Readonly<Record<string, unknown>>>(
    document: TypedDocument<Data, Variables> | string,
    variables: Variables,
    signal?: AbortSignal,
  ): Promise<Data>;
  /**
   * Yields events, in order, each once, while it is iterated. It reopens a lost connection, with growing pauses, and continues
   * after the last event. `break`, `return()` or the signal ends it. Role integrator, auditor, settler or operator. Errors:
   * GatewayError, where the gateway refuses the subscription or the key.
   */
  subscribe<Data = Readonly<Record<string, unknown>>>(
    options?: SubscribeOptions,
  ): AsyncGenerator<CardwayEvent<Data>, void, void>;
}

/** Creates a client of a gateway, for backends and integrators. Errors: TypeError for a wrong URL or key. */
export function createClient(options: ClientOptions): CardwayClient {
  if (!/^https?:/i.test(options.url) || !URL.canParse(options.url))
    throw new TypeError('url must be an http or https URL.');
  // A file may have line ends and spaces around the key.
  const key = (options.key as string | undefined)?.trim() ?? '';
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('key must be an API key: letters, digits, - and _, without spaces.');
  const gateway = { ...options, url: `${options.url.replace(/(?<!\/)\/+$/, '')}/graphql`, key };
  return {
    request: (document, variables, signal) => {
      const query = typeof document === 'string' ? document : print(document);
      return post(gateway, { query, variables }, signal) as Promise<never>;
    },
    subscribe: (more = {}) => subscribe(gateway, more) as AsyncGenerator<never, void, void>,
  };
}
