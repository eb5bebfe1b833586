import type { Page, PageRequest } from '../paging.js';
import type { TransactionState } from '../transactions/ledger-port.js';
import type { ApiKey, Card, DocumentPolicy, PersistedDocument, Role, Wallet } from './directory-port.js';

/** Who changes something: the id of a key, or `cli:<user>`. */
interface Actor {
  readonly actor: string;
}

/** One page of a list that is ordered by a name: `after` and `before` are names, exclusive. `first` or `last`, not both. */
export interface NamedPageRequest<Filter> {
  readonly filter: Filter;
  readonly first?: number;
  readonly after?: string;
  readonly last?: number;
  readonly before?: string;
}

/** A terminal as operators see it; its passwords are not among it. */
export interface TerminalInfo {
  readonly terminalId: string;
  readonly programme: string;
  readonly checksumAlgorithm: 'sha256' | 'sha1';
  readonly isDisabled: boolean;
  /** Networks in CIDR form, and single addresses; null for anywhere. */
  readonly allowedAddresses: readonly string[] | null;
  /** Until then the password before the last one is taken too; null where there is none. */
  readonly previousPasswordUntilMs: number | null;
  /** Null for those that are older than this record. */
  readonly createdAtMs: number | null;
}

export interface NewTerminal extends Actor {
  readonly terminalId: string;
  readonly programme: string;
  readonly password: string;
  readonly checksumAlgorithm: 'sha256' | 'sha1';
  readonly allowedAddresses: readonly string[] | null;
}

/** Left out: as it was. */
interface TerminalChange extends Actor {
  readonly terminalId: string;
  readonly programme?: string;
  readonly checksumAlgorithm?: 'sha256' | 'sha1';
  readonly isDisabled?: boolean;
  readonly allowedAddresses?: readonly string[] | null;
  readonly action: string;
}

/** Each change is one commit, its audit entry included. Errors: UNAVAILABLE. */
export interface TerminalRecords {
  /** Counts the terminals whose present password has fewer bytes than this, without opening one. */
  countShortPasswords(bytesMin: number): Promise<number>;
  find(terminalId: string): Promise<TerminalInfo | null>;
  list(page: NamedPageRequest<{ readonly programme: string | null }>): Promise<Page<TerminalInfo>>;
  /** Errors: BAD_REQUEST for an id that is taken, and for a programme that is not there. */
  add(terminal: NewTerminal): Promise<TerminalInfo>;
  /** Null when there is no such terminal. Errors: BAD_REQUEST for a programme that is not there. */
  change(change: TerminalChange): Promise<TerminalInfo | null>;
  /** The password so far is taken for `overlapMs` more; null: as the setting says. Null when there is no such terminal. */
  rotatePassword(
    rotation: {
      readonly terminalId: string;
      readonly password: string;
      readonly overlapMs: number | null;
    } & Actor,
  ): Promise<TerminalInfo | null>;
}

/** A key as operators see it: all but the key. */
export interface KeyInfo extends ApiKey {
  /** Null for those that are older than this record. */
  readonly createdAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** To the minute. */
  readonly lastUsedAtMs: number | null;
  readonly isRevoked: boolean;
  readonly documents: DocumentPolicy;
}

export interface NewKey extends Actor {
  readonly keyId: string;
  readonly role: Role;
  readonly programme: string | null;
  readonly terminalIds: readonly string[] | null;
  readonly expiresAtMs: number | null;
  readonly documents: DocumentPolicy;
}

/** Each change is one commit, its audit entry included. Errors: UNAVAILABLE. */
export interface KeyRecords {
  find(keyId: string): Promise<KeyInfo | null>;
  list(page: NamedPageRequest<{ readonly programme: string | null }>): Promise<Page<KeyInfo>>;
  /**
   * The key leaves the store here and nowhere else. Errors: BAD_REQUEST for an id that is taken, and for a programme or a terminal
   * that is not there.
   */
  create(key: NewKey): Promise<{ readonly info: KeyInfo; readonly key: string }>;
  /** Null when there is no such key. */
  revoke(args: { readonly keyId: string } & Actor): Promise<KeyInfo | null>;
  setExpiry(
    args: { readonly keyId: string; readonly expiresAtMs: number | null } & Actor,
  ): Promise<KeyInfo | null>;
  setDocuments(
    args: { readonly keyId: string; readonly documents: DocumentPolicy } & Actor,
  ): Promise<KeyInfo | null>;
  /** When keys were used last; no change in the sense of the audit log. */
  noteUses(uses: readonly { readonly keyId: string; readonly usedAtMs: number }[]): Promise<void>;
}

/** Each change is one commit, its audit entry included. Errors: UNAVAILABLE. */
export interface DocumentRecords {
  list(page: NamedPageRequest<null>): Promise<Page<PersistedDocument>>;
  /** Adds those that are not there yet; returns all of them, in their order. */
  add(args: {
    readonly actor: string;
    readonly documents: readonly Pick<PersistedDocument, 'documentId' | 'text'>[];
  }): Promise<readonly PersistedDocument[]>;
  /** Returns null where there is none of this id. */
  remove(args: { readonly actor: string; readonly documentId: string }): Promise<PersistedDocument | null>;
}

export interface WalletPut extends Actor {
  /** What an operator may do and a client key may not is refused: see `beyondClient`. */
  readonly authority: 'operator' | 'client';
  readonly reference: string;
  readonly programme: string;
  readonly customerId: number;
  /** Left out: as it was. */
  readonly isBlocked?: boolean;
  /** The cards of the wallet from now on. Left out: as they were. */
  readonly cards?: readonly (Pick<Card, 'cardId'> & Partial<Card>)[];
}

export type WalletPutOutcome =
  | { readonly kind: 'put'; readonly wallet: Wallet }
  /** Only an operator may do this, or nobody: a wallet or card of another programme. Nothing was changed. */
  | WalletChangeRejection;

export interface WalletChangeRejection {
  readonly kind: 'forbidden';
  readonly field: string;
  readonly problem: string;
}

export interface WalletFilter {
  readonly programme: string | null;
  readonly customerId: number | null;
  readonly isBlocked: boolean | null;
}

/** Each change is one commit, its audit entry included. Null where there is no such wallet or card. Errors: UNAVAILABLE. */
export interface WalletRecords {
  find(reference: string): Promise<Wallet | null>;
  findByCard(cardId: number): Promise<Wallet | null>;
  list(page: NamedPageRequest<WalletFilter>): Promise<Page<Wallet>>;
  /**
   * Makes or changes a wallet. Where no card is said to be the default, the one that was it stays so, else it is the first.
   * It is decided in the commit that writes. Errors: BAD_REQUEST for a programme that is not there.
   */
  put(put: WalletPut): Promise<WalletPutOutcome>;
  /** With a card: only that card of the wallet. */
  setBlocked(
    args: {
      readonly reference: string;
      readonly cardId: number | null;
      readonly isBlocked: boolean;
    } & Actor,
  ): Promise<Wallet | null>;
  /** To another programme, with its cards. Errors: BAD_REQUEST for a programme that is not there. */
  move(args: { readonly reference: string; readonly programme: string } & Actor): Promise<Wallet | null>;
  /** A card to another wallet of its programme. Errors: FORBIDDEN for a wallet of another one. */
  moveCard(args: { readonly cardId: number; readonly reference: string } & Actor): Promise<Wallet | null>;
}

/** One line of a file of wallets: a wallet, with at most one card. */
export interface WalletLine {
  readonly line: number;
  readonly reference: string;
  readonly programme: string;
  readonly customerId: number;
  /** Null: as it was. */
  readonly isBlocked: boolean | null;
  readonly card: CardOfLine | null;
}

/** What is null stays as it was; the first card of a wallet becomes its default where no line says otherwise. */
export interface CardOfLine {
  readonly cardId: number;
  readonly trackingNumber: string | null;
  readonly isDefault: boolean | null;
  readonly isBlocked: boolean | null;
}

export interface RejectedLine {
  readonly line: number;
  readonly field: string;
  readonly problem: string;
}

export interface ImportedLines {
  readonly added: number;
  readonly changed: number;
  readonly rejected: readonly RejectedLine[];
}

/** Wallets by the thousand. Cards that a file does not name stay as they are. Errors: UNAVAILABLE. */
export interface WalletImports {
  /** Takes some lines in one commit, with one entry of the audit log for all of them. `subject` is what the audit log calls the file. */
  take(
    args: { readonly subject: string; readonly lines: readonly WalletLine[] } & Actor,
  ): Promise<ImportedLines>;
}

export interface AuditRecord {
  readonly sequence: number;
  readonly atMs: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  /** JSON texts, secrets masked. */
  readonly before: string;
  readonly after: string;
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

/** What reconciliation looks at of a transaction. */
export interface ReconciledRow {
  readonly terminalId: string;
  readonly route: string;
  readonly methodName: string;
  readonly state: TransactionState;
  readonly resultCode: number | null;
  readonly requestAmount: number | null;
  /** The envelope as saved (JSON text). */
  readonly request: string;
}

export interface Reconciliation {
  /** What was received in a time, window by window; `toMs` is exclusive. Errors: UNAVAILABLE. */
  rows(time: { readonly fromMs: number; readonly toMs: number }): AsyncIterable<readonly ReconciledRow[]>;
}

export interface Administration {
  readonly terminals: TerminalRecords;
  readonly keys: KeyRecords;
  readonly documents: DocumentRecords;
  readonly wallets: WalletRecords;
  readonly walletImports: WalletImports;
  readonly audit: AuditLog;
  readonly reconciliation: Reconciliation;
}
