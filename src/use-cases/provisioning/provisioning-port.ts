import type { DerivationName, OtpAlgorithm } from '../../core/access/secret.js';

/**
 * Programmes, their shared keys, and the first half of an attempt's life: issued, verified, expired or superseded
 * (docs/reference/provisioning.md#attempts). Every method is one whole commit, or one read; times are the database's clock, so that all nodes agree.
 */

/** What a programme agreed on with whoever verifies its secrets. */
export interface SecretSettings {
  /** 1 to 8. */
  readonly digits: number;
  readonly algorithm: OtpAlgorithm;
  /** Whole seconds. */
  readonly stepMs: number;
  readonly derivation: DerivationName;
  /** From issue. */
  readonly validityMs: number;
  /** `external`: the SDK's back end verifies by itself, and an issued attempt is enough for a token authorization. */
  readonly verifier: 'gateway' | 'external';
}

export interface Programme extends SecretSettings {
  readonly programme: string;
  readonly name: string;
  /** Of its amounts, ISO 4217 alphabetic; null where it is not set. */
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

/** active: issues and verifies; retiring: verifies; retired: neither, for ever. */
export type SharedKeyState = 'active' | 'retiring' | 'retired';

/** All that is ever told of a shared key. */
export interface SharedKeyInfo {
  readonly programme: string;
  readonly sharedKeyId: string;
  readonly state: SharedKeyState;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
}

/** The key itself, opened. Never logged, never returned. */
export interface SharedKey {
  readonly sharedKeyId: string;
  readonly key: Buffer;
}

/** How far this machine's clock is from the database's, and how far it may be before secrets are refused. */
interface ClockCheck {
  readonly machineNowMs: number;
  readonly driftMaxMs: number;
}

export interface IssueInput extends ClockCheck {
  /** For the attempt. */
  readonly attemptId: string;
  readonly programme: string;
  readonly cardId: number;
  readonly customerId: number;
  /** Key id of the caller, for the history. */
  readonly actor: string;
  /** Secrets of a card within `windowMs`. */
  readonly issuesMax: number;
  readonly windowMs: number;
  /** Tells which counters have a code that was given out of late. */
  readonly oneTimePassword: OneTimePassword;
}

export type IssueOutcome =
  | {
      readonly kind: 'issued';
      readonly attemptId: string;
      /** An earlier attempt of the card was open, and ended by this. */
      readonly isSuperseding: boolean;
      readonly sharedKeyId: string;
      /** To be handed out, and kept nowhere. */
      readonly otp: string;
      /** Time step of the code (RFC 6238: T). */
      readonly counter: number;
      readonly issuedAtMs: number;
      readonly expiresAtMs: number;
    }
  | { readonly kind: 'no_active_key' }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  | ClockDrifted;

/** Database clock minus this machine's. */
interface ClockDrifted {
  readonly kind: 'drifted';
  readonly driftMs: number;
}

/** An attempt that a presented code could belong to. */
export interface CandidateAttempt {
  readonly attemptId: string;
  readonly sharedKeyId: string;
  readonly counter: number;
  readonly standing: SecretStatus;
}

/**
 * open: its code may be accepted now. spent: its code was accepted, here or by whoever verifies for us. The others say why it is
 * neither.
 */
export type SecretStatus = 'open' | 'spent' | 'superseded' | 'expired';

export interface VerificationRead {
  readonly nowMs: number;
  readonly settings: SecretSettings;
  /** Null: the programme has no such key, or it is retired. */
  readonly sharedKey: SharedKey | null;
  /** The latest attempts of the card, newest first. */
  readonly attempts: readonly CandidateAttempt[];
}

export interface AcceptInput {
  readonly attemptId: string;
  /** Whose attempt it is. */
  readonly cardId: number;
  readonly actor: string;
  readonly wrongCodesMax: number;
  /** Made in the same commit: an activation code that this verification pays for. */
  readonly activationCode?: { readonly codeHash: string; readonly validityMs: number };
}

export type AcceptOutcome =
  | {
      readonly kind: 'accepted';
      readonly verifiedAtMs: number;
      /** Current step minus the code's. */
      readonly driftSteps: number;
      /** Of the activation code, where one was asked for. */
      readonly codeExpiresAtMs: number | null;
    }
  | { readonly kind: 'refused'; readonly standing: Exclude<SecretStatus, 'open'> }
  | { readonly kind: 'limited'; readonly retryAfterMs: number };

/** What operators see of a wrong code; the network hears `invalid`. */
export type SecretRejection = 'malformed' | 'unknown_key' | 'wrong_code' | 'drift';

export type WrongCodeOutcome =
  { readonly kind: 'counted' } | { readonly kind: 'limited'; readonly retryAfterMs: number };

export interface CheckCodeInput {
  readonly programme: string;
  readonly cardId: number;
  /** Keyed hash of card and code. */
  readonly codeHash: string;
  readonly actor: string;
  readonly wrongCodesMax: number;
}

export type CheckCodeOutcome =
  | { readonly kind: 'accepted'; readonly attemptId: string; readonly checkedAtMs: number }
  | { readonly kind: 'refused'; readonly reason: 'expired' | 'replayed' | 'superseded' | 'invalid' }
  | { readonly kind: 'limited'; readonly retryAfterMs: number };

export interface Provisioning {
  /**
   * Records an attempt with a code of its own; an open one of the card is superseded. The code is that of the current step, or of the next
   * one whose counter was not issued for the card under this key, at most 10 steps ahead (1 where the verifier is external). A counter is
   * passed over while its code equals one that was issued within 3 steps or the validity. Where none is left: limited until the next step.
   */
  issue(input: IssueInput): Promise<IssueOutcome>;
  /** What a presented secret is compared with. Errors: NOT_FOUND for a programme that is not there. */
  readForVerification(args: {
    readonly programme: string;
    readonly cardId: number;
    readonly sharedKeyId: string;
  }): Promise<VerificationRead>;
  /** issued → verified, for one caller at most. */
  accept(input: AcceptInput): Promise<AcceptOutcome>;
  /** Counts a wrong code against the card's open attempt; `counted` also where there is none. */
  countWrongCode(args: {
    readonly cardId: number;
    readonly refusal: SecretRejection;
    readonly wrongCodesMax: number;
  }): Promise<WrongCodeOutcome>;
  /** Consumes the activation code, for one caller at most. */
  checkActivationCode(input: CheckCodeInput): Promise<CheckCodeOutcome>;
}

/** Who changes something, for the audit log. */
interface ChangedBy {
  readonly actor: string;
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

export interface ProvisioningAdmin {
  programmes(): Promise<readonly Programme[]>;
  /** Makes or changes a programme; what is left out stays, or is the default. */
  putProgramme(input: PutProgrammeInput): Promise<Programme>;
  sharedKeys(args: { readonly programme?: string | undefined }): Promise<readonly SharedKeyInfo[]>;
  /**
   * Adding what is there changes nothing, its state neither. Errors: BAD_REQUEST for a programme that is not there, and for an id
   * that names another key.
   */
  addSharedKey(input: AddSharedKeyInput): Promise<SharedKeyInfo>;
  /** Errors: NOT_FOUND; BAD_REQUEST for a retired key, which stays so. */
  setSharedKeyState(
    args: {
      readonly programme: string;
      readonly sharedKeyId: string;
      readonly state: SharedKeyState;
    } & ChangedBy,
  ): Promise<SharedKeyInfo>;
}
