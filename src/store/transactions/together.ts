import { type Kysely, sql } from 'kysely';
import type { Move } from '../../core/transactions/life.js';
import { wireDatesAround } from '../../core/wire/wire-date.js';
import type {
  Applied,
  ApplyInput,
  ClaimInput,
  ClaimOutcome,
} from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import type { Together } from '../engine/operation.js';
import type { Tables } from '../engine/schema.js';
import { compile } from '../engine/statement.js';
import { columnsOf, snake } from '../engine/names.js';
import { CLAIMED } from './claim.js';

/**
 * Creates the statements that claim and settle many rows at once, where a database commits several operations at a time. Each does what the operation does for a single plain row, and
 * leaves out every other row: its own operation then decides on it.
 *
 * Plans are made while the ledger is empty, and stay. `offset 0` and `lateral` keep the look-ups single, each by its index.
 */
export function createPaymentsTogether(
  { compiler, leaseNow }: StoreDialect,
  { reversalWindowMs }: { readonly reversalWindowMs: number },
) {
  const claims = compileRows(compiler, (rows) => claimAll(rows, leaseNow));
  const settlements = compileRows(compiler, settleAll);
  return {
    /** Null for a claim that needs more than an insert. */
    claim(input: ClaimInput): Together<ClaimOutcome> | null {
      const { decline, referenceId, referenceDate, sealedBody, requestId } = input;
      const isPlain =
        decline === null && referenceId === null && referenceDate === null && sealedBody === null;
      if (!isPlain) return null;
      const value: ClaimOutcome = { kind: 'claimed', attempt: 1 };
      return { statement: claims, key: requestId, row: claimRow(input, reversalWindowMs), value };
    },
    /** Settles a row that is as its call claimed it. */
    settle(input: ApplyInput, to: Move): Together<Applied> | null {
      const { brought, requestId } = input;
      const isPlain =
        to.writes === 'outcome' && to.state !== 'queued' && (brought?.rawAnswer ?? null) !== null;
      if (!isPlain || brought === undefined) return null;
      const value: Applied = { kind: 'moved', state: to.state, row: null };
      return {
        statement: settlements,
        key: requestId,
        row: settledRow(input, to, brought),
        value,
      };
    },
  };
}

function compileRows(
  compiler: Kysely<Tables>,
  statement: (rows: string) => ReturnType<typeof claimAll>,
): Together['statement'] {
  return compile((p: { rows: string }) => ({ compile: () => statement(p.rows).compile(compiler) }));
}

function claimRow(input: ClaimInput, reversalWindowMs: number): Together['row'] {
  const { transactionId, transactionDate, reversedBy } = input;
  const isReversible = transactionId !== null && transactionDate !== null && reversedBy.length > 0;
  return {
    ...columnsOf(input, ...CLAIMED),
    reversed_id: isReversible ? transactionId : null,
    reversed_by: JSON.stringify(reversedBy),
    ...(isReversible ? wireDatesAround(transactionDate, reversalWindowMs) : { from: null, to: null }),
  };
}

/** Reversals by exact and by near date each have their index, as in `Finder.reversing`. */
function claimAll(rows: string, leaseNow: StoreDialect['leaseNow']) {
  const columns = refs(...CLAIMED);
  const reversal = sql`select from transactions as r where r.reference_id = i.reversed_id and r.terminal_id = i.terminal_id
        and r.reference = i.reference
        and r.method_name in (select jsonb_array_elements_text(cast(i.reversed_by as jsonb)))`;
  return sql<{ key: string }>`with given as (select cast(${rows} as json) as rows), i as (
      select each.* from given, rows from (
        json_populate_recordset(null::transactions, given.rows),
        json_to_recordset(given.rows) as (reversed_id text, reversed_by text, "from" text, "to" text)
      ) as each
    ), made as (
      insert into transactions (${columns}, attempt, claimed_at_ms)
      select ${columns}, 1, ${leaseNow}
      from i
      where not exists (${reversal} and r.reference_date = i.transaction_date offset 0)
        and not exists (${reversal} and r.original_request_id is null and r.reference_date between i."from" and i."to" offset 0)
      -- Several commits insert contents in one order, so that none waits for another that waits for it.
      order by i.digest
      on conflict do nothing
      returning request_id
    )
    select request_id as key from made`;
}

/** Values that a settlement gives to a row as they are. */
const SETTLED = [
  ...(['state', 'resultCode', 'errorCode', 'replyReason', 'failure', 'repliedResultCode'] as const),
  ...(['terminalRepliedCode', 'settledAtMs', 'refusedSentAtMs', 'answeredAtMs', 'httpStatus'] as const),
  ...(['rawAnswer', 'answer'] as const),
] as const;

function settledRow(
  { requestId, atMs }: ApplyInput,
  to: Move,
  brought: NonNullable<ApplyInput['brought']>,
): Together['row'] {
  const settled = { ...to, ...brought, settledAtMs: atMs, requestId };
  return columnsOf(settled, 'requestId', 'sentAtMs', ...SETTLED);
}

/** A row that another commit holds is left out, and delays none of the others. */
function settleAll(rows: string) {
  const settings = sql.join(SETTLED.map(snake).map((name) => sql`${sql.ref(name)} = h.${sql.ref(name)}`));
  return sql<{ key: string }>`with i as (
      select * from json_populate_recordset(null::transactions, cast(${rows} as json))
    ), held as (
      select i.*, place.* from i cross join lateral (
        select t.ctid as place from transactions as t where ltrim(t.request_id, '0123456789') = ltrim(i.request_id, '0123456789') and t.request_id = i.request_id offset 0
        for no key update skip locked) as place
    ), moved as (
      update transactions as t set ${settings}, sent_at_ms = coalesce(h.sent_at_ms, t.sent_at_ms),
        next_attempt_at_ms = null,
        sealed_body = case when h.state not in ('answered', 'contradicted') then t.sealed_body end
      from held as h
      where t.ctid = h.place and t.attempt = 1 and t.state || '' = 'pending'
        and t.replied_result_code is null and t.terminal_replied_code is null
      returning t.request_id
    )
    select request_id as key from moved`;
}

/** Returns a list of columns. */
function refs(...names: readonly string[]) {
  return sql.join(names.map((name) => sql.ref(snake(name))));
}
