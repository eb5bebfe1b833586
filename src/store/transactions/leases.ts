import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { justClaimed, next, type ReplyReason } from '../../core/transactions/life.js';
import { EFFECTS } from '../../core/transactions/methods.js';
import type { Ledger, TransactionRow, TransactionState } from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { all, first, type Operation, run } from '../engine/operation.js';
import type { Tables } from '../engine/schema.js';
import { compile } from '../engine/statement.js';
import { IS_OPEN, NEXT_ATTEMPT, ROW } from './row.js';
import type { AppendTransactionEvents } from './saved-transactions.js';

type Arguments<Method extends 'expireLeases' | 'takeOver' | 'leaseDoubts' | 'leaseQueued'> = Parameters<
  Ledger[Method]
>[0];

/**
 * Creates the operations on owners of rows, and on the ends of their leases.
 *
 *   pending   leased from its claim on. Past the lease, nobody knows whether the call was sent, so it counts as sent
 *   queued    next_attempt_at_ms: time of the next send; 0 while the worker that claimed it sends it. Past the lease it is due again
 *   in_doubt  next_attempt_at_ms: time of the next inquiry on its route, where the route allows one
 *
 * All times are by the dialect's lease clock.
 */
export function createLeases(dialect: StoreDialect, report: AppendTransactionEvents) {
  const leaseClock = compileLeaseClock(dialect);
  const expire = compileExpire(dialect);
  const release = compileRelease(dialect);
  const queuedRoutes = createQueuedRoutes(dialect);
  const leaseDue = compileLeaseQueued(dialect);
  const leaseDoubts = compileLeaseDoubts(dialect);

  function* endLeases(
    ended: Ended,
    ending: Arguments<'expireLeases'>['ending'],
  ): Operation<readonly TransactionRow[]> {
    const rows = yield* all(expire, ended);
    yield* report(rows);
    ending?.(rows);
    return rows;
  }

  return {
    *expire({ owner, leaseMs, running, ending, limit }: Arguments<'expireLeases'>) {
      // Read the list after the clock. Later claims have leases that end after this time, however long the statement waits.
      const beforeMs = ((yield* first(leaseClock, {}))?.nowMs ?? 0) - leaseMs;
      const runningList = JSON.stringify(running());
      return yield* endLeases({ owner, limit, runningList, ownBeforeMs: beforeMs, beforeMs }, ending);
    },
    /**
     * Ends all leases of previous processes at once. An advice that one of them was sending is due now. It counts as perhaps sent, as
     * after its lease.
     */
    *takeOver({ owner, ending, limit }: Arguments<'takeOver'>) {
      for (const route of yield* queuedRoutes()) yield* run(release, { owner, route });
      const others = { ownBeforeMs: 0, beforeMs: Number.MAX_SAFE_INTEGER };
      return yield* endLeases({ owner, limit, runningList: '[]', ...others }, ending);
    },
    *leaseDoubts({ routes, ...args }: Arguments<'leaseDoubts'>) {
      const rows: TransactionRow[] = [];
      for (const route of routes) rows.push(...(yield* all(leaseDoubts, { ...args, route })));
      return rows;
    },
    *leaseQueued({ exceptRoutes = [], running, limit, ...args }: Arguments<'leaseQueued'>) {
      const runningList = JSON.stringify(running?.() ?? []);
      const leased: NonNullable<(typeof leaseDue)['row']>[] = [];
      for (const route of yield* queuedRoutes())
        if (!exceptRoutes.includes(route))
          leased.push(...(yield* all(leaseDue, { ...args, runningList, route, limit })));
      return leased.flatMap(({ sealedBody, ...row }) => (sealedBody === null ? [] : [{ row, sealedBody }]));
    },
  };
}

function compileRelease({ compiler, leaseNow }: StoreDialect) {
  return compile((p: { readonly owner: string; readonly route: string }) =>
    compiler
      .updateTable('transactions')
      .set({ ...PERHAPS_SENT, next_attempt_at_ms: leaseNow })
      .where('state', '=', sql.lit('queued'))
      .where('route', '=', p.route)
      .where('next_attempt_at_ms', '=', sql.lit(0))
      .where('owner', '<>', p.owner),
  );
}

/** Returns the routes of queued rows, and reads one index entry for each. Rows may have a route that is no longer configured. */
function createQueuedRoutes({ compiler }: StoreDialect) {
  const next = compile((p: { readonly after: string }) =>
    compiler
      .selectFrom('transactions')
      .select('route')
      .where('state', '=', sql.lit('queued'))
      .where('route', '>', p.after)
      .orderBy('route')
      .limit(sql.lit(1)),
  );
  return function* queuedRoutes(): Operation<readonly string[]> {
    const routes: string[] = [];
    for (;;) {
      const found = yield* first(next, { after: routes.at(-1) ?? '' });
      if (found === null || routes.includes(found.route)) return routes;
      routes.push(found.route);
    }
  };
}

/** Failure of an attempt whose process ended, or came too late. */
const LEASE_ENDED = sql.lit('lease_ended');

/** Values of an attempt that its process perhaps sent. */
const PERHAPS_SENT = {
  sent_at_ms: sql<number>`coalesce(sent_at_ms, claimed_at_ms)`,
  refused_sent_at_ms: null,
  failure: LEASE_ENDED,
};

/** Values that a pending row gets when its owner is gone (core: next), by its effect. */
const OWNER_GONE = {
  state: ownerGone<TransactionState>('state'),
  error_code: ownerGone<string | null>('errorCode'),
  reply_reason: ownerGone<ReplyReason | null>('replyReason'),
  failure: ownerGone<string | null>('failure'),
};

function ownerGone<Value>(name: 'state' | 'errorCode' | 'replyReason' | 'failure') {
  const cases = EFFECTS.map((effect) => {
    const to = next(justClaimed({ effect, keyId: null }), { kind: 'owner_gone' });
    return sql`when ${sql.lit(effect)} then ${sql.lit(to?.[name] ?? null)}`;
  });
  return sql<Value>`case effect ${sql.join(cases, sql` `)} end`;
}

function compileLeaseClock({ compiler, leaseNow }: StoreDialect) {
  return compile((_: object) => compiler.selectNoFrom(sql<number>`${leaseNow}`.as('nowMs')));
}

interface Running {
  readonly owner: string;
  readonly runningList: string;
}

/** Selects the rows that the process `owner` is not working on. */
function isLeftBy(
  { isListed }: StoreDialect,
  eb: ExpressionBuilder<Tables, 'transactions'>,
  { owner, runningList }: Running,
) {
  return eb.or([eb('owner', '<>', owner), eb.not(isListed('request_id', runningList))]);
}

/** Leases of claims before `beforeMs`; those of `owner` itself, before `ownBeforeMs`. */
interface Ended extends Running {
  readonly ownBeforeMs: number;
  readonly beforeMs: number;
  readonly limit: number;
}

function compileExpire(dialect: StoreDialect) {
  const { compiler, isTakenFrom, leaseNow } = dialect;
  return compile((p: Ended) =>
    compiler
      .updateTable('transactions')
      .set({
        ...OWNER_GONE,
        sent_at_ms: PERHAPS_SENT.sent_at_ms,
        settled_at_ms: leaseNow,
        next_attempt_at_ms: sql`case effect when 'advice' then ${leaseNow} else null end`,
      })
      .where((eb) =>
        isTakenFrom(
          eb
            .selectFrom('transactions')
            .select('sequence')
            .where('state', '=', sql.lit('pending'))
            .where(IS_OPEN)
            .where((eb) =>
              eb.or([
                eb.and([eb('owner', '<>', p.owner), eb('claimed_at_ms', '<', p.beforeMs)]),
                eb.and([eb('claimed_at_ms', '<', p.ownBeforeMs), isLeftBy(dialect, eb, p)]),
              ]),
            )
            .limit(p.limit),
        ),
      )
      .returning([...ROW, NEXT_ATTEMPT]),
  );
}

function compileLeaseDoubts({ compiler, isTakenFrom, leaseNow }: StoreDialect) {
  return compile((p: Omit<Arguments<'leaseDoubts'>, 'routes'> & { readonly route: string }) =>
    compiler
      .updateTable('transactions')
      .set({
        next_attempt_at_ms: sql`${leaseNow} + case
          when ${leaseNow} - claimed_at_ms < ${p.pauseMinMs} then ${p.pauseMinMs}
          when ${leaseNow} - claimed_at_ms > ${p.pauseMaxMs} then ${p.pauseMaxMs}
          else ${leaseNow} - claimed_at_ms end`,
      })
      .where((eb) =>
        isTakenFrom(
          eb
            .selectFrom('transactions')
            .select('sequence')
            .where('state', '=', sql.lit('in_doubt'))
            .where(IS_OPEN)
            .where('route', '=', p.route)
            .where((or) =>
              or.or([or('next_attempt_at_ms', 'is', null), or('next_attempt_at_ms', '<=', leaseNow)]),
            )
            .orderBy('sequence')
            .limit(p.limit),
        ),
      )
      .returning([...ROW, NEXT_ATTEMPT]),
  );
}

/** Leases due rows of one route, by `transactions_route_due`: a condition on several routes would read all rows of the others. */
function compileLeaseQueued(dialect: StoreDialect) {
  const { compiler, isTakenFrom, leaseNow } = dialect;
  return compile(
    (p: Omit<Arguments<'leaseQueued'>, 'exceptRoutes' | 'running'> & Running & { readonly route: string }) =>
      compiler
        .updateTable('transactions')
        .set({
          attempt: sql`attempt + 1`,
          owner: p.owner,
          claimed_at_ms: leaseNow,
          // The worker of a lease that ran out (next attempt 0) may have sent the call.
          sent_at_ms: sql`case next_attempt_at_ms when 0 then coalesce(sent_at_ms, claimed_at_ms) else sent_at_ms end`,
          refused_sent_at_ms: sql`case next_attempt_at_ms when 0 then null else refused_sent_at_ms end`,
          failure: sql`case next_attempt_at_ms when 0 then ${LEASE_ENDED} else failure end`,
          next_attempt_at_ms: sql.lit(0),
        })
        .where((eb) =>
          isTakenFrom(
            eb
              .selectFrom('transactions')
              .select('sequence')
              .where('state', '=', sql.lit('queued'))
              .where('route', '=', p.route)
              .where('next_attempt_at_ms', '<=', leaseNow)
              .where(sql<SqlBool>`(next_attempt_at_ms > 0 or claimed_at_ms <= ${leaseNow} - ${p.leaseMs})`)
              .where((eb) => isLeftBy(dialect, eb, p))
              .where('sealed_body', 'is not', null)
              .orderBy('next_attempt_at_ms')
              .limit(p.limit),
          ),
        )
        .returning([...ROW, NEXT_ATTEMPT, 'sealed_body as sealedBody']),
  );
}
