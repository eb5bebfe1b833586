import type { AuditFilter, AuditLog, AuditRecord } from '../../usecase/ports.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { run, type Operation } from '../operation.js';
import type { StoreSettings } from '../settings.js';
import { compile } from '../statement.js';
import { createExtent, createWindowedList, type RowsWanted } from '../windowed-list.js';

/** The audit log as people read it: newest first, filtered, in pages. */
export function createAuditList(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly settings: Pick<StoreSettings, 'scanRows' | 'pageRowsMax'>;
}): AuditLog {
  const { dialect, connection } = args;
  return {
    list: createWindowedList<AuditFilter, AuditRecord>(connection, args.settings, {
      extent: createExtent(dialect, 'audit_log'),
      rowsIn: (wanted) => rowsIn(dialect, wanted),
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
      .select(['sequence', 'at_ms as atMs', 'actor', 'action', 'subject', 'reason', 'before', 'after'])
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
