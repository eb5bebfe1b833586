import type { Clock } from '../../platform/clock.js';
import type { AuditFilter, AuditLog, AuditRecord } from '../../use-cases/directory/administration-port.js';
import type { AuditEntry } from '../../use-cases/transactions/ledger-port.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { DIRECTORY } from '../engine/locks.js';
import { type Operation, run, type Step } from '../engine/operation.js';
import { compile, type Statement } from '../engine/statement.js';
import {
  createExtent,
  createWindowedList,
  INDEXED_ROWS,
  type ListSettings,
  type RowsWanted,
} from '../engine/windowed-list.js';
import { columnsOf, named } from '../engine/names.js';

/**
 * Compiles the insert of an audit entry. Entries are only added, in the commit of the change that they record. Each one is sealed as
 * it is bound. The sequencer chains it afterwards (audit-chain.ts).
 */
export function compileAuditEntry({ compiler, auditSeal }: StoreDialect): Statement<WrittenEntry, unknown> {
  const insert = compile((p: SealedEntry) =>
    compiler
      .insertInto('audit_log')
      .values(
        columnsOf(p, 'atMs', 'actor', 'action', 'subject', 'reason', 'before', 'after', 'entryId', 'seal'),
      ),
  );
  return {
    get sql() {
      return insert.sql;
    },
    bind(entry, computed) {
      if (auditSeal.current === null) throw new Error('Audit entries need the keys of an open store.');
      const kept = { ...entry, ...storable(entry) };
      return insert.bind({ ...kept, ...auditSeal.current(kept) }, computed);
    },
  };
}

/** Returns the texts as every database gives them back, without NUL and halves of surrogate pairs. A seal over other texts would show a change that nobody made. */
function storable({ actor, action, subject, reason, before, after }: AuditEntry): AuditEntry {
  const [who, what, about, why, was, is] = [actor, action, subject, reason, before, after].map((text) =>
    Buffer.from(text).toString().replaceAll('\0', '\uFFFD'),
  ) as [string, string, string, string, string, string];
  return { actor: who, action: what, subject: about, reason: why, before: was, after: is };
}

type WrittenEntry = AuditEntry & { readonly atMs: number };
type SealedEntry = WrittenEntry & { readonly entryId: string; readonly seal: string };

/** Creates the audit log for people: newest first, filtered, in pages. */
export function createAuditList(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly settings: ListSettings;
}): AuditLog {
  const { dialect, connection } = args;
  return {
    list: createWindowedList<AuditFilter, AuditRecord>(connection, args.settings, {
      extent: createExtent(dialect, 'audit_log'),
      rowsIn: (wanted) => rowsIn(dialect, wanted),
      windowRows: ({ subject }) => (subject === undefined ? args.settings.scanRows : INDEXED_ROWS),
    }),
  };
}

function* rowsIn(
  { compiler }: StoreDialect,
  { filter, window, newestFirst, limit }: RowsWanted<AuditFilter>,
): Operation<readonly AuditRecord[]> {
  const { actor, action, subject, fromMs, toMs } = filter;
  const statement = compile(() =>
    compiler
      .selectFrom('audit_log')
      .select(
        named('sequence', 'atMs', 'actor', 'action', 'subject', 'reason', 'before', 'after', 'chainPosition'),
      )
      .where('sequence', '>=', window.oldest)
      .where('sequence', '<=', window.newest)
      .$if(actor !== undefined, (q) => q.where('actor', '=', actor ?? ''))
      .$if(action !== undefined, (q) => q.where('action', '=', action ?? ''))
      .$if(subject !== undefined, (q) => q.where('subject', '=', subject ?? ''))
      .$if(fromMs !== undefined, (q) => q.where('at_ms', '>=', fromMs ?? 0))
      .$if(toMs !== undefined, (q) => q.where('at_ms', '<', toMs ?? 0))
      .orderBy('sequence', newestFirst ? 'desc' : 'asc')
      .limit(limit),
  );
  return (yield* run(statement, {})).rows;
}

/** A recorded change; `before` and `after` must hold no secret. */
export interface Done {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** Left out where nobody gave one. */
  readonly reason?: string;
  readonly before: unknown;
  readonly after: unknown;
}

export type Record = (done: Done) => Step<void>;

/** Runs a change as one commit. Its audit records are part of the commit. */
export type Change = <T>(operation: (record: Record, nowMs: number) => Operation<T>) => Promise<T>;

export function createChange(args: {
  readonly dialect: StoreDialect;
  readonly commits: CommitQueue;
  readonly clock: Clock;
}): Change {
  const audit = compileAuditEntry(args.dialect);
  return (operation) =>
    args.commits.submit(
      () => {
        const atMs = args.clock.nowMs();
        return operation(function* record({ before, after, reason = '', ...done }) {
          const texts = { before: JSON.stringify(before), after: JSON.stringify(after) };
          yield* run(audit, { ...done, ...texts, reason, atMs });
        }, atMs);
      },
      { locks: [DIRECTORY] },
    );
}
