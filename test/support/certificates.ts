import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

/** A certificate with its key, as PEM texts and as files. */
export interface Issued {
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** Makes a certificate that is its own authority. `file` is without an ending, `alternative` like `DNS:localhost`. */
export function selfSigned(file: string, name: string, alternative?: string): Issued {
  const [certFile, keyFile] = [`${file}.crt`, `${file}.key`];
  const names = ['-subj', `/CN=${name}`];
  if (alternative !== undefined) names.push('-addext', `subjectAltName=${alternative}`);
  const args = ['req', '-x509', ...NEW_KEY, '-days', '2', '-keyout', keyFile, '-out', certFile, ...names];
  execFileSync('openssl', args, { stdio: 'pipe' });
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), certFile, keyFile };
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** An authority that openssl keeps in a folder. */
export interface Authority {
  readonly cert: string;
  readonly certFile: string;
  /** Issues a certificate. `subject` is as openssl takes it (`/O=Shop/CN=till-7`), `name` a name of a host. */
  issue(subject: string, about?: { readonly name?: string; readonly isExpired?: boolean }): Issued;
}

/** Makes an authority in a new folder below this one. */
export function makeAuthority(below: string, title: string): Authority {
  const folder = join(below, title);
  mkdirSync(folder, { recursive: true });
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void =>
    void execFileSync('openssl', args, { stdio: 'pipe', cwd: folder });
  writeFileSync(at('index.txt'), '');
  writeFileSync(at('index.txt.attr'), 'unique_subject = no\n');
  writeFileSync(at('serial'), '1000\n');
  writeFileSync(at('ca.cnf'), CONFIG);
  const self = ['-config', 'ca.cnf', '-extensions', 'v3_ca', '-keyout', 'ca.key', '-out', 'ca.crt'];
  openssl('req', '-x509', ...NEW_KEY, '-days', '2', ...self, '-subj', `/CN=${title}`);
  let count = 0;
  return {
    cert: readFileSync(at('ca.crt'), 'utf8'),
    certFile: at('ca.crt'),
    issue(subject, { name, isExpired = false } = {}) {
      count += 1;
      const file = `${String(count)}`;
      openssl(
        'req',
        '-utf8',
        ...NEW_KEY,
        '-config',
        'ca.cnf',
        '-keyout',
        `${file}.key`,
        '-out',
        `${file}.csr`,
        '-subj',
        subject,
      );
      writeFileSync(at(`${file}.ext`), name === undefined ? '' : `subjectAltName = DNS:${name}\n`);
      const dates = isExpired
        ? ['-startdate', '20200101000000Z', '-enddate', '20200201000000Z']
        : ['-days', '2'];
      const files = ['-in', `${file}.csr`, '-out', `${file}.crt`, '-extfile', `${file}.ext`];
      openssl('ca', '-config', 'ca.cnf', '-batch', '-notext', ...dates, ...files);
      return {
        cert: readFileSync(at(`${file}.crt`), 'utf8'),
        key: readFileSync(at(`${file}.key`), 'utf8'),
        certFile: at(`${file}.crt`),
        keyFile: at(`${file}.key`),
      };
    },
  };
}

const CONFIG = `
[ca]
default_ca = here
[here]
dir = .
database = index.txt
serial = serial
new_certs_dir = .
certificate = ca.crt
private_key = ca.key
default_md = sha256
policy = any
[any]
organizationName = optional
commonName = supplied
userId = optional
[req]
distinguished_name = name
[name]
[v3_ca]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
`;
