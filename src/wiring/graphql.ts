import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { createExplorerPage } from '../graphql/explorer.js';
import { createGraphQLServer, type GraphQLServer } from '../graphql/server.js';
import { readTrustedDocuments, type TrustedDocuments } from '../graphql/trusted-documents.js';
import * as ownOperations from '../generated/operations.js';
import type { Settings } from '../settings.js';

/** Beside this program, where the build puts it. */
const EXPLORER_PAGE = join(__dirname, '..', 'explorer', 'page.html');

export function graphQLServerOf(args: {
  readonly schema: GraphQLSchema;
  readonly settings: Settings;
  readonly trusted: TrustedDocuments | undefined;
  /** Filled into the explorer page of the sandbox. */
  readonly sandboxKey: string | undefined;
  readonly readFile: (path: string) => string;
  readonly onInternalError: (error: Error) => void;
}): GraphQLServer {
  const { settings } = args;
  return createGraphQLServer({
    schema: args.schema,
    introspection: settings['graphql.introspection'],
    limits: {
      depthMax: settings['graphql.depthMax'],
      aliasesMax: settings['graphql.aliasesMax'],
      directivesMax: settings['graphql.directivesMax'],
      tokensMax: settings['graphql.tokensMax'],
      repeatsMax: settings['graphql.repeatsMax'],
      costMax: settings['graphql.costMax'],
      pageSizeMax: settings['graphql.pageSizeMax'],
    },
    trusted: args.trusted,
    landingPage: settings['graphql.landingPage']
      ? createExplorerPage({ sandboxKey: args.sandboxKey, readPage: () => args.readFile(EXPLORER_PAGE) })
      : undefined,
    onInternalError: args.onInternalError,
  });
}

/** Undefined where every valid document is served. Errors: BAD_REQUEST for a file that cannot be used. */
export function trustedDocumentsOf(args: {
  readonly schema: GraphQLSchema;
  readonly settings: Settings;
  readonly readFile: (path: string) => string;
}): TrustedDocuments | undefined {
  const path = args.settings['graphql.trustedDocuments'];
  if (path === undefined) return undefined;
  const own = Object.values(ownOperations);
  return readTrustedDocuments({ schema: args.schema, own, text: args.readFile(path) });
}
