import { type Kysely, sql } from 'kysely';

/**
 * Indexes queued advices by route. A route that must wait may have any number of them, and a round of housekeeping reads none of
 * these to find the due ones of other routes.
 */
export async function dueByRoute(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('transactions_route_due')
    .on('transactions')
    .columns(['route', 'next_attempt_at_ms'])
    .where(sql<boolean>`state = 'queued'`)
    .execute();
  await db.schema.dropIndex('transactions_due').execute();
}
