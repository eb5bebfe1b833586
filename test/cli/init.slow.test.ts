/** Tests `cardway init` with real databases, a real kill, and the gateway and wallet service that follow it. */
import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { startSample } from '../samples/start-sample.js';
import { answersOf } from '../../src/cli/init-answers.js';
import type { Shell } from '../../src/cli/shell.js';
import { cardway, cardwayProcess } from './command.js';
import { freePort } from '../support/free-port.js';
import { PROCESS_ENV, startGateway, temporaryFolder } from '../support/gateway.js';
import { startPostgres, type TestPostgres, whyNoPostgres } from '../support/postgres.js';

const MAIN = resolve(__dirname, '..', '..', 'dist', 'main.js');
const SHOP = ['--programme', 'shop', '--terminal', '0068766621', '--wallet', '43172792905'];
const NOWHERE = ['--downstream', 'http://127.0.0.1:9/'];

const parent = temporaryFolder();
let folders = 0;

const newFolder = (): string => join(parent, `folder-${String((folders += 1))}`);

interface Made {
  readonly config: string;
  readonly created: readonly string[];
  readonly secrets: readonly { readonly name: string; readonly file: string; readonly text: string | null }[];
  readonly next: readonly string[];
}

async function made(folder: string, ...args: readonly string[]): Promise<Made> {
  const { status, out, err } = await cardway(['init', folder, ...SHOP, ...NOWHERE, ...args, '--json']);
  expect([status, err]).toEqual([0, '']);
  return JSON.parse(out) as Made;
}

/** Returns every file of a folder with its mode and content. */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile() && !/\.db-|\.lock|-wal|-shm/.test(name))
      .map((name) => {
        const path = join(folder, name);
        return [
          name,
          `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path).toString('base64')}`,
        ];
      }),
  );
}

function tablesOf(folder: string): unknown[] {
  const database = new Database(join(folder, 'data', 'cardway.db'), { readonly: true });
  const rows = ['programmes', 'terminals', 'wallets', 'cards', 'api_keys', 'audit_log'].map((table) =>
    database.prepare(`select * from ${table}`).all(),
  );
  database.close();
  return rows;
}

describe('what it makes', () => {
  it('is the configuration, the secrets, and five entries in the database', async () => {
    const folder = newFolder();
    const { created, secrets, config } = await made(folder);
    expect(created).toEqual([
      'programme shop',
      'terminal 0068766621',
      'wallet 43172792905 with card 1 of customer 1',
      'key shop-client of role client',
      'key shop-operator of role operator',
    ]);
    expect(secrets.map(({ name }) => name)).toEqual([
      'signing key',
      'terminal password',
      'client key',
      'operator key',
    ]);
    for (const { file, text } of secrets) {
      expect(readFileSync(file, 'utf8')).toBe(`${text ?? ''}\n`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    const yaml = readFileSync(config, 'utf8');
    expect(yaml).toMatch(/^# Settings of Cardway/);
    for (const { text } of secrets) expect(yaml).not.toContain(text);
    const [, , , , , audit] = tablesOf(folder) as { actor: string; action: string }[][];
    expect(audit?.map(({ actor }) => actor)).toEqual(audit?.map(() => 'cli:ada'));
    expect(audit?.filter(({ action }) => action === 'create_key')).toHaveLength(2);
  });

  it('is printed once: each secret, and the three next commands', async () => {
    const folder = newFolder();
    const first = await cardway(['init', folder, ...SHOP, ...NOWHERE]);
    const files = readdirSync(join(folder, 'secrets'));
    for (const name of files) {
      const text = readFileSync(join(folder, 'secrets', name), 'utf8').trim();
      expect(first.out.split(text)).toHaveLength(2);
    }
    expect(first.out).toMatch(
      /cardway serve --config .*\n {2}cardway send Balance .*\n {2}cardway doctor --config/,
    );
    const second = await cardway(['init', folder, ...SHOP, ...NOWHERE]);
    expect([second.status, second.out]).toEqual([0, expect.stringMatching(/^Nothing was changed/)]);
    for (const name of files)
      expect(second.out).not.toContain(readFileSync(join(folder, 'secrets', name), 'utf8').trim());
  });

  it('does not change when init runs again, with the same options or none', async () => {
    const folder = newFolder();
    await made(folder);
    const before = [contentOf(join(folder, 'secrets')), contentOf(folder)['cardway.yaml'], tablesOf(folder)];
    expect((await made(folder)).created).toEqual([]);
    expect((await cardway(['init', folder])).status).toBe(0);
    expect([contentOf(join(folder, 'secrets')), contentOf(folder)['cardway.yaml'], tablesOf(folder)]).toEqual(
      before,
    );
  });

  it('includes the password of the card processor, which is not printed', async () => {
    const folder = newFolder();
    const password = join(parent, 'password');
    writeFileSync(password, 'of the processor\n');
    const { secrets } = await made(folder, '--password-file', password);
    expect(secrets.find(({ name }) => name === 'terminal password')?.text).toBeNull();
    expect(readFileSync(join(folder, 'secrets', 'terminal-password'), 'utf8')).toBe('of the processor\n');
  });
});

describe('bad input', () => {
  it('in a pipe without options names every missing one', async () => {
    const folder = newFolder();
    const { status, out, err } = await cardwayProcess(['init', folder]);
    expect([status, out]).toEqual([2, '']);
    for (const option of ['downstream', 'programme', 'terminal', 'wallet'])
      expect(err).toContain(`--${option} <`);
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['--terminal', '123', /--terminal must have exactly 10 characters; it is "123"/],
    ['--downstream', 'ftp://x', /--downstream must be an http or https URL/],
    ['--downstream', 'http://user:secret@x/', /--downstream must be/],
    ['--programme', 'a b', /--programme must be 1 to 48/],
    ['--wallet', '', /--wallet must have 1 to 255/],
    ['--customer', '-1', /--customer must be an integer/],
    ['--card', 'x', /--card must be an integer/],
    ['--database', 'mysql://root:secret@x/y', /--database must be sqlite:PATH or postgres/],
    ['--database', 'postgres://nobody:secret@127.0.0.1:9/x', /nobody listens there/],
    ['--password-file', '/nowhere', /--password-file: \/nowhere cannot be read/],
  ])('%s %s', async (option, value, message) => {
    const folder = newFolder();
    const { status, out, err } = await cardway(['init', folder, ...SHOP, ...NOWHERE, option, value]);
    expect(status).toBeGreaterThan(0);
    expect([out, err]).toEqual(['', expect.stringMatching(message)]);
    expect(err).not.toContain('secret@');
    expect(existsSync(join(folder, 'cardway.yaml'))).toBe(false);
  });
});

it('asks on a terminal, again after a wrong answer, and takes defaults', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  let shown = '';
  const prompts = new PassThrough({ encoding: 'utf8' }).on('data', (text: string) => (shown += text));
  /** Types an answer once the terminal shows this. */
  const type = async (question: string, answer: string): Promise<void> => {
    while (!shown.includes(question)) await new Promise((resolve) => setImmediate(resolve));
    shown = '';
    input.write(`${answer}\r`);
  };
  const shell = { input, prompts, env: {} };
  const answers = answersOf(shell as unknown as Shell, '/srv/shop', { programme: 'shop' });
  await type('database: sqlite:PATH', '');
  await type('whole URL of your wallet service', 'nowhere');
  await type('This must be an http or https URL', '\u0015https://wallets.internal/');
  await type('id of the first terminal', '123');
  await type('This must have exactly 10 characters', '\u00150068766621');
  await type('reference of the first wallet', 'W-1');
  await type('customer_id', '');
  await type('card_id', '77');
  expect(await answers).toEqual({
    database: 'sqlite:/srv/shop/data/cardway.db',
    downstream: 'https://wallets.internal/',
    programme: 'shop',
    terminal: '0068766621',
    wallet: 'W-1',
    customer: 1,
    card: 77,
  });
});

/** Kills init as soon as a path exists, and runs it again. */
describe.each([
  'secrets/signing-key',
  'cardway.yaml.draft',
  'data/cardway.db.key',
  'data/cardway.db',
  'cardway.yaml',
])('killed once %s is there', (name) => {
  it('goes on where it stopped', async () => {
    const folder = newFolder();
    const child = spawn(process.execPath, [MAIN, 'init', folder, ...SHOP, ...NOWHERE], {
      env: { ...PROCESS_ENV },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!isOver && !existsSync(join(folder, name))) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const kept = existsSync(join(folder, 'secrets')) ? contentOf(join(folder, 'secrets')) : {};
    await made(folder);
    const now = contentOf(join(folder, 'secrets'));
    for (const [file, content] of Object.entries(kept).filter(([path]) => !path.endsWith('.next')))
      expect(now[file]).toBe(content);
    expect(readdirSync(folder).sort()).toEqual(['cardway.yaml', 'data', 'secrets']);
    const rows = (tablesOf(folder) as unknown[][]).map(({ length }) => length);
    expect(rows.slice(0, 5)).toEqual([1, 1, 1, 1, 2]);
    expect((await made(folder)).created).toEqual([]);
  });
});

const POSTGRES = whyNoPostgres();

describe.each(['sqlite', 'postgres'])('from init to a payment, on %s', (engine) => {
  let postgres: TestPostgres | null = null;
  beforeAll(async () => {
    if (engine === 'postgres' && POSTGRES === null) postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
  });

  it('takes the master key of the environment, as serve does', async () => {
    if (engine === 'postgres' && POSTGRES !== null) {
      process.stderr.write(`init on PostgreSQL is not tried: ${POSTGRES}\n`);
      return;
    }
    const url = await postgres?.createDatabase();
    const database = url === undefined ? [] : ['--database', url];
    const keyFile = join(parent, `master-${engine}`);
    const key = `hex:${'5c'.repeat(32)}`;
    writeFileSync(keyFile, `${key}\n`);
    const folder = newFolder();
    const line = ['init', folder, ...SHOP, ...NOWHERE, ...database, '--json'];
    const wrong = await cardway(line, { CARDWAY_MASTER_KEY: 'hex:5c' });
    expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('masterKey (CARDWAY_MASTER_KEY)')]);
    const ended = await cardway(line, { CARDWAY_MASTER_KEY: key });
    expect([ended.status, ended.err]).toEqual([0, '']);
    const { config, secrets } = JSON.parse(ended.out) as Made;
    expect(secrets.map(({ name }) => name)).not.toContain('master key');
    expect(existsSync(join(folder, 'secrets', 'master-key'))).toBe(false);
    expect(existsSync(join(folder, 'data', 'cardway.db.key'))).toBe(false);
    const again = await cardway(line, { CARDWAY_MASTER_KEY_FILE: keyFile });
    expect([again.status, (JSON.parse(again.out) as Made).created]).toEqual([0, []]);
    const env = { CARDWAY_MASTER_KEY: key, ...(url === undefined ? {} : { CARDWAY_DATABASE_URL: url }) };
    const gateway = await startGateway({
      args: ['serve', '--config', config],
      folder: join(folder, 'data'),
      env,
    });
    expect(await gateway.stop()).toBe(0);
    const other = { CARDWAY_MASTER_KEY: `hex:${'5d'.repeat(32)}` };
    expect((await cardway(['audit', 'verify', '--config', config], other)).err).toContain(
      'another master key',
    );
  });

  it('serve, send Balance and doctor work as printed', async () => {
    if (engine === 'postgres' && POSTGRES !== null) {
      process.stderr.write(`init on PostgreSQL is not tried: ${POSTGRES}\n`);
      return;
    }
    const folder = newFolder();
    const database = postgres === null ? [] : ['--database', postgres.url];
    const port = await freePort();
    const downstream = `http://127.0.0.1:${port}/`;
    const ended = await cardway(['init', folder, ...SHOP, '--downstream', downstream, ...database, '--json']);
    expect([ended.status, ended.err]).toEqual([0, '']);
    const service = await startSample('node', join(folder, 'secrets', 'signing-key'), port);
    const { config, next } = JSON.parse(ended.out) as Made;
    if (postgres !== null) {
      const password = new URL(postgres.url).password;
      expect(readFileSync(config, 'utf8')).not.toContain(password);
      expect(ended.out).not.toContain(password);
    }
    const env = postgres === null ? {} : { CARDWAY_DATABASE_URL: postgres.url };
    const gateway = await startGateway({
      args: ['serve', '--config', config],
      folder: join(folder, 'data'),
      env,
    });
    const send = next[1]!.split(' ').slice(1);
    const sent = await cardway([...send, '--url', gateway.url, '--json']);
    expect([sent.status, sent.err]).toEqual([0, '']);
    expect(JSON.parse(sent.out)).toMatchObject({ status: 200, body: { response: { resultCode: 1 } } });
    const doctor = await cardway(['doctor', '--config', config, '--json']);
    const { findings } = JSON.parse(doctor.out) as { findings: { result: string }[] };
    expect(findings.filter(({ result }) => result !== 'ok')).toEqual([]);
    expect(doctor.status).toBe(0);
    expect(await gateway.stop()).toBe(0);
    await service.stop();
  });
});
