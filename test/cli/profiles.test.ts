import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startInProcess, type InProcessGateway } from '../support/in-process.js';
import { temporaryFolder } from '../support/gateway.js';
import { cardway, type Ended } from './command.js';

let gateway: InProcessGateway;
let home: string;

beforeAll(async () => {
  gateway = await startInProcess({});
});
beforeEach(() => (home = temporaryFolder()));
afterEach(() => rmSync(home, { recursive: true, force: true }));
afterAll(() => gateway.stop());

const run = (...args: string[]): Promise<Ended> => cardway(args, { HOME: home });

function keyFile(key: string): string {
  const path = join(home, 'key');
  writeFileSync(path, `${key}\n`);
  return path;
}

it('a profile gives URL and key to whatever talks to a gateway, wherever it is named', async () => {
  const set = await run(
    'profiles',
    'set',
    'here',
    '--url',
    gateway.url,
    '--key-file',
    keyFile('cardway_sandbox_operator'),
  );
  expect(JSON.parse(set.out)).toEqual({
    profiles: { here: { url: gateway.url, keyFile: join(home, 'key') } },
  });
  for (const args of [
    ['--profile', 'here', 'transactions', '--json'],
    ['transactions', 'list', '--json', '--profile', 'here'],
  ])
    expect(await run(...args)).toMatchObject({ status: 0, out: '{"transactions":[]}\n' });
  const { mode } = statSync(join(home, '.config', 'cardway', 'profiles.json'));
  expect(mode & 0o777).toBe(0o600);
});

it('what is given by itself wins over the profile', async () => {
  await run('profiles', 'set', 'here', '--url', gateway.url, '--key-file', keyFile('cardway_wrong'));
  expect((await run('transactions', '--profile', 'here')).err).toMatch(/UNAUTHENTICATED/);
  const own = join(home, 'own-key');
  writeFileSync(own, 'cardway_sandbox_operator\n');
  const args = ['transactions', '--profile', 'here', '--key-file', own];
  expect(await run(...args)).toMatchObject({ status: 0 });
});

it('the key of a profile wins over the environment', async () => {
  const set = ['profiles', 'set', 'here', '--url', gateway.url, '--key-file'];
  await run(...set, keyFile('cardway_sandbox_operator'));
  const ended = await cardway(['transactions', '--profile', 'here'], { HOME: home, CARDWAY_KEY: 'wrong' });
  expect(ended).toMatchObject({ status: 0 });
  rmSync(join(home, 'key'));
  expect(await run('transactions', '--profile', 'here')).toMatchObject({
    status: 1,
    err: `--key-file: ${join(home, 'key')} cannot be read.\n`,
  });
});

it('profiles that are not known, and commands that need none, say so', async () => {
  await run('profiles', 'set', 'here', '--url', gateway.url);
  expect(await run('transactions', '--profile', 'there')).toMatchObject({
    status: 1,
    err: 'Profile there is not known; known: here.\n',
  });
  expect(await run('migrate', '--profile', 'here')).toMatchObject({ status: 2 });
  expect(await run('profiles', 'set', 'here', '--url', 'ftp://example.com')).toMatchObject({ status: 2 });
  expect(JSON.parse((await run('profiles', 'remove', 'here')).out)).toEqual({ profiles: {} });
});
