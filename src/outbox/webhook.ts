import type { Readable } from 'node:stream';
import type { AxiosResponse } from 'axios';
import type { ConnectionFailure, WebhookResult } from '../core/delivery.js';
import type { Clock, Timer, WebhookSender } from '../usecase/ports.js';
import { beginningOf } from './beginning.js';
import { ADDRESS_REFUSED, UNRESOLVED } from './checked-lookup.js';
import { createEndings } from './endings.js';
import type { ResolveHost } from './resolve-host.js';
import { retryAfterMs } from './retry-after.js';
import { createWebhookClient } from './webhook-client.js';
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
 * Sends webhooks over axios, every address checked before a connection is made. The status decides; an answer that never ends does
 * not undo a success.
 */
export function createWebhookSender(deps: WebhookSenderDeps): WebhookSender {
  const { allowPrivate } = deps.policy;
  const post = createWebhookClient({ resolve: deps.resolve, allowPrivate, userAgent: deps.userAgent });
  const endings = createEndings();
  return {
    async send({ url, secrets, id, body, signal, headers: more }) {
      if (webhookUrlProblem(url, deps.policy) !== null) return { kind: 'failed', failure: 'address_refused' };
      const attempt = new AbortController();
      const end = (): void => attempt.abort();
      const limit = deps.timer.wait(deps.timeoutMs);
      void limit.done.then(end);
      endings.add(signal, end);
      try {
        const headers = { ...more, ...signatureHeaders({ id, body, secrets, nowMs: deps.clock.nowMs() }) };
        const response = await post({ url, body, headers, signal: attempt.signal });
        return await resultOf(response, deps, attempt.signal);
      } catch (error) {
        return { kind: 'failed', failure: failureOf(error) };
      } finally {
        limit.cancel();
        endings.remove(signal, end);
      }
    },
  };
}

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
