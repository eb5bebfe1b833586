/** Runs the steps by hand on the pages about checksums, wallet services, provisioning and webhooks, as printed. */
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { sharedGateway, temporaryFolder } from '../support/gateway.js';
import { hostileReplies } from './hostile-requests.js';
import { blockOf, done, pageOf, ROOT, run, started } from './page-commands.js';
import { isInstalled, startSample } from './start-sample.js';

const folder = temporaryFolder();

const gateway = sharedGateway();

const here = (text: string): string => text.replaceAll('http://127.0.0.1:4000', gateway.url);
const shell = async (line: string): Promise<string> =>
  (await run('bash', ['-c', here(line)], { cwd: ROOT })).stdout;

function hasPython(): boolean {
  if (isInstalled('python3', '--version')) return true;
  process.stderr.write('A walkthrough is not tried: python3 is not installed.\n');
  return false;
}

it('the whole call in Python pays', async () => {
  if (!hasPython()) return;
  expect(await shell(blockOf(pageOf('checksums'), 'run', 'call'))).toContain(
    '"resultCode":1,"balanceAmount":998750',
  );
});

it('the printed call has the printed signature, and the sample gives the printed answer', async () => {
  const page = pageOf('wallet-service');
  const [body, answer] = [blockOf(page, 'example', 'call'), blockOf(page, 'example', 'answer')];
  const signature = createHmac('sha256', 'sandbox-signing-key').update(body).digest('hex');
  expect(page).toContain(`\`${signature}\``);
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, 'sandbox-signing-key');
  const service = await startSample('node', keyFile);
  const reply = await fetch(service.url, { method: 'POST', body, headers: { X_msg_signature: signature } });
  const { response } = (await reply.json()) as { response: unknown };
  expect(response).toEqual((JSON.parse(answer) as { response: unknown }).response);
  await service.stop();
});

it('the calls of push provisioning by hand lead to the event', async () => {
  const page = pageOf('provisioning');
  const command = (name: string): string => blockOf(page, 'run', name);
  const stream = await started(here(command('stream')), {}, /^:/);
  expect(await shell(`${command('secret')}\n${command('verify')}`)).toContain('"valid":true');
  expect(await shell(command('authorize'))).toContain('"decision":"APPROVED"');
  expect(await shell(command('report'))).toContain('"status":"accepted"');
  expect(await stream.next(/digitizationComplete/)).toContain('"tokenReference":"TOKEN-1"');
  await stream.stop();
});

it('the call over GraphQL pays once, and repeats its answer', async () => {
  const pay = blockOf(pageOf('graphql'), 'run', 'pay');
  const [first, second] = [await shell(pay), await shell(pay)];
  expect(first).toContain('"replayed":false,"response":{"resultCode":1,');
  expect(second).toBe(first.replace('"replayed":false', '"replayed":true'));
});

it('the event stream prints an event as it comes', async () => {
  const stream = await started(here(blockOf(pageOf('events'), 'run', 'stream')), {}, /^:/);
  await done(blockOf(pageOf('webhooks'), 'run', 'trigger'), gateway.url);
  expect(await stream.next(/^event: next/)).toBe('event: next');
  expect(await stream.next(/^data:/)).toContain('"type":"DIGITIZATION_COMPLETE","cardId":5001,');
  await stream.stop();
});

it('a webhook reaches the receiver and is verified', async () => {
  if (!hasPython()) return;
  const port = await freePort();
  const command = (name: string): string =>
    blockOf(pageOf('webhooks'), 'run', name)
      .replaceAll('webhook-secret.txt', join(folder, 'webhook-secret.txt'))
      .replace(/\b3000\b/, port);
  const receiver = await started(command('receiver'), {}, /^http:/);
  expect((await hostileReplies(receiver.line)).filter((status) => status !== 401)).toEqual([]);
  const forwarder = await started(`${command('forward')} --url ${gateway.url} 2>&1`, {}, /^Listening/);
  const verified = receiver.next(/^verified evt_\d+ digitization\.complete$/);
  await done(command('trigger'), gateway.url);
  await verified;
  await forwarder.stop();
  await receiver.stop();
});
