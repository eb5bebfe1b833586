import { enumNames, plainValues } from '../../../src/cli/enum-values.js';
import type { DocumentText } from '../../../src/generated/operations.js';
import { backgroundHeaders } from './activity.js';
import { GatewayError } from './gateway-error.js';
import { watched } from './silence.js';

interface Answer<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly field?: string };
  }[];
}

/** Sends one operation. Errors: GatewayError. */
export async function ask<Result, Variables>(
  document: DocumentText<Result, Variables>,
  variables: Variables,
  { signal = null }: { readonly signal?: AbortSignal | null } = {},
): Promise<Result> {
  const response = await reach('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json',
      ...backgroundHeaders(),
    },
    body: JSON.stringify({ query: document, variables: enumNames(variables) }),
    signal,
  });
  const { data, errors: [error] = [] } = (await response.json().catch(() => {
    throw new GatewayError('UNREACHABLE', `The gateway answered with HTTP ${String(response.status)}.`);
  })) as Answer<Result>;
  if (error !== undefined)
    throw new GatewayError(
      error.extensions?.code ?? 'INTERNAL',
      error.message,
      error.extensions?.field ?? null,
    );
  if (data == null) throw new GatewayError('INTERNAL', 'The gateway gave no data.');
  return plainValues(data);
}

/** Time after which a gateway without an answer counts as out of reach. */
const SILENCE_MS = 30_000;

/** Fetches. Errors: GatewayError where no answer arrives. */
async function reach(path: string, init: RequestInit): Promise<Response> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const signal = init.signal == null ? silence.signal : AbortSignal.any([init.signal, silence.signal]);
  return watched(fetch(path, { ...init, signal }))
    .catch((error: unknown) => {
      if (init.signal?.aborted === true) throw error;
      throw new GatewayError('UNREACHABLE', 'The gateway cannot be reached.');
    })
    .finally(() => clearTimeout(timer));
}

const SESSION = '/console/session';

/** Opens a session: the gateway sets a cookie that no script can read. Errors: GatewayError. */
export async function openSession(key: string): Promise<void> {
  const response = await reach(SESSION, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw await refusalOf(response);
}

/** Ends the session on every node. Errors: GatewayError. */
export async function closeSession(): Promise<void> {
  const response = await reach(SESSION, { method: 'DELETE' });
  if (!response.ok && response.status !== 401) throw await refusalOf(response);
}

const CODES: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

/** Returns the refusal of a REST interface. */
export async function refusalOf(response: Response): Promise<GatewayError> {
  const body = (await response.json().catch(() => ({}))) as {
    message?: string;
    error?: { code?: string };
  };
  const code = body.error?.code ?? CODES[response.status] ?? 'INTERNAL';
  return new GatewayError(code, body.message ?? `The gateway answered with HTTP ${String(response.status)}.`);
}
