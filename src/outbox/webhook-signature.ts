import { Webhook } from 'standardwebhooks';

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
  const at = new Date(args.nowMs);
  const text = args.body.toString('utf8');
  return {
    'webhook-id': args.id,
    'webhook-timestamp': String(Math.floor(args.nowMs / 1000)),
    'webhook-signature': args.secrets.map((secret) => new Webhook(secret).sign(args.id, at, text)).join(' '),
  };
}
