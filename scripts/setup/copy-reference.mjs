// node scripts/setup/copy-reference.mjs FOLDER: puts there what GET /docs serves of Swagger UI, with its licence.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'];

const [output = 'dist/reference'] = process.argv.slice(2);
const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
mkdirSync(output, { recursive: true });
for (const file of FILES) copyFileSync(join(from, file), join(output, file));
