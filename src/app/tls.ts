import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { PeerTls } from '../outbound/tls.js';
import type { Config } from '../platform/config.js';
import { badRequest, type CardwayError } from '../platform/errors.js';
import type { Settings } from '../platform/settings.js';

/** PEM texts of a certificate and its key. With `ca`, callers need a certificate of these authorities. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
}

/**
 * Reads and tries the certificate chain and its key. Returns null where TLS is not configured. Errors: BAD_REQUEST, with the
 * setting as the field, for a file that cannot be read or used, and for a key of another certificate.
 */
export function readTls(
  { cert: certPath, key: keyPath, clientCa }: Settings['tls'],
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
  if (clientCa === undefined) return files;
  const ca = read('tls.clientCa', clientCa);
  tried('tls.clientCa', `${clientCa} holds no certificate in PEM`, () => new X509Certificate(ca));
  requireWhole('tls.clientCa', clientCa, ca);
  tried('tls.clientCa', `${clientCa} cannot be used`, () => createSecureContext({ ca }));
  return { ...files, ca };
}

/** TLS towards other hosts. A reload replaces the list; connections that are open keep theirs. */
export interface OutboundTls {
  current: readonly PeerTls[];
}

/**
 * Reads and tries the files of `outboundTls`. Errors: BAD_REQUEST, with the place in the configuration as the field, for a file
 * that cannot be read or used.
 */
export function readOutboundTls(
  { outboundTls }: Pick<Config, 'outboundTls'>,
  readFile: (path: string) => string,
): readonly PeerTls[] {
  return outboundTls.map(({ hosts, names, ...files }, index) => {
    const field = (name: string): string => `outboundTls.${String(index)}.${name}`;
    const read = (name: keyof typeof files): string | undefined => {
      const path = files[name];
      if (path === undefined) return undefined;
      return tried(field(name), `${path} cannot be read`, () => readFile(path));
    };
    const [cert, key, ca] = [read('cert'), read('key'), read('ca')];
    for (const [name, text] of Object.entries({ cert, ca })) {
      if (text === undefined) continue;
      tried(field(name), 'the file holds no certificate in PEM', () => new X509Certificate(text));
      requireWhole(field(name), files[name as keyof typeof files] ?? '', text);
    }
    if (key !== undefined) {
      if (isEncrypted(key)) throw wrong(field('key'), `${String(files.key)} ${ENCRYPTED}`);
      const privateKey = tried(field('key'), 'the file holds no private key in PEM', () =>
        createPrivateKey(key),
      );
      if (cert !== undefined && !new X509Certificate(cert).checkPrivateKey(privateKey))
        throw wrong(field('key'), 'it is not the key of the certificate');
    }
    tried(field('hosts'), 'the files cannot be used together', () => createSecureContext({ cert, key, ca }));
    return { hosts: hosts.map((host) => host.toLowerCase()), cert, key, ca, names };
  });
}

/** Returns whether a text holds a private key that only a passphrase opens. */
function isEncrypted(key: string): boolean {
  return /^(?:-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m.test(key);
}

const ENCRYPTED =
  'is encrypted, and the gateway takes no passphrase. Write the key without one (openssl pkey -in OLD -out NEW) into a file that only this user may read';

/**
 * Refuses a PEM text that is cut off or damaged, as while another program writes its file. OpenSSL reads up to the damage, and drops
 * the authorities behind it without a word. Errors: BAD_REQUEST, with the setting as the field.
 */
function requireWhole(setting: string, path: string, text: string): void {
  const blocks = text.match(PEM_BLOCK) ?? [];
  if (/^-----(?:BEGIN|END)/m.test(text.replaceAll(PEM_BLOCK, '')))
    throw wrong(setting, `${path} is cut off: a part of it has no end`);
  for (const block of blocks.filter((each) => each.startsWith('-----BEGIN CERTIFICATE-----')))
    tried(setting, `${path} holds a damaged certificate`, () => new X509Certificate(block));
}

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----(?:(?!-----).)*-----END \1-----/gs;

type TlsSetting = 'tls.cert' | 'tls.key' | 'tls.clientCa';

function belongs(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false;
  }
}

/** Runs work on a file of a setting. Errors: BAD_REQUEST, which names the setting and the problem. */
function tried<Result>(setting: string, what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw wrong(setting, `${what}${reason}`);
  }
}

function wrong(setting: string, what: string): CardwayError {
  return badRequest(setting, `${setting}: ${what}.`);
}
