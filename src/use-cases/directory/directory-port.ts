import type { Network } from '../../core/provisioning/network.js';

export type Role = 'client' | 'integrator' | 'network' | 'operator';

/** Decides on the GraphQL documents that a key may send: all that fit the schema, or registered ones only. */
export type DocumentPolicy = 'any' | 'persisted';

export interface ApiKey {
  readonly keyId: string;
  readonly role: Role;
  /** Null for operators. */
  readonly programme: string | null;
  /** Client keys only: the terminals it is bound to; null for all of its programme. */
  readonly terminalIds: readonly string[] | null;
  /** `any` where it is left out. */
  readonly documents?: DocumentPolicy;
}

export interface Terminal {
  readonly terminalId: string;
  readonly programme: string;
  readonly checksumAlgorithm: 'sha256' | 'sha1';
  /** The terminal password, decrypted. Never logged, never returned. More than one while a rotation overlaps. */
  readonly passwords: readonly Buffer[];
  /** Where it may call from; null for anywhere. */
  readonly allowedNetworks: readonly Network[] | null;
}

export interface Card {
  readonly cardId: number;
  /** KLV 002 of the calls that concern this card. */
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

/** A key or terminal that is there and may not be used. To callers it is one that is not there; operators hear why. */
export interface Unusable {
  /** One sentence. */
  readonly unusable: string;
  readonly programme: string | null;
  readonly keyId?: string;
}

/** What of a look-up may be used. */
export function usable<Found extends object>(found: Found | Unusable | null): Found | null {
  return found === null || 'unusable' in found ? null : found;
}

/** Look-ups may be as old as the store's cache age (setting, 5 s at most). */
export interface Directory {
  terminal(terminalId: string): Promise<Terminal | Unusable | null>;
  wallet(reference: string): Promise<Wallet | null>;
  /** `isFresh`: as it is in the database now, whatever is in memory. */
  apiKey(presented: string, options?: { readonly isFresh?: boolean }): Promise<ApiKey | Unusable | null>;
}

/** A card with what its wallet says of it. */
export interface KnownCard {
  readonly cardId: number;
  readonly programme: string;
  readonly customerId: number;
  /** The card, or the wallet it belongs to. */
  readonly isBlocked: boolean;
}

export interface CurrencyDirectory {
  /** Returns the currency of a programme, ISO 4217 alphabetic; null where it has none set. May be as old as the other look-ups. */
  currencyOf(programme: string): Promise<string | null>;
}

/** A GraphQL document that clients send by its id (GraphQL over HTTP, appendix on persisted documents). */
export interface PersistedDocument {
  /** `sha256:` and the hash of the text in lower-case hex. */
  readonly documentId: string;
  readonly text: string;
  readonly createdAtMs: number;
}

/** May be as old as the other look-ups of the directory. */
export interface DocumentDirectory {
  document(documentId: string): Promise<PersistedDocument | null>;
}

export interface CardDirectory {
  /** May be as old as the other look-ups. */
  card(cardId: number): Promise<KnownCard | null>;
}

export interface AddTerminalInput {
  readonly terminalId: string;
  readonly programme: string;
  readonly password: string;
  readonly checksumAlgorithm?: 'sha256' | 'sha1';
  /** A disabled terminal is not found. Left out: as it was. */
  readonly isDisabled?: boolean;
}

export interface PutWalletInput {
  readonly reference: string;
  readonly programme: string;
  readonly customerId: number;
  /** Left out: as it was. */
  readonly isBlocked?: boolean;
  readonly cards: readonly {
    cardId: number;
    trackingNumber?: string | null;
    isDefault?: boolean;
    /** Left out: as it was. */
    isBlocked?: boolean;
  }[];
}

export interface AddApiKeyInput {
  readonly keyId: string;
  readonly key: string;
  readonly role: Role;
  readonly programme: string | null;
  readonly terminalIds?: readonly string[] | null;
  readonly expiresAtMs?: number | null;
  /** A disabled key is not found. Left out: as it was. */
  readonly isDisabled?: boolean;
}

/** Changes to the directory. Putting what is there already is no change. */
export interface DirectoryAdmin {
  putProgramme(args: { programme: string; name?: string }): Promise<void>;
  putTerminal(input: AddTerminalInput): Promise<void>;
  putWallet(input: PutWalletInput): Promise<void>;
  putApiKey(input: AddApiKeyInput): Promise<void>;
}
