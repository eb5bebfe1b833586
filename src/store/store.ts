import { randomBytes } from 'node:crypto';
import type { RandomBytes } from '../core/access/seal.js';
import type { Clock } from '../platform/clock.js';
import { CardwayError } from '../platform/errors.js';
import { createAppendAudit, createChange } from './access/audit.js';
import { createAuditChain } from './access/audit-chain.js';
import { createApprovalStore } from './access/approvals.js';
import { createBegunSignIns } from './access/begun-sign-ins.js';
import { createConsoleSessionStore } from './access/console-sessions.js';
import { ensureHashKey, openSealer } from './access/key-ring.js';
import { createRefusalStore } from './access/refusals.js';
import { createAdministration } from './directory/administration.js';
import { createDirectory, createDirectoryMemory } from './directory/directory.js';
import { createProgrammeRecords } from './directory/programmes.js';
import { createCommitQueue, unavailable } from './engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from './engine/dialect.js';
import { createMetadataTable } from './engine/metadata.js';
import { databaseNowMs, type Operation, type Task } from './engine/operation.js';
import { postgresDialect } from './engine/postgres/postgres.js';
import { lockServing, type ServingLock, type ServingOptions } from './engine/sqlite/lock.js';
import { sqliteDialect } from './engine/sqlite/sqlite.js';
import type { OnFileLost } from './engine/sqlite/watch.js';
import { createDeliveries } from './events/deliveries.js';
import { createEndpoints } from './events/endpoints.js';
import { createEventList, createEventLog } from './events/event-log.js';
import { requireNoGateway } from './maintenance/alone.js';
import { installSchema } from './maintenance/migrations/migrate.js';
import { requireNotMoved } from './maintenance/moved.js';
import { prepareRestored } from './maintenance/restored.js';
import { reseal } from './maintenance/reseal.js';
import {
  countBacklog,
  findSchemaProblem,
  readStatus,
  requireNoPriorDatabase,
  type StoreStatus,
} from './maintenance/status.js';
import { createAttempts } from './provisioning/attempts.js';
import { createProvisioning } from './provisioning/provisioning.js';
import { createSharedKeys } from './provisioning/shared-keys.js';
import { isPostgres, sqlitePath, storeSettings, type StoreSettings } from './settings.js';
import type { StoreParts } from './parts.js';
import { createLedgerStats } from './transactions/quarter-hours.js';
import { createLedger } from './transactions/ledger.js';
import { createHistory } from './transactions/purge.js';
import { createSavedTransactions } from './transactions/saved-transactions.js';

interface StoreOptions {
  /** `sqlite:./data/cardway.db`, `sqlite:/abs/path`, `postgres://user:password@host:port/database`. */
  readonly databaseUrl: string;
  /** 32 bytes, or `hex:…` or `base64:…` of 32 bytes. Default: the file beside an SQLite database, made once. */
  readonly masterKey?: Buffer | string | undefined;
  /** Key with which values may also be sealed: the next or the previous master key, while keys change. */
  readonly otherMasterKey?: string | undefined;
  readonly clock: Clock;
  /** Replaces the database's own clock, which also counts leases. */
  readonly databaseClock?: Clock | undefined;
  readonly random?: RandomBytes;
  readonly settings?: Partial<StoreSettings>;
  /**
   * Set for a process that serves. It has an SQLite file to itself and waits for it for the given time. It refuses a server that
   * may lose what it acknowledged.
   */
  readonly serving?: ServingOptions | undefined;
  /** Allows a new database where another one was. */
  readonly isNew?: boolean;
}

export type Store = Awaited<ReturnType<typeof openAt>>;

/**
 * Opens the store. Makes the folder, the file and the master key where none exist. `migrate` changes the schema.
 *
 * Errors: UNAVAILABLE, with a sentence for the operator, for an unusable URL, file or master key, for a file that another process
 * serves, and for a database that is gone.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, serving } = options;
  const settings = storeSettings(options.settings ?? {});
  const path = isPostgres(databaseUrl) ? null : sqlitePath(databaseUrl);
  const retryMs = settings.busyRetryMs;
  const lock =
    path === null || serving === undefined
      ? null
      : await lockServing(path, { ...serving, retryMs }).catch(cannotOpen(path));
  try {
    if (path !== null && options.isNew !== true) requireNoPriorDatabase(path);
    return await openAt({ ...options, path, settings, lock });
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function openAt(options: Opening) {
  const { clock, path, settings, lock, random = randomBytes } = options;
  const dialect = dialectOf(options);
  const metadata = createMetadataTable(dialect);
  const connection = observed(await dialect.open().catch(cannotOpen(path)));
  try {
    if (options.serving !== undefined) await serveFrom(connection, options.serving);
    const sealer = await openSealer({ ...options, random, dialect, connection });
    const audit = createAppendAudit({ dialect, sealer, random });
    lock?.sign();
    const commits = createCommitQueue(connection, settings);
    const probe = (): Operation<void> => metadata.put('probed_at_ms', String(clock.nowMs()));
    let wasReady = false;
    const memory = createDirectoryMemory({ settings, clock });
    const change = createChange({ commits, clock, audit }, () => memory.forget());
    const shared = { dialect, connection, commits, settings, clock, sealer, random, audit, change };
    return {
      ledger: createLedger(shared),
      history: createHistory(shared),
      stats: createLedgerStats(shared),
      attempts: createAttempts(shared),
      directory: createDirectory(shared, memory),
      administration: createAdministration(shared),
      provisioning: createProvisioning(shared),
      provisioningAdmin: {
        ...createProgrammeRecords(shared),
        ...createSharedKeys(shared),
      },
      eventLog: createEventLog(shared),
      savedTransactions: createSavedTransactions(shared),
      endpoints: createEndpoints(shared),
      deliveries: createDeliveries(shared),
      events: createEventList(shared),
      begunSignIns: createBegunSignIns(shared),
      refusals: createRefusalStore(shared),
      consoleSessions: createConsoleSessionStore(shared),
      approvals: createApprovalStore(shared),
      auditChain: createAuditChain(shared),
      sealer,
      /** The database file, absolute. Null for a database server. */
      path,
      /** No other process serves from this database while this store is open. */
      isOnlyServer: lock !== null,
      /** Brings the schema up to date; resolves with the names of the applied migrations. Errors: UNAVAILABLE. */
      migrate: () => migrateStore(shared, () => void (wasReady = true)),
      /** Returns the server settings under which it may lose what it acknowledged, one sentence each. Errors: UNAVAILABLE. */
      unsafeSettings: () => connection.unsafeSettings().catch(asUnavailable),
      /**
       * Calls the listener when the database file turns out to be another than the one opened. From then on nothing is acknowledged.
       */
      onLost: (listener: OnFileLost) => connection.onLost(listener),
      /** Writes the current time, to learn whether writing works. Errors: UNAVAILABLE. */
      tryWrite: () => commits.submit(probe),
      /** Reports readiness: the schema is right, and the database can be read and, after a failure, written. Never throws. */
      async status(): Promise<StoreStatus> {
        const status = await readStatus(shared, { probe, wasReady });
        wasReady ||= status.isReady;
        return status;
      },
      /** Counts waiting work, for operators. Errors: UNAVAILABLE. */
      backlog: () => connection.read(countBacklog(dialect)),
      /** Returns how many writes of this process wait for their commit, and whether the last commit failed. */
      load: () => ({ waiting: commits.waiting(), isFailing: commits.isFailing() }),
      /** Calls the listener after every commit and read of this process. */
      onTimed: (listener: (timing: StoreTiming) => void) => connection.onTimed(listener),
      /** Returns the database's clock, epoch milliseconds. */
      nowMs: () => connection.read(databaseNowMs(dialect)),
      /**
       * Seals under the present master key the values that the other key sealed, beside running gateways that have both. Resolves with
       * their number; run it until that is 0.
       */
      reseal: () => reseal(shared),
      /**
       * Prepares a database that a backup was loaded into (maintenance/restored). Errors: UNAVAILABLE where a gateway uses the server's
       * database.
       */
      async prepareRestored(): Promise<void> {
        if (path === null) await connection.read(requireNoGateway());
        await commits.submit(() => prepareRestored(dialect), { isHousekeeping: true });
      },
      /** Calls the listener after commits of this process; their rows are readable by then. */
      onCommitted: (listener: () => void) => commits.onCommitted(listener),
      /** Finishes the accepted work and closes the database. */
      async close(): Promise<void> {
        await commits.drain();
        await connection.close();
        lock?.release();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Calls `onCurrent` when the schema is this version's. A newer version may migrate before anybody asks for the status. */
async function migrateStore(parts: StoreParts, onCurrent: () => void): Promise<string[]> {
  const { dialect, connection } = parts;
  const problem = await findSchemaProblem(parts);
  if (problem?.kind === 'newer') throw new CardwayError('UNAVAILABLE', { message: problem.sentence });
  const applied = await installSchema(connection, dialect);
  await connection.read(requireNotMoved(dialect));
  await ensureHashKey(parts);
  onCurrent();
  return [...applied];
}

interface Opening extends StoreOptions {
  readonly path: string | null;
  readonly settings: StoreSettings;
  readonly lock: ServingLock | null;
}

function dialectOf(options: Opening): StoreDialect {
  const { path, settings, clock, databaseClock } = options;
  return path === null ? postgresDialect(options) : sqliteDialect(path, settings, { clock, databaseClock });
}

/** Errors: UNAVAILABLE for unsafe server settings, with advice on what to change. */
async function serveFrom(connection: StoreConnection, { onExit }: ServingOptions): Promise<void> {
  const unsafe = await connection.unsafeSettings().catch(asUnavailable);
  if (unsafe.length > 0)
    throw new CardwayError('UNAVAILABLE', { message: `PostgreSQL may lose payments. ${unsafe.join(' ')}` });
  await connection.serve(onExit).catch(asUnavailable);
}

/** Returns a handler that adds the path to a failure. PostgreSQL has none, and gives its own errors. */
function cannotOpen(path: string | null): (error: unknown) => never {
  return (error) => {
    if (error instanceof CardwayError) throw error;
    const file = path === null ? 'The database' : `The database file ${path}`;
    throw new CardwayError('UNAVAILABLE', { message: `${file} cannot be opened.`, cause: error });
  };
}

function asUnavailable(error: unknown): never {
  if (error instanceof CardwayError) throw error;
  throw isOurMistake(error) ? new CardwayError('INTERNAL', { cause: error }) : unavailable(error);
}

/** Recognizes a value that no statement accepts. Checks the name, because drivers have classes of their own. */
function isOurMistake(error: unknown): boolean {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
  return name === 'TypeError' || name === 'WrongValue' || name === 'DataCloneError';
}

/** One write with its wait for the commit, or one read: its duration, and whether the database succeeded. */
interface StoreTiming {
  readonly operation: 'commit' | 'read';
  readonly durationMs: number;
  readonly isDone: boolean;
}

/**
 * Reports how long commits and reads take. A failed read counts as a database failure unless the error says otherwise or this code
 * caused it.
 */
function observed(connection: StoreConnection) {
  const listeners: ((timing: StoreTiming) => void)[] = [];
  async function timed<T>(
    operation: StoreTiming['operation'],
    run: () => Promise<T>,
    isDoneBy: (result: T) => boolean = () => true,
  ): Promise<T> {
    const startedAtMs = performance.now();
    let isDone = false;
    try {
      const result = await run();
      isDone = isDoneBy(result);
      return result;
    } catch (error) {
      return asUnavailable(error);
    } finally {
      const timing = { operation, durationMs: performance.now() - startedAtMs, isDone };
      for (const listener of listeners) listener(timing);
    }
  }
  return {
    ...connection,
    commit: (task: Task) =>
      timed(
        'commit',
        () => connection.commit(task),
        ({ kind }) => kind === 'done' || kind === 'failed',
      ),
    read: <T>(operation: Operation<T>) => timed('read', () => connection.read(operation)),
    readAside: <T>(operation: Operation<T>) => timed('read', () => connection.readAside(operation)),
    onTimed: (listener: (timing: StoreTiming) => void) => void listeners.push(listener),
  };
}
