import { createServer } from 'node:http';
import { watchRefusedCertificates } from '../../../src/http/client-certificate.js';
import type { RefusedCall } from '../../../src/use-cases/access/refusal-port.js';

it('a handshake that fails for a certificate is reported with its address as other calls have it', () => {
  const server = createServer().removeAllListeners('connection');
  const refused: RefusedCall[] = [];
  watchRefusedCertificates(server, (call) => refused.push(call));
  const connection: { remoteAddress?: string } = { remoteAddress: '::ffff:192.0.2.7' };
  server.emit('connection', connection);
  delete connection.remoteAddress;
  const failed = { _parent: connection, authorizationError: 'CERT_HAS_EXPIRED' };
  server.emit('tlsClientError', new Error('The connection is closed.'), failed);
  expect(refused).toMatchObject([{ address: '192.0.2.7', channel: 'gateway' }]);
  expect(refused[0]?.error.message).toBe('certificate refused: CERT_HAS_EXPIRED');
});
