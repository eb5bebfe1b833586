import type { Actor } from '../../core/access/audit.js';
import type { DerivationName, OtpAlgorithm } from '../../core/access/secret.js';

/**
 * Programmes, their shared keys, and the first half of an attempt's life: issued, verified, expired or superseded
 * (docs/digitization.md#attempts). Every method is one whole commit, or one read. Times use the database's clock, so
 * that all nodes agree.
 */

/** Settings that a programme shares with the verifier of its secrets. */
export interface SecretSettings {
  /** 1 to 8. */
  readonly digits: number;
  readonly algorithm: OtpAlgorithm;
  /** Whole seconds. */
  readonly stepMs: number;
  readonly derivation: DerivationName;
  /** Validity of a secret, from its issue. */
  readonly validityMs: number;
  /** `external`: the SDK's back end verifies by itself, and an issued attempt is enough for a token authorization. */
  readonly verifier: 'gateway' | 'external';
}

export interface Programme extends SecretSettings {
  readonly programme: string;
  readonly name: string;
  /** Currency of its amounts, ISO 4217 alphabetic; null where none is set. */
  readonly currency: string | null;
}

/** RFC 6238 TOTP of one time step: `digits` decimal digits. */
export type OneTimePassword = (args: {
  readonly key: Buffer;
  /** RFC 6238: T. */
  readonly counter: number;
  readonly stepMs: number;
  readonly digits: number;
  readonly algorithm: OtpAlgorithm;
}) => string;

/** State of a shared key. active: issues and verifies. retiring: verifies only. retired: does neither, for ever. */
export type SharedKeyState = 'active' | 'retiring' | 'retired';

/** Data of a shared key that the gateway shows. */
export interface SharedKeyInfo {
  readonly programme: string;
  readonly sharedKeyId: string;
  readonly state: SharedKeyState;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
}

/** Shared key, decrypted. Never logged, never returned. */
export interface SharedKey {
  readonly sharedKeyId: string;
  readonly key: Buffer;
}

export interface IssueInput {
  /** Clock of this machine. */
  readonly machineNowMs: number;
  /** Drift from the database's clock at which secrets are refused. */
  readonly driftMaxMs: number;
  /** Id of the new attempt. */
  readonly attemptId: string;
  readonly programme: string;
  readonly cardId: number;
  readonly customerId: number;
  /** Key id of the caller, for the history. */
  readonly actor: string;
  /** Number of secrets of a card within `windowMs`. */
  readonly issuesMax: number;
  readonly windowMs: number;
  /** Calculates codes, to find the counters whose code was issued recently. */
  readonly oneTimePassword: OneTimePassword;
}

export type IssueOutcome =
  | {
      readonly kind: 'issued';
      readonly attemptId: string;
      /** True when this attempt ended an earlier open one of the card. */
      readonly isSuperseding: boolean;
      readonly sharedKeyId: string;
      /** Code for the caller, stored nowhere. */
      readonly otp: string;
      /** Time step of the code (RFC 6238: T). */
      readonly counter: number;
      readonly issuedAtMs: number;
      readonly expiresAtMs: number;
    }
  | { readonly kind: 'no_active_key' }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  /** Drift: database clock minus this machine's. */
  | { readonly kind: 'drifted'; readonly driftMs: number };

/** Attempt that a presented code could belong to. */
export interface CandidateAttempt {
  readonly attemptId: string;
  readonly sharedKeyId: string;
  readonly counter: number;
  readonly standing: SecretStatus;
}

/**
 * open: its code may be accepted now. spent: its code was accepted, here or by the external verifier. The others give the reason
 * why it is neither.
 */
export type SecretStatus = 'open' | 'spent' | 'superseded' | 'expired';

export interface VerificationRead {
  readonly nowMs: number;
  readonly settings: SecretSettings;
  /** Null where the programme has no such key, or the key is retired. */
  readonly sharedKey: SharedKey | null;
  /** The latest attempts of the card, newest first. */
  readonly attempts: readonly CandidateAttempt[];
}

export interface AcceptInput {
  readonly attemptId: string;
  /** Card of the attempt. */
  readonly cardId: number;
  readonly actor: string;
  readonly wrongCodesMax: number;
  /** Activation code that this verification creates, in the same commit. */
  readonly activationCode?: { readonly codeHash: string; readonly validityMs: number };
}

export type AcceptOutcome =
  | {
      readonly kind: 'accepted';
      readonly verifiedAtMs: number;
      /** Current step minus the code's. */
      readonly driftSteps: number;
      /** Expiry of the activation code. Null where none was asked for. */
      readonly codeExpiresAtMs: number | null;
    }
  | { readonly kind: 'refused'; readonly standing: Exclude<SecretStatus, 'open'> }
  | { readonly kind: 'limited'; readonly retryAfterMs: number };

/** Reason of a wrong code, for operators. The network gets `invalid`. */
export type SecretRejection = 'malformed' | 'unknown_key' | 'wrong_code' | 'drift';

export type WrongCodeOutcome =
  { readonly kind: 'counted' } | { readonly kind: 'limited'; readonly retryAfterMs: number };

export interface CheckCodeInput {
  readonly programme: string;
  readonly cardId: number;
  /** Keyed hash of card and code. */
  readonly codeHash: string;
  readonly wrongCodesMax: number;
}

export type CheckCodeOutcome =
  | { readonly kind: 'accepted'; readonly attemptId: string; readonly checkedAtMs: number }
  | { readonly kind: 'refused'; readonly reason: 'expired' | 'replayed' | 'superseded' | 'invalid' }
  | { readonly kind: 'limited'; readonly retryAfterMs: number };

export interface Provisioning {
  /**
   * Creates an attempt with its own code, and supersedes an open one of the card. The code is that of the current step. If its
   * counter was issued for the card under this key, the next free one is used. It is at most 10 steps ahead (1 where the verifier
   * is external). A counter is skipped while its code equals one issued within 3 steps or the validity. If none is left, the
   * outcome is limited until the next step.
   */
  issue(input: IssueInput): Promise<IssueOutcome>;
  /** Reads the data to compare a presented secret with. Errors: NOT_FOUND for an unknown programme. */
  readForVerification(args: {
    readonly programme: string;
    readonly cardId: number;
    readonly sharedKeyId: string;
  }): Promise<VerificationRead>;
  /** Moves an attempt from issued to verified, for one caller at most. */
  accept(input: AcceptInput): Promise<AcceptOutcome>;
  /** Counts a wrong code against the card's open attempt. Returns `counted` also where none exists. */
  countWrongCode(args: {
    readonly cardId: number;
    readonly wrongCodesMax: number;
  }): Promise<WrongCodeOutcome>;
  /** Consumes the activation code, for one caller at most. */
  checkActivationCode(input: CheckCodeInput): Promise<CheckCodeOutcome>;
}

/** Author of a change, for the audit log. */
interface ChangedBy {
  readonly actor: Actor;
}

export interface PutProgrammeInput extends Partial<SecretSettings>, ChangedBy {
  readonly programme: string;
  readonly name?: string | undefined;
  readonly currency?: string | undefined;
}

export interface AddSharedKeyInput extends ChangedBy {
  readonly programme: string;
  readonly sharedKeyId: string;
  /** 16 to 64 bytes. */
  readonly key: Buffer;
  /** Default: active. */
  readonly state?: Exclude<SharedKeyState, 'retired'>;
}

export interface SharedKeyChange extends ChangedBy {
  readonly programme: string;
  readonly sharedKeyId: string;
  readonly state: SharedKeyState;
}

export interface ProvisioningAdmin {
  programmes(): Promise<readonly Programme[]>;
  /** Creates or changes a programme. Left out, a field keeps its value, or gets the default. */
  putProgramme(input: PutProgrammeInput): Promise<Programme>;
  sharedKeys(args: { readonly programme?: string | undefined }): Promise<readonly SharedKeyInfo[]>;
  /**
   * Adds a shared key. Adding an existing one changes nothing, not even its state. Errors: BAD_REQUEST for an unknown programme,
   * and for an id that names another key.
   */
  addSharedKey(input: AddSharedKeyInput): Promise<SharedKeyInfo>;
  /** Changes the state. Errors: NOT_FOUND; BAD_REQUEST for a retired key, which stays retired. */
  setSharedKeyState(change: SharedKeyChange): Promise<SharedKeyInfo>;
}
