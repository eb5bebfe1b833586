import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the folder of run-folder.ts before the first test. Jest loads this file without the mapping of names: it imports no other. */
function makeRunFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'cardway-test-run-'));
  // PostgreSQL runs as another user than root, and reaches its folder through this one.
  chmodSync(folder, 0o711);
  process.env['TEST_RUN_FOLDER'] = folder;
}

export { makeRunFolder as default };
