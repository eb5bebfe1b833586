import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { PeerTls } from '../outbound/tls.js';
import type { Config } from '../platform/config.js';
import { ENCRYPTED, isEncrypted, requireWhole, revocationListsIn, tried, wrong } from './server.js';

/** TLS towards other hosts, replaced as a whole at a reload. */
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
    const [cert, key, ca, lists] = [read('cert'), read('key'), read('ca'), read('crl')];
    for (const [name, text] of Object.entries({ cert, ca }))
      if (text !== undefined)
        tried(field(name), 'the file holds no certificate in PEM', () => new X509Certificate(text));
    for (const [name, text] of Object.entries({ cert, ca, crl: lists }))
      if (text !== undefined) requireWhole(field(name), files[name as keyof typeof files] ?? '', text);
    if (key !== undefined) {
      if (isEncrypted(key)) throw wrong(field('key'), `${String(files.key)} ${ENCRYPTED}`);
      const privateKey = tried(field('key'), 'the file holds no private key in PEM', () =>
        createPrivateKey(key),
      );
      if (cert !== undefined && !new X509Certificate(cert).checkPrivateKey(privateKey))
        throw wrong(field('key'), 'it is not the key of the certificate');
    }
    const crl = lists === undefined ? undefined : revocationListsIn(lists);
    if (crl?.length === 0) throw wrong(field('crl'), 'the file holds no revocation list in PEM');
    const context = { cert, key, ca, ...(crl === undefined ? {} : { crl: [...crl] }) };
    tried(field('hosts'), 'the files cannot be used together', () => createSecureContext(context));
    return { hosts: hosts.map((host) => host.toLowerCase()), cert, key, ca, crl, names };
  });
}
