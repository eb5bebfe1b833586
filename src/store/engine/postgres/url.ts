import { readFileSync } from 'node:fs';
import type { PoolConfig } from 'pg';
import { CardwayError } from '../../../platform/errors.js';

interface PostgresLocation {
  readonly config: PoolConfig;
  /** `host:port/database`, without user and password. */
  readonly server: string;
}

/**
 * Parses `postgres://user:password@host:port/database?sslmode=…&sslrootcert=…`. `pg` does not parse it. sslmode thus has its
 * usual meaning, and no message ever repeats the URL.
 *
 * Errors: UNAVAILABLE with a sentence for the operator.
 */
export function readPostgresUrl(databaseUrl: string): PostgresLocation {
  const url = parse(databaseUrl);
  const database = decodeURIComponent(url.pathname.slice(1));
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (host === '' || database === '') throw invalidPostgresUrl('names a host and a database');
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.has(name))
      throw invalidPostgresUrl(`has no parameters but ${[...PARAMETERS].join(', ')}`);
  }
  const port = url.port === '' ? 5432 : Number(url.port);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const ssl = tlsOf(url.searchParams);
  return {
    config: {
      host,
      port,
      database,
      application_name: applicationName(url.searchParams.get('application_name')),
      ...(user === '' ? {} : { user }),
      ...(password === '' ? {} : { password }),
      ssl,
    },
    server: serverOf({ host, port, database }),
  };
}

/** Returns `host:port/database`, for people. */
export function serverOf({ host, port, database }: Pick<PoolConfig, 'host' | 'port' | 'database'>): string {
  return `${host ?? ''}:${String(port)}/${database ?? ''}`;
}

/** Returns a name by which `cardway move` recognizes every gateway, whatever the URL says. */
function applicationName(given: string | null): string {
  if (given === null) return 'cardway';
  return given.startsWith('cardway') ? given : `cardway ${given}`;
}

const PARAMETERS = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'application_name']);

/** Matches a comma in the host: libpq takes lists of hosts. */
const HOSTS = /^[^:]*:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|[?&]host=[^&]*,/i;

function parse(databaseUrl: string): URL {
  if (HOSTS.test(databaseUrl))
    throw invalidPostgresUrl(
      'names one host. For several servers, name an address that leads to the primary',
    );
  try {
    const url = new URL(databaseUrl);
    decodeURIComponent(`${url.username}${url.password}${url.pathname}`);
    return url;
  } catch {
    throw invalidPostgresUrl(
      'is postgres://user:password@host:port/database; what is no letter or digit in a name or password is percent-encoded',
    );
  }
}

/** Reads the TLS parameters as libpq does, but refuses `prefer` and `allow`, which protect nothing. */
function tlsOf(parameters: URLSearchParams): PoolConfig['ssl'] {
  const mode = parameters.get('sslmode') ?? 'disable';
  const file = (name: string): Readonly<Record<string, string>> => {
    const path = parameters.get(name);
    return path === null ? {} : { [TLS_OPTIONS[name] ?? name]: readCertificate(name, path) };
  };
  const files = { ...file('sslrootcert'), ...file('sslcert'), ...file('sslkey') };
  switch (mode) {
    case 'disable':
      return false;
    case 'require':
      // Encrypts, and accepts any server unless a root certificate is given.
      return { ...files, rejectUnauthorized: 'ca' in files, checkServerIdentity: () => undefined };
    case 'verify-ca':
      return { ...files, rejectUnauthorized: true, checkServerIdentity: () => undefined };
    case 'verify-full':
      return { ...files, rejectUnauthorized: true };
    default:
      throw invalidPostgresUrl('has an sslmode of disable, require, verify-ca or verify-full');
  }
}

const TLS_OPTIONS: Readonly<Record<string, string>> = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' };

function readCertificate(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CardwayError('UNAVAILABLE', {
      message: `The ${name} of the PostgreSQL URL cannot be read: ${path}.`,
    });
  }
}

function invalidPostgresUrl(what: string): CardwayError {
  return new CardwayError('UNAVAILABLE', { message: `The PostgreSQL URL ${what}.` });
}
