import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { HAS_OPENSSL, makeAuthority } from '../support/certificates.js';
import { startGateway, temporaryFolder } from '../support/gateway.js';
import { asking, cardway } from './command.js';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

it('is 0 for a gateway that is ready, and 1 for one that is away', async () => {
  const gateway = await startGateway({ folder });
  const ready = await cardway(['health'], asking(gateway));
  expect(ready).toEqual({ status: 0, out: 'The gateway is ready.\n', err: '' });
  const { out } = await cardway(['health', '--json'], asking(gateway));
  expect(JSON.parse(out)).toMatchObject({ status: 'ready' });
  await gateway.stop();
  const away = await cardway(['health'], asking(gateway));
  expect([away.status, away.out]).toEqual([1, '']);
  expect(away.err).toBe(`${gateway.url}/health/ready is not ready (no answer).\n`);
});

it('is 1 for a gateway that says it is not ready, here on the port of health in a YAML file', async () => {
  const busy = createServer((_request, response) => response.writeHead(503).end('{"status":"not ready"}'));
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  const port = String((busy.address() as AddressInfo).port);
  const config = join(folder, 'cardway.yaml');
  writeFileSync(config, `metrics:\n  port: ${port}\n`);
  const { status, err } = await cardway(['health', '--config', config]);
  expect([status, err]).toEqual([1, `http://127.0.0.1:${port}/health/ready is not ready (503).\n`]);
  await new Promise((resolve) => busy.close(resolve));
});

if (!HAS_OPENSSL) process.stderr.write('Skipped: health over TLS: there is no openssl\n');
else {
  it('takes the certificate of the listener as it is', async () => {
    const { certFile, keyFile } = makeAuthority(folder, 'bank').issue('/CN=gateway', {
      name: 'elsewhere.example',
    });
    const tls = { CARDWAY_TLS_CERT: certFile, CARDWAY_TLS_KEY: keyFile };
    const gateway = await startGateway({ folder, env: tls });
    expect(await cardway(['health'], { ...asking(gateway), ...tls })).toMatchObject({ status: 0, err: '' });
    await gateway.stop();
  });
}
