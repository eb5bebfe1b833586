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
import { requestKey } from './row.js';

/** Statements that claim, or settle, many payments at once, where a database commits several operations at a time. */
interface PaymentsTogether {
  /** Null for a claim that needs more than an insert. */
  claim(input: ClaimInput): Together<ClaimOutcome> | null;
  /** Settles a row that is as its call claimed it. */
  settle(input: ApplyInput, to: Move): Together<Applied> | null;
}

/**
 * Creates the statements that claim and settle many rows at once. Each does what the operation does for a single plain row, and
 * leaves out every other row: its own operation then decides on it.
 *
 * Plans are made while the ledger is empty, and stay. `offset 0` and `lateral` keep the look-ups single, each by its index.
 */
export function createPaymentsTogether(
  { compiler, leaseNow }: StoreDialect,
  { reversalWindowMs }: { readonly reversalWindowMs: number },
): PaymentsTogether {
  const claims = compileRows(compiler, (rows) => claimAll(rows, leaseNow));
  const settlements = compileRows(compiler, settleAll);
  return {
    claim(input) {
      const { decline, referenceId, referenceDate, sealedBody, requestId } = input;
      const isPlain =
        decline === null && referenceId === null && referenceDate === null && sealedBody === null;
      if (!isPlain) return null;
      const value: ClaimOutcome = { kind: 'claimed', attempt: 1 };
      return { statement: claims, key: requestKey(requestId), row: claimRow(input, reversalWindowMs), value };
    },
    settle(input, to) {
      const { brought, requestId } = input;
      const isPlain =
        to.writes === 'outcome' && to.state !== 'queued' && (brought?.rawAnswer ?? null) !== null;
      if (!isPlain || brought === undefined) return null;
      const value: Applied = { kind: 'moved', state: to.state, row: null };
      return {
        statement: settlements,
        key: requestKey(requestId),
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
    request_id: input.requestId,
    request_key: requestKey(input.requestId),
    method_name: input.methodName,
    effect: input.effect,
    channel: input.channel,
    programme: input.programme,
    terminal_id: input.terminalId,
    reference: input.reference,
    customer_id: input.customerId,
    card_id: input.cardId,
    key_id: input.keyId,
    request_amount: input.requestAmount,
    transaction_id: transactionId,
    transaction_date: transactionDate,
    checksum: input.checksum,
    checksum_key: input.checksumKey,
    digest: input.digest,
    route: input.route,
    state: input.state,
    owner: input.owner,
    received_at_ms: input.receivedAtMs,
    request: input.request,
    lease_ms: input.leaseMs,
    reversed_id: isReversible ? transactionId : null,
    reversed_by: JSON.stringify(reversedBy),
    ...(isReversible ? wireDatesAround(transactionDate, reversalWindowMs) : { from: null, to: null }),
  };
}

/** Reversals by exact and by near date each have their index, as in `Finder.reversing`. */
function claimAll(rows: string, leaseNow: StoreDialect['leaseNow']) {
  const reversal = sql`select from transactions as r where r.reference_id = i.reversed_id and r.terminal_id = i.terminal_id
        and r.reference = i.reference
        and r.method_name in (select jsonb_array_elements_text(cast(i.reversed_by as jsonb)))`;
  return sql<{ key: string }>`with i as (
      select * from json_to_recordset(cast(${rows} as json)) as given (
        request_id text, request_key text, method_name text, effect text, channel text, programme text, terminal_id text,
        reference text, customer_id bigint, card_id bigint, key_id text, request_amount bigint, transaction_id text,
        transaction_date text, checksum text, checksum_key text, digest text, route text, state text, owner text,
        received_at_ms bigint, request text, lease_ms bigint, reversed_id text, reversed_by text, "from" text, "to" text)
    ), made as (
      insert into transactions (request_id, request_key, method_name, effect, channel, programme, terminal_id, reference,
        customer_id, card_id, key_id, request_amount, transaction_id, transaction_date, checksum, checksum_key, digest, route,
        state, owner, received_at_ms, request, attempt, lease_until_ms, claimed_at_ms)
      select i.request_id, i.request_key, i.method_name, i.effect, i.channel, i.programme, i.terminal_id, i.reference,
        i.customer_id, i.card_id, i.key_id, i.request_amount, i.transaction_id, i.transaction_date, i.checksum,
        i.checksum_key, i.digest, i.route, i.state, i.owner, i.received_at_ms, i.request, 1, ${leaseNow} + i.lease_ms, ${leaseNow}
      from i
      where not exists (${reversal} and r.reference_date = i.transaction_date offset 0)
        and not exists (${reversal} and r.original_request_id is null and r.reference_date between i."from" and i."to" offset 0)
      -- Several commits insert contents in one order, so that none waits for another that waits for it.
      order by i.digest
      on conflict do nothing
      returning request_key
    )
    select request_key as key from made`;
}

function settledRow(
  input: ApplyInput,
  to: Move,
  brought: NonNullable<ApplyInput['brought']>,
): Together['row'] {
  return {
    request_key: requestKey(input.requestId),
    state: to.state,
    result_code: to.resultCode,
    error_code: to.errorCode,
    reply_reason: to.replyReason,
    failure: brought.failure,
    replied_result_code: to.repliedResultCode,
    terminal_replied_code: to.terminalRepliedCode,
    settled_at_ms: input.atMs,
    sent_at_ms: brought.sentAtMs,
    refused_sent_at_ms: brought.refusedSentAtMs,
    answered_at_ms: brought.answeredAtMs,
    http_status: brought.httpStatus,
    raw_answer: brought.rawAnswer,
    answer: brought.answer,
  };
}

/** A row that another commit holds is left out, and delays none of the others. */
function settleAll(rows: string) {
  return sql<{ key: string }>`with i as (
      select * from json_to_recordset(cast(${rows} as json)) as given (
        request_key text, state text, result_code bigint, error_code text, reply_reason text, failure text,
        replied_result_code bigint, terminal_replied_code bigint, settled_at_ms bigint, sent_at_ms bigint,
        refused_sent_at_ms bigint, answered_at_ms bigint, http_status integer, raw_answer text, answer text)
    ), held as (
      select i.*, place.* from i cross join lateral (
        select t.ctid as place from transactions as t where t.request_key = i.request_key offset 0
        for no key update skip locked) as place
    ), moved as (
      update transactions as t set state = h.state, result_code = h.result_code, error_code = h.error_code,
        reply_reason = h.reply_reason, failure = h.failure, replied_result_code = h.replied_result_code,
        terminal_replied_code = h.terminal_replied_code, settled_at_ms = h.settled_at_ms,
        sent_at_ms = coalesce(h.sent_at_ms, t.sent_at_ms), refused_sent_at_ms = h.refused_sent_at_ms,
        answered_at_ms = h.answered_at_ms, http_status = h.http_status, raw_answer = h.raw_answer, answer = h.answer,
        next_attempt_at_ms = null, lease_until_ms = 0, sealed_body = case when h.state not in ('answered', 'contradicted') then t.sealed_body end
      from held as h
      where t.ctid = h.place and t.attempt = 1 and t.state || '' = 'pending'
        and t.replied_result_code is null and t.terminal_replied_code is null
      returning t.request_key
    )
    select request_key as key from moved`;
}
