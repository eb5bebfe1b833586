import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { HAS_OPENSSL, makeAuthority } from '../support/certificates.js';
import { freePort } from '../support/free-port.js';
import { PROCESS_ENV, startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { ROOT } from '../tidy/tree.js';

const folder = temporaryFolder();
let gateway: TestGateway;

afterEach(() => gateway.kill());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function statusOf(env: Readonly<Record<string, string>>): Promise<number | null> {
  const program = [join(ROOT, 'deploy/healthcheck.mjs')];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, program, { env: { ...PROCESS_ENV, ...env } }, () => {
      resolve(child.exitCode);
    });
  });
}

it('the health check asks the gateway itself, despite proxies in the environment', async () => {
  gateway = await startGateway();
  const proxied = {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: 'http://127.0.0.1:9',
    http_proxy: 'http://127.0.0.1:9',
  };
  expect(await statusOf({ ...proxied, CARDWAY_PORT: new URL(gateway.url).port })).toBe(0);
});

it.each(['::1', '::', '0.0.0.0'])('the health check asks the port of health on %s', async (host) => {
  const metrics = { CARDWAY_METRICS_HOST: host, CARDWAY_METRICS_PORT: await freePort() };
  gateway = await startGateway({ env: metrics });
  expect(await statusOf(metrics)).toBe(0);
});

if (!HAS_OPENSSL)
  process.stderr.write('Skipped: the health check of a gateway with TLS: there is no openssl\n');
else {
  it('the health check needs the port of health where callers need a certificate', async () => {
    const authority = makeAuthority(folder, 'ca');
    const { certFile, keyFile } = authority.issue('/CN=gateway', { name: 'localhost' });
    const tls = { CARDWAY_TLS_CERT: certFile, CARDWAY_TLS_KEY: keyFile };
    gateway = await startGateway({ env: tls });
    expect(await statusOf({ ...tls, CARDWAY_PORT: new URL(gateway.url).port })).toBe(0);
    await gateway.kill();
    const required = {
      ...tls,
      CARDWAY_TLS_CLIENT_CERTIFICATES: 'required',
      CARDWAY_TLS_CLIENT_CA: authority.certFile,
      CARDWAY_METRICS_PORT: await freePort(),
    };
    gateway = await startGateway({ env: required });
    const { port } = new URL(gateway.url);
    expect(await statusOf({ ...required, CARDWAY_PORT: port })).toBe(0);
    expect(await statusOf({ ...tls, CARDWAY_PORT: port })).toBe(1);
  });
}
