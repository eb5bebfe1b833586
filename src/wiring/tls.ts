import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { CardwayError } from '../errors.js';
import type { Settings } from '../settings.js';

/** PEM texts that belong together. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/**
 * Reads the certificate chain and its key, and tries them; null where TLS is not wanted. Errors: BAD_REQUEST, with the setting as the
 * field, for a file that cannot be read or used, and for a key of another certificate.
 */
export function readTls(
  { cert: certPath, key: keyPath }: Settings['tls'],
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
  const key = tried('tls.key', `${keyPath} holds no private key in PEM`, () => createPrivateKey(files.key));
  if (!belongs(certificate, key)) throw wrong('tls.key', `${keyPath} is not the key of the certificate`);
  tried('tls.key', `${keyPath} cannot be used with the certificate`, () => createSecureContext(files));
  return files;
}

type TlsSetting = 'tls.cert' | 'tls.key';

function belongs(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false;
  }
}

function tried<Result>(setting: TlsSetting, what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw wrong(setting, `${what}${reason}`);
  }
}

function wrong(setting: TlsSetting, what: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field: setting, message: `${setting}: ${what}.` });
}
