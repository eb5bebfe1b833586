// node scripts/check/generated.mjs: fails where schema/schema.graphql is not the schema that the last build emitted. --write replaces it.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '../..'));
const FILE = 'schema/schema.graphql';
const emitted = readFileSync('dist/schema/schema.graphql', 'utf8');
const isStale = readFileSync(FILE, 'utf8') !== emitted;
if (process.argv.includes('--write')) {
  writeFileSync(FILE, emitted);
  // The documents are typed by the schema.
  await import('../setup/documents.mjs');
} else if (isStale) {
  console.error(`${FILE}: not what the sources say. Run npm run check -- --write`);
  process.exitCode = 1;
}
