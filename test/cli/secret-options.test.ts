/** Secrets are never arguments: they come from files, standard input, the environment or a prompt. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { readSurroundings } from '../../src/cli/gateway-options.js';
import { programOf } from '../../src/cli/program.js';
import type { Shell } from '../../src/cli/shell.js';
import { sharedInProcess } from '../support/in-process.js';
import { temporaryFolder } from '../support/gateway.js';
import { cardway } from './command.js';

const OPERATOR = 'cardway_sandbox_operator';

const folder = temporaryFolder();

const gateway = sharedInProcess({});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function commandsOf(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

const ALL = commandsOf(programOf({ out: () => undefined, err: () => undefined }));

it('no command has an option whose value is a secret', () => {
  const flags = ALL.flatMap((command) => command.options.map(({ flags }) => flags));
  expect(flags.length).toBeGreaterThan(100);
  // A public key is no secret.
  const named = flags.filter((each) => /(?:key|password|secret)\s+</.test(each));
  expect(named.filter((each) => !each.startsWith('--public-key '))).toEqual([]);
});

describe('a key comes', () => {
  const listed = ['transactions', '--json', '--url'];
  const took = { status: 0, out: '', err: expect.stringMatching(/^No transactions yet\./) as string };
  const wrong = (): string => file('wrong', 'cardway_wrong');

  it('from a file', async () => {
    const line = [...listed, gateway.url, '--key-file', file('key', `${OPERATOR}\n`)];
    expect(await cardway(line, { CARDWAY_KEY: 'cardway_wrong' })).toEqual(took);
  });

  it('from standard input', async () => {
    const line = [...listed, gateway.url, '--key-file', '-'];
    expect(await cardway(line, {}, `${OPERATOR}\n`)).toEqual(took);
    expect(await cardway(line, {}, '')).toMatchObject({ status: 2 });
  });

  it('from the environment, itself or in a file', async () => {
    const line = [...listed, gateway.url];
    const fileOf = { CARDWAY_KEY_FILE: wrong() };
    expect(await cardway(line, { ...fileOf, CARDWAY_KEY: OPERATOR })).toEqual(took);
    expect((await cardway(line, fileOf)).err).toContain('UNAUTHENTICATED');
    expect((await cardway(line, { CARDWAY_KEY: 'cardway_wrong' })).err).toContain('UNAUTHENTICATED');
  });

  it('from the sandbox on loopback, and not elsewhere', async () => {
    expect(await cardway([...listed, gateway.url])).toEqual(took);
    for (const line of [['transactions'], ['send', 'Balance', '--channel', 'xmlrpc']]) {
      const { status, err } = await cardway([...line, '--url', 'https://gateway.invalid']);
      expect([status, err]).toEqual([2, expect.stringMatching(/-file FILE, or set CARDWAY_/)]);
    }
  });

  it('from a prompt on a terminal, once and without an echo', async () => {
    const terminal = new PassThrough();
    const setRawMode = (): void => undefined;
    let shown = '';
    const shell = {
      env: {},
      input: Object.assign(terminal, { isTTY: true, setRawMode }),
      prompts: new PassThrough({ encoding: 'utf8' }).on('data', (text: string) => (shown += text)),
    };
    const command = ALL.find((each) => each.name() === 'listen')!;
    command.setOptionValue('url', 'https://gateway.invalid');
    const read = readSurroundings(shell as unknown as Shell, command);
    while (shown === '') await new Promise((resolve) => setImmediate(resolve));
    terminal.write('a key of ours\r');
    await read;
    expect(command.opts()).toMatchObject({ key: 'a key of ours' });
    expect(shown).toContain('Bearer key of role integrator, auditor, settler or operator\n');
    expect(shown).not.toContain('ours');
  });
});
