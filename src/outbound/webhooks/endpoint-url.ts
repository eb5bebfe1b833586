import ipaddr from 'ipaddr.js';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Timer } from '../../use-cases/ports.js';

/**
 * Whether an endpoint may have this URL: as it is written, and where its name leads now. A name that leads nowhere yet passes: it is
 * looked up again at each attempt. Never rejects.
 */
export function createEndpointUrlCheck(deps: {
  readonly resolve: ResolveHost;
  readonly policy: UrlPolicy;
  readonly timer: Timer;
}): (url: string) => Promise<string | null> {
  return async (written) => {
    const problem = webhookUrlProblem(written, deps.policy);
    if (problem !== null) return problem;
    const host = hostOf(new URL(written));
    if (isIP(host) !== 0) return null;
    const limit = deps.timer.wait(LOOKUP_MS);
    const addresses = await Promise.race([
      deps.resolve(host).catch(() => []),
      limit.done.then((): readonly string[] => []),
    ]);
    limit.cancel();
    const isAllowed = addresses.every((address) => isAllowedAddress(address, deps.policy.allowPrivate));
    return isAllowed ? null : 'must not lead to a private or special address';
  };
}

/** Whoever adds an endpoint waits for this; each attempt looks again, and longer. */
const LOOKUP_MS = 1500;

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
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}

const URL_CHARACTERS_MAX = 2048;

/** Names that never lead to the public internet (RFC 6761, RFC 6762, and the one that ICANN keeps for private use). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal)$/i;

/**
 * Whether a webhook may go to an IP address (OWASP API7:2023, server-side request forgery). Only addresses that are public without
 * any doubt: no loopback, private, link-local, unique-local, shared (CGNAT), multicast, documentation or reserved ones, and none
 * that carries another address inside (IPv4-mapped, NAT64, 6to4, Teredo), since what it leads to is decided elsewhere.
 *
 * `allowPrivate` lets loopback, private and unique-local ones pass too, in their mapped form as well; link-local and other
 * addresses where clouds keep their credentials never.
 */
export function isAllowedAddress(text: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (METADATA.has(address.toNormalizedString())) return false;
  const range = address.range();
  if (allowPrivate && PRIVATE.has(range)) return true;
  // `process` unwraps mapped addresses: those are refused by their form.
  if (isMapped(text) || range !== 'unicast') return false;
  return address.kind() === 'ipv4' || GLOBAL_UNICAST.has((address.toByteArray()[0] ?? 0) >> 5);
}

/** Where clouds answer their machines with credentials, in ranges that are not refused for it: Azure; Amazon, Google over IPv6; Oracle; Alibaba. */
const METADATA: ReadonlySet<string> = new Set(
  ['168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', '192.0.0.192', '100.100.100.200'].map((address) =>
    ipaddr.process(address).toNormalizedString(),
  ),
);

const PRIVATE: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal']);

/** 2000::/3 is all that is given out of IPv6 (RFC 4291 section 2.4, IANA). */
const GLOBAL_UNICAST: ReadonlySet<number> = new Set([0b001]);

function isMapped(text: string): boolean {
  const address = ipaddr.parse(text);
  return address.kind() === 'ipv6' && address.range() === 'ipv4Mapped';
}

export const ADDRESS_REFUSED = 'CARDWAY_ADDRESS_REFUSED';
export const UNRESOLVED = 'CARDWAY_UNRESOLVED';

/**
 * The look-up that connections use: every address of the name must be allowed, and the connection goes to one of those that were
 * looked at, so that a name that changes between check and connection gains nothing (DNS rebinding).
 */
export function createCheckedLookup(resolve: ResolveHost, allowPrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    const answer = async (): Promise<void> => {
      const addresses = await resolve(host).catch(() => []);
      const [first] = addresses;
      if (first === undefined) return callback(fault(UNRESOLVED), '', 0);
      if (!addresses.every((address) => isAllowedAddress(address, allowPrivate))) {
        return callback(fault(ADDRESS_REFUSED), '', 0);
      }
      if (options.all === true) {
        return callback(
          null,
          addresses.map((address) => ({ address, family: familyOf(address) })),
        );
      }
      return callback(null, first, familyOf(first));
    };
    void answer();
  };
}

function familyOf(address: string): number {
  return address.includes(':') ? 6 : 4;
}

function fault(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error('The name cannot be used.'), { code });
}

/** Every address of a name, IPv4 and IPv6; rejects when there is none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/**
 * Asks the name servers directly. The system's own look-up occupies one of a few threads for as long as it takes, so that some
 * dead names would hold up every other one; it is asked only for what name servers do not know (the hosts file).
 */
export function createResolveHost(): ResolveHost {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 });
  return async (host) => {
    if (/(?:^|\.)localhost$/i.test(host)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const silent = answers.find((answer) => answer.status === 'rejected' && isSilence(answer.reason));
    if (silent?.status === 'rejected') throw silent.reason;
    return (await lookup(host, { all: true })).map(({ address }) => address);
  };
}

const QUERY_MS = 2000;

function isSilence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT';
}
