import { sql } from 'kysely';
import type { RefusalCount, RefusalFilter, RefusalStore } from '../../use-cases/access/refusal-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createRows, createWindowedList, during, equal } from '../engine/windowed-list.js';
import { columnsOf, named } from '../engine/names.js';
import type { StoreParts } from '../parts.js';

/** Maximum number of rows of one statement. A small one keeps the number of different statements low. */
const ROWS_MAX = 50;
/** Maximum number of entries. The newest stay. */
const ENTRIES_MAX = 10_000;

/** Creates the store of refused calls. Nothing depends on them, so the oldest are deleted at the limit. */
export function createRefusalStore({ dialect, connection, commits, settings }: StoreParts): RefusalStore {
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
    list: createWindowedList(
      connection,
      settings,
      createRows(dialect, 'refused_calls', createMatching(dialect)),
    ),
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

function createMatching({ compiler }: StoreDialect) {
  return ({ code, channel, terminalId, programme, keyId, address, fromMs, toMs }: RefusalFilter) =>
    compiler
      .selectFrom('refused_calls')
      .select(named('sequence', 'channel', 'code', 'field', 'reason', 'terminalId', 'programme'))
      .select(named('keyId', 'address', 'firstAtMs', 'lastAtMs', 'count'))
      .where(equal({ code, channel, terminal_id: terminalId, programme, key_id: keyId, address }))
      .where(during('last_at_ms', fromMs, undefined))
      .where(during('first_at_ms', undefined, toMs));
}
