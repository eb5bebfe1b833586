import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sqlitePath } from '../database-url.js';
import { schemaProblem } from '../migrations/migrate.js';
import { openSide } from '../move/side.js';
import { makeDurable, makePrivate, refusal } from './files.js';
import { fileDigest, manifestPath, readContents, readTables, type BackupManifest } from './manifest.js';
import { copySnapshot, finishCopy } from './snapshot.js';

export interface BackupOptions {
  /** `sqlite:…` */
  readonly databaseUrl: string;
  /** The new file. */
  readonly to: string;
  /** Of the key that the database is opened with. */
  readonly masterKeyCheck: string;
  readonly version: string;
  readonly takenAt: string;
  readonly onProgress: (line: string) => void;
}

/**
 * Copies an SQLite database into one new file beside a running gateway, checks the copy, and writes down what it holds. The file
 * appears under its name when all of that is done.
 *
 * Errors: UNAVAILABLE, with a sentence for the operator.
 */
export async function backUp(options: BackupOptions): Promise<BackupManifest> {
  const { to, onProgress } = options;
  for (const path of [to, manifestPath(to)]) {
    if (existsSync(path)) throw refusal(`${path} exists. A backup never replaces another one.`);
  }
  const draft = `${to}.part`;
  rmSync(draft, { force: true });
  try {
    makePrivate(draft);
    await copySnapshot(sqlitePath(options.databaseUrl), draft, (percent) => {
      onProgress(`Copying: ${String(percent)}%`);
    });
    onProgress('Checking the copy');
    const problem = finishCopy(draft);
    if (problem !== null) throw refusal(`The database is damaged: ${problem}`);
    const manifest = await describe(draft, options);
    writeFileSync(manifestPath(to), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    makeDurable(draft);
    makeDurable(manifestPath(to));
    // Unlike a rename, a link never replaces what appeared there meanwhile.
    linkSync(draft, to);
    makeDurable(dirname(to));
    return manifest;
  } finally {
    for (const path of [draft, `${draft}-wal`, `${draft}-shm`, `${draft}-journal`])
      rmSync(path, { force: true });
  }
}

async function describe(draft: string, options: BackupOptions): Promise<BackupManifest> {
  const side = await openSide(`sqlite:${draft}`, 'read');
  try {
    const { tie, migrations } = await readContents(side);
    const { masterKeyCheck } = options;
    if (tie.check !== masterKeyCheck)
      throw refusal('The database changed its master key while it was copied. Begin anew.');
    const problem = schemaProblem(migrations);
    if (problem !== null) throw refusal(problem.sentence);
    const tables = await readTables(side, (table) => options.onProgress(`Counting ${table}`));
    const { version, takenAt } = options;
    const contents = { masterKeyCheck, migrations, tables };
    return { format: 1, version, takenAt, ...(await fileDigest(draft)), ...contents };
  } finally {
    await side.close();
  }
}
