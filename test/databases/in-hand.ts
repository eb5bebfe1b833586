import type { Call } from '../support/channels/index.js';

/** Data that users of a gateway hold when it is upgraded, saved beside its database. */
export interface InHand {
  /** Master key as operators write it, for this database only. */
  readonly masterKey: string;
  /** Calls of the sandbox's client key, unless the name says otherwise. */
  readonly calls: Readonly<Record<CallName, Call>>;
  readonly keys: { readonly till: string; readonly ended: string; readonly revoked: string };
  /** Terminal of the programme `shop` with two passwords, and one Deduct for each of them. */
  readonly terminal: { readonly terminalId: string; readonly passwords: readonly [string, string] };
  /** Cursor of the first digitization event. */
  readonly cursor: string;
  /** Attempt that reached its end, and its token. */
  readonly attempt: { readonly attemptId: string; readonly cardId: number; readonly tokenReference: string };
  /** Endpoints whose receiver accepted nothing, with the secrets that sign their webhooks. */
  readonly dead: Hook;
  readonly pending: Hook;
}

export interface Hook {
  readonly endpointId: string;
  readonly secret: string;
}

export type CallName =
  | 'approved'
  | 'declined'
  | 'partial'
  | 'throughGraphql'
  | 'throughXml'
  | 'throughRpc2'
  | 'ofTill'
  | 'withFormerPassword'
  | 'reversed'
  | 'reversal'
  | 'balance'
  | 'failed'
  | 'doubtful'
  | 'timedOut'
  | 'settled'
  | 'refused'
  | 'queued'
  | 'unmatched'
  | 'contradicted'
  | 'pending';

/** Wallet that `unmatched` waits for. */
export const LATER_WALLET = { reference: '70000000001', customerId: 7001, cardId: 7101 } as const;

/** File of the interrupted import. An import of the same relative name and bytes continues it. */
export const IMPORT_FILE = 'wallets.csv';
export const IMPORT_LINES = 12_000;
export const importFile = (): string =>
  `reference,customer_id,card_id\n${'shop-imported,3001,8001\n'.repeat(IMPORT_LINES)}`;
