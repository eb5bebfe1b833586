// node scripts/setup/render-explorer.mjs FOLDER: writes the page of GET /graphql in the sandbox there, GraphiQL in one file, with
// its licence.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

const [output = 'dist/explorer'] = process.argv.slice(2);
// The gateway replaces these with its options (src/graphql/server/explorer.ts).
const options = /** @type {Parameters<typeof renderGraphiQL>[0] & { slot: string }} */ ({
  title: 'Cardway',
  slot: 'options',
});
const page = renderGraphiQL(options);
if (page.split(JSON.stringify(options)).length !== 2)
  throw new Error('The page has no place for its options.');
const from = dirname(createRequire(import.meta.url).resolve('@graphql-yoga/render-graphiql/package.json'));
mkdirSync(output, { recursive: true });
writeFileSync(join(output, 'page.html'), page);
copyFileSync(join(from, 'LICENSE'), join(output, 'LICENSE'));
