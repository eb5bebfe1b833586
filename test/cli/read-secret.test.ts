import { PassThrough } from 'node:stream';
import { readSecret } from '../../src/cli/gateway-options.js';
import { CliError, type Shell } from '../../src/cli/shell.js';

interface Asked {
  readonly terminal: PassThrough;
  readonly written: string[];
  readonly rawModes: boolean[];
  readonly secret: Promise<string>;
}

/** Asks for a secret on a terminal that echoes nothing by itself. */
function ask(): Asked {
  const [written, rawModes]: [string[], boolean[]] = [[], []];
  const terminal = new PassThrough();
  const setRawMode = (isRaw: boolean): void => void rawModes.push(isRaw);
  const input = Object.assign(terminal, { isTTY: true, setRawMode });
  const shell: Pick<Shell, 'input' | 'err' | 'readBytes'> = {
    input,
    err: (text) => void written.push(text),
    readBytes: () => Buffer.alloc(0),
  };
  const secret = readSecret(shell, {
    file: undefined,
    option: '--password-file',
    prompt: 'Password',
    isNew: true,
  });
  return { terminal, written, rawModes, secret };
}

async function type({ terminal, written }: Asked, ...answers: readonly string[]): Promise<void> {
  for (const [index, answer] of answers.entries()) {
    while (written.filter((text) => text.startsWith('Password')).length <= index)
      await new Promise((resolve) => setImmediate(resolve));
    for (const key of answer) terminal.write(key);
  }
}

it('a password is asked for twice, in raw mode, and never written', async () => {
  const asked = ask();
  await type(asked, 'pässX\u007fword\r', 'pässword\r');
  expect(await asked.secret).toBe('pässword');
  expect(asked.written).toEqual(['Password: ', '\n', 'Password, again: ', '\n']);
  expect(asked.rawModes).toEqual([true, false, true, false]);
});

it('two different passwords are refused, and Ctrl-C ends the prompt', async () => {
  const differing = ask();
  const refused = expect(differing.secret).rejects.toThrow(new CliError('The two are not the same.'));
  await type(differing, 'one\r', 'two\r');
  await refused;
  const stopped = ask();
  const ended = expect(stopped.secret).rejects.toThrow(new CliError('Stopped.'));
  await type(stopped, 'on\u0003');
  await ended;
  expect(stopped.rawModes).toEqual([true, false]);
});
