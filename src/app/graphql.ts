import type { GraphQLSchema } from 'graphql';
import { join } from 'node:path';
import { readJson } from '../adapters/json/reader.js';
import * as operatorDocuments from '../cli/generated/operations.js';
import * as clientDocuments from '../client/generated/operations.js';
import { explorerPage } from '../graphql/server/explorer.js';
import { DOCUMENT_LIMITS } from '../graphql/server/limits.js';
import { createGraphQLServer, type GraphQLServer } from '../graphql/server/server.js';
import { readTrustedDocuments, type TrustedDocuments } from '../graphql/server/trusted-documents.js';
import { createExplorer, type Explorer } from '../http/graphql-route.js';
import { BUILT_FOLDER } from '../platform/build.js';
import type { Settings } from '../platform/settings.js';
import { PAGE_SIZE_MAX } from '../use-cases/paging.js';
import { jsonLimitsOf } from './routes.js';

const EXPLORER_PAGE = join(BUILT_FOLDER, 'explorer', 'page.html');

export function graphQLServerOf(args: {
  readonly schema: GraphQLSchema;
  readonly settings: Pick<Settings, 'graphql' | 'json'>;
  readonly trusted: TrustedDocuments | undefined;
  readonly onInternalError: (error: Error) => void;
}): GraphQLServer {
  const { settings } = args;
  const jsonLimits = jsonLimitsOf(settings.json);
  return createGraphQLServer({
    schema: args.schema,
    readJson: (text) => readJson(Buffer.from(text), jsonLimits),
    introspection: settings.graphql.introspection,
    limits: { ...DOCUMENT_LIMITS, pageSizeMax: PAGE_SIZE_MAX },
    trusted: args.trusted,
    onInternalError: args.onInternalError,
  });
}

/** Undefined where it is switched off. */
export function explorerOf(args: {
  readonly graphql: Settings['graphql'];
  /** Filled into the page of the sandbox. */
  readonly sandboxKey: string | undefined;
  readonly readFile: (path: string) => string;
}): Explorer | undefined {
  const { graphql, sandboxKey, readFile } = args;
  if (!graphql.introspection) return undefined;
  return createExplorer(() => explorerPage({ sandboxKey, readPage: () => readFile(EXPLORER_PAGE) }));
}

/** Undefined where every valid document is served. Errors: BAD_REQUEST for a file that cannot be used. */
export function trustedDocumentsOf(args: {
  readonly schema: GraphQLSchema;
  readonly graphql: Settings['graphql'];
  readonly readFile: (path: string) => string;
}): TrustedDocuments | undefined {
  const path = args.graphql.trustedDocuments;
  if (path === undefined) return undefined;
  const own = [...Object.values(operatorDocuments), ...Object.values(clientDocuments)];
  return readTrustedDocuments({ schema: args.schema, own, text: args.readFile(path) });
}
