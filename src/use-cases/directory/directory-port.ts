import type { Role } from '../../core/access/permissions.js';
import type { Network } from '../../core/access/network.js';

export type { Role } from '../../core/access/permissions.js';

/** Rule for the GraphQL documents that a key may send: all that fit the schema, or persisted ones only. */
export type DocumentPolicy = 'any' | 'persisted';

export interface ApiKey {
  /** Its name in lists, logs and the audit log: 1 to 64 letters, digits, . _ or -. */
  readonly keyId: string;
  readonly role: Role;
  /** Null for roles of people. */
  readonly programme: string | null;
  /** Terminals that a client key is bound to. Null allows all terminals of its programme. */
  readonly terminalIds: readonly string[] | null;
  /** Left out, it is `any`. */
  readonly documents?: DocumentPolicy;
  /** Approval that the present change uses up. */
  readonly approvalId?: string;
}

export interface Terminal {
  readonly terminalId: string;
  readonly programme: string;
  /** Currency of the programme, ISO 4217 alphabetic. Null where it has none set. */
  readonly currency: string | null;
  readonly checksumAlgorithm: 'sha256' | 'sha1';
  /** Terminal passwords, decrypted. Never logged, never returned. There are two while a rotation overlaps. */
  readonly passwords: readonly Buffer[];
  /** The previous password, whose time is over. It proves nothing, and explains a wrong checksum to operators. */
  readonly endedPassword?: Buffer | undefined;
  /** Networks that it may call from. Null allows any address. */
  readonly allowedNetworks: readonly Network[] | null;
}

export interface Card {
  readonly cardId: number;
  /** KLV 002 of the calls for this card. */
  readonly trackingNumber: string | null;
  readonly isDefault: boolean;
  readonly isBlocked: boolean;
}

export interface Wallet {
  readonly reference: string;
  readonly programme: string;
  readonly customerId: number;
  readonly isBlocked: boolean;
  readonly cards: readonly Card[];
}

/**
 * Key or terminal that exists and may not be used. Callers get the same error as for an unknown one; operators get the reason.
 */
export interface Unusable {
  /** Reason, in one sentence. */
  readonly unusable: string;
  readonly programme: string | null;
  readonly keyId?: string;
}

/** Returns the found entry, or null when it may not be used. */
export function usable<Found extends object>(found: Found | Unusable | null): Found | null {
  return found === null || 'unusable' in found ? null : found;
}

/** Look-ups of terminals, wallets and keys. An answer may be as old as the store's cache age (setting, 5 s at most). */
export interface Directory {
  terminal(terminalId: string): Promise<Terminal | Unusable | null>;
  wallet(reference: string): Promise<Wallet | null>;
  /** Finds a key. `isFresh` reads the database and ignores the cache. */
  apiKey(presented: string, options?: { readonly isFresh?: boolean }): Promise<ApiKey | Unusable | null>;
}

/** Card with the data of its wallet. */
export interface KnownCard {
  readonly cardId: number;
  readonly programme: string;
  readonly customerId: number;
  /** True when the card or its wallet is blocked. */
  readonly isBlocked: boolean;
}

export interface CurrencyDirectory {
  /**
   * Returns the currency of a programme, ISO 4217 alphabetic; null where it has none set. The answer may be as old as the other
   * look-ups.
   */
  currencyOf(programme: string): Promise<string | null>;
}

export interface CardDirectory {
  /** Finds a card. The answer may be as old as the other look-ups. */
  card(cardId: number): Promise<KnownCard | null>;
}
