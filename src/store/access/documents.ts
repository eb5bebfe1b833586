import type { DocumentFilter, DocumentRecords } from '../../use-cases/directory/administration-port.js';
import type { PersistedDocument } from '../../use-cases/directory/directory-port.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run } from '../engine/operation.js';
import { compile, hasPart } from '../engine/statement.js';
import { namedPage, namedRows, type NamedRows } from '../engine/windowed-list.js';
import type { StoreSettings } from '../settings.js';
import type { Change } from './audit.js';
import { named } from '../engine/names.js';

/** Creates the records of GraphQL documents that operators registered. The audit log keeps their ids. */
export function createDocumentRecords(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly settings: StoreSettings;
  readonly change: Change;
  readonly invalidate: (documentId: string) => void;
}): DocumentRecords {
  const { dialect, connection, settings } = args;
  const statements = compileStatements(dialect);
  return {
    async list(page) {
      const wanted = namedRows(page, settings.pageRowsMax);
      const { rows } = await connection.readAside(run(listStatement(dialect, wanted, page.filter), {}));
      return namedPage(page, wanted, rows);
    },
    add: ({ actor, documents }) =>
      args.change(function* (record, nowMs) {
        const added: PersistedDocument[] = [];
        for (const { documentId, text } of documents) {
          const known = yield* first(statements.find, { documentId });
          added.push(known ?? { documentId, text, createdAtMs: nowMs });
          if (known !== null) continue;
          yield* run(statements.insert, { documentId, text, nowMs });
          yield* record({ actor, action: 'register_document', subject: documentId, before: null, after: {} });
        }
        return added;
      }),
    async remove({ actor, documentId }) {
      const removed = await args.change(function* (record) {
        const known = yield* first(statements.find, { documentId });
        if (known === null) return null;
        yield* run(statements.remove, { documentId });
        yield* record({ actor, action: 'remove_document', subject: documentId, before: {}, after: null });
        return known;
      });
      args.invalidate(documentId);
      return removed;
    },
  };
}

/** Returns a look-up by id. */
export function createDocumentReader(
  dialect: StoreDialect,
): (documentId: string) => Operation<PersistedDocument | null> {
  const { find } = compileStatements(dialect);
  return function* (documentId) {
    return yield* first(find, { documentId });
  };
}

const COLUMNS = named('documentId', 'text', 'createdAtMs');

function compileStatements({ compiler }: StoreDialect) {
  return {
    find: compile((p: { documentId: string }) =>
      compiler.selectFrom('persisted_documents').select(COLUMNS).where('document_id', '=', p.documentId),
    ),
    insert: compile((p: { documentId: string; text: string; nowMs: number }) =>
      compiler
        .insertInto('persisted_documents')
        .values({ document_id: p.documentId, text: p.text, created_at_ms: p.nowMs }),
    ),
    remove: compile((p: { documentId: string }) =>
      compiler.deleteFrom('persisted_documents').where('document_id', '=', p.documentId),
    ),
  };
}

function listStatement({ compiler, hasPrefix }: StoreDialect, wanted: NamedRows, { text }: DocumentFilter) {
  return compile(() =>
    compiler
      .selectFrom('persisted_documents')
      .select(COLUMNS)
      .$if(wanted.above !== null, (q) => q.where('document_id', '>', wanted.above ?? ''))
      .$if(wanted.below !== null, (q) => q.where('document_id', '<', wanted.below ?? ''))
      .$if(text != null, (q) =>
        q.where((eb) => eb.or([hasPrefix('document_id', text ?? ''), hasPart('text', text ?? '')])),
      )
      .orderBy('document_id', wanted.isDescending ? 'desc' : 'asc')
      .limit(wanted.limit),
  );
}
