/** Tests the same as test/life/pipelining, over TLS. */
import { HAS_OPENSSL } from '../support/certificates.js';
import { pipeliningOver } from './pipelining-suite.js';

if (HAS_OPENSSL) pipeliningOver('https');
else {
  const reason = 'there is no openssl to make a certificate';
  process.stderr.write(`Skipped: pipelining over TLS: ${reason}\n`);
  it(`is not run: ${reason}`, () => undefined);
}
