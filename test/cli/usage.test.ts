import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configuredPort } from '../../src/platform/config.js';
import { PROCESS_ENV, temporaryFolder } from '../support/gateway.js';
import { cardway, cardwayProcess } from './command.js';

const COMMANDS = [
  'serve',
  'migrate',
  'doctor',
  'send',
  'secret',
  'programmes',
  'shared-keys',
  'reseal',
  'terminals',
  'keys',
  'wallets',
  'audit',
] as const;
const ROOT = resolve(__dirname, '..', '..');

describe('the process', () => {
  it('--version prints the version of package.json, with status 0', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await cardwayProcess(['--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' });
  });

  it('ends with status 1 on failure, and with status 2 on wrong usage', async () => {
    const [failed, wrong] = await Promise.all([cardwayProcess(['serve']), cardwayProcess(['nonsense'])]);
    expect([failed.status, failed.out, wrong.status, wrong.out]).toEqual([1, '', 2, '']);
    expect(failed.err).toContain('CARDWAY_DOWNSTREAM_URL');
    expect(wrong.err).toContain('nonsense');
  });
});

describe('./cardway of a checkout', () => {
  const run = (file: string, args: readonly string[], cwd: string) =>
    spawnSync(file, args, { cwd, env: PROCESS_ENV, encoding: 'utf8' });
  const elsewhere = temporaryFolder();

  it('runs in every folder, passes on the status, and init prints commands that begin with it', () => {
    const command = join(ROOT, 'cardway');
    expect(run(command, ['nonsense'], elsewhere).status).toBe(2);
    const shop = ['--programme', 'shop', '--terminal', '0068766621', '--wallet', '43172792905'];
    const init = ['init', 'shop', ...shop, '--downstream', 'http://127.0.0.1:9/', '--json'];
    const { stdout, stderr } = run(command, init, elsewhere);
    expect(stderr).toBe('');
    const words = (JSON.parse(stdout) as { next: string[] }).next.map((line) => line.split(' ')[0] ?? '');
    expect(new Set(words).size).toBe(1);
    expect(run(words[0] ?? '', ['--version'], elsewhere)).toMatchObject({ status: 0, stderr: '' });
    const here = run(command, ['init', join(elsewhere, 'shop'), '--json'], ROOT);
    expect((JSON.parse(here.stdout) as { next: string[] }).next).toEqual([
      expect.stringMatching(/^\.\/cardway serve /),
      expect.stringMatching(/^\.\/cardway send Balance /),
      expect.stringMatching(/^\.\/cardway doctor /),
    ]);
  });

  it('says what to do where nothing is built', () => {
    copyFileSync(join(ROOT, 'cardway'), join(elsewhere, 'cardway'));
    const { status, stdout, stderr } = run('./cardway', [], elsewhere);
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('npm start')]);
  });
});

it('--help lists every command', async () => {
  for (const ask of ['--help', 'help']) {
    const { status, out, err } = await cardway([ask]);
    expect([status, err]).toEqual([0, '']);
    for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^ +${command}\\b`, 'm'));
  }
});

it('the help of every command names --json, and that of every group and subcommand', async () => {
  const without: string[] = [];
  const look = async (words: readonly string[]): Promise<void> => {
    const { status, out, err } = await cardway([...words, '--help']);
    expect([words, status, err]).toEqual([words, 0, '']);
    const within = [
      ...(/\nCommands:\n([^]*?)(?:\n\n|$)/.exec(out)?.[1] ?? '').matchAll(/^ {2}([a-z][\w.-]*)/gm),
    ];
    const names = within.map(([, name]) => name ?? '').filter((name) => name !== 'help');
    if (!/^(?: +|Each command takes )--json\b/m.test(out)) without.push(words.join(' '));
    for (const name of names) await look([...words, name]);
  };
  await look([]);
  expect(without).toEqual([]);
});

it.each([
  ['kyes', "cardway: unknown command 'kyes'; did you mean keys?\nTry --help.\n"],
  ['transactions lst', "cardway transactions: unknown command 'lst'; did you mean list?\nTry --help.\n"],
  ['wallets xyzzy', "cardway wallets: unknown command 'xyzzy'.\nTry --help.\n"],
])('a command that does not exist is named: %s', async (line, err) => {
  expect(await cardway(line.split(' '))).toEqual({ status: 2, out: '', err });
});

describe('a command without --url', () => {
  const folder = temporaryFolder();
  const config = join(folder, 'cardway.yaml');
  beforeAll(() => writeFileSync(config, 'port: 9\nmasterKeyFile: /nowhere/master-key\n'));

  it.each(['send Balance', 'secret --card 5001', 'transactions send 5001_20260101000000_1'])(
    'calls the gateway on the port of CARDWAY_PORT, of --config or of CARDWAY_CONFIG: %s',
    async (args) => {
      const seen = async (more: string, env: Readonly<Record<string, string>>) => {
        const { out, err } = await cardway([...args.split(' '), ...more.split(' ').filter(Boolean)], env);
        return /127\.0\.0\.1:(\d+)/.exec(out + err)?.[1];
      };
      expect([
        await seen('', { CARDWAY_PORT: '7' }),
        await seen(`--config ${config}`, {}),
        await seen('', { CARDWAY_CONFIG: config }),
        await seen(`--config ${config}`, { CARDWAY_PORT: '7' }),
        await seen(`--url http://127.0.0.1:13`, { CARDWAY_PORT: '7', CARDWAY_CONFIG: config }),
      ]).toEqual(['7', '9', '9', '7', '13']);
    },
  );

  it('takes the default where the settings name no port, or any free one', () => {
    const readFile = (): string => '';
    for (const port of ['0', 'http', 'tcp://10.0.0.7:4711'])
      expect(configuredPort({ env: { CARDWAY_PORT: port }, readFile, isSandbox: false })).toBe(4000);
  });
});
