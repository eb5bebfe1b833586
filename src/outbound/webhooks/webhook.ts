import axios, { AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import type { ConnectionFailure } from '../../core/events/delivery.js';
import { webhookSignature } from '../../core/wire/signature.js';
import type { WebhookSender } from '../../use-cases/events/delivery-port.js';
import { connectionOptionsOf, type PeerTls } from '../tls.js';
import type { Timer } from '../../use-cases/ports.js';
import {
  ADDRESS_REFUSED,
  createCheckedLookup,
  type ResolveHost,
  UNRESOLVED,
  type UrlPolicy,
  webhookUrlProblem,
} from './endpoint-url.js';

interface WebhookSenderDeps {
  readonly timer: Timer;
  readonly resolve: ResolveHost;
  readonly policy: UrlPolicy;
  /** Timeout from the lookup of the name to the status of the answer. */
  readonly timeoutMs: number;
  /** Bytes of an answer that are kept. */
  readonly excerptBytesMax: number;
  /** Returns the TLS towards the host of a URL. Left out, or undefined: the usual one. */
  readonly tlsOf?: (url: string) => PeerTls | undefined;
}

/**
 * Creates the sender of webhooks over axios. It checks every address before it connects. The status decides; an answer that never
 * ends does not undo a success.
 */
export function createWebhookSender(deps: WebhookSenderDeps): WebhookSender {
  const post = axios.getAdapter('http');
  const settings = settingsOf(deps);
  return {
    async send({ url, secrets, id, body, signal, nowMs, headers: own }) {
      if (webhookUrlProblem(url, deps.policy) !== null) return { kind: 'failed', failure: 'address_refused' };
      const attempt = new AbortController();
      const end = (): void => attempt.abort();
      const limit = deps.timer.wait(deps.timeoutMs);
      void limit.done.then(end);
      if (signal.aborted) end();
      signal.addEventListener('abort', end);
      try {
        const signed = signatureHeaders({ id, body, secrets, nowMs: nowMs() });
        // Assigned and not set one by one: the names are ours, or were checked (endpoint-headers.ts).
        const headers = Object.assign(new AxiosHeaders(), own, ALWAYS, signed);
        const response = (await post({
          ...settings(url),
          url,
          data: body,
          headers,
          signal: attempt.signal,
        })) as AxiosResponse<Readable>;
        return {
          kind: 'answered',
          httpStatus: response.status,
          retryAfterMs: retryAfterMs(response.headers['retry-after'], nowMs()),
          ...(await readPrefix(response.data, deps.excerptBytesMax)),
        };
      } catch (error) {
        return { kind: 'failed', ...failureOf(error) };
      } finally {
        limit.cancel();
        signal.removeEventListener('abort', end);
      }
    },
  };
}

function failureOf(error: unknown): { readonly failure: ConnectionFailure; readonly code?: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === ADDRESS_REFUSED) return { failure: 'address_refused' };
  if (code === UNRESOLVED) return { failure: 'unresolved' };
  if (TIMEOUT.test(code)) return { failure: 'timeout' };
  if (code.startsWith('HPE_')) return { failure: 'answer_unreadable' };
  const isRefused = CERTIFICATE.test(code) && !(error instanceof Error && OTHER_PROTOCOL.test(error.message));
  return { failure: isRefused ? 'certificate_refused' : 'connection_failed', code };
}

const TIMEOUT = /^(?:ERR_CANCELED|ECONNABORTED|ETIMEDOUT)$/;
const CERTIFICATE = /CERT|CRL|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO/;
/** The receiver speaks no TLS, or only an old one: no certificate was looked at. */
const OTHER_PROTOCOL = /wrong version number|alert protocol version/;

/**
 * Returns the settings of a call by its URL: those of axios' HTTP adapter, with every limit set explicitly. It follows no redirect,
 * uses no proxy of the environment and decompresses no answer. The sender calls the adapter directly with a complete request. The
 * steps of axios before it (merging settings, interceptors, transforms) would change nothing here, and took half of an attempt's
 * processor time.
 *
 * Connections are not kept: each attempt looks its name up again and checks its addresses.
 */
function settingsOf({ resolve, policy, tlsOf }: WebhookSenderDeps) {
  const lookup = createCheckedLookup(resolve, policy.allowPrivate);
  const connection = { lookup, keepAlive: false, maxSockets: Number.POSITIVE_INFINITY };
  const ownAgents = new WeakMap<PeerTls, HttpsAgent>();
  const settings: Omit<InternalAxiosRequestConfig, 'headers'> = {
    method: 'POST',
    httpAgent: new HttpAgent(connection),
    httpsAgent: new HttpsAgent({
      ...connection,
      ...STRICT,
      maxCachedSessions: TLS_SESSIONS_MAX,
    }),
    proxy: false,
    maxRedirects: 0,
    maxBodyLength: BODY_BYTES_MAX,
    // Only the beginning is read, whatever the length. A limit here would put another stream in between.
    maxContentLength: -1,
    decompress: false,
    responseType: 'stream',
    validateStatus: () => true,
  };
  return (url: string): typeof settings => {
    const tls = tlsOf?.(url);
    if (tls === undefined) return settings;
    const httpsAgent =
      ownAgents.get(tls) ?? new HttpsAgent({ ...connection, ...STRICT, ...connectionOptionsOf(tls) });
    ownAgents.set(tls, httpsAgent);
    return { ...settings, httpsAgent };
  };
}

const ALWAYS = {
  'Content-Type': 'application/json',
  'User-Agent': 'Cardway-Webhooks/1',
  Accept: '*/*',
  'Accept-Encoding': 'identity',
};

const STRICT = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

const BODY_BYTES_MAX = 1_048_576;

/** Cached TLS sessions, one per busy endpoint: a resumed handshake costs a fraction of a new one. */
const TLS_SESSIONS_MAX = 1000;

/**
 * Returns the headers of Standard Webhooks 1.0.0: `webhook-id` (the same in every repetition), `webhook-timestamp` (seconds, of
 * this attempt) and `webhook-signature`. The last one holds one `v1,…` per secret, separated by spaces. Receivers can verify with
 * either secret while one is being changed.
 */
export function signatureHeaders(args: {
  readonly id: string;
  readonly body: Buffer;
  /** Secrets of the form `whsec_…`. */
  readonly secrets: readonly string[];
  readonly nowMs: number;
}): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const { id, body, secrets } = args;
  const seconds = String(Math.floor(args.nowMs / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => webhookSignature({ id, seconds, body, secret })).join(' '),
  };
}

/** Returns the first bytes of an answer. The rest is not read. It never rejects: the status is here, and decides. */
async function readPrefix(
  stream: Readable,
  bytesMax: number,
): Promise<{ readonly excerpt: string; readonly isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= bytesMax) break;
    }
  } catch {
    // The answer broke off, or its time is over. A missing text is not worth a failure.
  }
  const excerpt = Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8');
  return { excerpt, isWhole: stream.readableEnded && size <= bytesMax };
}

/**
 * Returns a `Retry-After` header (RFC 9110 section 10.2.3), seconds or a date, as milliseconds from now; null for an unreadable
 * one.
 */
function retryAfterMs(header: unknown, nowMs: number): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const atMs = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
