import { checkServerIdentity, type PeerCertificate } from 'node:tls';

/** TLS towards some hosts: texts in PEM. */
export interface PeerTls {
  /** Hosts in lower case, with or without a port. */
  readonly hosts: readonly string[];
  /** Certificate chain that the gateway shows, and its key. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Authorities that replace the well-known ones. */
  readonly ca?: string | undefined;
  /** Names, one of which the certificate of the host must have. They replace the name in the URL. */
  readonly names?: readonly string[] | undefined;
}

/** Returns the TLS of a URL's host. An entry with a port wins over one without. */
export function tlsFor(peers: readonly PeerTls[], url: string): PeerTls | undefined {
  if (peers.length === 0 || !URL.canParse(url)) return undefined;
  const { protocol, host, hostname, port } = new URL(url);
  if (protocol !== 'https:') return undefined;
  const withPort = `${hostname}:${port === '' ? '443' : port}`;
  return (
    peers.find(({ hosts }) => hosts.includes(host) || hosts.includes(withPort)) ??
    peers.find(({ hosts }) => hosts.includes(hostname))
  );
}

interface ConnectionOptions {
  readonly rejectUnauthorized: true;
  readonly cert?: string;
  readonly key?: string;
  readonly ca?: string;
  readonly checkServerIdentity?: (host: string, certificate: PeerCertificate) => Error | undefined;
  readonly maxCachedSessions?: number;
}

/** Returns the options of a connection. A resumed session would skip the check of the certificate, so none is kept. */
export function connectionOptionsOf(tls: PeerTls | undefined): ConnectionOptions {
  if (tls === undefined) return CHECKED;
  const { cert, key, ca, names } = tls;
  return {
    ...CHECKED,
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
    ...(ca === undefined ? {} : { ca }),
    ...(names === undefined
      ? {}
      : { checkServerIdentity: (_host, certificate) => checkNames(names, certificate) }),
    maxCachedSessions: 0,
  };
}

/** Said in each connection: the environment can switch the checks off for all others (`NODE_TLS_REJECT_UNAUTHORIZED`). */
const CHECKED = { rejectUnauthorized: true } as const;

function checkNames(names: readonly string[], certificate: PeerCertificate): Error | undefined {
  const problems = names.map((name) => checkServerIdentity(name, certificate));
  return problems.includes(undefined) ? undefined : problems[0];
}
