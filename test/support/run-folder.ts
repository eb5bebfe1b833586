import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder that all processes of one test run share, for content that is slow to make and cheap to copy. Null outside a run. */
export const RUN_FOLDER: string | null = process.env['TEST_RUN_FOLDER'] ?? null;

/** Folder of the test file that this process runs. The next file finds it empty: each file loads this module anew. */
const OF_FILE = RUN_FOLDER === null ? tmpdir() : join(RUN_FOLDER, `of-${String(process.pid)}`);
if (RUN_FOLDER !== null) rmSync(OF_FILE, { recursive: true, force: true });

/** Makes a folder. Within a test run nobody has to remove it. */
export function temporaryFolder(): string {
  mkdirSync(OF_FILE, { recursive: true });
  return mkdtempSync(join(OF_FILE, 'cardway-test-'));
}

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
