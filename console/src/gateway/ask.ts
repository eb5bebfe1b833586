import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { enumNames, plainValues } from '../../../src/cli/enum-values.js';

/** Refusal of the gateway, or failure to reach it. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  constructor(
    /** Code in the register of errors; `UNREACHABLE` where no answer arrived. */
    readonly code: string,
    message: string,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

interface Answer<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly field?: string };
  }[];
}

/** Sends one operation. Errors: GatewayError. */
export async function ask<Result, Variables>(
  key: string,
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const answer = await post<Result>(key, { query: print(document), variables: enumNames(variables) }, signal);
  const [error] = answer.errors ?? [];
  if (error !== undefined)
    throw new GatewayError(
      error.extensions?.code ?? 'INTERNAL',
      error.message,
      error.extensions?.field ?? null,
    );
  if (answer.data == null) throw new GatewayError('INTERNAL', 'The gateway gave no data.');
  return plainValues(answer.data);
}

async function post<Result>(key: string, body: unknown, signal?: AbortSignal): Promise<Answer<Result>> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json',
      Authorization: `Bearer ${key}`,
    },
    body: JSON.stringify(body),
    credentials: 'omit',
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new GatewayError('UNREACHABLE', 'The gateway cannot be reached.');
  });
  return response.json().catch(() => {
    throw new GatewayError('UNREACHABLE', `The gateway answered with HTTP ${String(response.status)}.`);
  }) as Promise<Answer<Result>>;
}

/** Returns a sentence for a person, with advice. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof GatewayError)) return 'Something went wrong in this page. Load it again.';
  switch (error.code) {
    case 'UNREACHABLE':
      return `${error.message} Check that it runs and that you are connected to it. The page retries.`;
    case 'UNAUTHENTICATED':
      return 'The gateway does not know this key. It may have been revoked, or have expired.';
    case 'FORBIDDEN':
      return 'This key is known, but it has another role. The console needs a key of role operator.';
    case 'RATE_LIMITED':
      return 'Too many wrong keys came from this address. Wait a minute and try again.';
    case 'UNAVAILABLE':
      return 'The gateway cannot reach its database at the moment. The page retries.';
    default:
      return error.field === null || error.message.startsWith(error.field)
        ? error.message
        : `${error.field}: ${error.message}`;
  }
}
