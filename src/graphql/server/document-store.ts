import { type DocumentNode, parse, TokenKind } from 'graphql';

/** Store of parsed documents, as Apollo wants it. */
export interface DocumentStore {
  get(key: string): Promise<DocumentNode | undefined>;
  set(key: string, document: DocumentNode): Promise<void>;
  delete(key: string): Promise<boolean>;
  /** Returns the document of a text that was valid before. Such texts are keys of their own. */
  parsed(text: string): Promise<DocumentNode>;
}

/** Memory that the parsed documents of all callers may take. */
const BYTES_MAX = 64 * 1024 * 1024;
/** Memory of a token and of the nodes made of it, as measured at worst. A comment is a token without a node. */
const BYTES_OF_TOKEN = 500;
const BYTES_OF_COMMENT = 100;

/**
 * Creates the store of documents that were valid. The one that was used longest ago goes first. Apollo's own store counts only the
 * nodes of a document: 20,000 comments counted nothing, and held 1.8 MB for ever.
 */
export function createDocumentStore(bytesMax = BYTES_MAX): DocumentStore {
  // A map keeps the order of its entries, so the first is the one that was used longest ago.
  const kept = new Map<string, { readonly document: DocumentNode; readonly bytes: number }>();
  let bytes = 0;
  const remove = (key: string): boolean => {
    bytes -= kept.get(key)?.bytes ?? 0;
    return kept.delete(key);
  };
  const store: DocumentStore = {
    get(key) {
      const found = kept.get(key);
      if (found !== undefined) {
        kept.delete(key);
        kept.set(key, found);
      }
      return Promise.resolve(found?.document);
    },
    set(key, document) {
      remove(key);
      const added = { document, bytes: bytesOf(document) };
      kept.set(key, added);
      bytes += added.bytes;
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax) break;
        remove(oldest);
      }
      return Promise.resolve();
    },
    delete: (key) => Promise.resolve(remove(key)),
    async parsed(text) {
      const known = await store.get(text);
      if (known !== undefined) return known;
      const document = parse(text);
      await store.set(text, document);
      return document;
    },
  };
  return store;
}

/** Returns about the bytes that a document holds: its text, its tokens and its nodes. */
function bytesOf({ loc }: DocumentNode): number {
  let bytes = 2 * (loc?.source.body.length ?? 0);
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) {
    bytes += token.kind === TokenKind.COMMENT ? BYTES_OF_COMMENT : BYTES_OF_TOKEN;
  }
  return bytes;
}
