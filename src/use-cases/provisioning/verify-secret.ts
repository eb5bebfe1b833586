import { deriveTotpKey, equalCodes, parseSecret, type Secret, timeStep } from '../../core/access/secret.js';
import type { ApiKey, KnownCard } from '../directory/directory-port.js';
import type {
  AcceptInput,
  SecretStatus,
  CandidateAttempt,
  SecretRejection,
  SharedKey,
  VerificationRead,
} from './provisioning-port.js';
import {
  cardInReach,
  clockDrifted,
  rateLimited,
  type RejectionReason,
  type SecretDeps,
} from './secret-deps.js';

export type Verification =
  | {
      readonly kind: 'valid';
      readonly attemptId: string;
      readonly verifiedAtMs: number;
      /** Expiry of the activation code. Null where none was asked for. */
      readonly codeExpiresAtMs: number | null;
    }
  | { readonly kind: 'invalid'; readonly reason: RejectionReason };

interface PresentedSecret {
  readonly cardId: number;
  readonly secret: string;
  readonly activationCode?: AcceptInput['activationCode'];
}

export type VerifySecret = (network: ApiKey, presented: PresentedSecret) => Promise<Verification>;

/**
 * Accepts a secret that this gateway issued, once, until its validity ends (docs/provisioning.md#rules-of-a-secret). A code
 * that was not issued is refused, even a right one. Errors: BAD_REQUEST, NOT_FOUND, FORBIDDEN, RATE_LIMITED (too many wrong
 * codes), UNAVAILABLE (drifted clock, store).
 */
export function createVerifySecret(deps: SecretDeps): VerifySecret {
  return async (network, presented) => {
    const card = await cardInReach(deps.directory, { key: network, cardId: presented.cardId });
    const secret = parseSecret(presented.secret);
    const read = await deps.provisioning.readForVerification({
      programme: card.programme,
      cardId: card.cardId,
      sharedKeyId: secret?.sharedKeyId ?? '',
    });
    const driftMs = read.nowMs - deps.clock.nowMs();
    if (Math.abs(driftMs) > deps.limits.driftMaxMs) throw clockDrifted(driftMs);
    if (secret === null) return rejectSecret(deps, card, { refusal: 'malformed', driftSteps: null });
    if (read.sharedKey === null)
      return rejectSecret(deps, card, { refusal: 'unknown_key', driftSteps: null });
    const codeAt = codesOf(deps, { card, read, sharedKey: read.sharedKey });
    const attempt = attemptOf(read, { secret, codeAt });
    if (attempt === null) return rejectSecret(deps, card, wrongCode(read, { secret, codeAt }));
    if (attempt.standing !== 'open')
      return rejectedVerification(deps, { card, attempt, standing: attempt.standing });
    return accept(deps, { card, attempt, network, presented });
  };
}

type CodeAt = (counter: number) => string;

function codesOf(
  deps: SecretDeps,
  { card, read, sharedKey }: { card: KnownCard; read: VerificationRead; sharedKey: SharedKey },
): CodeAt {
  const { settings } = read;
  const key = deriveTotpKey({
    derivation: settings.derivation,
    sharedKey: sharedKey.key,
    cardId: card.cardId,
  });
  return (counter) => deps.oneTimePassword({ ...settings, key, counter });
}

/** Order of preference. Few digits make equal codes likely, so an attempt that may still be accepted comes first. */
const SECRET_STATUSES: readonly SecretStatus[] = ['open', 'spent', 'superseded', 'expired'];

function attemptOf(
  { attempts }: VerificationRead,
  { secret, codeAt }: { secret: Secret; codeAt: CodeAt },
): CandidateAttempt | null {
  const ofKey = attempts.filter(({ sharedKeyId }) => sharedKeyId === secret.sharedKeyId);
  for (const standing of SECRET_STATUSES) {
    const found = ofKey.find(
      (attempt) => attempt.standing === standing && equalCodes(codeAt(attempt.counter), secret.otp),
    );
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * Returns the reason of a wrong code. A right code that nobody issued comes from a different clock
 * (docs/provisioning.md#clocks); operators get its drift.
 */
function wrongCode(
  { settings, nowMs }: VerificationRead,
  { secret, codeAt }: { secret: Secret; codeAt: CodeAt },
): { refusal: SecretRejection; driftSteps: number | null } {
  const step = timeStep(nowMs, settings.stepMs);
  const isReporting = settings.digits >= DRIFT_DIGITS_MIN;
  for (let distance = 0; isReporting && distance <= DRIFT_STEPS_MAX; distance += 1) {
    for (const driftSteps of new Set([distance, -distance])) {
      const counter = step - driftSteps;
      if (counter >= 0 && equalCodes(codeAt(counter), secret.otp)) return { refusal: 'drift', driftSteps };
    }
  }
  return { refusal: 'wrong_code', driftSteps: null };
}

const DRIFT_STEPS_MAX = 10;
/** Fewest digits for a drift report. With fewer, a guess often matches a nearby step. */
const DRIFT_DIGITS_MIN = 6;

async function accept(
  deps: SecretDeps,
  args: { card: KnownCard; attempt: CandidateAttempt; network: ApiKey; presented: PresentedSecret },
): Promise<Verification> {
  const { card, attempt, network, presented } = args;
  const { attemptId } = attempt;
  const outcome = await deps.provisioning.accept({
    attemptId,
    cardId: card.cardId,
    actor: network.keyId,
    wrongCodesMax: deps.limits.wrongCodesMax,
    ...(presented.activationCode === undefined ? {} : { activationCode: presented.activationCode }),
  });
  if (outcome.kind === 'limited') throw limited(deps, card, outcome.retryAfterMs);
  if (outcome.kind === 'refused')
    return rejectedVerification(deps, { card, attempt, standing: outcome.standing });
  const { verifiedAtMs, driftSteps, codeExpiresAtMs } = outcome;
  deps.observer.verified({ ...about(card, attemptId), result: 'valid', detail: null, driftSteps });
  return { kind: 'valid', attemptId, verifiedAtMs, codeExpiresAtMs };
}

const REASONS: Readonly<Record<Exclude<SecretStatus, 'open'>, RejectionReason>> = {
  spent: 'replayed',
  superseded: 'superseded',
  expired: 'expired',
};

function rejectedVerification(
  deps: SecretDeps,
  args: { card: KnownCard; attempt: CandidateAttempt; standing: Exclude<SecretStatus, 'open'> },
): Verification {
  const reason = REASONS[args.standing];
  const { attemptId } = args.attempt;
  deps.observer.verified({ ...about(args.card, attemptId), result: reason, detail: null, driftSteps: null });
  return { kind: 'invalid', reason };
}

async function rejectSecret(
  deps: SecretDeps,
  card: KnownCard,
  why: { readonly refusal: SecretRejection; readonly driftSteps: number | null },
): Promise<Verification> {
  const { cardId } = card;
  const { wrongCodesMax } = deps.limits;
  const counted = await deps.provisioning.countWrongCode({ cardId, wrongCodesMax });
  if (counted.kind === 'limited') throw limited(deps, card, counted.retryAfterMs);
  const { refusal: detail, driftSteps } = why;
  deps.observer.verified({ ...about(card, null), result: 'invalid', detail, driftSteps });
  return { kind: 'invalid', reason: 'invalid' };
}

function limited(deps: SecretDeps, card: KnownCard, retryAfterMs: number): Error {
  deps.observer.verified({ ...about(card, null), result: 'limited', detail: null, driftSteps: null });
  return rateLimited(retryAfterMs, 'Too many wrong codes for this card.');
}

function about({ programme, cardId }: KnownCard, attemptId: string | null) {
  return { programme, cardId, attemptId, kind: 'secret' } as const;
}
