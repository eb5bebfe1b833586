import { createWriteStream, existsSync, renameSync, unlinkSync } from 'node:fs';
import { once } from 'node:events';
import { CliError, type Shell } from './shell.js';

/** Where much is written, no faster than it is taken. */
export interface Output {
  /** False once nobody reads any more. */
  write(text: string): Promise<boolean>;
  close(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

export function openOutput(shell: Shell, file: string | undefined): Output {
  if (file !== undefined) return fileOutput(file);
  const nothing = (): Promise<void> => Promise.resolve();
  return { write: shell.outSlowly, close: nothing, abandon: nothing };
}

/** The file appears whole, readable by its owner alone, and is never written over. Errors: CliError. */
function fileOutput(file: string): Output {
  if (existsSync(file)) throw new CliError(`--out: ${file} is there already.`);
  const draft = `${file}.part`;
  const stream = createWriteStream(draft, { mode: 0o600, flush: true });
  let failure: Error | null = null;
  stream.on('error', (error) => (failure = error));
  const check = (): void => {
    if (failure !== null) throw new CliError(`--out: ${file} cannot be written (${reasonOf(failure)}).`);
  };
  const ended = async (): Promise<void> => {
    if (stream.closed) return;
    stream.end();
    await once(stream, 'close');
  };
  return {
    async write(text) {
      check();
      if (!stream.write(text))
        await Promise.race([once(stream, 'drain'), once(stream, 'close')]).catch(check);
      check();
      return true;
    },
    async close() {
      await ended().catch(check);
      check();
      renameSync(draft, file);
    },
    async abandon() {
      await ended().catch(() => undefined);
      if (existsSync(draft)) unlinkSync(draft);
    },
  };
}

function reasonOf(error: Error): string {
  return 'code' in error ? String(error.code) : 'unknown';
}
