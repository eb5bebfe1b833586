import { type Compilable, sql } from 'kysely';
import type { RandomBytes, Sealer } from '../../core/access/seal.js';
import { CardwayError } from '../../platform/errors.js';
import { auditKeyContext, createAuditChainChanges } from '../access/audit-state.js';
import { refreshTokenContext } from '../access/console-sessions.js';
import type { KeyRing } from '../access/key-ring.js';
import { passwordContext } from '../directory/terminals.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import type { Metadata } from '../engine/metadata.js';
import {
  AUDIT_CHAIN,
  DIRECTORY,
  endpointLock,
  METADATA_LOCK,
  type LockName,
  requestLock,
} from '../engine/locks.js';
import { type Operation, run, runOnce, type Step } from '../engine/operation.js';
import { lockServing, type ServingLock } from '../engine/sqlite/lock.js';
import { compile } from '../engine/statement.js';
import { sharedKeyContext } from '../provisioning/agreements.js';
import type { StoreSettings } from '../settings.js';

/** A sealed value, with the columns that find its row. Unused columns are empty. */
interface SealedRow {
  readonly sequence: number;
  readonly owner: string;
  readonly name: string;
  readonly sealed: Buffer | null;
}

/** A column of sealed values, with the sealing context of each. */
interface SealedColumn {
  readonly rows: Compilable<SealedRow>;
  /** Updates only the old value: somebody may have changed it meanwhile. */
  readonly update: (row: ResealedRow) => Compilable;
  readonly context: (row: SealedRow) => string;
  readonly lock: (row: SealedRow) => LockName;
}

type ResealedRow = SealedRow & { readonly previous: Buffer | null };

/** Commits beside a running gateway are small, so that nobody waits for long. */
const BATCH_ROWS = 50;
/** Limit of rounds. A gateway that seals with the other key keeps adding values. */
const ROUNDS_MAX = 5;

/**
 * Seals again, with the present master key, the values of the other key, beside running gateways that have both. Ties the
 * database to the present key when none is left. Resolves with the number of values. Errors: UNAVAILABLE when some values are left
 * after all rounds.
 */
export async function resealBeside(args: {
  readonly dialect: StoreDialect;
  readonly connection: Pick<StoreConnection, 'read'>;
  readonly commits: Pick<CommitQueue, 'submit'>;
  readonly metadata: Metadata;
  readonly sealer: Sealer;
  readonly random: RandomBytes;
}): Promise<number> {
  const { dialect, connection, commits, metadata, sealer } = args;
  let count = 0;
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    for (const column of sealedColumns(dialect)) {
      const stale = await connection.read(staleRows(column, sealer));
      for (let from = 0; from < stale.length; from += BATCH_ROWS) {
        const rows = stale.slice(from, from + BATCH_ROWS);
        const locks = [...new Set(rows.map(column.lock))];
        count += await commits.submit(() => resealRows(column, rows, { from: sealer, to: sealer }), {
          locks,
        });
      }
    }
    const isDone = await commits.submit(() => bindWhenDone(dialect, metadata, sealer), {
      locks: [METADATA_LOCK, DIRECTORY],
    });
    if (isDone) {
      // Also the audit log gets a new key, in case somebody knew the previous master key.
      await commits.submit(() => createAuditChainChanges(args).rotate(), { locks: [AUDIT_CHAIN] });
      return count;
    }
  }
  throw new CardwayError('UNAVAILABLE', {
    message:
      'A gateway still seals with the other master key: give all of them the new one as masterKey first. Where the key stays and is only stretched, restart them. Then run cardway reseal again.',
  });
}

function* bindWhenDone(dialect: StoreDialect, metadata: Metadata, sealer: Sealer): Operation<boolean> {
  for (const column of sealedColumns(dialect)) {
    if ((yield* staleRows(column, sealer)).length > 0) return false;
  }
  if ((yield* metadata.binding()).check !== sealer.masterKeyCheck())
    yield* metadata.rebind(sealer, sealer.sealHashKey());
  return true;
}

function* staleRows(column: SealedColumn, sealer: Sealer): Operation<readonly SealedRow[]> {
  const { rows } = yield* runOnce(column.rows);
  return rows.filter(({ sealed }) => sealed !== null && !sealer.isCurrent(sealed));
}

/**
 * Seals everything under another master key while no gateway can serve: it would go on with the previous key. A file has a lock
 * beside it; a server's lock is taken in the commit. Returns the number of values. Errors: UNAVAILABLE while a gateway serves.
 */
export async function resealAlone(
  args: {
    readonly dialect: StoreDialect;
    readonly commits: CommitQueue;
    readonly metadata: Metadata;
    readonly keyRing: KeyRing;
    readonly random: RandomBytes;
    /** File of the database; null for a server. */
    readonly path: string | null;
    /** Lock of a store that serves itself; null for others. */
    readonly lock: ServingLock | null;
    readonly settings: Pick<StoreSettings, 'busyRetryMs'>;
  },
  masterKey: Buffer | string,
): Promise<number> {
  const { path, settings, commits, keyRing } = args;
  // Never signed, so the process id is not used.
  const lock =
    path === null || args.lock !== null
      ? null
      : await lockServing(path, { pid: 0, waitMs: 0, retryMs: settings.busyRetryMs });
  try {
    const from = keyRing.sealer;
    const next = from.withMasterKey(await keyRing.bytesOf(masterKey, commits));
    return await commits.submit(() => reseal({ ...args, from, next }));
  } finally {
    lock?.release();
  }
}

/** Seals everything under the next master key, all of it or nothing. Returns the number of values. */
function* reseal(args: {
  readonly dialect: StoreDialect;
  readonly metadata: Metadata;
  readonly from: Sealer;
  readonly next: { readonly sealer: Sealer; readonly sealedHashKey: Buffer };
  readonly random: RandomBytes;
}): Operation<number> {
  const { from, next, dialect, random } = args;
  let count = 0;
  for (const column of sealedColumns(dialect)) {
    count += yield* resealColumn(column, from, next.sealer);
  }
  yield* createAuditChainChanges({ dialect, sealer: next.sealer, random }).rotate();
  yield* args.metadata.rebind(next.sealer, next.sealedHashKey);
  return count;
}

function* resealColumn(column: SealedColumn, from: Sealer, to: Sealer): Step<number> {
  const { rows } = yield* runOnce(column.rows);
  return yield* resealRows(column, rows, { from, to });
}

function* resealRows(
  column: SealedColumn,
  rows: readonly SealedRow[],
  { from, to }: { readonly from: Sealer; readonly to: Sealer },
): Operation<number> {
  const update = compile((p: ResealedRow) => column.update(p));
  for (const row of rows) {
    if (row.sealed === null) continue;
    const context = column.context(row);
    const sealed = to.seal(from.open(row.sealed, context), context);
    yield* run(update, { ...row, previous: row.sealed, sealed });
  }
  return rows.length;
}

/** Returns all columns of sealed values. */
function sealedColumns({ compiler }: StoreDialect): readonly SealedColumn[] {
  return [
    {
      rows: compiler
        .selectFrom('terminal_passwords')
        .select(['sequence', 'terminal_id as owner', NO_NAME, 'sealed_password as sealed']),
      update: ({ sequence, sealed, previous }) =>
        compiler
          .updateTable('terminal_passwords')
          .set({ sealed_password: sql`${sealed}` })
          .where('sequence', '=', sequence)
          .where('sealed_password', '=', sql<Buffer>`${previous}`),
      context: ({ owner }) => passwordContext(owner),
      lock: () => DIRECTORY,
    },
    {
      rows: compiler
        .selectFrom('shared_keys')
        .select([NO_SEQUENCE, 'programme as owner', 'shared_key_id as name', 'sealed_key as sealed']),
      update: ({ owner, name, sealed, previous }) =>
        compiler
          .updateTable('shared_keys')
          .set({ sealed_key: sql`${sealed}` })
          .where('programme', '=', owner)
          .where('shared_key_id', '=', name)
          .where('sealed_key', '=', sql<Buffer>`${previous}`),
      context: ({ owner, name }) => sharedKeyContext(owner, name),
      lock: () => DIRECTORY,
    },
    {
      rows: compiler
        .selectFrom('transactions')
        .select(['sequence', 'request_id as owner', NO_NAME, 'sealed_body as sealed'])
        .where('sealed_body', 'is not', null),
      update: ({ sequence, sealed, previous }) =>
        compiler
          .updateTable('transactions')
          .set({ sealed_body: sql`${sealed}` })
          .where('sequence', '=', sequence)
          .where('sealed_body', '=', sql<Buffer>`${previous}`),
      context: ({ owner }) => `transaction:${owner}`,
      lock: ({ owner }) => requestLock(owner),
    },
    {
      rows: compiler
        .selectFrom('audit_keys')
        .select(['key_number as sequence', sql<string>`''`.as('owner'), NO_NAME, 'sealed_key as sealed']),
      update: ({ sequence, sealed, previous }) =>
        compiler
          .updateTable('audit_keys')
          .set({ sealed_key: sql`${sealed}` })
          .where('key_number', '=', sequence)
          .where('sealed_key', '=', sql<Buffer>`${previous}`),
      context: ({ sequence }) => auditKeyContext(sequence),
      lock: () => AUDIT_CHAIN,
    },
    {
      rows: compiler
        .selectFrom('console_sessions')
        .select([NO_SEQUENCE, 'session_hash as owner', NO_NAME, 'sealed_refresh_token as sealed'])
        .where('sealed_refresh_token', 'is not', null),
      update: ({ owner, sealed, previous }) =>
        compiler
          .updateTable('console_sessions')
          .set({ sealed_refresh_token: sql`${sealed}` })
          .where('session_hash', '=', owner)
          .where('sealed_refresh_token', '=', sql<Buffer>`${previous}`),
      context: ({ owner }) => refreshTokenContext(owner),
      lock: () => DIRECTORY,
    },
    endpointColumn(compiler, 'sealed_secret'),
    endpointColumn(compiler, 'sealed_former_secret'),
  ];
}

function endpointColumn(
  compiler: StoreDialect['compiler'],
  column: 'sealed_secret' | 'sealed_former_secret',
): SealedColumn {
  return {
    rows: compiler
      .selectFrom('endpoints')
      .select([NO_SEQUENCE, 'endpoint_id as owner', NO_NAME, `${column} as sealed`])
      .where(column, 'is not', null),
    update: ({ owner, sealed, previous }) =>
      compiler
        .updateTable('endpoints')
        .set({ [column]: sealed })
        .where('endpoint_id', '=', owner)
        .where(column, '=', sql<Buffer>`${previous}`),
    context: ({ owner }) => `endpoint:${owner}`,
    lock: ({ owner }) => endpointLock(owner),
  };
}

const NO_SEQUENCE = sql<number>`0`.as('sequence');
const NO_NAME = sql<string>`''`.as('name');
