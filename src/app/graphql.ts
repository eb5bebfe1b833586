import type { GraphQLSchema } from 'graphql';
import { join } from 'node:path';
import { readJson } from '../adapters/json/reader.js';
import * as operatorDocuments from '../cli/generated/operations.js';
import * as clientDocuments from '../client/generated/operations.js';
import { explorerPage } from '../graphql/server/explorer.js';
import { DOCUMENT_LIMITS } from '../graphql/server/limits.js';
import { ownDocuments, readManifest } from '../graphql/documents.js';
import { createGraphQLServer, type GraphQLServer } from '../graphql/server/server.js';
import { createExplorer, type Explorer } from '../http/graphql-route.js';
import { BUILT_FOLDER } from '../platform/build.js';
import type { Settings } from '../platform/settings.js';
import { createReadDocument, type ReadDocument } from '../use-cases/access/persisted-documents.js';
import type { RefusedCall } from '../use-cases/access/refusal-port.js';
import type { DocumentDirectory } from '../use-cases/directory/directory-port.js';
import { PAGE_SIZE_MAX } from '../use-cases/paging.js';
import { jsonLimitsOf } from './routes.js';

const EXPLORER_PAGE = join(BUILT_FOLDER, 'explorer', 'page.html');

export function graphQLServerOf(args: {
  readonly schema: GraphQLSchema;
  readonly settings: Pick<Settings, 'graphql' | 'json'>;
  readonly readDocument: ReadDocument;
  readonly onRefused: (refused: RefusedCall) => void;
  readonly onInternalError: (error: Error) => void;
}): GraphQLServer {
  const { settings } = args;
  const jsonLimits = jsonLimitsOf(settings.json);
  return createGraphQLServer({
    schema: args.schema,
    readJson: (text) => readJson(Buffer.from(text), jsonLimits),
    introspection: settings.graphql.introspection,
    limits: { ...DOCUMENT_LIMITS, pageSizeMax: PAGE_SIZE_MAX },
    readDocument: args.readDocument,
    onRefused: args.onRefused,
    onInternalError: args.onInternalError,
  });
}

/** Returns the explorer. Undefined where introspection is off. */
export function explorerOf(args: {
  readonly graphql: Settings['graphql'];
  /** Keys that the sandbox's page shows. */
  readonly sandboxKeys: Parameters<typeof explorerPage>[0]['keys'];
  readonly readFile: (path: string) => string;
}): Explorer | undefined {
  const { graphql, sandboxKeys, readFile } = args;
  if (!graphql.introspection) return undefined;
  return createExplorer(() => explorerPage({ keys: sandboxKeys, readPage: () => readFile(EXPLORER_PAGE) }));
}

/**
 * Creates the reader of documents that clients name by id: from the manifest file, our own clients and the database. Errors:
 * BAD_REQUEST for a manifest that cannot be used.
 */
export function readDocumentOf(args: {
  readonly schema: GraphQLSchema;
  readonly graphql: Settings['graphql'];
  readonly readFile: (path: string) => string;
  readonly directory: DocumentDirectory;
}): ReadDocument {
  const path = args.graphql.documents;
  const manifest = path === undefined ? null : readManifest(args.readFile(path), args.schema);
  let known: ReadonlyMap<string, string> | undefined;
  return createReadDocument({
    directory: args.directory,
    // Built at the first request, because building takes a tenth of the start time.
    known: () => (known ??= new Map([...ownDocuments(OWN), ...(manifest ?? [])])),
  });
}

const OWN = [...Object.values(operatorDocuments), ...Object.values(clientDocuments)];
