/** Tests SIGHUP: signing keys change under load, and no caller notices. */
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedGateway, temporaryFolder } from '../support/gateway.js';
import { deduct, JSON_PROXY } from '../support/channels/index.js';
import { startSteadyLoad } from '../support/steady-load.js';
import { approving, respond, sharedWallet, startWallet, type ReceivedCall } from '../support/wallet/index.js';
import { until } from './until.js';

const folder = temporaryFolder();

const wallet = sharedWallet({ behaviour: approving() });

beforeAll(async () => {
  write('config.yaml', routes('signingKey: previous'));
});

const gateway = sharedGateway(() => ({ env: { CARDWAY_CONFIG: file('config.yaml') } }));

beforeEach(() => wallet.behave(approving()));

const file = (name: string): string => join(folder, name);
const write = (name: string, text: string): void => writeFileSync(file(name), text);
const routes = (keys: string): string =>
  `downstream: { url: '${wallet.url}' }\nroutes:\n  - { name: payments, methods: [Deduct], url: '${wallet.url}', ${keys} }\n`;
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

it('a configuration that is wrong, or needs a restart, changes nothing and is reported', async () => {
  write('config.yaml', routes('signingKey: next').replace(wallet.url, 'ftp://nowhere'));
  await reload('the configuration was not reloaded');
  write('config.yaml', `${routes('signingKey: next')}http: { drainMs: 7000 }\n`);
  await reload('changed, and need a restart');
  expect(gateway.lines.at(-1)).toContain('"settings":["http.drainMs"]');
  // The next reload says so too, until the setting is again that of the start.
  await reload('changed, and need a restart');
  const other = await startWallet({ behaviour: approving() });
  write('config.yaml', routes('signingKey: next').replaceAll(wallet.url, other.url));
  await reload('changed, and need a restart');
  expect(gateway.lines.at(-1)).toContain('"settings":["downstream.url","routes"]');
  write('config.yaml', routes('signingKey: next'));
  const reports = linesWith('changed, and need a restart');
  await reload();
  await reload();
  expect(linesWith('changed, and need a restart')).toBe(reports);
  expect((await JSON_PROXY.call(gateway.url, deduct())).resultCode).toBe(1);
  expect(other.calls).toHaveLength(0);
  await other.close();
});
