import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'CARDWAY_TEST_RUN_FOLDER';

/** A folder that all processes of one test run share, for what is slow to make and cheap to copy; null outside of a run. */
export const RUN_FOLDER: string | null = process.env[VARIABLE] ?? null;

/**
 * The path of something that is made once in a run, by whoever needs it first. Two who need it at once make it twice; one of them is kept.
 * Outside of a run it is made each time.
 *
 * @param make fills a folder that exists
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const kept = RUN_FOLDER === null ? null : join(RUN_FOLDER, name);
  if (kept !== null && existsSync(kept)) return kept;
  const folder = mkdtempSync(join(RUN_FOLDER ?? tmpdir(), 'making-'));
  await make(folder);
  if (kept === null) {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
  try {
    renameSync(folder, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    rmSync(folder, { recursive: true, force: true });
  }
  return kept;
}

/** Runs before the first test. */
export function makeRunFolder(): void {
  process.env[VARIABLE] = mkdtempSync(join(tmpdir(), 'cardway-test-run-'));
}

/** Runs after the last test. */
export function removeRunFolder(): void {
  const folder = process.env[VARIABLE];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
