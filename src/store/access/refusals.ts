import type { RefusalFilter, RefusalStore } from '../../use-cases/access/refusal-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { columnsOf, named } from '../engine/names.js';
import { runOnce } from '../engine/operation.js';
import { createList, during, equal } from '../engine/windowed-list.js';
import type { StoreParts } from '../parts.js';

/** Maximum number of rows of one statement. A small one keeps the number of different statements low. */
const ROWS_MAX = 50;
/** Maximum number of entries. The newest stay. */
const ENTRIES_MAX = 10_000;

/** Creates the store of refused calls. Nothing depends on them, so the oldest are deleted at the limit. */
export function createRefusalStore(args: StoreParts): RefusalStore {
  const { dialect, commits } = args;
  const { compiler } = dialect;
  const newest = compiler.selectFrom('refused_calls').select('sequence').orderBy('sequence', 'desc');
  return {
    add: (counts) =>
      commits.submit(
        function* () {
          const rows = counts.map((count) => columnsOf(count, ...SHOWN, 'foldKey'));
          for (let start = 0; start < rows.length; start += ROWS_MAX) {
            yield* runOnce(
              compiler
                .insertInto('refused_calls')
                .values(rows.slice(start, start + ROWS_MAX))
                .onConflict((conflict) =>
                  conflict.column('fold_key').doUpdateSet((eb) => ({
                    last_at_ms: eb.ref('excluded.last_at_ms'),
                    count: eb('refused_calls.count', '+', eb.ref('excluded.count')),
                    method: eb.ref('excluded.method'),
                    reference: eb.ref('excluded.reference'),
                    amount: eb.ref('excluded.amount'),
                    request_id: eb.ref('excluded.request_id'),
                    http_request_id: eb.ref('excluded.http_request_id'),
                  })),
                ),
            );
          }
          const firstTooMany = newest.limit(1).offset(ENTRIES_MAX);
          yield* runOnce(compiler.deleteFrom('refused_calls').where('sequence', '<=', firstTooMany));
        },
        { isQuiet: true },
      ),
    list: createList(args, 'refused_calls', createMatching(dialect)),
  };
}

const SHOWN = [
  'channel',
  'code',
  'field',
  'reason',
  'terminalId',
  'programme',
  'keyId',
  'address',
  'method',
  'reference',
  'amount',
  'requestId',
  'httpRequestId',
  'firstAtMs',
  'lastAtMs',
  'count',
] as const;

function createMatching({ compiler }: StoreDialect) {
  return ({ fromMs, toMs, terminalId, keyId, requestId, httpRequestId, ...others }: RefusalFilter) =>
    compiler
      .selectFrom('refused_calls')
      .select(named('sequence', ...SHOWN))
      .where(equal({ ...others, terminal_id: terminalId, key_id: keyId }))
      .where(equal({ request_id: requestId, http_request_id: httpRequestId }))
      .where(during('last_at_ms', fromMs, undefined))
      .where(during('first_at_ms', undefined, toMs));
}
