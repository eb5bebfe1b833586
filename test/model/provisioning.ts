/** Knowledge of the model about the cards of a run on their way into wallets (docs/provisioning.md). */
import { VALIDITY_MS, type Programme } from './world.js';

export interface Attempt {
  readonly secret: string;
  /** It was issued between these times, by the database's clock. */
  readonly issuedFromMs: number;
  readonly issuedAtMs: number;
  /** `issued`, then `verified`, then `used` by a token or a report. */
  state: 'issued' | 'verified' | 'used';
  isSuperseded: boolean;
  verifiedAtMs: number;
  attemptId: string | null;
}

export interface Token {
  readonly reference: string;
  readonly cardId: number;
  readonly programme: Programme;
  /** The last final decision. */
  decision: { readonly answer: 'APPROVED' | 'DECLINED'; readonly path: string | null } | null;
  /** Ids of its completions, oldest first. */
  readonly eventIds: string[];
  /** An attempt was authorized for it since its last completion: the next one is a new event. */
  isRenewed: boolean;
}

export interface ProvisionedCard {
  readonly cardId: number;
  readonly programme: Programme;
  readonly reference: string;
  /** Oldest first. */
  readonly attempts: Attempt[];
  /** All secrets that were issued. */
  readonly secrets: Set<string>;
  /** Number of wrong codes that were given for it. */
  wrongCodes: number;
}

export interface Provisioning {
  readonly cards: readonly ProvisionedCard[];
  readonly tokens: Token[];
}

/** More than a call takes. */
export const SLACK_MS = 1000;
export const VERIFIED_FOR_MS = 600_000;
/** Number of steps that a code may be ahead. */
export const STEPS_AHEAD = 10;
export const WRONG_CODES_MAX = 10;

export type Age = 'fresh' | 'old' | 'between';

/** Returns whether something of this age is inside its time. */
export function ageOf(nowMs: number, sinceMs: number, validMs: number): Age {
  const ageMs = nowMs - sinceMs;
  if (Math.abs(ageMs - validMs) <= SLACK_MS) return 'between';
  return ageMs < validMs ? 'fresh' : 'old';
}

/**
 * Reasons with which a secret of this attempt may be refused; `valid` where it may pass. It was presented between these times: a busy
 * machine takes long for a call.
 */
export function verdictsOf(
  { programme }: ProvisionedCard,
  attempt: Attempt,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): ReadonlySet<string> {
  const youngest = ageOf(fromMs, attempt.issuedAtMs, VALIDITY_MS[programme]);
  const oldest = ageOf(toMs, attempt.issuedFromMs, VALIDITY_MS[programme]);
  const age = youngest === oldest ? youngest : 'between';
  if (attempt.state !== 'issued') return new Set(['replayed']);
  if (attempt.isSuperseded) return new Set(age === 'fresh' ? ['superseded'] : ['superseded', 'expired']);
  if (age === 'fresh') return new Set(['valid']);
  return new Set(age === 'old' ? ['expired'] : ['valid', 'expired']);
}
