/** Runs every command of docs/quickstart.md as printed. Only ports and folders are others. */
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENT, temporaryFolder } from '../support/gateway.js';
import { hostileReplies } from './hostile-requests.js';
import { blockOf, done, pageOf, ROOT, run, started, urlOf } from './page-commands.js';
import { isInstalled, type SampleLanguage, startSample } from './start-sample.js';

const QUICKSTART = pageOf('quickstart');
const command = (name: string): string => blockOf(QUICKSTART, 'run', name);

const folder = temporaryFolder();

it('the sandbox starts, takes the payment, and lists it', async () => {
  const env = {
    CARDWAY_PORT: '0',
    CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'sandbox.db')}`,
    HOME: folder,
    ...PATIENT,
  };
  const sandbox = await started(command('start'), env, /"event":"ready"/);
  const url = urlOf(sandbox.line);
  expect((await done(command('pay'), url)).stdout).toMatch(/"resultCode": 1,\s+"balanceAmount": 998750/);
  expect((await done(command('list'), url)).stdout).toMatch(/"methodName":"Deduct"/);
  expect((await fetch(`${url}/console`)).status).toBe(200);
  await sandbox.stop();
});

const LANGUAGES = [
  ['node', process.execPath],
  ['python', 'python3'],
] as const satisfies readonly (readonly [SampleLanguage, string])[];

it.each(LANGUAGES)(
  'init, a wallet service in %s, serve, send, doctor and the list work as printed',
  async (language, program) => {
    if (!isInstalled(program, '--version')) {
      process.stderr.write(`The quickstart in ${language} is not run: ${program} is not installed.\n`);
      return;
    }
    const shop = join(folder, `shop-${language}`);
    const here = (name: string): string => command(name).replaceAll('../shop', shop);
    const init = await run('bash', ['-c', here('init')], { cwd: ROOT });
    expect(init.stdout).toMatch(/Secrets, printed this once/);
    // Another program may have the printed port. The service takes any, and the configuration gets it.
    const wallet = await started(here(`wallet-${language}`).replace(/\b5000\b/, '0'), {}, /^http:/);
    const config = join(shop, 'cardway.yaml');
    writeFileSync(config, readFileSync(config, 'utf8').replace('http://127.0.0.1:5000/', wallet.line.trim()));
    const gateway = await started(
      here('serve'),
      { CARDWAY_PORT: '0', HOME: folder, ...PATIENT },
      /"event":"ready"/,
    );
    const url = urlOf(gateway.line);
    expect((await done(here('pay-own'), url)).stdout).toMatch(/"resultCode": 1,\s+"balanceAmount": 98750/);
    const doctor = await run('bash', ['-c', here('doctor')], { cwd: ROOT });
    expect(
      doctor.stdout
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('ok')),
    ).toEqual([]);
    expect((await run('bash', ['-c', here('operator-key')])).stdout).toMatch(/^cardway_/);
    expect((await done(here('list-own'), url)).stdout).toMatch(/"state":"answered"/);
    await gateway.stop();
    await wallet.stop();
  },
);

it.each(LANGUAGES)(
  'the wallet service in %s checks the signature and moves money once for a request_id',
  async (language, program) => {
    if (!isInstalled(program, '--version')) {
      process.stderr.write(`The wallet service in ${language} is not run: ${program} is not installed.\n`);
      return;
    }
    const keyFile = join(folder, 'key');
    writeFileSync(keyFile, 'clé de signature\n');
    const service = await startSample(language, keyFile);
    const post = async (body: string, signature?: string) => {
      const signed = signature ?? createHmac('sha256', 'clé de signature').update(body).digest('hex');
      const reply = await fetch(service.url, { method: 'POST', body, headers: { X_msg_signature: signed } });
      return reply.status === 200 ? ((await reply.json()) as { response: object }).response : reply.status;
    };
    const deduct = (id: string, amount: number): string =>
      `{ "request": {"method_name":"Deduct","request_amount":${String(amount)},"narrative":"é 東京"}, "customer_id":1, "request_id":"${id}"}`;
    expect((await hostileReplies(service.url)).filter((status) => status !== 400 && status !== 401)).toEqual(
      [],
    );
    expect(await post(deduct('1', 100))).toEqual({ resultCode: 1, balanceAmount: 99900 });
    expect(await post(deduct('1', 100))).toEqual({ resultCode: 1, balanceAmount: 99900 });
    expect(await post(deduct('2', 1_000_000))).toEqual({ resultCode: -17, balanceAmount: 99900 });
    expect(await post(deduct('3', 1), '0'.repeat(64))).toBe(401);
    expect(await post(deduct('3', 1), '')).toBe(401);
    const other = createHmac('sha256', 'clé de signature').update(deduct('4', 1)).digest('hex');
    expect(await post(deduct('3', 1), other)).toBe(401);
    expect(await post('{"request":{"method_name":"Stop"},"customer_id":1,"request_id":"5"}')).toMatchObject({
      resultCode: -41,
    });
    await service.stop();
  },
);

it.each(['quickstart', 'checksums', 'testing'])(
  'no sentence of docs/%s.md has more than 30 words',
  (name) => {
    const prose = pageOf(name)
      .replace(/```[\s\S]*?```/g, '.')
      .replace(/^[|#].*$/gm, '.')
      .replace(/<!--.*?-->/g, '');
    const sentences = prose.split(/[.:!?](?:\s|$)|\n\n|\n- |\n\d+\. /);
    expect(sentences.filter((sentence) => sentence.split(/\s+/).filter(Boolean).length > 30)).toEqual([]);
  },
);
