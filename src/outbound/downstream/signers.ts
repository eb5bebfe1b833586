import { createSecretKey } from 'node:crypto';
import { signBytes } from '../../core/wire/signature.js';
import type { Clock } from '../../platform/clock.js';

/** A signing key, and the window in which it signs. Epoch milliseconds; undefined is no limit. */
export interface SigningKey {
  readonly key: Buffer;
  readonly notBeforeMs?: number | undefined;
  /** The key no longer signs from this moment on. */
  readonly notAfterMs?: number | undefined;
}

/** Function that returns the signature of a body, 64 lower-case hex digits. */
export type Sign = (body: Buffer) => string;

/** Keys of a route. The newest valid one signs, unless the service accepted another valid one last. */
export interface Signers {
  readonly current: Sign;
  /** Returns the other valid signers, newest first. */
  othersThan(used: Sign): readonly Sign[];
  /** Records that the service accepted this signer. Returns true if that is new. */
  prefer(used: Sign): boolean;
}

interface WindowedSign {
  readonly sign: Sign;
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Creates the signers of a route. Keys without a window keep their order. Where the clock is outside of all windows, the nearest
 * key signs: the service decides, and a clock that jumped must not stop payments. Throws INTERNAL for an empty key.
 */
export function createSigners(keys: readonly SigningKey[], clock: Pick<Clock, 'nowMs'>): Signers {
  // A key may have several windows. Each of them has the same signer, so that no call is sent twice with one key.
  const signs = keys.map(({ key }) => signerOf(key));
  const all = keys
    .map(({ key, notBeforeMs = -Infinity, notAfterMs = Infinity }) => ({
      sign: signs[keys.findIndex((other) => other.key.equals(key))] ?? signerOf(key),
      fromMs: notBeforeMs,
      untilMs: notAfterMs,
    }))
    .sort((one, other) => (one.fromMs === other.fromMs ? 0 : other.fromMs - one.fromMs));
  // A key that becomes valid is tried first again.
  let accepted: { readonly sign: Sign; readonly newest: Sign | undefined } | null = null;
  const valid = (): readonly Sign[] => {
    // A key alone signs at any time.
    if (all.length === 1) return signs;
    const nowMs = clock.nowMs();
    const now = all.filter(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs);
    return [...new Set((now.length > 0 ? now : nearest(all, nowMs)).map(({ sign }) => sign))];
  };
  const currentOf = (signs: readonly Sign[]): Sign => {
    const [newest] = signs;
    if (accepted !== null && accepted.newest === newest && signs.includes(accepted.sign))
      return accepted.sign;
    if (newest === undefined) throw new Error('A route has no signing key.');
    return newest;
  };
  return {
    get current() {
      return currentOf(valid());
    },
    othersThan: (used) => valid().filter((sign) => sign !== used),
    prefer(used) {
      const signs = valid();
      const isNews = signs.includes(used) && used !== currentOf(signs);
      if (isNews) accepted = { sign: used, newest: signs[0] };
      return isNews;
    },
  };
}

function nearest(all: readonly WindowedSign[], nowMs: number): readonly WindowedSign[] {
  const distance = ({ fromMs, untilMs }: WindowedSign): number => Math.max(fromMs - nowMs, nowMs - untilMs);
  return [...all].sort((one, other) => distance(one) - distance(other)).slice(0, 1);
}

function signerOf(bytes: Buffer): Sign {
  const key = createSecretKey(bytes);
  const sign: Sign = (body) => signBytes(key, body);
  // An empty key throws here, and not at the first call.
  sign(Buffer.alloc(0));
  return sign;
}

/** Returns true for a status that refuses a signature. Nothing was processed then (docs/reference/transactions.md#outcomes). */
export function isSignatureRefused(httpStatus: number): boolean {
  return httpStatus === 401 || httpStatus === 403;
}
