import ipaddr from 'ipaddr.js';
import type { IncomingHttpHeaders } from 'node:http';
import { hostIn, isLoopbackHost } from '../core/access/sandbox-caller.js';
import { isInside, readNetworkOf } from '../core/access/network.js';

/** Function that returns the address of a request's sender, as far as it can be trusted. */
export type ClientAddress = (request: RequestOfPeer & { readonly headers: IncomingHttpHeaders }) => string;

export interface RequestOfPeer {
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Creates the function that returns the address of a request's sender. Without trusted proxies it is the peer's. With them,
 * `X-Forwarded-For` is read from its end, as long as the address before is a proxy of ours. `setting` is a number of hops, or
 * networks in CIDR form. Entries that callers write themselves stand further ahead and are never reached. IPv4 addresses in IPv6
 * form become IPv4.
 */
export function clientAddressOf(setting: string | undefined): ClientAddress {
  const isTrusted = trustOf(setting);
  return (request) => {
    const peer = peerOf(request.socket);
    const header = request.headers['x-forwarded-for'];
    if (header === undefined) return peer;
    const forwarded = String(header).split(',').reverse();
    let address = peer;
    for (const [hop, written] of forwarded.entries()) {
      if (!isTrusted(address, hop)) return address;
      const next = canonical(withoutPort(written.trim()));
      // A proxy may write something else than an address ("unknown"). The proxy is then the last known address.
      if (next === null) return address;
      address = next;
    }
    return address;
  };
}

/** Creates a test for requests from a proxy of ours, whose other headers can then be trusted. */
export function fromProxyOf(setting: string | undefined): (request: RequestOfPeer) => boolean {
  const isTrusted = trustOf(setting);
  return (request) => isTrusted(peerOf(request.socket), 0);
}

/**
 * Returns true if a request comes directly from a program on this machine. A proxy on this machine has a loopback address too,
 * and its callers may be anywhere. A request with a header that only proxies write therefore does not count, whatever that header
 * says. A request for another host does not count either. A proxy without such headers passes on the host that its caller asked
 * for. A page whose name was pointed at 127.0.0.1 (DNS rebinding) asks for that name.
 */
export function isFromHere(
  request: RequestOfPeer & { readonly headers: Readonly<Record<string, unknown>> },
): boolean {
  const peer = peerOf(request.socket);
  const isLoopback = ipaddr.isValid(peer) && ipaddr.parse(peer).range() === 'loopback';
  const { host } = request.headers;
  const isForHere = typeof host !== 'string' || isLoopbackHost(hostIn(host) ?? '');
  return isLoopback && isForHere && !hasProxyHeader(request.headers);
}

/** Returns true if a request has a header that only proxies write. Node gives names in lower case. Some proxies write `_` for `-`. */
export function hasProxyHeader(headers: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(headers).some((name) => OF_PROXIES.test(name.replaceAll('_', '-')));
}

/**
 * Headers of RFC 7239, 9110 and 8586, and those in which proxies, load balancers and content networks send their caller's
 * address: `x-real-ip`, `true-client-ip`, `x-azure-clientip`, `cf-connecting-ip` and the like.
 */
const OF_PROXIES =
  /forwarded|^x-original-|-(?:client)?ip$|^(?:via|cdn-loop|cf-ray|x-amzn-trace-id|x-remote-addr|x-envoy-external-address)$/;

type Trust = (address: string, hop: number) => boolean;

function trustOf(setting: string | undefined): Trust {
  if (setting === undefined) return () => false;
  if (/^\d+$/.test(setting)) return (_address, hop) => hop < Number(setting);
  const networks = setting.split(',').map((written) => readNetworkOf(written.trim()));
  const trusted = networks.filter((network) => network !== null);
  return (address) => isInside(address, trusted);
}

/** Addresses of known connections. They do not change, and many calls use one connection. */
const PEERS = new WeakMap<object, string>();

/**
 * Returns the address of a connection. It can be read only while the connection is open, and afterwards only if it was read
 * before.
 */
export function peerOf(socket: { readonly remoteAddress?: string | undefined }): string {
  const known = PEERS.get(socket);
  if (known !== undefined) return known;
  const peer = canonical(socket.remoteAddress ?? '');
  if (peer === null) return 'unknown';
  PEERS.set(socket, peer);
  return peer;
}

/** Returns the address of an entry as balancers write it: `192.0.2.1:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`. */
function withoutPort(written: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(written) ?? [];
  return inBrackets ?? ipv4 ?? written;
}

function canonical(written: string): string | null {
  return ipaddr.isValid(written) ? ipaddr.process(written).toString() : null;
}
