import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { CardwayError } from '../../../platform/errors.js';
import type { ColumnTypes } from '../../engine/dialect.js';
import type { Tables } from '../../engine/schema.js';
import { initial } from './0001-initial.js';
import { activationCodes, digitization, events, provisioning } from './0002-to-0005.js';
import {
  administration,
  begunSignIns,
  checksumKeys,
  fewerTables,
  ledgerLookups,
  terminalAddresses,
  terminalTold,
  transactionReplays,
} from './0006-to-0014.js';
import { ledgerTexts } from './0015-ledger-texts.js';
import {
  approvals,
  auditChain,
  consoleSessions,
  decisionsAfterDeletion,
  documentsOfKeys,
  downstreamFailure,
  dueByRoute,
  keylessDigests,
  noTransactionKeys,
  programmeCurrency,
  refusedCalls,
  searchIndexes,
  sessionsOfPeople,
  transactionCounts,
} from './0016-to-0033.js';

/** In order; a migration that was released is never changed. */
const MIGRATIONS: Readonly<Record<string, (db: Kysely<unknown>, column: ColumnTypes) => Promise<void>>> = {
  '0001-initial': initial,
  '0002-events': events,
  '0003-provisioning': provisioning,
  '0004-activation-codes': activationCodes,
  '0005-digitization': digitization,
  '0006-administration': administration,
  '0007-begun-sign-ins': begunSignIns,
  '0008-checksum-keys': checksumKeys,
  '0009-transaction-replays': transactionReplays,
  // Divided the ledger on PostgreSQL, which 0015 takes back.
  '0010-ledger-parts': () => Promise.resolve(),
  '0011-terminal-addresses': terminalAddresses,
  '0012-ledger-lookups': ledgerLookups,
  '0013-terminal-told': terminalTold,
  '0014-fewer-tables': fewerTables,
  '0015-ledger-texts': ledgerTexts,
  '0016-transaction-counts': transactionCounts,
  '0017-programme-currency': programmeCurrency,
  '0018-documents-of-keys': documentsOfKeys,
  '0019-refused-calls': refusedCalls,
  '0020-downstream-failure': downstreamFailure,
  '0021-console-sessions': consoleSessions,
  '0022-search-indexes': searchIndexes,
  '0026-audit-chain': auditChain,
  '0028-sessions-of-people': sessionsOfPeople,
  '0029-approvals': approvals,
  '0030-no-transaction-keys': noTransactionKeys,
  '0031-due-by-route': dueByRoute,
  '0032-keyless-digests': keylessDigests,
  '0033-decisions-after-deletion': decisionsAfterDeletion,
};

export const KNOWN_MIGRATIONS: readonly string[] = Object.keys(MIGRATIONS);

/**
 * Brings the schema to this program's version. The dialect lets one installer in at a time, so the second finds nothing left
 * to do. Resolves with the names of what was applied. `through`: the last one to apply.
 *
 * Errors: UNAVAILABLE for a schema that is newer than the program, and for a migration that failed.
 */
export async function installSchema(
  db: Kysely<Tables>,
  column: ColumnTypes,
  through = KNOWN_MIGRATIONS.at(-1) ?? '',
): Promise<readonly string[]> {
  const problem = schemaProblem(await appliedMigrations(db));
  if (problem?.kind === 'newer') throw new CardwayError('UNAVAILABLE', { message: problem.sentence });
  // Kysely's Migrator would read the whole catalogue again to find nothing to do: 25 ms of each start on PostgreSQL.
  if (problem === null) return [];
  const { error, results } = await new Migrator({ db, provider: provider(column) }).migrateTo(through);
  if (error !== undefined) {
    throw new CardwayError('UNAVAILABLE', { message: 'A migration of the database failed.', cause: error });
  }
  return (results ?? []).map(({ migrationName }) => migrationName);
}

interface SchemaProblem {
  readonly kind: 'newer' | 'behind';
  readonly sentence: string;
}

/** Returns why this program cannot use a schema with these migrations; null if it can. */
export function schemaProblem(applied: readonly string[]): SchemaProblem | null {
  const unknown = applied.filter((name) => !KNOWN_MIGRATIONS.includes(name));
  const last = unknown.at(-1);
  if (last !== undefined) {
    return {
      kind: 'newer',
      sentence:
        `The database has migration ${last}, which this version of cardway does not know: it was migrated by a ` +
        'newer one. Start that version, or restore a backup from before the upgrade.',
    };
  }
  if (applied.length === KNOWN_MIGRATIONS.length) return null;
  return { kind: 'behind', sentence: 'The schema of the database is behind this version of cardway.' };
}

/** Where Kysely's Migrator keeps its record; absent in an empty database. */
async function appliedMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function provider(column: ColumnTypes): { getMigrations(): Promise<Record<string, Migration>> } {
  return {
    getMigrations: () =>
      Promise.resolve(
        Object.fromEntries(
          Object.entries(MIGRATIONS).map(([name, up]) => [
            name,
            { up: (db: Kysely<unknown>) => up(db, column) },
          ]),
        ),
      ),
  };
}
