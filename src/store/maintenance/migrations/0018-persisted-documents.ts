import type { Kysely } from 'kysely';

/** GraphQL documents that operators registered, and the keys that may send no others. */
export async function persistedDocuments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('persisted_documents')
    .addColumn('document_id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .alterTable('api_keys')
    .addColumn('documents', 'text', (c) => c.notNull().defaultTo('any'))
    .execute();
}
