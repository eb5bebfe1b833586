import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { BUILT_FOLDER } from '../built.js';
import { readJson } from '../compat/json/reader.js';
import { explorerPage } from '../graphql/explorer.js';
import { DOCUMENT_LIMITS } from '../graphql/limits.js';
import { createGraphQLServer, type GraphQLServer } from '../graphql/server.js';
import { readTrustedDocuments, type TrustedDocuments } from '../graphql/trusted-documents.js';
import * as ownOperations from '../generated/operations.js';
import { createExplorer, type Explorer } from '../http/explorer.js';
import type { Settings } from '../settings.js';
import { PAGE_SIZE_MAX } from '../usecase/page-size.js';
import { jsonLimitsOf } from './doors.js';

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
  const own = Object.values(ownOperations);
  return readTrustedDocuments({ schema: args.schema, own, text: args.readFile(path) });
}
