import { CardwayError } from '../../platform/errors.js';
import type { Operation, Result } from '../engine/operation.js';
import { readPostgresUrl } from '../engine/postgres/url.js';

/** Returns the URL of a PostgreSQL database with a name of its own for the connections of this command. */
export function maintenanceUrl(databaseUrl: string): string {
  // Its errors do not show the URL, which has a password in it.
  readPostgresUrl(databaseUrl);
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', 'cardway maintenance');
  return url.href;
}

/**
 * Refuses a PostgreSQL database that a gateway uses: the names of all their connections begin with `cardway` (engine/postgres/url).
 * Needs a connection of `maintenanceUrl`. Errors: UNAVAILABLE.
 */
export function* requireNoGateway(): Operation<void> {
  const sql = `select count(*) as connected from pg_stat_activity where datname = current_database()
    and application_name like 'cardway%' and application_name <> current_setting('application_name')`;
  const { rows } = (yield { sql, values: [] }) as Result<{ connected: number }>;
  if (rows[0]?.connected === 0) return;
  throw new CardwayError('UNAVAILABLE', {
    message: 'A gateway is connected to the PostgreSQL database: stop every gateway on it first.',
  });
}
