import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { readmeBlock } from '../support/readme.js';
import { sharedGateway } from '../support/gateway.js';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '..', '..');

/** Runs the commands of README.md as they are pasted. Only the port is another, free one. */
describe('the calls of README.md', () => {
  const gateway = sharedGateway();

  const here = (text: string): string => text.replaceAll('http://127.0.0.1:4000', gateway.url);

  it.each(['json', 'xmlrpc', 'graphql'])('gives the printed reply to the %s call', async (name) => {
    const { stdout } = await run('bash', ['-c', here(readmeBlock('run', name))]);
    expect(stdout.trimEnd()).toBe(readmeBlock('reply', name));
  });

  it('gives the printed reply to the Python call', async () => {
    if (!hasPython()) {
      process.stderr.write('The Python call of README.md is not tried: there is no python3 here.\n');
      return;
    }
    const { stdout } = await run('python3', ['-c', here(readmeBlock('run', 'python'))]);
    expect(stdout.trim()).toBe(readmeBlock('reply', 'python'));
  });

  it('gives a reply like the printed one to the call for a secret', async () => {
    const { stdout } = await run('bash', ['-c', here(readmeBlock('run', 'secret'))]);
    const withoutDigits = (text: string): string => text.trimEnd().replace(/\d/g, '0');
    expect(withoutDigits(stdout)).toBe(withoutDigits(readmeBlock('reply', 'secret')));
  });

  it('receives the event that it triggers', async () => {
    const [listen, ...args] = `${readmeBlock('run', 'listen')} --url ${gateway.url}`.split(' ');
    const listener = spawn(listen ?? '', args, { cwd: ROOT });
    const heard = once(createInterface({ input: listener.stdout }), 'line');
    await once(createInterface({ input: listener.stderr }), 'line');
    const command = `${readmeBlock('run', 'trigger')} --url ${gateway.url}`;
    const { stdout } = await run('bash', ['-c', command], { cwd: ROOT });
    expect(stdout).toContain('verified → authorized → digitized');
    expect(await heard).toEqual([expect.stringContaining('digitization.complete')]);
    listener.kill();
  });

  it('sends from the command line', async () => {
    const command = `${readmeBlock('run', 'send')} --url ${gateway.url} --json`;
    const { stdout } = await run('bash', ['-c', command], { cwd: ROOT });
    expect(JSON.parse(stdout)).toEqual({
      status: 200,
      replayed: false,
      body: { resultCode: 1, balanceAmount: 626900, actualBalance: 626900 },
    });
  });
});

it('leads to production by init, serve and doctor, with one configuration', () => {
  const readme = readFileSync(resolve(ROOT, 'README.md'), 'utf8');
  const [, block = ''] = /^## In production\n\n```sh\n([^`]*)```/m.exec(readme) ?? [];
  const commands = block.trimEnd().split('\n');
  expect(
    commands.map((line) =>
      line
        .replace(/ *#.*$/, '')
        .split(' ')
        .slice(0, 2)
        .join(' '),
    ),
  ).toEqual(['init', 'serve', 'doctor'].map((name) => `./cardway ${name}`));
  const [folder = ''] = /(?<=init )\S+/.exec(commands[0] ?? '') ?? [];
  for (const line of commands.slice(1)) expect(line).toContain(`--config ${folder}/cardway.yaml`);
});

it('and every page of the documentation name one command', () => {
  const pages = readdirSync(resolve(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const texts = ['README.md', ...pages.map((name) => `docs/${name}`)].map((name) => [
    name,
    readFileSync(resolve(ROOT, name), 'utf8'),
  ]);
  expect(
    texts.filter(([, text]) => /\bnode dist\/main[.]js\b/.test(text ?? '')).map(([name]) => name),
  ).toEqual([]);
});

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
