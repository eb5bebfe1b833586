import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import type { ConnectionFailure, WebhookResult } from '../core/delivery.js';
import type { Clock, Timer, WebhookSender } from '../usecase/ports.js';
import { ADDRESS_REFUSED, createCheckedLookup, UNRESOLVED } from './checked-lookup.js';
import type { ResolveHost } from './resolve-host.js';
import { retryAfterMs } from './retry-after.js';
import { signatureHeaders } from './webhook-signature.js';
import { webhookUrlProblem, type UrlPolicy } from './webhook-url.js';

export interface WebhookSenderDeps {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly resolve: ResolveHost;
  readonly policy: UrlPolicy;
  /** From the look-up of the name to the status of the answer. */
  readonly timeoutMs: number;
  /** How much of an answer is kept. */
  readonly excerptBytesMax: number;
  readonly userAgent: string;
}

/**
 * Sends webhooks over axios, with every limit in so many words: no redirect is followed, no proxy of the environment used, no
 * answer decompressed or read beyond its beginning, every address checked before a connection is made. The status decides;
 * an answer that never ends does not undo a success.
 */
export function createWebhookSender(deps: WebhookSenderDeps): WebhookSender {
  const client = createClient(deps);
  return {
    async send({ url, secrets, id, body, signal }) {
      if (webhookUrlProblem(url, deps.policy) !== null) return { kind: 'failed', failure: 'address_refused' };
      const end = new AbortController();
      const cut = (): void => end.abort();
      const limit = deps.timer.wait(deps.timeoutMs);
      void limit.done.then(cut);
      signal.addEventListener('abort', cut);
      try {
        const headers = signatureHeaders({ id, body, secrets, nowMs: deps.clock.nowMs() });
        const response = await client.post<Readable>(url, body, { headers, signal: end.signal });
        return await resultOf(response, deps, end.signal);
      } catch (error) {
        return { kind: 'failed', failure: failureOf(error) };
      } finally {
        limit.cancel();
        signal.removeEventListener('abort', cut);
      }
    },
  };
}

function createClient(deps: WebhookSenderDeps): AxiosInstance {
  const lookup = createCheckedLookup(deps.resolve, deps.policy.allowPrivate);
  const connection = { lookup, keepAlive: false, maxSockets: Number.POSITIVE_INFINITY };
  const asItIs = (data: unknown): unknown => data;
  return axios.create({
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': deps.userAgent,
      Accept: '*/*',
      'Accept-Encoding': 'identity',
    },
    httpAgent: new HttpAgent(connection),
    httpsAgent: new HttpsAgent({ ...connection, rejectUnauthorized: true, minVersion: 'TLSv1.2' }),
    proxy: false,
    maxRedirects: 0,
    // Beside the end that each attempt has: this one is axios' own, for silence.
    timeout: deps.timeoutMs,
    maxBodyLength: BODY_BYTES_MAX,
    maxContentLength: Number.POSITIVE_INFINITY,
    decompress: false,
    responseType: 'stream',
    transformRequest: [asItIs],
    transformResponse: [asItIs],
    validateStatus: () => true,
    adapter: 'http',
  });
}

const BODY_BYTES_MAX = 1_048_576;

async function resultOf(
  response: AxiosResponse<Readable>,
  deps: WebhookSenderDeps,
  signal: AbortSignal,
): Promise<WebhookResult> {
  const asked: unknown = response.headers['retry-after'];
  return {
    kind: 'answered',
    httpStatus: response.status,
    retryAfterMs: retryAfterMs(typeof asked === 'string' ? asked : undefined, deps.clock.nowMs()),
    excerpt: await beginningOf(response.data, deps.excerptBytesMax, signal),
  };
}

/** What there is of the first bytes when they are complete, the answer ends or breaks, or the time is up. */
async function beginningOf(stream: Readable, bytesMax: number, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const cut = (): unknown => stream.destroy();
  signal.addEventListener('abort', cut);
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= bytesMax) break;
    }
  } catch {
    // The status has come; what is missing of the text is not worth a failure.
  } finally {
    signal.removeEventListener('abort', cut);
    stream.destroy();
  }
  return Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8');
}

function failureOf(error: unknown): ConnectionFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === ADDRESS_REFUSED) return 'address_refused';
  if (code === UNRESOLVED) return 'unresolved';
  if (TIMEOUT.test(code)) return 'timeout';
  if (code.startsWith('HPE_')) return 'answer_unreadable';
  return CERTIFICATE.test(code) ? 'certificate_refused' : 'connection_failed';
}

const TIMEOUT = /^(?:ERR_CANCELED|ECONNABORTED|ETIMEDOUT)$/;
const CERTIFICATE = /CERT|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO/;
