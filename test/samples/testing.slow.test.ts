/** Runs every command of docs/testing.md as printed. Only ports and folders are others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../support/free-port.js';
import { PATIENT, sharedGateway, temporaryFolder } from '../support/gateway.js';
import { blockOf, done, pageOf, ROOT, run, started, urlOf } from './page-commands.js';

const PAGE = pageOf('testing');
const command = (name: string): string => blockOf(PAGE, 'run', name);

const folder = temporaryFolder();

describe('on one sandbox', () => {
  const gateway = sharedGateway();

  it('an amount misbehaves, and an operator settles the transaction', async () => {
    await expect(done(command('misbehave'), gateway.url)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/HTTP 502/) as string,
    });
    const [, requestId = ''] =
      /"requestId":"([^"]+)"/.exec((await done(command('in-doubt'), gateway.url)).stdout) ?? [];
    await done(command('settle').replace('REQUEST_ID', requestId), gateway.url);
    const shown = await run(
      process.execPath,
      ['dist/main.js', 'transactions', 'show', requestId, '--url', gateway.url],
      {
        cwd: ROOT,
      },
    );
    expect(shown.stdout).toMatch(/"state": ?"answered"/);
    expect((await done(command('in-doubt'), gateway.url)).stdout).toBe('');
  });

  it('the steps of provisioning print what the page says', async () => {
    const listener = spawn('bash', ['-c', `exec ${command('listen')} --url ${gateway.url}`], { cwd: ROOT });
    const event = once(createInterface({ input: listener.stdout }), 'line');
    await once(createInterface({ input: listener.stderr }), 'line');
    expect((await done(command('trigger'), gateway.url)).stdout).toContain('digitized');
    expect(await event).toEqual([expect.stringContaining('digitization.complete')]);
    listener.kill();
    expect((await done(command('secret'), gateway.url)).stdout).toMatch(/^001#\d{8}$/m);
    expect((await done(command('refuse'), gateway.url)).stdout).toContain('path_red');
  });
});

it('your own wallet service gets the calls of the sandbox', async () => {
  const port = await freePort();
  const here = (name: string): string =>
    command(name)
      .replaceAll('signing-key.txt', join(folder, 'signing-key.txt'))
      .replace(/\b5000\b/, port);
  const service = await started(here('own-service'), {}, /^http:/);
  const env = { CARDWAY_PORT: '0', CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'own.db')}`, ...PATIENT };
  const sandbox = await started(here('own-start'), env, /"event":"ready"/);
  expect((await done(here('own-pay'), urlOf(sandbox.line))).stdout).toMatch(/"balanceAmount": 98750/);
  await sandbox.stop();
  await service.stop();
});

it('a second sandbox has its own data, and a reset removes them', async () => {
  const data = join(folder, 'data');
  const second = command('second')
    .replace('/tmp/other/cardway.db', join(data, 'cardway.db'))
    .replace('4001', '0');
  const sandbox = await started(second, PATIENT, /"event":"ready"/);
  await done(command('own-pay'), urlOf(sandbox.line));
  await sandbox.stop();
  expect(existsSync(data)).toBe(true);
  const env = { CARDWAY_PORT: '0', CARDWAY_DATABASE_URL: `sqlite:${join(data, 'cardway.db')}`, ...PATIENT };
  const again = await started(
    command('reset').replace('rm -r data', `rm -r ${data}`),
    env,
    /"event":"ready"/,
  );
  const list = `./cardway transactions --url ${urlOf(again.line)}`;
  expect((await run('bash', ['-c', list], { cwd: ROOT })).stdout).toBe('');
  await again.stop();
});
