// node scripts/setup/render-explorer.mjs FOLDER: writes the page of GET /graphql there, GraphiQL in one file, with its licence. It
// works without internet, and has a tab for each kind of call. The gateway puts keys in the place of CARDWAY_KEY_OF_…
// (src/http/graphql-route.ts).
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { TABS } from './explorer-tabs.mjs';

const [output = 'dist/explorer'] = process.argv.slice(2);

/** @param {string} role */
function headersOf(role) {
  return JSON.stringify({ authorization: `Bearer CARDWAY_KEY_OF_${role}` }, null, 2);
}

/** @typedef {Parameters<typeof renderGraphiQL>[0] & { subscriptionsEndpoint: string }} Options */
const options = /** @type {Options} */ ({
  title: 'Cardway',
  // Queries go to the address of the page. With an `endpoint` subscriptions would go there too.
  subscriptionsEndpoint: '/graphql/stream',
  // Keys stay out of the storage of the browser.
  shouldPersistHeaders: false,
  headers: headersOf('operator'),
  defaultTabs: TABS.map(({ role, query, variables }) => ({
    query,
    variables: variables === undefined ? '' : JSON.stringify(variables, null, 2),
    headers: headersOf(role),
  })),
});
const page = renderGraphiQL(options);
if (page.split('CARDWAY_KEY_OF_').length !== TABS.length + 2)
  throw new Error('The page does not hold its options as they were given.');
const from = dirname(createRequire(import.meta.url).resolve('@graphql-yoga/render-graphiql/package.json'));
mkdirSync(output, { recursive: true });
writeFileSync(join(output, 'page.html'), page);
copyFileSync(join(from, 'LICENSE'), join(output, 'LICENSE'));
