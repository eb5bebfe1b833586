import { isIP } from 'node:net';
import { isAllowedAddress } from './address.js';

export interface UrlPolicy {
  /** Lets plain http, loopback and private addresses pass. */
  readonly allowPrivate: boolean;
}

/**
 * What is wrong with the URL of an endpoint as it is written; null for one that may be tried. The URL is read as connections read
 * it (WHATWG), which turns decimal, octal, hexadecimal and short forms of IPv4 into the dotted one. Where a name leads is only
 * known when it is looked up.
 */
export function webhookUrlProblem(written: string, policy: UrlPolicy): string | null {
  if (written.length > URL_CHARACTERS_MAX) return `is longer than ${String(URL_CHARACTERS_MAX)} characters`;
  const url = /[\s\p{Cc}]/u.test(written) ? null : parsed(written);
  if (url === null) return 'is no URL';
  if (url.protocol !== 'https:' && !(policy.allowPrivate && url.protocol === 'http:')) return 'must be https';
  if (url.username !== '' || url.password !== '') return 'must not hold user info';
  if (url.hash !== '') return 'must not hold a fragment';
  const host = hostOf(url);
  if (isIP(host) !== 0) {
    return isAllowedAddress(host, policy.allowPrivate)
      ? null
      : 'must not lead to a private or special address';
  }
  if (!policy.allowPrivate && LOCAL_NAME.test(host)) return 'must not lead to a private or special address';
  return null;
}

function parsed(written: string): URL | null {
  try {
    return new URL(written);
  } catch {
    return null;
  }
}

/** Without the brackets of IPv6 and the dot that may end a name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}

const URL_CHARACTERS_MAX = 2048;

/** Names that never lead to the public internet (RFC 6761, RFC 6762, and the one that ICANN keeps for private use). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal)$/i;
