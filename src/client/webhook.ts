import { Webhook, WebhookVerificationError } from 'standardwebhooks';

export { WebhookVerificationError };

export interface VerifiedWebhook<Data = Readonly<Record<string, unknown>>> {
  /** For example `digitization.complete`. */
  readonly type: string;
  /** ISO 8601: when it happened. */
  readonly timestamp: string;
  readonly data: Data;
}

/**
 * The content of a webhook whose signature is right and whose timestamp is at most 5 minutes off.
 * `body` must be the bytes as received: parsed and written again they are others. Errors: WebhookVerificationError.
 */
export function verifyWebhook<Data = Readonly<Record<string, unknown>>>(args: {
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…` of the endpoint. */
  readonly secret: string;
}): VerifiedWebhook<Data> {
  const headers = Object.fromEntries(
    Object.entries(args.headers).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]),
  );
  return new Webhook(args.secret).verify(args.body, headers) as VerifiedWebhook<Data>;
}

export interface SignedWebhook {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A webhook as the gateway sends it, for tests of a receiver. */
export function signWebhook(args: {
  readonly id: string;
  readonly type: string;
  /** When it happened, ISO 8601. */
  readonly timestamp: string;
  readonly data: object;
  readonly secret: string;
  readonly sentAt: Date;
}): SignedWebhook {
  const { id, type, timestamp, data, sentAt } = args;
  const body = JSON.stringify({ type, timestamp, data });
  return {
    body: Buffer.from(body, 'utf8'),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(args.secret).sign(id, sentAt, body),
    },
  };
}
