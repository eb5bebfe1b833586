import { createHash } from 'node:crypto';
import { type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../../use-cases/directory/directory-port.js';
import { requireReadable } from './document-checks.js';
import { DOCUMENT_LIMITS, limitRules } from './limits.js';

/** Text of an operation, or the id of its document. The values are as sent and not checked. */
interface DocumentRequest {
  readonly query?: unknown;
  readonly documentId?: unknown;
}

/**
 * Returns the document text that a request contains or names by id (GraphQL over HTTP, appendix on persisted documents); undefined
 * when the request has neither, which GraphQL then refuses. Errors: BAD_REQUEST (an id of the wrong form, an unknown id, an id
 * beside a text), FORBIDDEN (another text, for a key that may send persisted documents only).
 */
export type ReadDocument = (request: DocumentRequest, key: Pick<ApiKey, 'documents'>) => unknown;

/** Creates the reader of these persisted documents. */
export function createReadDocument(texts: readonly string[]): ReadDocument {
  let byId: ReadonlyMap<string, string> | undefined;
  const textOf = (documentId: string): string | undefined => {
    // Built at the first request, because building takes a tenth of the start time.
    byId ??= new Map(texts.map((text) => [documentIdOf(text), text]));
    return byId.get(documentId);
  };
  return ({ query, documentId }, key) => {
    if (documentId !== undefined && documentId !== null) {
      if (query !== undefined && query !== null && query !== '')
        throw badRequest('documentId', 'Give query or documentId, not both.');
      if (typeof documentId !== 'string' || !/^sha256:[\da-f]{64}$/.test(documentId))
        throw badRequest('documentId', 'documentId must be sha256: and 64 hex digits in lower case.');
      const text = textOf(documentId);
      if (text !== undefined) return text;
      throw badRequest('documentId', 'documentId names no document of the manifest (graphql.documents).');
    }
    if (key.documents !== 'persisted' || typeof query !== 'string') return query;
    if (textOf(documentIdOf(query)) !== undefined) return query;
    throw new CardwayError('FORBIDDEN', {
      field: 'query',
      message: 'This key may send persisted documents only, by documentId or with their exact text.',
    });
  };
}

function documentIdOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/**
 * Returns the texts of a manifest: a JSON object of texts, as GraphQL Code Generator and Relay write it, or Apollo's list of
 * operations with a `body`. Names and ids in the manifest are not used: an id is always the hash of its text. Errors: BAD_REQUEST,
 * which names the entry, for a text that is not GraphQL, does not fit the schema, or breaks a limit that every call has.
 */
export function readManifest(manifest: string, schema: GraphQLSchema): readonly string[] {
  return entriesIn(manifest).map(([name, text]) => {
    try {
      if (typeof text !== 'string') throw new Error('it is no text.');
      requireReadable(text, DOCUMENT_LIMITS);
      const document = parse(text, { maxTokens: DOCUMENT_LIMITS.tokensMax });
      const [problem] = validate(schema, document, RULES, { maxErrors: 1 });
      if (problem !== undefined) throw problem;
      return text;
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it cannot be read.';
      throw unusable(`${JSON.stringify(name.slice(0, NAME_MAX))} cannot be used: ${reason}`);
    }
  });
}

const RULES = [...specifiedRules, ...limitRules(DOCUMENT_LIMITS)];
const NAME_MAX = 80;

function entriesIn(manifest: string): readonly (readonly [name: string, text: unknown])[] {
  let value: unknown;
  try {
    value = JSON.parse(manifest);
  } catch {
    throw unusable('it is not JSON.');
  }
  if (typeof value !== 'object' || value === null) throw unusable('it is no JSON object.');
  const { operations } = value as { readonly operations?: unknown };
  if (!Array.isArray(operations)) return Object.entries(value);
  return operations.map((operation: { readonly body?: unknown } | null, index) => [
    `operations.${String(index)}`,
    operation?.body,
  ]);
}

function unusable(problem: string): CardwayError {
  return badRequest('graphql.documents', `graphql.documents: ${problem}`);
}
