// npm install standardwebhooks
import { Webhook } from 'standardwebhooks';

/** The event of a request. `body`: its bytes as they came, as text, before any JSON parsing. Throws for one that is not ours. */
export function verify(secret: string, body: string, headers: Record<string, string>): unknown {
  return new Webhook(secret).verify(body, headers);
}
