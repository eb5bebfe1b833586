import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { badRequest, type CardwayError } from '../platform/errors.js';
import { documentIdOf } from '../core/access/document-id.js';
import { fragmentIn, requireFewRepeats } from './server/document-checks.js';
import { DOCUMENT_LIMITS, limitRules } from './server/limits.js';

/**
 * Returns the texts of a manifest file by their ids. Ids in the file are not used: an id is always the hash of its text. Errors:
 * BAD_REQUEST, field `graphql.documents`.
 */
export function readManifest(text: string, schema: GraphQLSchema): ReadonlyMap<string, string> {
  const texts = textsIn(text);
  for (const each of texts) requireDocument('graphql.documents', each, schema);
  return new Map(texts.map((each) => [documentIdOf(each), each]));
}

/**
 * Returns the texts of a manifest. It reads the manifests of GraphQL Code Generator (persisted documents) and Relay, which are
 * objects of texts, and of Apollo, which is a list of operations with a `body`. Errors: BAD_REQUEST, field `graphql.documents`.
 */
export function textsIn(manifest: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(manifest);
  } catch {
    throw unreadable();
  }
  if (typeof value !== 'object' || value === null) throw unreadable();
  const { operations } = value as { readonly operations?: unknown };
  const texts = Array.isArray(operations)
    ? operations.map((operation: unknown) => (operation as { readonly body?: unknown } | null)?.body)
    : Object.values(value);
  if (texts.length === 0 || !texts.every((each) => typeof each === 'string')) throw unreadable();
  return texts;
}

/**
 * Returns each operation with the fragments that it uses, as its own text. One operation alone keeps the text of its file, so
 * that clients which hash that text find it. Several are printed anew.
 */
export function operationsIn(text: string): readonly string[] {
  const document = parse(text);
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 1) return [text];
  return operations.map((operation) =>
    print({ kind: Kind.DOCUMENT, definitions: withFragments(operation, document) }),
  );
}

function withFragments(operation: DefinitionNode, document: DocumentNode): readonly DefinitionNode[] {
  const used = new Set<DefinitionNode>();
  const add = (definition: DefinitionNode): void => {
    if (used.has(definition)) return;
    used.add(definition);
    visit(definition, {
      FragmentSpread(spread) {
        const fragment = fragmentIn(document, spread.name.value);
        if (fragment !== undefined) add(fragment);
      },
    });
  };
  add(operation);
  return [...used];
}

/** Returns the documents of our own clients by their ids, as they send them. */
export function ownDocuments(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(texts.map((text) => [documentIdOf(text), text]));
}

/** Rules for registered documents. A document that every call would refuse is not registered. */
const RULES = [...specifiedRules, ...limitRules(DOCUMENT_LIMITS)];

/**
 * Checks a document. Errors: BAD_REQUEST for a text that is not GraphQL, does not fit the schema, or breaks a limit of documents.
 */
export function requireDocument(field: string, text: string, schema: GraphQLSchema): void {
  try {
    requireFewRepeats(text, DOCUMENT_LIMITS);
    const document = parse(text, { maxTokens: DOCUMENT_LIMITS.tokensMax });
    const [problem] = validate(schema, document, RULES, { maxErrors: 1 });
    if (problem !== undefined) throw problem;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read.';
    throw badRequest(field, `${field} cannot be registered: ${reason}`);
  }
}

function unreadable(): CardwayError {
  return badRequest(
    'graphql.documents',
    'graphql.documents must be a JSON object of documents by id, or a manifest of Apollo with operations that have a body.',
  );
}
