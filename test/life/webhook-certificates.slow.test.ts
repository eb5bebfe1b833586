/** Tests the certificates of webhooks: that of the gateway, and those of the endpoints. openssl makes the authorities. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type Authority, HAS_OPENSSL, type Issued, makeAuthority } from '../support/certificates.js';
import { askGraphQL } from '../support/channels/index.js';
import { startGateway, temporaryFolder } from '../support/gateway.js';
import { addEndpoint } from '../support/webhooks/endpoints.js';
import { digitization, openEventWriter } from '../support/webhooks/event-writer.js';
import { until } from './until.js';
import { constants } from '../support/constants.js';

if (!HAS_OPENSSL) {
  process.stderr.write('Skipped: certificates of webhooks: there is no openssl to make certificates\n');
  it('is not run: there is no openssl', () => undefined);
} else {
  const folder = temporaryFolder();
  let authority: Authority;
  let stranger: Authority;
  let served: Issued;
  let till: Issued;

  beforeAll(() => {
    authority = makeAuthority(folder, 'bank');
    stranger = makeAuthority(folder, 'stranger');
    served = authority.issue('/CN=gateway', { name: 'localhost' });
    till = authority.issue('/O=Shop/CN=till-7');
  });

  describe('webhooks to an endpoint that asks for a certificate', () => {
    let service: Server | undefined;
    const names: string[] = [];
    afterEach(() => {
      service?.closeAllConnections();
      service?.close();
      names.length = 0;
    });

    async function serve(identity: Issued): Promise<string> {
      const options = { ...identity, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
      service = createServer(options, (incoming, outgoing) => {
        names.push(String((incoming.socket as TLSSocket).getPeerCertificate().subject.CN));
        incoming.resume().once('end', () => outgoing.writeHead(204).end());
      }).listen(0, '127.0.0.1');
      await once(service, 'listening');
      return `https://localhost:${String((service.address() as AddressInfo).port)}/hook`;
    }

    /** Delivers one event. Resolves with the first attempt that the gateway reports. */
    async function deliver(
      to: string,
      tls: object,
    ): Promise<{ responseCode: number | null; failure: string | null }> {
      const config = join(folder, 'webhooks.yaml');
      writeFileSync(config, JSON.stringify({ outboundTls: [{ hosts: ['localhost'], ...tls }] }));
      const home = temporaryFolder();
      const gateway = await startGateway({
        folder: home,
        env: {
          CARDWAY_CONFIG: config,
          CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
          ...constants({ SWEEP_EVERY_MS: 20 }),
        },
      });
      const writer = await openEventWriter(join(home, 'cardway.db'));
      try {
        await addEndpoint(gateway.url, to);
        await writer.append(digitization('bound'));
        let attempt: { responseCode: number | null; failure: string | null } | undefined;
        await until('it is attempted', async () => {
          const shown = await askGraphQL<{
            deliveries: {
              edges: { node: { attempts: { responseCode: number | null; failure: string | null }[] } }[];
            };
          }>(gateway.url, '{ deliveries { edges { node { attempts { responseCode failure } } } } }');
          attempt = shown.data?.deliveries.edges[0]?.node.attempts[0];
          return attempt !== undefined;
        });
        return attempt!;
      } finally {
        await writer.close();
        await gateway.stop();
      }
    }
    const ours = (issued: Issued) => ({ cert: issued.certFile, key: issued.keyFile, ca: authority.certFile });

    it('show the certificate of the settings', async () => {
      expect(await deliver(await serve(served), ours(till))).toEqual({ responseCode: 204, failure: null });
      expect(names).toEqual(['till-7']);
    });

    it.each<[string, () => Issued, () => object, unknown]>([
      [
        'with a certificate of another authority',
        () => stranger.issue('/CN=h', { name: 'localhost' }),
        () => ours(till),
        'CERTIFICATE_REFUSED',
      ],
      [
        'with an expired certificate',
        () => authority.issue('/CN=h', { name: 'localhost', isExpired: true }),
        () => ours(till),
        'CERTIFICATE_REFUSED',
      ],
      [
        'with a certificate for another name',
        () => authority.issue('/CN=h', { name: 'hooks.example' }),
        () => ours(till),
        'CERTIFICATE_REFUSED',
      ],
      [
        'without the pinned name',
        () => served,
        () => ({ ...ours(till), names: ['hooks.example'] }),
        'CERTIFICATE_REFUSED',
      ],
      // The endpoint ends the connection, with a word why or without.
      [
        'that does not know our authority',
        () => served,
        () => ours(stranger.issue('/CN=till-7')),
        expect.stringMatching(/^(?:CERTIFICATE_REFUSED|CONNECTION_FAILED)$/),
      ],
    ])('send nothing to an endpoint %s', async (_what, identity, tls, failure) => {
      const attempt = await deliver(await serve(identity()), tls());
      expect(attempt).toEqual({ responseCode: null, failure });
      expect(names).toEqual([]);
    });
  });
}
