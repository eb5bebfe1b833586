import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the `bin` folder of a server with client programs of its own version, as an operator has them. Returns null where none
 * exists.
 */
export function installationWithDump(): string | null {
  const root = '/usr/lib/postgresql';
  const folders = existsSync(root) ? readdirSync(root).map((version) => join(root, version, 'bin')) : [];
  const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
  return folders.find((folder) => programs.every((name) => existsSync(join(folder, name)))) ?? null;
}
