import { sql } from 'kysely';
import type {
  RateCount,
  RateCounts,
  RateLimit,
  SourcedCount,
} from '../../use-cases/access/rate-limit-port.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';

/** Maximum rows of one statement. A small limit keeps the number of different statements small. */
const ROWS_MAX = 50;
/** Time that readers look back, because a commit becomes visible later than the time that it writes. */
const LOOK_BACK_MS = 5000;
/** Maximum rows of one read. */
const READ_MAX = 5000;

/** Returns the store of rate counts. It holds totals, so a repeated or skipped read loses nothing. */
export function createRateCounts(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
}): RateCounts {
  const { dialect, connection, commits } = args;
  const statements = compileStatements(dialect);

  function* put({ source, counts, nowMs }: Parameters<RateCounts['put']>[0]): Operation<void> {
    const databaseMs = yield* databaseNowMs(dialect);
    const when = { databaseMs, aheadMs: databaseMs - nowMs };
    for (let start = 0; start < counts.length; start += ROWS_MAX) {
      const rows = counts.slice(start, start + ROWS_MAX).map((count) => rowOf(source, count, when));
      yield* run(compilePut(dialect, rows), {});
    }
  }

  function* changed(asked: Parameters<RateCounts['changed']>[0]): Operation<{
    counts: readonly SourcedCount[];
    cursor: number;
  }> {
    const cursor = yield* databaseNowMs(dialect);
    const since = asked.since - LOOK_BACK_MS;
    const { rows } = yield* run(statements.changed, { since, source: asked.source, nowMs: cursor });
    return { counts: rows.map((row) => countOf(row, cursor - asked.nowMs)), cursor };
  }

  function* take(count: Parameters<RateCounts['take']>[0]): Operation<boolean> {
    const wanted = { ...count, key: JSON.stringify(count.key), nowMs: yield* databaseNowMs(dialect) };
    return (yield* run(statements.take, wanted)).changes > 0;
  }

  function* expire(): Operation<void> {
    yield* run(statements.expire, { nowMs: yield* databaseNowMs(dialect) });
  }

  return {
    put: (input) => commits.submit(() => put(input), { isHousekeeping: true }),
    changed: (asked) => connection.read(changed(asked)),
    take: (count) => commits.submit(() => take(count), { isHousekeeping: true }),
    expire: () => commits.submit(expire, { isHousekeeping: true }),
  };
}

interface Row {
  readonly source: string;
  readonly limit_name: string;
  readonly rate_key: string;
  readonly taken: number;
  readonly is_limited: number;
  readonly ends_at_ms: number;
}

/** Makes a row. Keys hold text from callers; as JSON they contain nothing that a database refuses. */
function rowOf(
  source: string,
  count: RateCount,
  when: { readonly databaseMs: number; readonly aheadMs: number },
): Row & { readonly changed_at_ms: number } {
  return {
    source,
    limit_name: count.limit,
    rate_key: JSON.stringify(count.key),
    taken: count.count,
    is_limited: Number(count.isLimited),
    ends_at_ms: Math.round(count.endsAtMs + when.aheadMs),
    changed_at_ms: when.databaseMs,
  };
}

/** Reads a row. `aheadMs` is the lead of the database's clock over the reader's clock. */
function countOf(row: Row, aheadMs: number): SourcedCount {
  return {
    source: row.source,
    limit: row.limit_name as RateLimit,
    key: JSON.parse(row.rate_key) as string,
    count: row.taken,
    isLimited: row.is_limited === 1,
    endsAtMs: row.ends_at_ms - aheadMs,
  };
}

function compilePut({ compiler }: StoreDialect, rows: readonly ReturnType<typeof rowOf>[]) {
  return compile(() =>
    compiler
      .insertInto('rate_counts')
      .values([...rows])
      .onConflict((conflict) =>
        conflict.columns(['source', 'limit_name', 'rate_key']).doUpdateSet((eb) => ({
          taken: eb.ref('excluded.taken'),
          is_limited: eb.ref('excluded.is_limited'),
          ends_at_ms: eb.ref('excluded.ends_at_ms'),
          changed_at_ms: eb.ref('excluded.changed_at_ms'),
        })),
      ),
  );
}

function compileStatements({ compiler }: StoreDialect) {
  return {
    changed: compile((p: { since: number; source: string; nowMs: number }) =>
      compiler
        .selectFrom('rate_counts')
        .select(['source', 'limit_name', 'rate_key', 'taken', 'is_limited', 'ends_at_ms'])
        .where('changed_at_ms', '>=', p.since)
        .where('ends_at_ms', '>', p.nowMs)
        .where('source', '<>', p.source)
        .orderBy('changed_at_ms', 'desc')
        .limit(sql.lit(READ_MAX)),
    ),
    take: compile((p: Pick<SourcedCount, 'source' | 'limit' | 'key'> & { nowMs: number }) =>
      compiler
        .deleteFrom('rate_counts')
        .where('source', '=', p.source)
        .where('limit_name', '=', p.limit)
        .where('rate_key', '=', p.key)
        .where('ends_at_ms', '>', p.nowMs),
    ),
    expire: compile((p: { nowMs: number }) =>
      compiler.deleteFrom('rate_counts').where('ends_at_ms', '<', p.nowMs),
    ),
  };
}
