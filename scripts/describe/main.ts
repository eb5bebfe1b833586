// node dist/describe.js schema | pages FOLDER: writes the descriptions of the gateway into that folder. `schema` are those that programs
// read, `pages` those of docs/generated.
import { buildSchema } from 'graphql';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emitSchema } from '../../src/graphql/build-schema.js';
import { commandsPage } from './commands.js';
import { eventSchemas } from './events.js';
import { graphqlPage, graphqlTypesPage } from './graphql.js';
import { klvPage } from './klv.js';
import { openApiDocument } from './openapi.js';
import { restPage } from './rest.js';

const [kind, folder = ''] = process.argv.slice(2);
for (const [file, text] of Object.entries(kind === 'schema' ? schemaFiles() : pages())) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function schemaFiles(): Readonly<Record<string, string>> {
  return {
    'schema.graphql': emitSchema(),
    'openapi.json': json(openApiDocument()),
    ...Object.fromEntries(
      Object.entries(eventSchemas()).map(([name, event]) => [`events/${name}`, json(event)] as const),
    ),
  };
}

function pages(): Readonly<Record<string, string>> {
  const graphql = buildSchema(emitSchema());
  return {
    'graphql.md': graphqlPage(graphql),
    'graphql-types.md': graphqlTypesPage(graphql),
    'rest.md': restPage(openApiDocument()),
    'commands.md': commandsPage(),
    'klv.md': klvPage(),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
