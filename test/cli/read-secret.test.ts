import { PassThrough } from 'node:stream';
import { readSecret } from '../../src/cli/gateway-options.js';
import { CliError } from '../../src/cli/shell.js';

interface Asked {
  readonly terminal: PassThrough;
  /** Returns all that the terminal showed. */
  readonly shown: () => string;
  readonly rawModes: boolean[];
  readonly secret: Promise<string>;
}

/** Asks for a secret on a terminal that echoes nothing by itself. */
function ask(): Asked {
  const rawModes: boolean[] = [];
  const setRawMode = (isRaw: boolean): void => void rawModes.push(isRaw);
  const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode });
  let shown = '';
  const prompts = new PassThrough({ encoding: 'utf8' }).on('data', (text: string) => (shown += text));
  const secret = readSecret(
    { input: terminal, prompts },
    { file: undefined, option: '--password-file', prompt: 'Password', isNew: true },
  );
  return { terminal, shown: () => shown, rawModes, secret };
}

/** Types each answer once its question is there. */
async function type({ terminal, shown }: Asked, ...answers: readonly string[]): Promise<void> {
  for (const [index, answer] of answers.entries()) {
    const question = index === 0 ? 'Password\n' : 'Password, again\n';
    while (!shown().includes(question)) await new Promise((resolve) => setImmediate(resolve));
    for (const key of answer) terminal.write(key);
  }
}

it('a password is asked for twice, in raw mode, and never shown', async () => {
  const asked = ask();
  await type(asked, 'pässX\u007fword\r', 'pässword\r');
  expect(await asked.secret).toBe('pässword');
  expect(asked.shown().replaceAll(/Password(, again)?\n/g, '')).not.toMatch(/[a-zä]{2}|•|▪/);
  expect(asked.rawModes.filter((isRaw, at) => isRaw !== asked.rawModes[at - 1])).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

it('two different passwords are refused', async () => {
  const differing = ask();
  const refused = expect(differing.secret).rejects.toThrow(new CliError('The two are not the same.'));
  await type(differing, 'one\r', 'two\r');
  await refused;
});

it.each(['\u0003', '\u0004'])('%j ends the prompt', async (key) => {
  const stopped = ask();
  const ended = expect(stopped.secret).rejects.toThrow(new CliError('Stopped.'));
  await type(stopped, `on${key}`);
  await ended;
  expect(stopped.rawModes.at(-1)).toBe(false);
});
