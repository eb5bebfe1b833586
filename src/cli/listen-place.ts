import { renameSync, writeFileSync } from 'node:fs';
import { CliError, type Shell } from './shell.js';

/** The id in a state file; undefined when there is none yet. */
export function readPlace(shell: Shell, file: string | undefined): string | undefined {
  if (file === undefined || !shell.fileExists(file)) return undefined;
  const id = shell.readFile(file).trim();
  if (!/^evt_\d{12,16}$/.test(id)) throw new CliError(`--state: ${file} does not hold the id of an event.`);
  return id;
}

/** Replaced as a whole, so that a crash leaves the old one or the new one. */
export function writePlace(file: string | undefined, id: string): void {
  if (file === undefined) return;
  try {
    writeFileSync(`${file}.new`, `${id}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    throw new CliError(`--state: ${file} cannot be written.`);
  }
}
