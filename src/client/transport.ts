import { setTimeout as wait } from 'node:timers/promises';
import type { DocumentText } from '../generated/client.js';

export interface TransportOptions {
  readonly url: string;
  readonly key: string;
  /** Timeout of one attempt; 10 s by default. */
  readonly timeoutMs?: number | undefined;
  /** Number of retries of a call that was not accepted; 2 by default. */
  readonly retries?: number | undefined;
  /** Longest pause between two attempts; 2 s by default. */
  readonly retryMaxMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Error of a call that the gateway refused or could not answer. */
export class CardwayCallError extends Error {
  constructor(
    /** Code of the gateway's register of errors; `UNREACHABLE` where no gateway answered. */
    readonly code: string,
    message: string,
    detail: {
      readonly field?: string | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly isOutcomeUnknown?: boolean | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'CardwayCallError';
    this.field = detail.field;
    this.retryAfterMs = detail.retryAfterMs;
    this.isOutcomeUnknown = detail.isOutcomeUnknown ?? UNKNOWN.has(code);
  }

  /** The field at fault. */
  readonly field: string | undefined;
  /** Pause before a retry makes sense. */
  readonly retryAfterMs: number | undefined;

  /**
   * True when the call, or an earlier attempt of it, may have taken effect nevertheless. The same call again gets the outcome.
   */
  readonly isOutcomeUnknown: boolean;
}

/** `UNAVAILABLE`: the gateway may have sent the call, and then failed to save its outcome. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'UNREACHABLE',
  'UNAVAILABLE',
  'INTERNAL',
  'DOWNSTREAM_INVALID',
  'DOWNSTREAM_TIMEOUT',
  'IN_DOUBT',
]);

/** Errors after which a call is sent again: it may not have passed the gateway, and a repetition does nothing twice. */
const SENT_AGAIN: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED']);

type Ask = <Data, Variables>(
  document: DocumentText<Data, Variables>,
  variables: Variables,
  more?: { readonly retries?: number },
) => Promise<Data>;

/** Runs documents on `/graphql` of a gateway. Errors: TypeError for a wrong URL or key; CardwayCallError of the calls. */
export function createTransport(given: TransportOptions): Ask {
  const endpoint = endpointOf(given.url);
  const key = readKey(given.key);
  if (key === null) throw new TypeError(WRONG_KEY);
  const options = { ...given, key };
  return async (document, variables, more = {}) => {
    const body = JSON.stringify({ query: document, variables });
    const retries = more.retries ?? options.retries ?? 2;
    let isUnknown = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await post(endpoint, body, options)) as never;
      } catch (thrown) {
        if (!(thrown instanceof CardwayCallError)) throw thrown;
        const error: CardwayCallError = isUnknown ? afterUnknown(thrown) : thrown;
        isUnknown = error.isOutcomeUnknown;
        if (attempt >= retries || !SENT_AGAIN.has(error.code)) throw error;
        // The signal ends the pause. Its caller gets the error of the call, which says whether the outcome is unknown.
        const pause = wait(pauseMs(attempt, error, options.retryMaxMs ?? 2000), undefined, options);
        await pause.catch(() => undefined);
        if (options.signal?.aborted === true) throw error;
      }
    }
  };
}

/**
 * Returns the error of a repetition after an attempt with an unknown outcome. Only `DOWNSTREAM_REFUSED` speaks of the transaction.
 * Every other refusal is about the repetition alone.
 */
function afterUnknown(error: CardwayCallError): CardwayCallError {
  if (error.code === 'DOWNSTREAM_REFUSED' || error.isOutcomeUnknown) return error;
  const { code, message, field, retryAfterMs } = error;
  return new CardwayCallError(code, message, { field, retryAfterMs, isOutcomeUnknown: true });
}

const PAUSE_MS = 100;

function pauseMs(attempt: number, { retryAfterMs }: CardwayCallError, maxMs: number): number {
  const growing = PAUSE_MS * 2 ** attempt * (0.5 + Math.random() * 0.5);
  return Math.min(maxMs, Math.max(growing, retryAfterMs ?? 0));
}

async function post(endpoint: string, body: string, options: TransportOptions): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  let response: Response;
  let text: string;
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${options.key}` },
      body,
      signal,
      // The key is for this gateway only.
      redirect: 'error',
    });
    text = await response.text();
  } catch (cause) {
    throw new CardwayCallError('UNREACHABLE', 'The gateway did not answer.', { cause });
  }
  return dataOf(response, text);
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly field?: string };
  }[];
}

function dataOf(response: Response, text: string): unknown {
  const answer = answerIn(text);
  const error = answer?.errors?.[0];
  if (error === undefined) {
    if (answer?.data != null) return answer.data;
    // Proxies report their own failures as HTML or as JSON. The gateway may have got the call.
    const message = `This address is not a gateway (HTTP ${String(response.status)}).`;
    throw new CardwayCallError('UNREACHABLE', message);
  }
  const retryAfter = response.headers.get('retry-after');
  throw new CardwayCallError(error.extensions?.code ?? 'INTERNAL', error.message, {
    field: error.extensions?.field,
    retryAfterMs: retryAfter === null ? undefined : Number(retryAfter) * 1000,
  });
}

/** Returns null for a text that is not JSON of a response. */
function answerIn(text: string): Answer | null {
  try {
    return JSON.parse(text) as Answer | null;
  } catch {
    return null;
  }
}

/** Returns the URL of `/graphql` of a gateway. Errors: TypeError for a URL that is not http or https. */
function endpointOf(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) throw new TypeError('url must be an http or https URL.');
  return `${url.replace(/(?<!\/)\/+$/, '')}/graphql`;
}

/** Returns a key without the line ends and spaces around it, as a file may have them. Null for a text that no header can carry. */
export function readKey(key: string | undefined): string | null {
  const text = key?.trim() ?? '';
  return /^[\x21-\x7e]+$/.test(text) ? text : null;
}

export const WRONG_KEY = 'key must be an API key: letters, digits, - and _, without spaces.';
