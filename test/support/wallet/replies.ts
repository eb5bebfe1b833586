import { methodResponseText, rawForm } from './raw-form.js';
import type { Behaviour } from './server.js';

export type WalletAnswer =
  | {
      readonly kind: 'respond';
      readonly status: number;
      readonly body: Buffer;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** Sends these bytes first, each part in its own packet, and then answers. */
  | { readonly kind: 'announce'; readonly parts: readonly string[]; readonly then: WalletAnswer }
  /** Reads the call and never answers. */
  | { readonly kind: 'hang' }
  /** Reads the call and closes the connection without a byte. */
  | { readonly kind: 'cut' }
  /** Announces the whole body, sends half of it, and closes the connection. */
  | { readonly kind: 'half'; readonly body: Buffer }
  /** Sends this many bytes of a JSON string, as fast as the peer reads them. */
  | { readonly kind: 'flood'; readonly bytes: number };

export function respond(args: {
  readonly status?: number;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}): WalletAnswer {
  const { status = 200, body = '', headers = { 'Content-Type': 'application/json' } } = args;
  return { kind: 'respond', status, body: Buffer.from(body), headers };
}

/** Returns the raw form around these struct members. */
export function answer(
  members: Readonly<Record<string, number | string>>,
  about: { readonly customerId?: number; readonly status?: string; readonly message?: string } = {},
): WalletAnswer {
  return respond({ body: rawForm({ response: methodResponseText(members), ...about }) });
}

/** Returns a behaviour that answers every call with resultCode 1 and the call's customer. */
export function approving(members: Readonly<Record<string, number | string>> = {}): Behaviour {
  return (call) =>
    answer({ resultCode: 1, ...members }, { customerId: Number(call.envelope()['customer_id']) });
}

export const announce = (parts: readonly string[], then: WalletAnswer): WalletAnswer => ({
  kind: 'announce',
  parts,
  then,
});
export const hang = (): WalletAnswer => ({ kind: 'hang' });
export const cut = (): WalletAnswer => ({ kind: 'cut' });
export const half = (body: string): WalletAnswer => ({ kind: 'half', body: Buffer.from(body) });
export const flood = (bytes: number): WalletAnswer => ({ kind: 'flood', bytes });

export function redirect(location: string, status = 307): WalletAnswer {
  return respond({ status, headers: { Location: location } });
}
