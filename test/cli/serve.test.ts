import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { deduct, RPC2 } from '../support/channels/index.js';
import { PROCESS_ENV, startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import {
  asking,
  cardway,
  cardwayProcess,
  databaseIn,
  HAS_STACK,
  makeWeak,
  serveSettings,
} from './command.js';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

function configFile(yaml: string): string {
  const path = join(folder, 'cardway.yaml');
  writeFileSync(path, yaml);
  return path;
}

describe('serve with a wrong configuration', () => {
  it('opens nothing and lists every problem on standard error, without a secret', async () => {
    const config = configFile('nonsense: 1\ndownstream: { timeoutMs: soon }\nsigningKey: hex:canary\n');
    const { status, out, err } = await cardway(['serve', '--config', config], {
      ...databaseIn(folder),
      CARDWAY_LOG_LEVEL: 'loud',
      CARDWAY_MISSPELT: 'canary',
    });
    expect([status, out]).toEqual([1, '']);
    for (const told of [
      'nonsense',
      'downstream.timeoutMs (CARDWAY_DOWNSTREAM_TIMEOUT_MS): is "soon"; allowed: an integer from 50 to 30000',
      'logLevel (CARDWAY_LOG_LEVEL): is "loud"; allowed: trace, debug, info, warn, error, silent',
      'CARDWAY_MISSPELT',
      'signingKey',
      'downstream.url',
    ]) {
      expect(err).toContain(told);
    }
    expect(err).not.toContain('canary');
    expect(err).not.toMatch(HAS_STACK);
  });
});

it('serve cuts its stop before 10 s, and never before http.drainMs', async () => {
  const limitsMs: number[] = [];
  for (const times of [
    {},
    { CARDWAY_HTTP_DRAIN_DELAY_MS: '1' },
    { CARDWAY_HTTP_DRAIN_MS: '500' },
    { CARDWAY_HTTP_DRAIN_MS: '20000' },
  ]) {
    const env = { ...serveSettings(folder, 'http://127.0.0.1:9/'), ...times };
    const { status } = await cardway(['serve'], env, '', false, (ms) => limitsMs.push(ms));
    expect(status).toBe(0);
  }
  expect(limitsMs).toEqual([9500, 9501, 9500, 21_500]);
});

describe('serve that cannot begin', () => {
  let taken: Server;

  beforeAll(async () => {
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => new Promise((resolve) => taken.close(resolve)));

  it('ends with status 1 and a sentence when its port is in use', async () => {
    const port = String((taken.address() as AddressInfo).port);
    const { status, out, err } = await cardwayProcess(
      ['serve', '--sandbox', '--port', port],
      databaseIn(folder),
    );
    expect(status).toBe(1);
    expect(out).not.toContain('"ready"');
    expect(err).toContain(port);
    expect(err).not.toMatch(HAS_STACK);
  });

  // Other systems do not say how many files a process may open.
  if (process.platform === 'linux')
    it('ends with status 1 and a sentence when it may open too few files', async () => {
      const command = 'ulimit -n 100; exec "$0" dist/main.js serve --sandbox --port 0';
      const env = { ...PROCESS_ENV, ...databaseIn(folder) };
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath], {
        env,
        encoding: 'utf8',
      });
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toContain('This process may open 100 files and sockets; a gateway needs at least 128.');
    });

  it('ends with status 1 and a sentence when its certificate cannot be read', async () => {
    const tls = { CARDWAY_TLS_CERT: join(folder, 'cert.pem'), CARDWAY_TLS_KEY: join(folder, 'key.pem') };
    const { status, out, err } = await cardway(['serve', '--sandbox'], {
      ...databaseIn(folder),
      ...tls,
    });
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('cert.pem');
    expect(err).not.toMatch(HAS_STACK);
  });

  // Linux says that the folder itself does not exist.
  it('ends with status 1 and a sentence when the folder of its database cannot be made', async () => {
    const { status, out, err } = await cardwayProcess(['serve', '--sandbox'], {
      CARDWAY_DATABASE_URL: 'sqlite:/proc/none/data/cardway.db',
    });
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('The database file /proc/none/data/cardway.db cannot be opened.');
    expect(err).not.toMatch(HAS_STACK);
  });
});

describe('serve in production', () => {
  let gateway: TestGateway;

  afterEach(() => gateway.kill());

  it('reports that it is no sandbox, has none of its keys, and writes only its log', async () => {
    gateway = await startGateway({
      folder,
      args: ['serve'],
      env: { ...serveSettings(folder, 'http://127.0.0.1:9/wallets'), NODE_ENV: 'production' },
    });
    expect(JSON.parse(gateway.lines.at(-1)!)).toMatchObject({ event: 'ready', sandbox: false });
    const response = await fetch(`${gateway.url}/v1/transactions/1_20260101_1`, {
      headers: { Authorization: 'Bearer cardway_sandbox_client' },
    });
    expect(response.status).toBe(401);
    expect(await gateway.stop()).toBe(0);
    expect(gateway.lines.map((line) => typeof JSON.parse(line))).toEqual(gateway.lines.map(() => 'object'));
  });

  it('refuses a database with the public keys of the sandbox, and accepts it once they are removed; then the sandbox refuses it', async () => {
    gateway = await startGateway({ folder });
    expect(await RPC2.call(gateway.url, deduct())).toMatchObject({ resultCode: 1 });
    expect(await gateway.stop()).toBe(0);
    const env = serveSettings(folder, 'http://127.0.0.1:9/wallets');
    const { status, out, err } = await cardway(['serve'], env);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('API key sandbox-operator');
    expect(err).toContain('terminal 0068766621');
    expect(err).not.toMatch(HAS_STACK);
    // The sandbox that made them removes them. The last key goes with itself.
    gateway = await startGateway({ folder });
    for (const terminal of ['0068766621', '0029504320']) {
      const rotate = ['terminals', 'rotate', terminal, '--overlap', '0', '--password-file', '-'];
      expect((await cardway(rotate, asking(gateway), 'a password of its own')).err).toBe('');
    }
    for (const key of ['client', 'integrator', 'network', 'operator'])
      expect((await cardway(['keys', 'revoke', `sandbox-${key}`], asking(gateway))).status).toBe(0);
    expect(await gateway.stop()).toBe(0);
    expect((await cardway(['keys', 'bootstrap', 'ops'], env)).status).toBe(0);
    gateway = await startGateway({ folder, args: ['serve'], env });
    expect(await gateway.stop()).toBe(0);
    const sandbox = await cardway(['serve', '--sandbox'], databaseIn(folder));
    expect([sandbox.status, sandbox.out]).toEqual([1, '']);
    expect(sandbox.err).toContain('The database has transactions of a gateway that is no sandbox.');
  });

  it('says that the directory is empty, and what to do, until it has a terminal', async () => {
    const env = serveSettings(folder, 'http://127.0.0.1:9/');
    const said = (): readonly string[] => gateway!.lines.filter((line) => line.includes('has no terminal'));
    gateway = await startGateway({ folder, args: ['serve'], env });
    expect(await gateway.stop()).toBe(0);
    expect(said().map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'warn', msg: expect.stringMatching(/cardway init.*cardway terminals add/) },
    ]);
    await makeWeak(folder);
    gateway = await startGateway({ folder, args: ['serve'], env });
    expect(await gateway.stop()).toBe(0);
    expect(said()).toEqual([]);
  });
});
