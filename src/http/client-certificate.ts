import { X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type ClientCertificate, isValidAt, subjectOf } from '../core/access/client-certificate.js';
import type { Clock } from '../platform/clock.js';
import { CardwayError } from '../platform/errors.js';
import type { RefusedCall } from '../use-cases/access/refusal-port.js';
import type { Timer } from '../use-cases/ports.js';
import { peerOf, type RequestOfPeer } from './client-address.js';

/** Function that returns the certificate that the sender of a request proved; null without a valid one. */
export type ClientCertificateOf = (request: CertifiedRequest) => ClientCertificate | null;

type CertifiedRequest = RequestOfPeer & { readonly headers: IncomingHttpHeaders };

/** Headers in which a proxy passes on the certificate of its caller. */
type ForwardedHeader = 'client-cert' | 'x-forwarded-client-cert';

/**
 * Creates the function that returns a request's certificate. It comes from the TLS handshake of the connection. With `forwarded`, a
 * request of a trusted proxy has the certificate that this header names instead, or none: the connection is then the proxy's own.
 * The header of every other sender is ignored. An expired certificate counts as none, also on a connection that is still open.
 */
export function clientCertificateOf(args: {
  readonly forwarded: ForwardedHeader | null;
  readonly isFromProxy: (request: RequestOfPeer) => boolean;
  readonly clock: Pick<Clock, 'nowMs'>;
}): ClientCertificateOf {
  const { forwarded, isFromProxy, clock } = args;
  const readForwarded = forwarded === null ? null : createForwardedReader(forwarded);
  return (request) => {
    const certificate =
      readForwarded !== null && isFromProxy(request)
        ? readForwarded(request.headers)
        : ofConnection(request.socket);
    return certificate !== null && isValidAt(certificate, clock.nowMs()) ? certificate : null;
  };
}

/** Certificates of known connections. They do not change, and many calls use one connection. */
const OF_CONNECTIONS = new WeakMap<object, ClientCertificate | null>();

/** Returns the certificate of a handshake; null where the gateway's authorities did not sign it, or revoked it. */
function ofConnection(socket: object): ClientCertificate | null {
  const known = OF_CONNECTIONS.get(socket);
  if (known !== undefined) return known;
  const presented =
    socket instanceof TLSSocket && socket.authorized ? socket.getPeerX509Certificate() : undefined;
  const certificate = presented === undefined ? null : describe(presented);
  OF_CONNECTIONS.set(socket, certificate);
  return certificate;
}

/** Certificates of a proxy's callers that are remembered. Reading one again costs a tenth of a millisecond. */
const REMEMBERED_MAX = 1000;

function createForwardedReader(
  name: ForwardedHeader,
): (headers: IncomingHttpHeaders) => ClientCertificate | null {
  const remembered = new Map<string, ClientCertificate | null>();
  const bytesIn = name === 'client-cert' ? bytesInClientCert : bytesInForwardedClientCert;
  return (headers) => {
    const header = headers[name];
    if (typeof header !== 'string') return null;
    const known = remembered.get(header);
    if (known !== undefined) return known;
    const bytes = bytesIn(header);
    const certificate = bytes === null ? null : read(bytes);
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(header, certificate);
    return certificate;
  };
}

/** Reads `Client-Cert` (RFC 9440): one byte sequence, `:base64 of DER:`. Two of them, as after a forgery, are none. */
function bytesInClientCert(header: string): Buffer | null {
  const base64 = /^\s*:([A-Za-z0-9+/]+={0,2}):\s*$/.exec(header)?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64');
}

/**
 * Reads the member `Cert` of `X-Forwarded-Client-Cert`: a PEM text in URL encoding, in quotes or not. The header must have one
 * element: with two, nobody knows which of them the trusted proxy wrote.
 */
function bytesInForwardedClientCert(header: string): Buffer | null {
  const members = membersOf(header);
  const written = members?.flatMap((member) => {
    const [, quoted, bare] = CERT.exec(member.trim()) ?? [];
    return quoted ?? bare ?? [];
  });
  if (written === undefined) return null;
  const [encoded] = written;
  if (encoded === undefined || written.length > 1) return null;
  try {
    return Buffer.from(decodeURIComponent(encoded));
  } catch {
    return null;
  }
}

const CERT = /^cert=(?:"([^"]*)"|([^"]*))$/i;

/** Splits the header at semicolons outside of quotes. Null for a second element, and for quotes without an end. */
function membersOf(header: string): readonly string[] | null {
  const members: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < header.length; at += 1) {
    const character = header[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) {
      if (character === '\\') at += 1;
    } else if (character === ',') return null;
    else if (character === ';') {
      members.push(header.slice(from, at));
      from = at + 1;
    }
  }
  return isQuoted ? null : [...members, header.slice(from)];
}

function read(bytes: Buffer): ClientCertificate | null {
  try {
    return describe(new X509Certificate(bytes));
  } catch {
    return null;
  }
}

function describe(certificate: X509Certificate): ClientCertificate {
  return {
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    // Node escapes what has a meaning in a name, so commas and line breaks of a name cannot pass for separators.
    subject: subjectOf(certificate.subject.split('\n').reverse().join(',')),
    validFromMs: certificate.validFromDate.getTime(),
    validUntilMs: certificate.validToDate.getTime(),
  };
}

/** Reports handshakes that fail for the certificate of the caller. Otherwise only the caller would see the failure. */
export function watchRefusedCertificates(server: Server, onRefused: (refused: RefusedCall) => void): void {
  // Read now, because the connection is closed when its handshake has failed.
  server.on('connection', (socket: Socket) => peerOf(socket));
  server.on('tlsClientError', (caught: NodeJS.ErrnoException, socket: TLSSocket & { _parent?: Socket }) => {
    // Node's types say that this is an error. It is the code of OpenSSL, such as CRL_HAS_EXPIRED.
    const code = caught.code === NO_CERTIFICATE ? 'none' : (socket.authorizationError as unknown);
    if (typeof code !== 'string') return;
    const error = new CardwayError('UNAUTHENTICATED', { message: `certificate refused: ${code}` });
    onRefused({ channel: 'gateway', error, address: peerOf(socket._parent ?? socket) });
  });
}

const NO_CERTIFICATE = 'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE';

/**
 * Ends connections whose certificate was checked by authorities or revocation lists that no longer apply. New connections prove
 * themselves again.
 */
export interface Retirement {
  watch(server: Server): void;
  /** Closes idle connections at once, the others after their reply, and cuts what is left after `drainMs`. */
  retire(): void;
  isRetired(socket: object): boolean;
}

export function createRetirement({
  timer,
  drainMs,
}: {
  readonly timer: Timer;
  readonly drainMs: number;
}): Retirement {
  const open = new Set<TLSSocket>();
  const retired = new WeakSet();
  const servers: Server[] = [];
  return {
    watch(server) {
      servers.push(server);
      server.on('secureConnection', (socket: TLSSocket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      });
    },
    retire() {
      const leaving = [...open];
      for (const socket of leaving) retired.add(socket);
      for (const server of servers) server.closeIdleConnections();
      void timer.wait(drainMs).done.then(() => {
        for (const socket of leaving) socket.destroy();
      });
    },
    isRetired: (socket) => retired.has(socket),
  };
}
