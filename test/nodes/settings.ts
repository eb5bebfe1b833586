import { sizeOf } from '../fault/size.js';
import { MASTER_KEY } from '../support/databases.js';

/** Number of nodes on one database: one that is killed or stopped, and another. */
export const NODES = sizeOf('CARDWAY_FAULT_NODES', 2);

/** Returns the common settings of all nodes on one PostgreSQL. */
export function nodeSettings(databaseUrl: string): Record<string, string> {
  return {
    CARDWAY_DATABASE_URL: databaseUrl,
    CARDWAY_MASTER_KEY: `hex:${MASTER_KEY.toString('hex')}`,
    CARDWAY_LOG_LEVEL: 'silent',
  };
}
