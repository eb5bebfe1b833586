import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/store.js';
import { deduct } from '../../contract/samples.js';
import { HAS_OPENSSL, selfSigned } from '../../support/certificates.js';
import { MASTER_KEY } from '../../support/databases.js';
import { findBinaries } from '../../support/postgres-binaries.js';
import { startPostgres, whyNoPostgres, type TestPostgres } from '../../support/postgres.js';
import { testClock } from './temporary-store.js';

const reason = whyNoPostgres() ?? (HAS_OPENSSL ? null : 'there is no openssl to make a certificate with');

if (reason !== null) {
  process.stderr.write(`Skipped: TLS to PostgreSQL: ${reason}\n`);
  it(`is not run: ${reason}`, () => undefined);
} else {
  describe('TLS to a PostgreSQL with a certificate of its own authority', () => {
    let folder: string;
    let server: TestPostgres;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'cardway-tls-'));
      chmodSync(folder, 0o755);
      for (const name of ['ca', 'other']) selfSigned(join(folder, name), 'localhost', 'DNS:localhost');
      const { user } = findBinaries();
      if (user !== null) chownSync(join(folder, 'ca.key'), user.uid, user.gid);
      server = await startPostgres({
        settings: {
          ssl: 'on',
          ssl_cert_file: join(folder, 'ca.crt'),
          ssl_key_file: join(folder, 'ca.key'),
        },
      });
    });

    afterAll(async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const open = (host: string, parameters: string) => {
      const url = new URL(server.url);
      url.hostname = host;
      const databaseUrl = `${url.href}?${parameters.replace('CA', join(folder, 'ca.crt')).replace('OTHER', join(folder, 'other.crt'))}`;
      return openStore({ databaseUrl, masterKey: MASTER_KEY, clock: testClock() });
    };

    it.each([
      ['require, any server', '127.0.0.1', 'sslmode=require'],
      ['verify-ca, whatever its name', '127.0.0.1', 'sslmode=verify-ca&sslrootcert=CA'],
      ['verify-full, by its name', 'localhost', 'sslmode=verify-full&sslrootcert=CA'],
    ])('encrypts with %s', async (_mode, host, parameters) => {
      const store = await open(host, parameters);
      await store.migrate();
      const requestId = `5001_20260101220405_${String(parameters.length)}`;
      expect(await store.ledger.claim(deduct({ requestId }))).toMatchObject({ kind: 'claimed' });
      await store.close();
    });

    it.each([
      ['verify-full with another name', '127.0.0.1', 'sslmode=verify-full&sslrootcert=CA'],
      ['verify-full with another authority', 'localhost', 'sslmode=verify-full&sslrootcert=OTHER'],
      ['verify-ca with another authority', 'localhost', 'sslmode=verify-ca&sslrootcert=OTHER'],
      ['verify-full with those that the system trusts', 'localhost', 'sslmode=verify-full'],
    ])('refuses %s, in a sentence for the operator', async (_mode, host, parameters) => {
      const error = await open(host, parameters).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/its TLS certificate is not trusted/) as string,
      });
    });
  });
}
