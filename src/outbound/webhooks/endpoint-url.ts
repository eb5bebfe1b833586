import ipaddr from 'ipaddr.js';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Timer } from '../../use-cases/ports.js';

/**
 * Creates the check of an endpoint's URL, as written and by the addresses of its name. It returns the problem; null for an
 * allowed URL. A name without an address passes: it is looked up again at each attempt. The check never rejects.
 */
export function createEndpointUrlCheck(deps: {
  readonly resolve: ResolveHost;
  readonly policy: UrlPolicy;
  readonly timer: Timer;
}): (url: string) => Promise<string | null> {
  return async (written) => {
    const problem = webhookUrlProblem(written, deps.policy);
    if (problem !== null) return withHint(problem, webhookUrlProblem(written, OPEN) === null);
    const host = hostOf(new URL(written));
    if (isIP(host) !== 0) return null;
    const limit = deps.timer.wait(LOOKUP_MS);
    const addresses = await Promise.race([
      deps.resolve(host).catch(() => []),
      limit.done.then((): readonly string[] => []),
    ]);
    limit.cancel();
    const areAllowed = ({ allowPrivate }: UrlPolicy): boolean =>
      addresses.every((address) => isAllowedAddress(address, allowPrivate));
    return areAllowed(deps.policy) ? null : withHint(NOT_PUBLIC, areAllowed(OPEN));
  };
}

const NOT_PUBLIC = 'must not lead to a private or special address';
const OPEN: UrlPolicy = { allowPrivate: true };

/** Adds the ways of a developer to the problem of a URL that the setting would allow. */
function withHint(problem: string, isAllowedInDevelopment: boolean): string {
  return isAllowedInDevelopment ? `${problem}. ${IN_DEVELOPMENT}` : problem;
}

const IN_DEVELOPMENT =
  'In development, CARDWAY_WEBHOOK_ALLOW_PRIVATE=true (webhook.allowPrivate) allows plain http and private addresses; ' +
  'cardway listen --forward-to URL needs no endpoint';

/** Time limit of the lookup. The caller that adds an endpoint waits for it; each attempt looks again, and longer. */
const LOOKUP_MS = 1500;

export interface UrlPolicy {
  /** True allows plain http, loopback and private addresses. */
  readonly allowPrivate: boolean;
}

/**
 * Returns the problem of an endpoint's URL as written; null for one that may be tried. It reads the URL as connections do
 * (WHATWG), which turns decimal, octal, hexadecimal and short forms of IPv4 into the dotted one. Only a lookup shows the
 * addresses of a name.
 */
export function webhookUrlProblem(written: string, policy: UrlPolicy): string | null {
  if (written.length > URL_CHARACTERS_MAX) return `is longer than ${String(URL_CHARACTERS_MAX)} characters`;
  const url = /[\s\p{Cc}]/u.test(written) ? null : URL.parse(written);
  if (url === null) return 'is no URL';
  if (url.protocol !== 'https:' && !(policy.allowPrivate && url.protocol === 'http:')) return 'must be https';
  if (url.username !== '' || url.password !== '') return 'must not hold user info';
  if (url.hash !== '') return 'must not hold a fragment';
  const host = hostOf(url);
  if (isIP(host) !== 0) {
    return isAllowedAddress(host, policy.allowPrivate) ? null : NOT_PUBLIC;
  }
  if (!policy.allowPrivate && LOCAL_NAME.test(host)) return NOT_PUBLIC;
  return null;
}

/** Returns the host without the brackets of IPv6 and the final dot of a name. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}

const URL_CHARACTERS_MAX = 2048;

/** Names that never lead to the public internet (RFC 6761, RFC 6762, and the one that ICANN keeps for private use). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal)$/i;

/**
 * Returns true if a webhook may go to an IP address (OWASP API7:2023, server-side request forgery). Only addresses that are
 * public without any doubt pass. It refuses loopback, private, link-local, unique-local, shared (CGNAT), multicast, documentation
 * and reserved addresses. It also refuses addresses that carry another one (IPv4-mapped, NAT64, 6to4, Teredo), because others
 * decide where these lead.
 *
 * `allowPrivate` also lets loopback, private and unique-local addresses pass, mapped forms included. Link-local and other
 * addresses where clouds keep their credentials never pass.
 */
export function isAllowedAddress(text: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (METADATA.has(address.toNormalizedString())) return false;
  const range = address.range();
  if (allowPrivate && PRIVATE.has(range)) return true;
  // `process` unwraps mapped addresses, so they are refused by their text.
  if (isMapped(text) || range !== 'unicast') return false;
  return address.kind() === 'ipv4' || GLOBAL_UNICAST.has((address.toByteArray()[0] ?? 0) >> 5);
}

/**
 * Addresses where clouds give credentials to their machines, and which their ranges do not always refuse: Azure; Amazon, Google
 * over IPv6; Oracle; Alibaba.
 */
const METADATA: ReadonlySet<string> = new Set(
  ['168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', '192.0.0.192', '100.100.100.200'].map((address) =>
    ipaddr.process(address).toNormalizedString(),
  ),
);

const PRIVATE: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal']);

/** First three bits of 2000::/3, the only part of IPv6 that is assigned (RFC 4291 section 2.4, IANA). */
const GLOBAL_UNICAST: ReadonlySet<number> = new Set([0b001]);

function isMapped(text: string): boolean {
  const address = ipaddr.parse(text);
  return address.kind() === 'ipv6' && address.range() === 'ipv4Mapped';
}

export const ADDRESS_REFUSED = 'CARDWAY_ADDRESS_REFUSED';
export const UNRESOLVED = 'CARDWAY_UNRESOLVED';

/**
 * Creates the lookup that connections use. Every address of the name must be allowed. The connection goes to one of the checked
 * addresses, so a name that changes in between gains nothing (DNS rebinding).
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
          addresses.map((address) => ({ address, family: isIP(address) })),
        );
      }
      return callback(null, first, isIP(first));
    };
    void answer();
  };
}

function fault(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error('The name cannot be used.'), { code });
}

/** Function that returns every address of a name, IPv4 and IPv6. It rejects when none exists. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/**
 * Creates a lookup that asks the name servers directly. The system's own lookup occupies one of a few threads while it runs, so a
 * few dead names would delay all others. It is used only for names that name servers do not know (the hosts file).
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
