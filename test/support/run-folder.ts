import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder that all processes of one test run share, for content that is slow to make and cheap to copy. Null outside a run. */
export const RUN_FOLDER: string | null = process.env['TEST_RUN_FOLDER'] ?? null;

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
