import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'CARDWAY_TEST_RUN_FOLDER';

/** Folder that all processes of one test run share, for content that is slow to make and cheap to copy. Null outside a run. */
export const RUN_FOLDER: string | null = process.env[VARIABLE] ?? null;

/**
 * Returns the path of content that the first user makes once per run. Two users at once make it twice, and one result is kept.
 * Outside a run each call makes it.
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

/** Makes the folder before the first test. */
export function makeRunFolder(): void {
  process.env[VARIABLE] = mkdtempSync(join(tmpdir(), 'cardway-test-run-'));
}

/** Removes the folder after the last test. */
export function removeRunFolder(): void {
  const folder = process.env[VARIABLE];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
