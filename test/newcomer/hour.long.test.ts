/** Tests a newcomer's first hour, from `npm start` to a restored backup, without one failed payment. */
import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { walletService } from '../../docs/signatures/express.js';
import { createClient, verifyWebhook } from '../../src/client/index.js';
import { cardway } from '../cli/command.js';
import { until } from '../life/until.js';
import { freePort } from '../support/free-port.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { startReceiver, type Receiver } from '../support/webhooks/receiver.js';
import { isAccepted, startLoad, type Held, type Load, SHOP } from './load.js';

const ROOT = resolve(__dirname, '..', '..');
const folder = temporaryFolder();
const data = join(folder, 'data');
const FIRST_MASTER_KEY = `hex:${'5e'.repeat(32)}`;
const NEXT_MASTER_KEY = `hex:${'7e'.repeat(32)}`;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The sandbox of this checkout. test/setup tests the installation and the build of a fresh one. */
describe('the sandbox, by npm start', () => {
  let url: string;
  let child: ReturnType<typeof spawn>;

  beforeAll(async () => {
    const database = `sqlite:${join(folder, 'sandbox.db')}`;
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      CARDWAY_PORT: '0',
      CARDWAY_DATABASE_URL: database,
    };
    // Its own process group, so that the children of npm end with it.
    child = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    url = await readyUrl(child.stdout!);
  });

  afterAll(async () => {
    const ended = once(child, 'exit');
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
  });

  it.each(['json', 'xmlrpc', 'graphql'])('takes a payment at the %s interface', async (channel) => {
    const amount = { json: 11, xmlrpc: 12, graphql: 13 }[channel]!;
    const sent = await cardway([
      'send',
      'Deduct',
      `request_amount=${String(amount)}`,
      '--channel',
      channel,
      '--url',
      url,
      '--json',
    ]);
    expect([sent.status, sent.err]).toEqual([0, '']);
  });

  it('lists all three', async () => {
    const { out } = await cardway(['transactions', 'list', '--url', url, '--json']);
    expect(out).toMatch(/"requestAmount":13.*"requestAmount":12.*"requestAmount":11/s);
  });
});

describe('in production', () => {
  const env: Record<string, string> = {
    CARDWAY_DATABASE_URL: `sqlite:${join(data, 'cardway.db')}`,
  };
  const keys: Record<string, string> = {};
  const held: Held = { clientKey: '', password: 'the first password' };
  let gateway: TestGateway;
  let wallet: Server;
  let receiver: Receiver;
  let load: Load;
  let endpointId: string;
  const secrets: string[] = [];

  const told = async (args: string, input?: string): Promise<Record<string, unknown>> => {
    const { status, out, err } = await cardway([...args.split(' '), '--json'], env, input);
    if (status !== 0) throw new Error(`cardway ${args}: ${err}`);
    return JSON.parse(out) as Record<string, unknown>;
  };
  const makeKey = async (id: string, role: string, programme = '--programme shop '): Promise<string> =>
    (await told(`keys create ${id} ${programme}--role ${role}`))['secret'] as string;
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const serve = async (): Promise<void> => {
    gateway = await startGateway({ args: ['serve'], folder: data, env });
  };

  /** Sends SIGHUP, as systemd and Kubernetes' operators do. */
  const reload = async (): Promise<void> => {
    const said = (): number =>
      gateway.lines.filter((line) => line.includes('configuration was reloaded')).length;
    const before = said();
    process.kill(gateway.pid, 'SIGHUP');
    await until('the configuration is reloaded', () => said() > before);
  };

  beforeAll(async () => {
    mkdirSync(data);
    wallet = walletService(['the first signing key', 'the next signing key']).listen(0, '127.0.0.1');
    await once(wallet, 'listening');
    receiver = await startReceiver();
    Object.assign(env, {
      CARDWAY_PORT: await freePort(),
      CARDWAY_DOWNSTREAM_URL: `http://127.0.0.1:${String((wallet.address() as AddressInfo).port)}/transactions`,
      CARDWAY_DOWNSTREAM_DEDUPES: 'true',
      CARDWAY_SIGNING_KEY_FILE: file('signing-key', 'the first signing key'),
      CARDWAY_MASTER_KEY_FILE: file('master-key', FIRST_MASTER_KEY),
      CARDWAY_OTHER_MASTER_KEY_FILE: file('other-master-key', NEXT_MASTER_KEY),
      CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
      CARDWAY_LOG_LEVEL: 'info',
      CARDWAY_STORE_CACHE_MS: '250',
    });
    await told('migrate');
    await told('programmes set shop');
    await told(`terminals add ${SHOP.terminalId} --programme shop --password-file -`, held.password);
    const cards = ['70', ...Array.from({ length: 20 }, (_, index) => String(700 + index))];
    await told(`wallets add ${SHOP.reference} --programme shop --customer 7 --card ${cards.join(' ')}`);
    await told(
      `shared-keys add --programme shop --key-id 001 --from-file ${file('shared-1', '5eed'.repeat(16))}`,
    );
    for (const role of ['client', 'integrator', 'network']) keys[role] = await makeKey(role, role);
    keys['operator'] = await makeKey('operator', 'operator', '');
    held.clientKey = keys['client']!;
    await serve();
    load = startLoad(gateway.url, held);
  });

  afterAll(async () => {
    await load.stop();
    await gateway.stop();
    await receiver.close();
    wallet.close();
  });

  afterEach(async () => {
    await load.another();
    expect(load.failures.slice(0, 5)).toEqual([]);
  });

  const reached = () => [
    '--url',
    gateway.url,
    '--key-file',
    file('operator-key', keys['operator']!),
    '--json',
  ];
  const clientOf = (role: string) => createClient({ url: gateway.url, key: keys[role]! });

  it('accepts payments of its own terminal and backend', async () => {
    await load.another();
    expect(load.paid.length).toBeGreaterThan(4);
  });

  it('changes the terminal’s password, while the previous one is still accepted', async () => {
    await told(`terminals rotate ${SHOP.terminalId} --overlap 1h --password-file -`, 'the next password');
    // A running gateway caches terminals for some seconds: until then the terminal keeps its old password.
    await until('it is known', () => isAccepted(gateway.url, 'the next password'));
    held.password = 'the next password';
  });

  it('changes a key of the backend', async () => {
    const next = await makeKey('client-2', 'client');
    await expect(
      createClient({ url: gateway.url, key: next }).transaction('70_20260101_1'),
    ).resolves.toBeNull();
    held.clientKey = next;
    await load.another();
    await told('keys revoke client');
  });

  it('changes the shared key, while secrets of the previous one are valid', async () => {
    const before = await clientOf('integrator').generateSecret(700);
    await told(
      `shared-keys add --programme shop --key-id 002 --from-file ${file('shared-2', 'cafe'.repeat(16))}`,
    );
    await told('shared-keys retire --programme shop --key-id 001');
    const after = await clientOf('integrator').generateSecret(701);
    expect([before.keyId, after.keyId]).toEqual(['001', '002']);
    expect(await clientOf('network').verifySecret(700, before.secret)).toMatchObject({ valid: true });
    expect(await clientOf('network').verifySecret(701, after.secret)).toMatchObject({ valid: true });
  });

  it('changes the secret of a webhook endpoint, while both secrets sign', async () => {
    const url = `${receiver.url}/hook`;
    const added = await cardway([
      'endpoints',
      'add',
      url,
      '--programme',
      'shop',
      '--url',
      gateway.url,
      ...reached().slice(2),
    ]);
    const made = JSON.parse(added.out) as { endpoint: { id: string }; secret: string };
    endpointId = made.endpoint.id;
    secrets.push(made.secret);
    await heardOf('before');
    const rotated = await cardway(['endpoints', 'rotate', endpointId, ...reached()]);
    secrets.push((JSON.parse(rotated.out) as { secret: string }).secret);
    const webhook = await heardOf('after');
    for (const secret of secrets)
      expect(verifyWebhook({ ...webhook, secret })).toMatchObject({ type: 'digitization.complete' });
  });

  it('changes the signing key, which the wallet service knew before', async () => {
    file('signing-key', 'the next signing key');
    await reload();
    await load.another();
  });

  it('changes the master key', async () => {
    file('master-key', NEXT_MASTER_KEY);
    file('other-master-key', FIRST_MASTER_KEY);
    await reload();
    expect(await told('reseal')).toMatchObject({ sealedValues: expect.any(Number) as number });
    await load.another();
    delete env['CARDWAY_OTHER_MASTER_KEY_FILE'];
  });

  it('loses nothing when everything is destroyed and restored', async () => {
    await load.stop();
    // The chain takes an entry up soon after its commit, which shows in the list.
    await until('every entry is chained', async () => {
      const { out } = await cardway(['audit', 'list', '--json'], env);
      return out.includes('"position":') && !out.includes('"position":null');
    });
    const before = await everything();
    const backup = join(folder, 'backup.db');
    // Beside the running gateway.
    await told(`backup ${backup}`);
    await gateway.kill();
    rmSync(data, { recursive: true });
    expect(existsSync(data)).toBe(false);
    await told(`restore --verify ${backup}`);
    await serve();
    expect(await everything()).toEqual(before);
    load = startLoad(gateway.url, held);
  });

  async function heardOf(token_reference: string) {
    const reply = await fetch(`${gateway.url}/network/v1/digitizations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${keys['network']!}` },
      body: JSON.stringify({ card_id: 700, wallet_id: '103', token_reference, token_requestor_id: '1' }),
    });
    expect(reply.status).toBe(200);
    for (;;) {
      const found = receiver.received.find(({ body }) => body.includes(`"${token_reference}"`));
      if (found !== undefined) return { body: found.body, headers: found.headers };
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Returns everything that an operator can list, and every payment that a caller got a reply for. */
  async function everything(): Promise<unknown> {
    const lists = ['programmes list', 'terminals list', 'shared-keys list', 'audit list --limit 100'];
    const listed = [];
    for (const list of lists) listed.push((await cardway(list.split(' '), env)).out);
    expect(listed).not.toContain('');
    const { out } = await cardway(['endpoints', 'list', ...reached()]);
    const operator = clientOf('operator');
    const ids = [...new Set(load.paid)].filter((id) => id.startsWith('70_'));
    const states = await Promise.all(ids.map(async (id) => (await operator.transaction(id))?.state));
    expect(new Set(states)).toEqual(new Set(['ANSWERED']));
    const database = new Database(join(data, 'cardway.db'), { readonly: true });
    const counts = database.prepare('select state, count(*) as count from transactions group by state').all();
    database.close();
    return { listed, endpoints: out, ids: ids.length, counts };
  }
});

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output }))
    if (line.includes('"event":"ready"')) return (JSON.parse(line) as { url: string }).url;
  throw new Error('npm start ended before it was ready.');
}
