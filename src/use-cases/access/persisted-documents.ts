import { documentIdOf } from '../../core/access/document-id.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type { DocumentFilter, DocumentRecords, NamedPageRequest } from '../directory/administration-port.js';
import type { ApiKey, DocumentDirectory, PersistedDocument } from '../directory/directory-port.js';
import { type Page, requirePageSize } from '../paging.js';
import type { Administrator } from './administrator.js';

/** Administration of registered GraphQL documents. Errors: BAD_REQUEST (page size), NOT_FOUND, UNAVAILABLE. */
export interface AdministerDocuments {
  find(documentId: string): Promise<PersistedDocument | null>;
  list(page: NamedPageRequest<DocumentFilter>): Promise<Page<PersistedDocument>>;
  /** Registers the texts. The caller has checked that they fit the schema. */
  register(who: Administrator, texts: readonly string[]): Promise<readonly PersistedDocument[]>;
  remove(who: Administrator, documentId: string): Promise<PersistedDocument>;
}

export function createAdministerDocuments(deps: {
  readonly records: DocumentRecords;
  readonly directory: DocumentDirectory;
  readonly pageSizeMax: number;
}): AdministerDocuments {
  const { records, directory, pageSizeMax } = deps;
  return {
    find: (documentId) => directory.document(documentId),
    list(page) {
      requirePageSize(page, pageSizeMax);
      return records.list(page);
    },
    register: ({ actor }, texts) =>
      records.add({ actor, documents: texts.map((text) => ({ documentId: documentIdOf(text), text })) }),
    async remove({ actor }, documentId) {
      const removed = await records.remove({ actor, documentId });
      if (removed !== null) return removed;
      throw new CardwayError('NOT_FOUND', { field: 'document_id', message: 'No document has this id.' });
    },
  };
}

/** Text of an operation, or the id of its document. The values are as sent and not checked. */
interface DocumentRequest {
  readonly query?: unknown;
  readonly documentId?: unknown;
}

/**
 * Reader of the document text that a request contains or names by id. It returns undefined when the request has neither; GraphQL
 * then refuses the request. Errors: BAD_REQUEST (an id of the wrong form, an id that is not registered, an id beside a text),
 * FORBIDDEN (a text, for a key that may send registered documents only), UNAVAILABLE.
 */
export type ReadDocument = (request: DocumentRequest, key: Pick<ApiKey, 'documents'>) => Promise<unknown>;

export function createReadDocument(deps: {
  readonly directory: DocumentDirectory;
  /** Texts by id that are registered without a record: from a manifest file and from Cardway's own clients. */
  readonly known: () => ReadonlyMap<string, string>;
}): ReadDocument {
  const textOf = async (documentId: string): Promise<string | null> =>
    deps.known().get(documentId) ?? (await deps.directory.document(documentId))?.text ?? null;
  return async ({ query, documentId }, key) => {
    if (documentId !== undefined && documentId !== null) return textById(documentId, query, textOf);
    if (key.documents !== 'persisted' || typeof query !== 'string') return query;
    if ((await textOf(documentIdOf(query))) !== null) return query;
    throw new CardwayError('FORBIDDEN', {
      field: 'query',
      message:
        'This key may send registered documents only. Send documentId, or have the document registered.',
    });
  };
}

async function textById(
  documentId: unknown,
  query: unknown,
  textOf: (documentId: string) => Promise<string | null>,
): Promise<string> {
  if (query !== undefined && query !== null && query !== '')
    throw wrongId('Give query or documentId, not both.');
  if (typeof documentId !== 'string' || !/^sha256:[\da-f]{64}$/.test(documentId))
    throw wrongId('documentId must be sha256: and 64 hex digits in lower case.');
  const text = await textOf(documentId);
  if (text !== null) return text;
  throw wrongId(
    'documentId names no registered document. An operator registers it: cardway documents add FILE.',
  );
}

function wrongId(message: string): CardwayError {
  return badRequest('documentId', message);
}
