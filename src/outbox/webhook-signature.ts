import { webhookSignature } from '../core/webhook-signature.js';

/**
 * The headers of Standard Webhooks 1.0.0: `webhook-id` (the same in every repetition), `webhook-timestamp` (seconds, of this
 * attempt), `webhook-signature`: one `v1,…` for each secret, separated by spaces, so that receivers verify with either while a
 * secret is being changed.
 */
export function signatureHeaders(args: {
  readonly id: string;
  readonly body: Buffer;
  /** `whsec_…` */
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
