import type { Actor, AuditRecord } from '../../core/access/audit.js';
import type { Page, PageRequest } from '../paging.js';
import type { TransactionState } from '../transactions/ledger-port.js';
import type { ApiKey, Card, DocumentPolicy, Role, Wallet } from './directory-port.js';

/** A change with its author. */
interface Authored {
  readonly actor: Actor;
}

/**
 * Request for one page of a list that is ordered by name. `after` and `before` are names, exclusive. Give `first` or `last`, not
 * both.
 */
export interface NamedPageRequest<Filter> {
  readonly filter: Filter;
  readonly first?: number;
  readonly after?: string;
  readonly last?: number;
  readonly before?: string;
}

/** Terminal as operators see it, without its passwords. */
export interface TerminalInfo {
  readonly terminalId: string;
  readonly programme: string;
  readonly checksumAlgorithm: 'sha256' | 'sha1';
  readonly isDisabled: boolean;
  /** Networks in CIDR form, and single addresses. Null allows any address. */
  readonly allowedAddresses: readonly string[] | null;
  /** Time until which the previous password is accepted too. Null where none exists. */
  readonly previousPasswordUntilMs: number | null;
  /** Null where it is not known. */
  readonly createdAtMs: number | null;
}

type NewTerminal = Authored &
  Pick<TerminalInfo, 'terminalId' | 'programme' | 'checksumAlgorithm' | 'allowedAddresses'> & {
    readonly password: string;
  };

/** Change of a terminal. Left out, a field keeps its value. `action` names the change in the audit log. */
type TerminalChange = Authored &
  Partial<Pick<TerminalInfo, 'programme' | 'checksumAlgorithm' | 'isDisabled' | 'allowedAddresses'>> & {
    readonly terminalId: string;
    readonly action: string;
  };

export interface TerminalFilter {
  readonly programme?: string | null | undefined;
  /** First characters of the terminal id. */
  readonly text?: string | null | undefined;
}

/** Store of terminals. Each change is one commit, its audit entry included. Errors: UNAVAILABLE. */
export interface TerminalRecords {
  /** Counts the terminals whose current password has fewer bytes than this, without decrypting one. */
  countShortPasswords(bytesMin: number): Promise<number>;
  find(terminalId: string): Promise<TerminalInfo | null>;
  list(page: NamedPageRequest<TerminalFilter>): Promise<Page<TerminalInfo>>;
  /** Adds a terminal. Errors: BAD_REQUEST for an id in use, and for an unknown programme. */
  add(terminal: NewTerminal): Promise<TerminalInfo>;
  /** Changes a terminal. Returns null where none exists. Errors: BAD_REQUEST for an unknown programme. */
  change(change: TerminalChange): Promise<TerminalInfo | null>;
  /**
   * Accepts the current password for another `overlapMs`; undefined uses the setting's overlap. Returns null where no such terminal
   * exists.
   */
  rotatePassword(
    rotation: {
      readonly terminalId: string;
      readonly password: string;
      readonly overlapMs: number | undefined;
    } & Authored,
  ): Promise<TerminalInfo | null>;
}

/** Key as operators see it, without the key itself. */
export interface KeyInfo extends ApiKey {
  /** Null where it is not known. */
  readonly createdAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** Time of the last use, to the minute. */
  readonly lastUsedAtMs: number | null;
  readonly isRevoked: boolean;
  readonly documents: DocumentPolicy;
}

export type KeySettings = Pick<
  KeyInfo,
  'keyId' | 'role' | 'programme' | 'terminalIds' | 'expiresAtMs' | 'documents'
>;

export interface NewKey extends KeySettings, Authored {
  /** The key itself, where it was saved before. Left out, it is a new random one. */
  readonly key?: string;
  /** Set for a key that somebody with the database made. The audit log then has `bootstrap_key` with this reason. */
  readonly bootstrap?: { readonly reason: string };
}

/** Change of a key. `action` names it in the audit log. */
type KeyChange = Authored &
  Partial<Pick<KeyInfo, 'isRevoked' | 'expiresAtMs' | 'documents'>> & {
    readonly keyId: string;
    readonly action: string;
  };

export interface KeyFilter {
  readonly programme?: string | null | undefined;
  readonly role?: Role | null | undefined;
  /** First characters of the key's name. */
  readonly text?: string | null | undefined;
}

/** Store of keys. Each change is one commit, its audit entry included. Errors: UNAVAILABLE. */
export interface KeyRecords {
  find(keyId: string): Promise<KeyInfo | null>;
  list(page: NamedPageRequest<KeyFilter>): Promise<Page<KeyInfo>>;
  /**
   * Creates a key. Only this call returns the key itself. Errors: BAD_REQUEST for an id in use, and for an unknown programme or
   * terminal.
   */
  create(key: NewKey): Promise<{ readonly info: KeyInfo; readonly key: string }>;
  /** Changes a key. Left out, a field keeps its value. Returns null where none exists. */
  change(change: KeyChange): Promise<KeyInfo | null>;
  /** Records when keys were last used. The audit log does not count this as a change. */
  noteUses(uses: readonly { readonly keyId: string; readonly usedAtMs: number }[]): Promise<void>;
}

export interface WalletPut extends Authored {
  /** Authority of the caller. Changes that only an operator may make are refused for `client`: see `requireClientChange`. */
  readonly authority: 'operator' | 'client';
  readonly reference: string;
  readonly programme: string;
  readonly customerId: number;
  /** Left out, the field keeps its value. */
  readonly isBlocked?: boolean;
  /** All cards of the wallet after the change. Left out, the wallet keeps its cards. */
  readonly cards?: readonly (Pick<Card, 'cardId'> & Partial<Card>)[];
}

export interface WalletFilter {
  readonly programme?: string | null | undefined;
  readonly customerId?: number | null | undefined;
  /** One of the cards. */
  readonly cardId?: number | null | undefined;
  readonly isBlocked?: boolean | null | undefined;
  /** First characters of the reference. */
  readonly text?: string | null | undefined;
}

/**
 * Store of wallets. Each change is one commit, its audit entry included. Null means that no such wallet or card exists. Errors:
 * UNAVAILABLE.
 */
export interface WalletRecords {
  find(reference: string): Promise<Wallet | null>;
  findByCard(cardId: number): Promise<Wallet | null>;
  list(page: NamedPageRequest<WalletFilter>): Promise<Page<Wallet>>;
  /**
   * Creates or changes a wallet. If the input names no default card, the previous default stays, else the first card becomes it.
   * The writing commit decides this. Errors: BAD_REQUEST for an unknown programme; FORBIDDEN, with the field, for a change that only
   * an operator may make, and for a wallet or card of another programme.
   */
  put(put: WalletPut): Promise<Wallet>;
  /** Blocks or unblocks the wallet; with a card id, only that card. */
  setBlocked(
    args: {
      readonly reference: string;
      readonly cardId: number | null;
      readonly isBlocked: boolean;
    } & Authored,
  ): Promise<Wallet | null>;
  /** Moves a wallet with its cards to another programme. Errors: BAD_REQUEST for an unknown programme. */
  move(args: { readonly reference: string; readonly programme: string } & Authored): Promise<Wallet | null>;
  /** Moves a card to another wallet of its programme. Errors: FORBIDDEN for a wallet of another one. */
  moveCard(args: { readonly cardId: number; readonly reference: string } & Authored): Promise<Wallet | null>;
}

/** One line of a wallet file: a wallet, with at most one card. Null, or left out, keeps the old value. */
export interface WalletLine {
  readonly line: number;
  readonly reference: string;
  readonly programme: string;
  readonly customerId: number;
  readonly blocked?: boolean | null | undefined;
  readonly card?: CardOfLine | null | undefined;
}

/** Card of a line. The first card of a wallet becomes its default unless a line says otherwise. */
interface CardOfLine {
  readonly cardId: number;
  readonly trackingNumber?: string | null | undefined;
  readonly default?: boolean | null | undefined;
  readonly blocked?: boolean | null | undefined;
}

export interface ImportLines {
  /** Name of the file, for the audit log. */
  readonly file: string;
  readonly lines: readonly WalletLine[];
  /** True lets lines move wallets and cards; else they are rejected. */
  readonly move?: boolean | null;
  /** True writes nothing. */
  readonly check?: boolean | null;
}

export interface RejectedLine {
  readonly line: number;
  readonly field: string;
  readonly problem: string;
}

export interface ImportedLines {
  readonly added: number;
  readonly changed: number;
  /** Wallets that got another customer, and cards that came from another wallet. */
  readonly moved: number;
  readonly rejected: readonly RejectedLine[];
}

/** Bulk import of wallets. Cards that a file does not name stay unchanged. Errors: UNAVAILABLE. */
export interface WalletImports {
  /** Imports some lines in one commit, with one audit entry for all of them, and one for each move. */
  take(lines: ImportLines & Authored): Promise<ImportedLines>;
}

export interface AuditFilter {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly fromMs?: number;
  /** Exclusive. */
  readonly toMs?: number;
}

export interface AuditLog {
  list(page: PageRequest<AuditFilter>): Promise<Page<AuditRecord>>;
}

/** Fields of a transaction that reconciliation reads. */
export interface ReconciledRow {
  readonly programme: string;
  readonly currency: string | null;
  readonly terminalId: string;
  readonly route: string;
  readonly methodName: string;
  readonly state: TransactionState;
  readonly resultCode: number | null;
  readonly requestAmount: number | null;
  readonly replyReason: string | null;
  /** Normalized answer of a partial approval. Null for other rows. */
  readonly answer: string | null;
}

export interface Reconciliation {
  /** Reads the transactions received in a time range, in batches. `toMs` is exclusive. Errors: UNAVAILABLE. */
  rows(time: { readonly fromMs: number; readonly toMs: number }): AsyncIterable<readonly ReconciledRow[]>;
}
