import { deriveTotpKey, timeStep } from '../../core/access/secret.js';
import type { IssueInput, IssueOutcome } from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, type Operation, runOnce, type Step } from '../engine/operation.js';
import type { Agreement, Agreements } from './agreements.js';
import {
  type AttemptRow,
  attemptsOfCard,
  changeAttempt,
  NOT_VERIFIED,
  noteChange,
  secretStatusOf,
} from './attempt-changes.js';
import { columnsOf, named } from '../engine/names.js';

type Issued = Extract<IssueOutcome, { kind: 'issued' }>;

/** Values of a new attempt. */
type Life = Pick<Issued, 'sharedKeyId' | 'counter' | 'issuedAtMs' | 'expiresAtMs'>;

/**
 * Number of time steps that a code may lie ahead of now. Our own verification knows the issued counter. An external verifier
 * accepts the current step and its neighbours (docs/provisioning.md#rules-of-a-secret).
 */
const STEPS_AHEAD_MAX = { gateway: 10, external: 1 } as const;

/** Number of steps in which no code is issued again, whatever its counter. Its validity counts too. */
const STEPS_APART_MIN = 3;

/**
 * Creates the issue of secrets. A card has one open attempt at a time (docs/provisioning.md#rules-of-a-secret), and each attempt
 * has a unique string. The caller locks the card, so that rows read here stay unchanged until the commit.
 */
export function createIssue(
  dialect: StoreDialect,
  agreements: Agreements,
): (input: IssueInput) => Operation<IssueOutcome> {
  const attempts = dialect.compiler.selectFrom('provisioning_attempts');

  /** Returns the first unissued counter from now on whose code no recent attempt has. Null where none is in reach. */
  function* freeCode(
    input: IssueInput,
    { settings, sharedKey }: Agreement,
    nowMs: number,
  ): Step<Code | null> {
    const { cardId } = input;
    const { stepMs } = settings;
    const key = deriveTotpKey({ derivation: settings.derivation, sharedKey: sharedKey.key, cardId });
    const otpAt = (counter: number): string => input.oneTimePassword({ ...settings, key, counter });
    const step = timeStep(nowMs, stepMs);
    const last = step + STEPS_AHEAD_MAX[settings.verifier];
    const stepsApart = Math.max(STEPS_APART_MIN, Math.ceil(settings.validityMs / stepMs));
    const { rows } = yield* runOnce(
      attempts
        .select(named('counter', 'issuedAtMs'))
        .where('card_id', '=', cardId)
        // An attempt of these steps has no counter before them.
        .where('counter', '>=', step - stepsApart)
        .where('counter', '<=', last)
        .where('shared_key_id', '=', sharedKey.sharedKeyId),
    );
    const issued = new Set(rows.map(({ counter }) => counter));
    const ofLate = rows.filter(({ issuedAtMs }) => issuedAtMs >= nowMs - stepsApart * stepMs);
    const otpsOfLate = new Set(ofLate.map(({ counter }) => otpAt(counter)));
    for (let counter = step; counter <= last; counter += 1) {
      if (issued.has(counter)) continue;
      const otp = otpAt(counter);
      if (!otpsOfLate.has(otp)) return { counter, otp };
    }
    return null;
  }

  function* record(input: IssueInput, open: AttemptRow | null, life: Life): Step<void> {
    const { attemptId, actor } = input;
    const atMs = life.issuedAtMs;
    if (open !== null) {
      const end =
        secretStatusOf(open, atMs) === 'expired'
          ? ({ ...NOT_VERIFIED, toState: 'expired', atMs: open.expiresAtMs } as const)
          : ({ toState: 'superseded', actor, reason: 'later_secret', atMs } as const);
      yield* changeAttempt(dialect, { ...end, attemptId: open.attemptId, fromState: 'issued' });
    }
    yield* runOnce(
      dialect.compiler.insertInto('provisioning_attempts').values({
        ...columnsOf(input, 'attemptId', 'programme', 'cardId', 'customerId'),
        ...columnsOf(life, 'sharedKeyId', 'counter', 'issuedAtMs', 'expiresAtMs'),
        state: 'issued',
      }),
    );
    yield* noteChange(dialect, { actor, atMs, attemptId, fromState: null, toState: 'issued', reason: null });
  }

  return function* issue(input) {
    const nowMs = yield* databaseNowMs(dialect);
    const driftMs = nowMs - input.machineNowMs;
    if (Math.abs(driftMs) > input.driftMaxMs) return { kind: 'drifted', driftMs };
    const agreed = yield* agreements.issuing(input.programme);
    if (agreed === null) return { kind: 'no_active_key' };
    const { stepMs, validityMs } = agreed.settings;
    const { rows: latest } = yield* runOnce(attemptsOfCard(dialect, input.cardId).limit(input.issuesMax));
    const retryAfterMs = untilRoomMs(latest, input, nowMs);
    if (retryAfterMs !== null) return { kind: 'limited', retryAfterMs };
    const code = yield* freeCode(input, agreed, nowMs);
    // Each step brings one more counter into reach.
    if (code === null) return { kind: 'limited', retryAfterMs: stepMs - (nowMs % stepMs) };
    const { sharedKeyId } = agreed.sharedKey;
    const { counter, otp } = code;
    const life = { sharedKeyId, counter, issuedAtMs: nowMs, expiresAtMs: nowMs + validityMs };
    const open = latest[0]?.state === 'issued' ? latest[0] : null;
    yield* record(input, open, life);
    const isSuperseding = open !== null && secretStatusOf(open, nowMs) === 'open';
    return { kind: 'issued', attemptId: input.attemptId, isSuperseding, otp, ...life };
  };
}

/** Returns the time until the window has room for one more, or null where it has room. */
function untilRoomMs(
  latest: readonly AttemptRow[],
  { issuesMax, windowMs }: IssueInput,
  nowMs: number,
): number | null {
  const oldest = latest[issuesMax - 1];
  if (oldest === undefined || oldest.issuedAtMs <= nowMs - windowMs) return null;
  return oldest.issuedAtMs + windowMs - nowMs;
}

type Code = Pick<Issued, 'counter' | 'otp'>;
