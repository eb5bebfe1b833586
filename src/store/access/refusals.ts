import { sql } from 'kysely';
import type {
  RefusalCount,
  RefusalFilter,
  RefusalStore,
  StoredRefusal,
} from '../../use-cases/access/refusal-port.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import {
  createExtent,
  createWindowedList,
  type ListSettings,
  type RowsWanted,
} from '../engine/windowed-list.js';
import { columnsOf, named } from '../engine/names.js';

/** Maximum number of rows of one statement. A small one keeps the number of different statements low. */
const ROWS_MAX = 50;
/** Maximum number of entries. The newest stay. */
const ENTRIES_MAX = 10_000;

/** Creates the store of refused calls. Nothing depends on them, so the oldest are deleted at the limit. */
export function createRefusalStore(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly settings: ListSettings;
}): RefusalStore {
  const { dialect, connection, commits } = args;
  const trim = compileTrim(dialect);
  return {
    add: (counts) =>
      commits.submit(
        function* () {
          for (let start = 0; start < counts.length; start += ROWS_MAX) {
            yield* run(compileAdd(dialect, counts.slice(start, start + ROWS_MAX)), {});
          }
          yield* run(trim, {});
        },
        { isQuiet: true },
      ),
    list: createWindowedList<RefusalFilter, StoredRefusal>(connection, args.settings, {
      extent: createExtent(dialect, 'refused_calls'),
      rowsIn: (wanted) => rowsIn(dialect, wanted),
    }),
  };
}

function compileAdd({ compiler }: StoreDialect, counts: readonly RefusalCount[]) {
  return compile(() =>
    compiler
      .insertInto('refused_calls')
      .values(counts.map(rowOf))
      .onConflict((conflict) =>
        conflict.column('fold_key').doUpdateSet((eb) => ({
          last_at_ms: eb.ref('excluded.last_at_ms'),
          count: eb('refused_calls.count', '+', eb.ref('excluded.count')),
        })),
      ),
  );
}

function rowOf(count: RefusalCount) {
  return columnsOf(
    count,
    'foldKey',
    'channel',
    'code',
    'field',
    'reason',
    'terminalId',
    'programme',
    'keyId',
    'address',
    'firstAtMs',
    'lastAtMs',
    'count',
  );
}

function compileTrim({ compiler }: StoreDialect) {
  return compile(() =>
    compiler
      .deleteFrom('refused_calls')
      .where('sequence', '<=', (eb) =>
        eb
          .selectFrom('refused_calls')
          .select('sequence')
          .orderBy('sequence', 'desc')
          .limit(sql.lit(1))
          .offset(sql.lit(ENTRIES_MAX)),
      ),
  );
}

function* rowsIn(
  { compiler }: StoreDialect,
  { filter, window, newestFirst, limit }: RowsWanted<RefusalFilter>,
): Operation<readonly StoredRefusal[]> {
  const { code, channel, terminalId, programme, keyId, address, fromMs, toMs } = filter;
  const statement = compile(() =>
    compiler
      .selectFrom('refused_calls')
      .select(named('sequence', 'channel', 'code', 'field', 'reason', 'terminalId', 'programme'))
      .select(named('keyId', 'address', 'firstAtMs', 'lastAtMs', 'count'))
      .where('sequence', '>=', window.oldest)
      .where('sequence', '<=', window.newest)
      .$if(code !== undefined, (q) => q.where('code', '=', code ?? 'INTERNAL'))
      .$if(channel !== undefined, (q) => q.where('channel', '=', channel ?? 'json'))
      .$if(terminalId !== undefined, (q) => q.where('terminal_id', '=', terminalId ?? ''))
      .$if(programme !== undefined, (q) => q.where('programme', '=', programme ?? ''))
      .$if(keyId !== undefined, (q) => q.where('key_id', '=', keyId ?? ''))
      .$if(address !== undefined, (q) => q.where('address', '=', address ?? ''))
      .$if(fromMs !== undefined, (q) => q.where('last_at_ms', '>=', fromMs ?? 0))
      .$if(toMs !== undefined, (q) => q.where('first_at_ms', '<', toMs ?? 0))
      .orderBy('sequence', newestFirst ? 'desc' : 'asc')
      .limit(limit),
  );
  return (yield* run(statement, {})).rows;
}
