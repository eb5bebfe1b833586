/** Tests the same as test/life/pipelining, over TLS. */
import { spawnSync } from 'node:child_process';
import { pipeliningOver } from './pipelining-suite.js';

if (spawnSync('openssl', ['version']).status === 0) pipeliningOver('https');
else {
  const reason = 'there is no openssl to make a certificate';
  process.stderr.write(`Skipped: pipelining over TLS: ${reason}\n`);
  it(`is not run: ${reason}`, () => undefined);
}
