/** Tests SIGHUP: keys and routes change under load, and no caller notices. */
import { createHmac, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli, startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { deduct, JSON_PROXY } from '../support/channels/index.js';
import { startSteadyLoad } from '../support/steady-load.js';
import {
  approving,
  respond,
  startWallet,
  type ReceivedCall,
  type TestWallet,
} from '../support/wallet/index.js';
import { until } from './until.js';

/** Settings under which calls are answered on a busy machine too. */
const PATIENT = { CARDWAY_DOWNSTREAM_TIMEOUT_MS: '30000' };

let folder: string;
let wallet: TestWallet;
let gateway: TestGateway;

beforeAll(async () => {
  folder = temporaryFolder();
  wallet = await startWallet({ behaviour: approving() });
  write('config.yaml', `downstream: { url: '${wallet.url}' }\n`);
  gateway = await startGateway({ env: { CARDWAY_CONFIG: file('config.yaml') } });
});

beforeEach(() => wallet.behave(approving()));

afterAll(async () => {
  await gateway.kill();
  await wallet.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string): string => join(folder, name);
const write = (name: string, text: string): void => writeFileSync(file(name), text);
const linesWith = (text: string): number => gateway.lines.filter((line) => line.includes(text)).length;

/** Sends SIGHUP, and waits for the log line with its outcome. */
async function reload(said = 'the configuration was reloaded'): Promise<void> {
  const before = linesWith(said);
  process.kill(gateway.pid, 'SIGHUP');
  await until(said, () => linesWith(said) > before);
}

/** Returns a behaviour that accepts calls signed with one of these keys and refuses all others, as a wallet service does. */
function takes(...keys: readonly string[]): (call: ReceivedCall) => ReturnType<typeof respond> {
  const approve = approving();
  return (call) => {
    const isSigned = keys.some(
      (key) => createHmac('sha256', key).update(call.body).digest('hex') === call.headers['x_msg_signature'],
    );
    return (isSigned ? approve(call) : respond({ status: 401, body: 'no' })) as ReturnType<typeof respond>;
  };
}

it('the signing key of a route changes under load with a service that accepts one key at a time', async () => {
  const routes = (keys: string): string =>
    `downstream: { url: '${wallet.url}' }\nroutes:\n  - { name: payments, methods: [Deduct], url: '${wallet.url}', ${keys} }\n`;
  write('config.yaml', routes('signingKey: previous'));
  await reload();
  wallet.behave(takes('previous'));
  const load = startSteadyLoad(() => gateway.url, 6);
  const more = async (): Promise<void> => {
    const before = load.answered;
    await until('calls go on', () => load.answered > before + 50);
  };
  await more();
  write('config.yaml', routes('signingKey: next, otherSigningKey: previous'));
  await reload();
  await more();
  wallet.behave(takes('next'));
  await more();
  write('config.yaml', routes('signingKey: next'));
  await reload();
  await more();
  await load.stop();
  expect(load.failures).toEqual([]);
  expect(linesWith('takes the other signing key')).toBeGreaterThan(0);
  // Without the other key the reply is the same as before: refused, and certainly not processed.
  wallet.behave(takes('unknown'));
  expect((await JSON_PROXY.call(gateway.url, deduct())).status).toBe(502);
});

it('a route changes to another service, and calls in progress end at the old one', async () => {
  const other = await startWallet({ behaviour: approving() });
  write('config.yaml', `downstream: { url: '${wallet.url}' }\n`);
  await reload();
  const load = startSteadyLoad(() => gateway.url, 6);
  await until('there is load', () => load.answered > 50);
  write('config.yaml', `downstream: { url: '${other.url}' }\n`);
  await reload();
  await other.called(50);
  await load.stop();
  expect(load.failures).toEqual([]);
  const { length } = wallet.calls;
  await JSON_PROXY.call(gateway.url, deduct());
  expect(wallet.calls).toHaveLength(length);
  await other.close();
});

it('a configuration that is wrong, or needs a restart, changes nothing and is reported', async () => {
  write('config.yaml', `downstream: { url: '${wallet.url}' }\n`);
  await reload();
  write('config.yaml', "downstream: { url: 'ftp://nowhere' }\n");
  await reload('the configuration was not reloaded');
  write('config.yaml', `downstream: { url: '${wallet.url}', timeoutMs: 20000 }\n`);
  await reload('the configuration was not reloaded');
  for (const empty of ['', '# downstream:\n']) {
    write('config.yaml', empty);
    await reload('the configuration was not reloaded');
    expect(gateway.lines.at(-1)).toContain('is empty');
  }
  write('config.yaml', `downstream: { url: '${wallet.url}' }\nsecret: { perMinuteMax: 7 }\n`);
  await reload('changed, and need a restart');
  expect(gateway.lines.at(-1)).toContain('secret.perMinuteMax');
  // The next reload says so too, until the setting is again that of the start.
  await reload('changed, and need a restart');
  write('config.yaml', `downstream: { url: '${wallet.url}' }\n`);
  const reports = linesWith('changed, and need a restart');
  await reload();
  await reload();
  expect(linesWith('changed, and need a restart')).toBe(reports);
  expect((await JSON_PROXY.call(gateway.url, deduct())).resultCode).toBe(1);
});

it('the master key changes while a gateway is under load, and the previous one is no longer needed', async () => {
  const [previous, next] = [randomBytes(32), randomBytes(32)].map((key) => `hex:${key.toString('hex')}`);
  write('master', previous!);
  write('other', next!);
  const env = {
    CARDWAY_DATABASE_URL: `sqlite:${file('cardway.db')}`,
    ...PATIENT,
    CARDWAY_MASTER_KEY_FILE: file('master'),
    CARDWAY_OTHER_MASTER_KEY_FILE: file('other'),
  };
  await gateway.kill();
  gateway = await startGateway({ env, folder });
  const load = startSteadyLoad(() => gateway.url, 6);
  await until('there is load', () => load.answered > 50);
  write('master', next!);
  write('other', previous!);
  await reload();
  const resealed = await runCli(['reseal', '--json'], env);
  expect([resealed.status, resealed.err]).toEqual([0, '']);
  expect((JSON.parse(resealed.out) as { sealedValues: number }).sealedValues).toBeGreaterThan(2);
  expect((await runCli(['reseal', '--json'], env)).out).toBe('{"sealedValues":0}\n');
  const before = load.answered;
  await until('calls go on', () => load.answered > before + 50);
  await load.stop();
  expect(load.failures).toEqual([]);
  expect(await gateway.stop()).toBe(0);
  const alone = { ...env, CARDWAY_MASTER_KEY_FILE: file('master') };
  Reflect.deleteProperty(alone, 'CARDWAY_OTHER_MASTER_KEY_FILE');
  gateway = await startGateway({ env: alone, folder });
  expect((await JSON_PROXY.call(gateway.url, deduct())).resultCode).toBe(1);
  await gateway.stop();
  const wrong = await runCli(['shared-keys', 'list'], { ...alone, CARDWAY_MASTER_KEY_FILE: file('other') });
  expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('another master key')]);
});
