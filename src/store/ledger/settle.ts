import { sql } from 'kysely';
import { CardwayError } from '../../errors.js';
import type {
  SettleInput,
  SettleOutcome,
  TellInput,
  TellOutcome,
  TransactionState,
} from '../../usecase/ports.js';
import { compileAuditEntry } from '../audit.js';
import type { Place, StoreDialect } from '../dialect/dialect.js';
import type { EventLogLock } from '../locks.js';
import { run, runWith, type Operation, type Step } from '../operation.js';
import { compile, type Statement } from '../statement.js';
import type { Finder } from './find.js';
import type { Names } from './names.js';
import type { Places } from './places.js';
import type { Report } from './report.js';
import type { Reversals } from './reversals.js';

interface Computed extends Place {
  readonly nextAttemptInMs: number | null;
}

/**
 * Saves an outcome, fenced by the attempt it belongs to. `sentAtMs` and what was told are kept where the input has null: once
 * a call may have reached downstream, no later refusal may make it look as if it had not. The sealed body goes with the answer.
 */
export function createSettle(
  dialect: StoreDialect,
  parts: {
    readonly finder: Finder;
    readonly names: Names;
    readonly places: Places;
    readonly report: Report;
    readonly reversals: Reversals;
  },
): Settle {
  const { finder, names, report } = parts;
  const audit = compileAuditEntry(dialect);
  // One statement for each list of states that the program uses; they are few.
  const statements = new Map<string, Statement<SettleInput, unknown, Computed>>();
  const updateFrom = (input: SettleInput): Statement<SettleInput, unknown, Computed> => {
    const key = `${input.fromStates.join()}/${fenceOf(input)}`;
    let statement = statements.get(key);
    if (statement === undefined) statements.set(key, (statement = compileUpdate(dialect, input)));
    return statement;
  };
  function* save(input: SettleInput): Step<boolean> {
    const nextAttemptInMs = input.state === 'queued' ? (input.nextAttemptInMs ?? 0) : null;
    const update = updateFrom(input);
    const kept = parts.places.take(input.requestId);
    if (kept !== null && (yield* runWith(update, input, { ...kept, nextAttemptInMs })).changes === 1)
      return true;
    const place = yield* names.place(input.requestId);
    if (place === null) return false;
    return (yield* runWith(update, input, { ...place, nextAttemptInMs })).changes === 1;
  }

  /** From each state but `pending`, of whose rows no reversal can have left. */
  function* earlyReversal(input: SettleInput): Step<SettleOutcome | null> {
    const row = yield* finder.find(input.requestId);
    const isOurs = row?.attempt === input.attempt && input.fromStates.includes(row.state);
    if (row === null || !isOurs || (yield* parts.reversals.earlyOf(input.requestId)) === null) return null;
    return { kind: 'reversed', row };
  }

  function* saveUnlessReversed(input: SettleInput): Step<boolean | SettleOutcome> {
    if (input.unlessReversed !== true) return yield* save(input);
    const isPossible = input.fromStates.includes('pending');
    if (isPossible && (yield* save({ ...input, fromStates: ['pending'] }))) return true;
    return (yield* earlyReversal(input)) ?? (yield* save(input));
  }

  function* settle(input: SettleInput): Step<SettleOutcome> {
    const saved = yield* saveUnlessReversed(input);
    if (typeof saved === 'object') return saved;
    if (!saved) return { kind: 'lost', row: yield* finder.find(input.requestId) };
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

type ReportedState = Extract<SettleInput['state'], 'in_doubt' | 'contradicted'>;
type InState<State> = SettleInput & { readonly state: State };

export interface Settle {
  /** To states that operators hear of, in the same commit. */
  reported(log: EventLogLock, input: InState<ReportedState>): Operation<SettleOutcome>;
  unreported(input: InState<Exclude<SettleInput['state'], ReportedState>>): Operation<SettleOutcome>;
}

export function isReported(state: SettleInput['state']): state is ReportedState {
  return state === 'in_doubt' || state === 'contradicted';
}

export function createTell(
  { compiler }: StoreDialect,
  { finder, names }: { readonly finder: Finder; readonly names: Names },
): (input: TellInput) => Operation<TellOutcome> {
  const update = compile((p: TellInput & Place) =>
    compiler
      .updateTable('transactions')
      .set({
        told_result_code: sql`case when key_id is null then ${p.toldResultCode} else told_result_code end`,
        terminal_told_code: p.toldResultCode,
      })
      .where('sequence', '=', p.sequence)
      .where('received_at_ms', '=', p.receivedAtMs)
      .where('attempt', '=', p.attempt)
      .where(STATE, 'in', statesOf(['pending', 'in_doubt']))
      .where((or) => or.or([or(HEARD, 'is', null), or(HEARD, '=', p.toldResultCode)])),
  );
  return function* tell(input) {
    const place = yield* names.place(input.requestId);
    if (place !== null && (yield* run(update, { ...input, ...place })).changes === 1) return { kind: 'told' };
    const row = yield* finder.find(input.requestId);
    if (row !== null) return { kind: 'lost', row };
    throw new CardwayError('INTERNAL', {
      cause: new Error('A row that was never claimed cannot be told of.'),
    });
  };
}

/** As `terminalHeard` says. */
const HEARD = sql<number | null>`case when key_id is null then told_result_code else terminal_told_code end`;

type Fence = 'any' | 'untold' | 'told';

function fenceOf({ ifTerminalHeard: told }: SettleInput): Fence {
  return told === undefined ? 'any' : told === null ? 'untold' : 'told';
}

/**
 * In words that no index has. The place says where the row is; a server that believes the ledger to be empty would look for it among
 * the open ones all the same, and pass by everything that was settled since the last vacuum.
 */
const STATE = sql<TransactionState>`state || ''`;

function statesOf(states: readonly TransactionState[]) {
  return states.map((state) => sql.lit(state));
}

const SETTLED: SettleOutcome = { kind: 'settled' };

function compileUpdate({ compiler, leaseNow }: StoreDialect, sample: SettleInput) {
  const fence = fenceOf(sample);
  return compile((p: SettleInput, q: Computed) => {
    const update = compiler
      .updateTable('transactions')
      .set({
        state: p.state,
        sent_at_ms: sql`coalesce(${p.sentAtMs}, sent_at_ms)`,
        answered_at_ms: p.answeredAtMs,
        settled_at_ms: p.settledAtMs,
        raw_answer: p.rawAnswer,
        http_status: p.httpStatus,
        answer: p.answer,
        result_code: p.resultCode,
        error_code: p.errorCode,
        default_reason: p.defaultReason,
        told_result_code: sql`coalesce(${p.toldResultCode}, told_result_code)`,
        terminal_told_code: sql`coalesce(${p.terminalToldCode}, terminal_told_code)`,
        next_attempt_at_ms: sql`${leaseNow} + ${q.nextAttemptInMs}`,
        lease_until_ms: sql.lit(0),
        sealed_body: sql`case when ${p.state} in ('answered', 'contradicted') then null else sealed_body end`,
      })
      .where('sequence', '=', q.sequence)
      .where('received_at_ms', '=', q.receivedAtMs)
      // A place that is remembered may be of a claim that came to nothing.
      .where('request_id', '=', p.requestId)
      .where('attempt', '=', p.attempt)
      .where(STATE, 'in', statesOf(sample.fromStates));
    if (fence === 'any') return update;
    return fence === 'untold'
      ? update.where(HEARD, 'is', null)
      : update.where(sql<boolean>`${HEARD} = ${p.ifTerminalHeard}`);
  });
}
