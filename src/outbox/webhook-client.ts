import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import axios, { AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { createCheckedLookup } from './checked-lookup.js';
import type { ResolveHost } from './resolve-host.js';

export interface WebhookClientOptions {
  readonly resolve: ResolveHost;
  readonly allowPrivate: boolean;
  readonly userAgent: string;
}

/** Posts once. Errors: what axios throws; ERR_CANCELED when `signal` says so. */
export type PostWebhook = (request: {
  readonly url: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** The only end that an attempt has beside its own. */
  readonly signal: AbortSignal;
}) => Promise<AxiosResponse<Readable>>;

/**
 * axios' HTTP adapter, with every limit in so many words: no redirect is followed, no proxy of the environment used, no answer
 * decompressed. The adapter is asked directly, with a request that is complete: what axios does before it (merging settings,
 * interceptors, transforms) would change nothing here, and took half of an attempt's processor time.
 *
 * Connections are not kept: each attempt looks its name up again, and checks where it leads.
 */
export function createWebhookClient(options: WebhookClientOptions): PostWebhook {
  const send = axios.getAdapter('http');
  const lookup = createCheckedLookup(options.resolve, options.allowPrivate);
  const connection = { lookup, keepAlive: false, maxSockets: Number.POSITIVE_INFINITY };
  const settings: Omit<InternalAxiosRequestConfig, 'headers'> = {
    method: 'POST',
    httpAgent: new HttpAgent(connection),
    httpsAgent: new HttpsAgent({
      ...connection,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      maxCachedSessions: TLS_SESSIONS_MAX,
    }),
    proxy: false,
    maxRedirects: 0,
    maxBodyLength: BODY_BYTES_MAX,
    // Only the beginning is read, whatever the length: a limit here would put another stream between.
    maxContentLength: -1,
    decompress: false,
    responseType: 'stream',
    validateStatus: () => true,
  };
  const always = {
    'Content-Type': 'application/json',
    'User-Agent': options.userAgent,
    Accept: '*/*',
    'Accept-Encoding': 'identity',
  };
  return ({ url, body, headers, signal }) =>
    send({
      ...settings,
      url,
      data: body,
      // Assigned, not set one by one: their names and values are ours.
      headers: Object.assign(new AxiosHeaders(), always, headers),
      signal,
    });
}

const BODY_BYTES_MAX = 1_048_576;

/** One for each endpoint that is often sent to: a resumed handshake costs a fraction of a new one. */
const TLS_SESSIONS_MAX = 1000;
