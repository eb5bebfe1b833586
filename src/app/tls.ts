import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { PeerTls } from '../outbound/tls.js';
import type { Config } from '../platform/config.js';
import { badRequest, type CardwayError } from '../platform/errors.js';
import type { Settings } from '../platform/settings.js';

/** Certificate chain, its key, and authorities: paths, or the texts of the files. */
type Pems = Pick<PeerTls, 'cert' | 'key' | 'ca'>;

/** PEM texts of a certificate and its key. With `ca`, callers need a certificate of these authorities. */
export type TlsFiles = Pems & { readonly cert: string; readonly key: string };

/**
 * Reads and tries the certificate chain and its key. Returns null where TLS is not configured. Errors: BAD_REQUEST, with the
 * setting as the field, for a file that cannot be read or used, and for a key of another certificate.
 */
export function readTls(
  { cert: certPath, key: keyPath, clientCa }: Settings['tls'],
  readFile: (path: string) => string,
): TlsFiles | null {
  const settingOf = (name: string): string => (name === 'ca' ? 'tls.clientCa' : `tls.${name}`);
  const { cert, key, ca } = readPems({ cert: certPath, key: keyPath, ca: clientCa }, settingOf, readFile);
  return cert === undefined || key === undefined ? null : { cert, key, ca };
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
  return outboundTls.map(({ hosts, names, ...paths }, index) => {
    const settingOf = (name: string): string => `outboundTls.${String(index)}.${name}`;
    return { hosts: hosts.map((host) => host.toLowerCase()), names, ...readPems(paths, settingOf, readFile) };
  });
}

/** Reads and tries the files that are named. Errors: BAD_REQUEST, with the setting as the field. */
function readPems(
  paths: Pems,
  settingOf: (name: string) => string,
  readFile: (path: string) => string,
): Pems {
  const read = (name: keyof Pems): string | undefined => {
    const [path, setting] = [paths[name], settingOf(name)];
    if (path === undefined) return undefined;
    const text = tried(setting, `${path} cannot be read`, () => readFile(path));
    if (name === 'key' && isEncrypted(text)) throw wrong(setting, `${path} ${ENCRYPTED}`);
    const kind = name === 'key' ? 'private key' : 'certificate';
    if (name !== 'key') requireWhole(setting, path, text);
    tried(setting, `${path} holds no ${kind} in PEM`, () => createSecureContext({ [name]: text }));
    return text;
  };
  const [cert, key, ca] = [read('cert'), read('key'), read('ca')];
  if (cert !== undefined && key !== undefined && !belongs(cert, key))
    throw wrong(settingOf('key'), `${String(paths.key)} is not the key of the certificate`);
  return { cert, key, ca };
}

/** Returns whether a text holds a private key that only a passphrase opens. */
function isEncrypted(key: string): boolean {
  return /^(?:-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m.test(key);
}

const ENCRYPTED =
  'is encrypted, and the gateway takes no passphrase. Write the key without one (openssl pkey -in OLD -out NEW) into a file that only this user may read';

/**
 * Refuses a PEM text without a certificate, and one that is cut off or damaged, as while another program writes its file. OpenSSL
 * reads up to the damage, and drops the authorities behind it without a word. Errors: BAD_REQUEST, with the setting as the field.
 */
function requireWhole(setting: string, path: string, text: string): void {
  if (/^-----(?:BEGIN|END)/m.test(text.replaceAll(PEM_BLOCK, '')))
    throw wrong(setting, `${path} is cut off: a part of it has no end`);
  const certificates = text
    .match(PEM_BLOCK)
    ?.filter((block) => block.startsWith('-----BEGIN CERTIFICATE-----'));
  if (certificates === undefined || certificates.length === 0)
    throw wrong(setting, `${path} holds no certificate in PEM`);
  for (const block of certificates)
    tried(setting, `${path} holds a damaged certificate`, () => new X509Certificate(block));
}

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----(?:(?!-----).)*-----END \1-----/gs;

function belongs(cert: string, key: string): boolean {
  try {
    createSecureContext({ cert, key });
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
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
