import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Server } from 'node:http';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { clientAddressOf, fromProxyOf } from '../http/client-address.js';
import { createListener, type HttpRoute, type ListenerOptions } from '../http/listener.js';
import { CardwayError } from '../platform/errors.js';
import type { Settings } from '../platform/settings.js';
import type { Runtime } from './runtime.js';

export function serverOf(
  args: {
    readonly settings: Settings;
    readonly isSandbox: boolean;
    readonly runtime: Runtime;
    readonly routes: ReadonlyMap<string, HttpRoute>;
  } & Pick<
    ListenerOptions,
    | 'webSockets'
    | 'clientCertificates'
    | 'checkUpgrade'
    | 'fallback'
    | 'isDraining'
    | 'isRefusing'
    | 'onDone'
    | 'onFull'
    | 'onRefused'
    | 'trace'
    | 'onInternalError'
  >,
): Server {
  const { settings, isSandbox, runtime, ...rest } = args;
  return createListener({
    ...rest,
    tls: contextOf(readTls(settings.tls, runtime.readFile)),
    http: { ...settings.http, connectionsMax: connectionsMaxOf(settings.http, runtime) },
    addressOf: clientAddressOf(settings.trustProxy),
    sandboxHosts: isSandbox ? settings.sandbox.hosts : null,
    clock: runtime.clock,
    isFromProxy: fromProxyOf(settings.trustProxy),
    newId: runtime.newId,
  });
}

/**
 * Returns the connection limit: at most half of this process's file descriptors. Wallet services and files need the other
 * half.
 */
function connectionsMaxOf(
  { connectionsMax: max }: Settings['http'],
  { readFile }: Pick<Runtime, 'readFile'>,
): number {
  return Math.min(max, Math.floor(filesMaxOf({ readFile }) / 2));
}

/** Returns how many files and sockets this process may have open; Infinity where the system does not say it. */
export function filesMaxOf({ readFile }: Pick<Runtime, 'readFile'>): number {
  try {
    const files = Number(/^Max open files\s+(\d{1,15})\s/m.exec(readFile('/proc/self/limits'))?.[1]);
    return files > 0 ? files : Infinity;
  } catch {
    // The system is not Linux.
    return Infinity;
  }
}

export interface Served {
  readonly url: string;
  /** URL of health and metrics; null unless they have their own port. */
  readonly operatorsUrl: string | null;
}

/** Opens the ports. Resolves with the served URLs. */
export async function listen(
  { main, operators }: { readonly main: Server; readonly operators: Server | null },
  settings: Settings,
): Promise<Served> {
  // The operators' port opens first: if it fails, nobody has been served yet.
  const operatorsPort = operators === null ? null : await open(operators, operatorsAddress(settings.metrics));
  const port = await open(main, settings);
  const scheme = settings.tls.cert === undefined ? 'http' : 'https';
  return {
    url: urlOf(scheme, settings.host, port),
    operatorsUrl: operatorsUrlOf(settings.metrics, operatorsPort),
  };
}

/** Returns null where health and metrics have no port of their own. `port` is the opened port. */
function operatorsUrlOf({ host }: Settings['metrics'], port: number | null): string | null {
  return port === null ? null : urlOf('http', host, port);
}

function operatorsAddress({ host, port = 0 }: Settings['metrics']): Address {
  return { host, port };
}

interface Address {
  readonly host: string;
  readonly port: number;
  /** Lets the kernel distribute connections over all processes that listen with this option. */
  readonly reusePort?: boolean;
}

function open(server: Server, { host, port, reusePort = false }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(Object.assign(error, { at: { host, port } }));
    });
    server.listen({ host, port, reusePort }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function urlOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/** PEM texts of a certificate and its key, and of the authorities and revocation lists for certificates of callers. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
  /** One text for each list. */
  readonly crl?: readonly string[];
}

/** Returns the files as Node takes them. */
export function contextOf(files: TlsFiles | null): SecureContextOptions | undefined {
  if (files === null) return undefined;
  return { ...files, ...(files.crl === undefined ? {} : { crl: [...files.crl] }) } as SecureContextOptions;
}

/**
 * Reads and tries the certificate chain and its key. Returns null where TLS is not configured. Errors: BAD_REQUEST, with the
 * setting as the field, for a file that cannot be read or used, and for a key of another certificate.
 */
export function readTls(
  { cert: certPath, key: keyPath, clientCa, clientCrl }: Settings['tls'],
  readFile: (path: string) => string,
): TlsFiles | null {
  if (certPath === undefined || keyPath === undefined) return null;
  const read = (setting: TlsSetting, path: string): string =>
    tried(setting, `${path} cannot be read`, () => readFile(path));
  const files = { cert: read('tls.cert', certPath), key: read('tls.key', keyPath) };
  const certificate = tried('tls.cert', `${certPath} holds no certificate in PEM`, () => {
    createSecureContext({ cert: files.cert });
    return new X509Certificate(files.cert);
  });
  requireWhole('tls.cert', certPath, files.cert);
  if (isEncrypted(files.key)) throw wrong('tls.key', `${keyPath} ${ENCRYPTED}`);
  const key = tried('tls.key', `${keyPath} holds no private key in PEM`, () => createPrivateKey(files.key));
  if (!belongs(certificate, key)) throw wrong('tls.key', `${keyPath} is not the key of the certificate`);
  tried('tls.key', `${keyPath} cannot be used with the certificate`, () => createSecureContext(files));
  return { ...files, ...readAuthorities({ clientCa, clientCrl }, read) };
}

function readAuthorities(
  { clientCa, clientCrl }: Pick<Settings['tls'], 'clientCa' | 'clientCrl'>,
  read: (setting: TlsSetting, path: string) => string,
): Pick<TlsFiles, 'ca' | 'crl'> {
  if (clientCa === undefined) return {};
  const ca = read('tls.clientCa', clientCa);
  tried('tls.clientCa', `${clientCa} holds no certificate in PEM`, () => new X509Certificate(ca));
  requireWhole('tls.clientCa', clientCa, ca);
  tried('tls.clientCa', `${clientCa} cannot be used`, () => createSecureContext({ ca }));
  if (clientCrl === undefined) return { ca };
  const lists = read('tls.clientCrl', clientCrl);
  requireWhole('tls.clientCrl', clientCrl, lists);
  const crl = revocationListsIn(lists);
  if (crl.length === 0) throw wrong('tls.clientCrl', `${clientCrl} holds no revocation list in PEM`);
  tried('tls.clientCrl', `${clientCrl} cannot be used`, () => createSecureContext({ ca, crl: [...crl] }));
  return { ca, crl };
}

/** Returns each list of a file. OpenSSL reads only the first of a text. */
export function revocationListsIn(text: string): readonly string[] {
  return text.match(/-----BEGIN X509 CRL-----[^-]+-----END X509 CRL-----/g) ?? [];
}

/** Returns whether a text holds a private key that only a passphrase opens. */
export function isEncrypted(key: string): boolean {
  return /^(?:-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m.test(key);
}

export const ENCRYPTED =
  'is encrypted, and the gateway takes no passphrase. Write the key without one (openssl pkey -in OLD -out NEW) into a file that only this user may read';

/**
 * Refuses a PEM text that is cut off or damaged, as while another program writes its file. OpenSSL reads up to the damage, and drops
 * the authorities behind it without a word. Errors: BAD_REQUEST, with the setting as the field.
 */
export function requireWhole(setting: string, path: string, text: string): void {
  const blocks = text.match(PEM_BLOCK) ?? [];
  if (/^-----(?:BEGIN|END)/m.test(text.replaceAll(PEM_BLOCK, '')))
    throw wrong(setting, `${path} is cut off: a part of it has no end`);
  for (const block of blocks.filter((each) => each.startsWith('-----BEGIN CERTIFICATE-----')))
    tried(setting, `${path} holds a damaged certificate`, () => new X509Certificate(block));
}

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----(?:(?!-----).)*-----END \1-----/gs;

type TlsSetting = 'tls.cert' | 'tls.key' | 'tls.clientCa' | 'tls.clientCrl';

function belongs(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false;
  }
}

/** Runs work on a file of a setting. Errors: BAD_REQUEST, which names the setting and the problem. */
export function tried<Result>(setting: string, what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw wrong(setting, `${what}${reason}`);
  }
}

export function wrong(setting: string, what: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field: setting, message: `${setting}: ${what}.` });
}
