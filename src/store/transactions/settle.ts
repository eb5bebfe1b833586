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
import type { AppendAudit } from '../access/audit.js';
import type { StoreDialect } from '../engine/dialect.js';
import type { EventLogLock } from '../engine/locks.js';
import { type Operation, runWith, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import type { Finder } from './find.js';
import type { Reversals } from './reversals.js';
import { requestKey } from './row.js';
import type { AppendTransactionEvents } from './saved-transactions.js';
import { createAppending } from './texts.js';

interface Computed {
  readonly requestKey: string;
  readonly nextAttemptInMs: number;
}

/**
 * Saves an outcome, fenced by its attempt. Null in the input keeps `sentAtMs` and the replied codes. Once a call may have reached
 * downstream, no later refusal may hide that. The answer deletes the sealed body.
 */
export function createSettle(
  dialect: StoreDialect,
  parts: {
    readonly finder: Finder;
    readonly report: AppendTransactionEvents;
    readonly reversals: Reversals;
    readonly audit: AppendAudit;
  },
): Settle {
  const { finder, report } = parts;
  const removePrevious = compileRemovePriorText(dialect);
  // One statement for each used list of states and of given values; they are few.
  const known = new Map<string, Save>();
  const saveFrom = (states: readonly TransactionState[], input: SettleInput): Save => {
    const key = `${input.state}/${states.join()}/${fenceOf(input)}/${String(hasTexts(input))}/${givenOf(input)}`;
    let save = known.get(key);
    if (save === undefined) known.set(key, (save = createSave(dialect, shapeOf(input, states))));
    return save;
  };
  const link = compileLink(dialect);
  function* save(input: SettleInput, states: readonly TransactionState[] = input.fromStates): Step<boolean> {
    const named = { requestKey: requestKey(input.requestId) };
    const isSaved = yield* saveFrom(states, input)(input, {
      ...named,
      nextAttemptInMs: input.nextAttemptInMs ?? 0,
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
    const { requestId, reversals = [] } = input;
    const isPossible = reversals.length === 0 || (yield* parts.reversals.areFree(requestId, reversals));
    const saved = isPossible && (yield* saveUnlessReversed(input));
    if (typeof saved === 'object') return saved;
    if (!saved) return { kind: 'lost', row: yield* finder.find(requestId) };
    for (const reversal of reversals) yield* runWith(link, input, { requestKey: requestKey(reversal) });
    return SETTLED;
  }

  function* record({ audit, settledAtMs }: SettleInput, { kind }: SettleOutcome): Step<void> {
    if (kind === 'settled' && audit !== undefined) yield* parts.audit({ ...audit, atMs: settledAtMs });
  }

  return {
    *unreported(input) {
      const outcome = yield* settle(input);
      yield* record(input, outcome);
      return outcome;
    },
    *reported(log, input) {
      const outcome = yield* settle(input);
      const row = outcome.kind === 'settled' ? yield* finder.find(input.requestId) : null;
      if (row !== null) yield* report(log, [row]);
      yield* record(input, outcome);
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
        replied_result_code: sql`case when key_id is null then ${p.repliedResultCode} else replied_result_code end`,
        terminal_replied_code: p.repliedResultCode,
        // An earlier attempt may have got the same reply. This says that the attempt that runs got it too.
        reply_reason: sql<ReplyReason | null>`case state when 'pending' then 'timeout' else reply_reason end`,
      })
      .where('request_key', '=', q.requestKey)
      .where('attempt', '=', p.attempt)
      .where(STATE, 'in', statesOf(['pending', 'in_doubt', 'refused']))
      .where((or) => or.or([or(TERMINAL_REPLY, 'is', null), or(TERMINAL_REPLY, '=', p.repliedResultCode)])),
  );
  const approval = compile((p: RecordReplyInput, q: { readonly requestKey: string }) =>
    compiler
      .updateTable('transactions')
      .set({ terminal_replied_code: p.repliedResultCode })
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
>`case when key_id is null then coalesce(replied_result_code, terminal_replied_code) else terminal_replied_code end`;

/** No reply was recorded for the attempt that runs. */
const UNTOLD_WHILE_PENDING = sql<boolean>`(state <> 'pending' or reply_reason is null)`;

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

/** Values of a row that are null for most outcomes. */
const NULLABLE = [
  'answeredAtMs',
  'httpStatus',
  'failure',
  'resultCode',
  'errorCode',
  'refusedSentAtMs',
  'replyReason',
  'sentAtMs',
  'repliedResultCode',
  'terminalRepliedCode',
] as const;

type Nullable = (typeof NULLABLE)[number];

const NULL = sql<null>`null`;

/** Returns a digit for each of them: 0 for null. */
function givenOf(input: SettleInput): string {
  let given = '';
  for (const name of NULLABLE) given += input[name] === null ? '0' : '1';
  return given;
}

/** The properties of an outcome that decide its statement. */
interface Shape {
  readonly state: TransactionState;
  readonly states: readonly TransactionState[];
  readonly fence: Fence;
  readonly hasTexts: boolean;
  /** Values that are not null. */
  readonly given: readonly Nullable[];
}

function shapeOf(input: SettleInput, states: readonly TransactionState[]): Shape {
  const given = NULLABLE.filter((name) => input[name] !== null);
  return { state: input.state, states, fence: fenceOf(input), hasTexts: hasTexts(input), given };
}

type Save = (input: SettleInput, computed: Computed) => Step<boolean>;

function createSave(dialect: StoreDialect, shape: Shape): Save {
  const update = updateOf(dialect, shape);
  if (shape.hasTexts)
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

function updateOf({ compiler, leaseNow }: StoreDialect, { state, states, fence, hasTexts, given }: Shape) {
  const isOver = state === 'answered' || state === 'contradicted';
  return (p: SettleInput, q: Computed) => {
    // A null in the statement costs less than a null that is bound.
    const value = <Name extends Nullable>(name: Name) => (given.includes(name) ? p[name] : NULL);
    const isReplied = given.includes('repliedResultCode') || given.includes('terminalRepliedCode');
    const update = compiler
      .updateTable('transactions')
      .set({
        state: sql.lit(state),
        answered_at_ms: value('answeredAtMs'),
        settled_at_ms: p.settledAtMs,
        http_status: value('httpStatus'),
        failure: value('failure'),
        result_code: value('resultCode'),
        error_code: value('errorCode'),
        refused_sent_at_ms: value('refusedSentAtMs'),
        reply_reason: value('replyReason'),
        ...(given.includes('sentAtMs') ? { sent_at_ms: p.sentAtMs } : {}),
        ...(isReplied
          ? {
              replied_result_code: sql`case when key_id is null then coalesce(${p.terminalRepliedCode}, replied_result_code)
                else coalesce(${p.repliedResultCode}, replied_result_code) end`,
            }
          : {}),
        ...(given.includes('terminalRepliedCode') ? { terminal_replied_code: p.terminalRepliedCode } : {}),
        next_attempt_at_ms: state === 'queued' ? sql`${leaseNow} + ${q.nextAttemptInMs}` : NULL,
        lease_until_ms: sql.lit(0),
        answer_attempt: hasTexts ? p.attempt : NULL,
        ...(isOver ? { sealed_body: NULL } : {}),
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

/** Links a reversal that found no original to the row that has come after it. */
function compileLink({ compiler }: StoreDialect) {
  return compile((p: SettleInput, q: { readonly requestKey: string }) =>
    compiler
      .updateTable('transactions')
      .set({ original_request_id: p.requestId })
      .where('request_key', '=', q.requestKey)
      .where('original_request_id', 'is', null),
  );
}

/** Deletes texts of previous attempts. An advice that is sent for weeks would pile up an answer for each attempt. */
function compileRemovePriorText({ compiler }: StoreDialect) {
  return compile((p: SettleInput, q: { readonly requestKey: string }) => {
    const row = compiler.selectFrom('transactions').where('request_key', '=', q.requestKey);
    return compiler
      .deleteFrom('transaction_texts')
      .where('transaction_sequence', '=', row.select('sequence'))
      .where('request', 'is', null)
      .where('attempt', '<', p.attempt);
  });
}
