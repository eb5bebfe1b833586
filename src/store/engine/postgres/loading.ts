import type { Operation } from '../operation.js';

/**
 * Table that exists while a dump is loaded and prepared. It is made before the load: the process that loads may be killed at any
 * moment, and `pg_restore` may go on without it.
 */
export const LOADING = 'unfinished_restore';

/** Keeps gateways away from an empty database. May run twice, and outside of our transactions, which need our tables. */
export function* beginLoad(): Operation<void> {
  yield { sql: `create table if not exists ${LOADING} ()`, values: [] };
}

export function* endLoad(): Operation<void> {
  yield { sql: `drop table ${LOADING}`, values: [] };
}
