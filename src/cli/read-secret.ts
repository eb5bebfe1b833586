import { CliError, type Input, type Shell, UsageError } from './shell.js';

/**
 * Reads a password or a key: from a file, from standard input where that is a pipe (or the file is `-`), else from the terminal, where
 * it is not echoed, and asked for twice where it is new. One line end at its end is not part of it. It is never an argument: every user of the machine can read
 * those. Errors: CliError, UsageError.
 */
export async function readSecret(
  shell: SecretShell,
  {
    file,
    option,
    prompt,
    isNew,
  }: {
    readonly file: string | undefined;
    readonly option: string;
    readonly prompt: string;
    /** A slip of the hand would not be noticed otherwise. */
    readonly isNew: boolean;
  },
): Promise<string> {
  if (file !== undefined && file !== '-') return withoutLineEnd(textOf(bytesOf(shell, file, option), option));
  if (file === '-' || shell.input.isTTY !== true) {
    const text = textOf(await everything(shell.input), option);
    if (text === '') throw new UsageError(`Give ${option} FILE, or write it to standard input.`);
    return withoutLineEnd(text);
  }
  const first = await ask(shell, `${prompt}: `);
  if (isNew && (await ask(shell, `${prompt}, again: `)) !== first)
    throw new CliError('The two are not the same.');
  return first;
}

type SecretShell = Pick<Shell, 'input' | 'err' | 'readBytes'>;

function bytesOf(shell: SecretShell, path: string, option: string): Buffer {
  try {
    return shell.readBytes(path);
  } catch {
    throw new CliError(`${option}: ${path} cannot be read.`);
  }
}

function textOf(bytes: Buffer, option: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CliError(`${option}: this is not UTF-8.`);
  }
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

async function everything(input: Input): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACES = ['\u007f', '\b'];

/** In raw mode the terminal echoes nothing, and every key is ours to understand. */
function ask({ input, err }: SecretShell, prompt: string): Promise<string> {
  err(prompt);
  input.setRawMode?.(true);
  return new Promise((resolve, reject) => {
    let typed: string[] = [];
    const end = (): void => {
      input.off('data', onData);
      input.setRawMode?.(false);
      input.pause();
      err('\n');
    };
    const onData = (chunk: Buffer | string): void => {
      for (const key of chunk.toString('utf8')) {
        if (key === CTRL_C || key === CTRL_D) {
          end();
          reject(new CliError('Stopped.'));
          return;
        }
        if (key === '\r' || key === '\n') {
          end();
          resolve(typed.join(''));
          return;
        }
        typed = BACKSPACES.includes(key) ? typed.slice(0, -1) : [...typed, key];
      }
    };
    input.on('data', onData);
    input.resume();
  });
}
