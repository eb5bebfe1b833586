import type { Call } from '../support/channels/index.js';

/** What those who used a gateway have in hand when it is upgraded; saved beside its database. */
export interface InHand {
  /** A setting as operators write it. For this database only. */
  readonly masterKey: string;
  /** Made by the sandbox's client key, but where the name says otherwise. */
  readonly calls: Readonly<Record<CallName, Call>>;
  readonly keys: { readonly till: string; readonly ended: string; readonly revoked: string };
  /** A terminal of the programme `shop` with two passwords, and the two Deducts that it proved with each. */
  readonly terminal: { readonly terminalId: string; readonly passwords: readonly [string, string] };
  /** The first digitization event. */
  readonly cursor: string;
  /** The attempt that came to the end, and its token. */
  readonly attempt: { readonly attemptId: string; readonly cardId: number; readonly tokenReference: string };
  /** Endpoints whose receiver took nothing, with the secrets that their webhooks are signed with. */
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

/** Of the wallet that `unmatched` waits for. */
export const LATER_WALLET = { reference: '70000000001', customerId: 7001, cardId: 7101 } as const;

/** The file of the import that was cut off, by its relative name and its bytes: with both it goes on. */
export const IMPORT_FILE = 'wallets.csv';
export const IMPORT_LINES = 12_000;
export const importFile = (): string =>
  `reference,customer_id,card_id\n${'shop-imported,3001,8001\n'.repeat(IMPORT_LINES)}`;
