import { sql } from 'kysely';
import { isApproval } from '../../core/transactions/result-codes.js';
import { CardwayError } from '../../platform/errors.js';
import type {
  ReplyReason,
  SettleInput,
  SettleOutcome,
  RecordReplyInput,
  RecordReplyOutcome,
  TransactionState,
} from '../../use-cases/transactions/ledger-port.js';
import { compileAuditEntry } from '../access/audit.js';
import type { StoreDialect } from '../engine/dialect.js';
import type { EventLogLock } from '../engine/locks.js';
import { type Operation, run, runWith, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createKeepCounted } from './count.js';
import type { Finder } from './find.js';
import type { Reversals } from './reversals.js';
import { requestKey } from './row.js';
import type { AppendTransactionEvents } from './saved-transactions.js';
import { createAppending } from './texts.js';
import { columnsOf } from '../engine/names.js';

interface Computed {
  readonly requestKey: string;
  readonly nextAttemptInMs: number | null;
  /** Null for an outcome without texts. */
  readonly answerAttempt: number | null;
}

/**
 * Saves an outcome, fenced by its attempt. Null in the input keeps `sentAtMs` and the replied codes. Once a call may have reached
 * downstream, no later refusal may hide that. The answer deletes the sealed body.
 */
export function createSettle(
  dialect: StoreDialect,
  parts: { readonly finder: Finder; readonly report: AppendTransactionEvents; readonly reversals: Reversals },
): Settle {
  const { finder, report } = parts;
  const audit = compileAuditEntry(dialect);
  const removePrevious = compileRemovePriorText(dialect);
  // One statement for each used list of states; they are few.
  const known = new Map<string, Save>();
  const saveFrom = (states: readonly TransactionState[], input: SettleInput): Save => {
    const key = `${states.join()}/${fenceOf(input)}/${String(hasTexts(input))}`;
    let save = known.get(key);
    if (save === undefined) known.set(key, (save = createSave(dialect, input, states)));
    return save;
  };
  const keepCounted = createKeepCounted(dialect);
  function* save(input: SettleInput, states: readonly TransactionState[] = input.fromStates): Step<boolean> {
    const named = { requestKey: requestKey(input.requestId) };
    const isSaved = yield* saveFrom(states, input)(input, {
      ...named,
      nextAttemptInMs: input.state === 'queued' ? (input.nextAttemptInMs ?? 0) : null,
      answerAttempt: hasTexts(input) ? input.attempt : null,
    });
    if (isSaved && input.attempt > 1 && hasTexts(input)) yield* runWith(removePrevious, input, named);
    return isSaved;
  }

  /** Returns the outcome of a row with an early reversal. Pending rows have none. */
  function* earlyReversal(input: SettleInput): Step<SettleOutcome | null> {
    const row = yield* finder.find(input.requestId);
    const isOurs = row?.attempt === input.attempt && input.fromStates.includes(row.state);
    if (row === null || !isOurs || (yield* parts.reversals.earlyOf(input.requestId)) === null) return null;
    return { kind: 'reversed', row };
  }

  function* saveUnlessReversed(input: SettleInput): Step<boolean | SettleOutcome> {
    if (input.unlessReversed !== true) return yield* save(input);
    const isPossible = input.fromStates.includes('pending');
    if (isPossible && (yield* save(input, PENDING))) return true;
    return (yield* earlyReversal(input)) ?? (yield* save(input));
  }

  function* settle(input: SettleInput): Step<SettleOutcome> {
    // The count does not look at an answered row again.
    const counted = input.fromStates.includes('answered') ? yield* finder.find(input.requestId) : null;
    const saved = yield* saveUnlessReversed(input);
    if (typeof saved === 'object') return saved;
    if (!saved) return { kind: 'lost', row: yield* finder.find(input.requestId) };
    if (counted !== null) yield* keepCounted(counted);
    if (input.audit !== undefined) yield* run(audit, { ...input.audit, atMs: input.settledAtMs });
    return SETTLED;
  }

  return {
    unreported: settle,
    *reported(log, input) {
      const outcome = yield* settle(input);
      const row = outcome.kind === 'settled' ? yield* finder.find(input.requestId) : null;
      if (row !== null) yield* report(log, [row]);
      return outcome;
    },
  };
}

type AlertedState = Extract<SettleInput['state'], 'in_doubt' | 'contradicted'>;
type InState<State> = SettleInput & { readonly state: State };
export type Unalerted = InState<Exclude<SettleInput['state'], AlertedState>>;

interface Settle {
  /** Settles to a state that operators are alerted to, in the same commit. */
  reported(log: EventLogLock, input: InState<AlertedState>): Operation<SettleOutcome>;
  unreported(input: Unalerted): Operation<SettleOutcome>;
}

export function isAlerted(input: SettleInput): input is InState<AlertedState> {
  return input.state === 'in_doubt' || input.state === 'contradicted';
}

export function createRecordReply(
  { compiler }: StoreDialect,
  { finder }: { readonly finder: Finder },
): (input: RecordReplyInput) => Operation<RecordReplyOutcome> {
  const decline = compile((p: RecordReplyInput, q: { readonly requestKey: string }) =>
    compiler
      .updateTable('transactions')
      .set({
        told_result_code: sql`case when key_id is null then ${p.repliedResultCode} else told_result_code end`,
        terminal_told_code: p.repliedResultCode,
        // An earlier attempt may have got the same reply. This says that the attempt that runs got it too.
        default_reason: sql<ReplyReason | null>`case state when 'pending' then 'timeout' else default_reason end`,
      })
      .where('request_key', '=', q.requestKey)
      .where('attempt', '=', p.attempt)
      .where(STATE, 'in', statesOf(['pending', 'in_doubt', 'refused']))
      .where((or) => or.or([or(TERMINAL_REPLY, 'is', null), or(TERMINAL_REPLY, '=', p.repliedResultCode)])),
  );
  const approval = compile((p: RecordReplyInput, q: { readonly requestKey: string }) =>
    compiler
      .updateTable('transactions')
      .set({ terminal_told_code: p.repliedResultCode })
      .where('request_key', '=', q.requestKey)
      .where('attempt', '=', p.attempt)
      .where(STATE, '=', 'answered'),
  );
  return function* recordReply(input) {
    const named = { requestKey: requestKey(input.requestId) };
    const update = isApproval(input.repliedResultCode) ? approval : decline;
    if ((yield* runWith(update, input, named)).changes === 1) return { kind: 'told' };
    const row = yield* finder.find(input.requestId);
    if (row !== null) return { kind: 'lost', row };
    throw new CardwayError('INTERNAL', {
      cause: new Error('A reply cannot be recorded for a row that was never claimed.'),
    });
  };
}

/** SQL form of `terminalReply`. */
const TERMINAL_REPLY = sql<
  number | null
>`case when key_id is null then coalesce(told_result_code, terminal_told_code) else terminal_told_code end`;

/** No reply was recorded for the attempt that runs. */
const UNTOLD_WHILE_PENDING = sql<boolean>`(state <> 'pending' or default_reason is null)`;

type Fence = 'any' | 'untold' | 'told';

function fenceOf({ ifTerminalReply: expectedReply }: SettleInput): Fence {
  return expectedReply === undefined ? 'any' : expectedReply === null ? 'untold' : 'told';
}

/**
 * An expression that matches no index. The key must find the row. A server that believes the ledger to be empty would search the
 * open rows, and pass everything settled since the last vacuum.
 */
const STATE = sql<TransactionState>`state || ''`;

function statesOf(states: readonly TransactionState[]) {
  return states.map((state) => sql.lit(state));
}

const PENDING: readonly TransactionState[] = ['pending'];

const SETTLED: SettleOutcome = { kind: 'settled' };

function hasTexts({ rawAnswer, answer }: SettleInput): boolean {
  return rawAnswer !== null || answer !== null;
}

type Save = (input: SettleInput, computed: Computed) => Step<boolean>;

function createSave(dialect: StoreDialect, sample: SettleInput, states: readonly TransactionState[]): Save {
  const update = updateOf(dialect, sample, states);
  if (hasTexts(sample))
    return createAppending(dialect, update, ({ attempt, rawAnswer, answer }) => ({
      attempt,
      request: null,
      rawAnswer,
      answer,
    }));
  const statement = compile(update);
  return function* save(input, computed) {
    return (yield* runWith(statement, input, computed)).changes === 1;
  };
}

function updateOf(
  { compiler, leaseNow }: StoreDialect,
  sample: SettleInput,
  states: readonly TransactionState[],
) {
  const fence = fenceOf(sample);
  return (p: SettleInput, q: Computed) => {
    const update = compiler
      .updateTable('transactions')
      .set({
        ...columnsOf(
          p,
          'state',
          'answeredAtMs',
          'settledAtMs',
          'httpStatus',
          'failure',
          'resultCode',
          'errorCode',
          'refusedSentAtMs',
        ),
        sent_at_ms: sql`coalesce(${p.sentAtMs}, sent_at_ms)`,
        default_reason: p.replyReason,
        told_result_code: sql`case when key_id is null then coalesce(${p.terminalRepliedCode}, told_result_code)
          else coalesce(${p.repliedResultCode}, told_result_code) end`,
        terminal_told_code: sql`coalesce(${p.terminalRepliedCode}, terminal_told_code)`,
        next_attempt_at_ms: sql`${leaseNow} + ${q.nextAttemptInMs}`,
        lease_until_ms: sql.lit(0),
        answer_attempt: q.answerAttempt,
        sealed_body: sql`case when ${p.state} in ('answered', 'contradicted') then null else sealed_body end`,
      })
      .where('request_key', '=', q.requestKey)
      .where('attempt', '=', p.attempt)
      .where(STATE, 'in', statesOf(states));
    if (fence === 'any') return update;
    return fence === 'untold'
      ? update.where(TERMINAL_REPLY, 'is', null)
      : update.where(sql<boolean>`${TERMINAL_REPLY} = ${p.ifTerminalReply}`).where(UNTOLD_WHILE_PENDING);
  };
}

/** Deletes texts of previous attempts. An advice that is sent for weeks would pile up an answer for each attempt. */
function compileRemovePriorText({ compiler }: StoreDialect) {
  return compile((p: SettleInput, q: { readonly requestKey: string }) => {
    const row = compiler.selectFrom('transactions').where('request_key', '=', q.requestKey);
    return compiler
      .deleteFrom('transaction_texts')
      .where('transaction_sequence', '=', row.select('sequence'))
      .where('received_at_ms', '=', row.select('received_at_ms'))
      .where('request', 'is', null)
      .where('attempt', '<', p.attempt);
  });
}
