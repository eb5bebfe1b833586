import { execFileSync } from 'node:child_process';
import { cardway } from './command.js';

/** What bash offers after these words; the last one is being typed. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await cardway(['completion', 'bash']);
  const quoted = ['cardway', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${out}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${String(words.length)}; _cardway; echo "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
}

it('bash completes commands, their commands, options and choices', async () => {
  expect(await offered('wal')).toEqual(['wallets']);
  expect(await offered('terminals', 'ro')).toEqual(['rotate']);
  expect(await offered('--profile', 'x', 'wallets', 'import', 'a.csv', '--rej')).toEqual(['--rejects']);
  expect(await offered('keys', 'create', 'a', '--role', '')).toEqual([
    'client',
    'integrator',
    'network',
    'operator',
  ]);
});

it('--json holds the same script', async () => {
  const { out } = await cardway(['completion', 'bash', '--json']);
  expect(JSON.parse(out)).toEqual({ shell: 'bash', script: (await cardway(['completion', 'bash'])).out });
});

it('zsh and fish have every command too', async () => {
  const [zsh, fish] = [await cardway(['completion', 'zsh']), await cardway(['completion', 'fish'])];
  expect(zsh.out).toMatch(/^#compdef cardway\n/);
  const { out } = await cardway(['--help']);
  const commands = [...out.matchAll(/^ {2}([a-z][a-z-]+)\b/gm)].map(([, name]) => name ?? '');
  expect(commands.length).toBeGreaterThan(15);
  for (const command of commands.filter((name) => name !== 'help'))
    expect(fish.out).toContain(`-f -a ${command} -d '`);
});

it('another shell is wrong usage', async () => {
  expect(await cardway(['completion', 'tcsh'])).toMatchObject({ status: 2, out: '' });
});
