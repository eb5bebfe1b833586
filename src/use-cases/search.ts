import { deliverySequence } from '../core/events/delivery.js';
import { eventSequence, type StoredEvent } from '../core/events/event.js';
import { badRequest, type CardwayError } from '../platform/errors.js';
import type {
  KeyInfo,
  KeyRecords,
  TerminalInfo,
  TerminalRecords,
  WalletRecords,
} from './directory/administration-port.js';
import type { Wallet } from './directory/directory-port.js';
import type { Deliveries, Delivery, Endpoint, Endpoints, EventList } from './events/delivery-port.js';
import { requirePageSize } from './paging.js';
import type { AttemptRow, Attempts, DigitizationRow } from './provisioning/attempt-port.js';
import type { Programme, ProvisioningAdmin } from './provisioning/provisioning-port.js';
import type { Ledger, TransactionFilter, TransactionSummary } from './transactions/ledger-port.js';

/** An object that a search found; `kind` is its type in GraphQL. Texts of transactions are left out. */
export type SearchHit =
  | { readonly kind: 'Transaction'; readonly row: Omit<TransactionSummary, 'textBytes'> }
  | { readonly kind: 'Wallet'; readonly row: Wallet }
  | { readonly kind: 'Terminal'; readonly row: TerminalInfo }
  | { readonly kind: 'Programme'; readonly row: Programme }
  | { readonly kind: 'ApiKey'; readonly row: KeyInfo }
  | { readonly kind: 'Event'; readonly row: StoredEvent }
  | { readonly kind: 'Endpoint'; readonly row: Endpoint }
  | { readonly kind: 'Delivery'; readonly row: Delivery }
  | { readonly kind: 'ProvisioningAttempt'; readonly row: AttemptRow }
  | { readonly kind: 'Digitization'; readonly row: DigitizationRow };

/**
 * Finds what an operator means by a text, best match first: objects with this id, then the newest transactions of a card, customer
 * or wallet, then objects whose id or name begins with the text. Indexes answer every part. Errors: BAD_REQUEST (a text that is
 * too long, a wrong count), UNAVAILABLE. No error or log line repeats the text, which may be a card number.
 */
export type Search = (wanted: {
  readonly text: string;
  readonly first: number;
}) => Promise<readonly SearchHit[]>;

interface SearchDeps {
  readonly ledger: Pick<Ledger, 'find' | 'list'>;
  readonly wallets: Pick<WalletRecords, 'find' | 'findByCard' | 'list'>;
  readonly terminals: Pick<TerminalRecords, 'find' | 'list'>;
  readonly keys: Pick<KeyRecords, 'find' | 'list'>;
  readonly programmes: Pick<ProvisioningAdmin, 'programmes'>;
  readonly endpoints: Pick<Endpoints, 'list'>;
  readonly deliveries: Pick<Deliveries, 'find'>;
  readonly events: Pick<EventList, 'find'>;
  readonly attempts: Pick<Attempts, 'find' | 'list' | 'listDigitizations'>;
}

const TEXT_MAX = 128;

/** Maximum number of transactions that one id of another object, or a reused transaction id, leads to. */
const NEWEST = 10;

export function createSearch(deps: SearchDeps): Search {
  return async ({ text: written, first }) => {
    requirePageSize({ first });
    const text = written.trim();
    if ([...text].length > TEXT_MAX) throw tooLong();
    if (text === '') return [];
    const [exact, related, beginning] = await Promise.all([
      named(deps, text),
      newestOf(deps, text),
      begun(deps, text, first),
    ]);
    return distinct([...exact, ...related, ...beginning]).slice(0, first);
  };
}

function tooLong(): CardwayError {
  return badRequest('text', `text may have ${String(TEXT_MAX)} characters.`);
}

type Kind = SearchHit['kind'];
type Row<Name extends Kind> = Extract<SearchHit, { readonly kind: Name }>['row'];

/** Returns the objects that this text names, those with an id of their own before those that share one. */
async function named(deps: SearchDeps, text: string): Promise<readonly SearchHit[]> {
  const number = idOf(text);
  const event = eventSequence(text);
  const delivery = deliverySequence(text);
  const found = await Promise.all([
    hit('Transaction', deps.ledger.find(text)),
    hit('Wallet', deps.wallets.find(text)),
    hit('Wallet', number === null ? null : deps.wallets.findByCard(number)),
    hits(
      'Wallet',
      number === null ? null : deps.wallets.list({ filter: { customerId: number }, first: NEWEST }),
    ),
    hit('Terminal', deps.terminals.find(text)),
    hit('Programme', programmeOf(deps, text)),
    hit('ApiKey', deps.keys.find(text)),
    hit('Event', event === null ? null : deps.events.find(event)),
    hit('Delivery', delivery === null ? null : deps.deliveries.find(delivery)),
    hit('ProvisioningAttempt', deps.attempts.find(text)),
    hits(
      'Digitization',
      deps.attempts.listDigitizations({ filter: { tokenReference: text }, first: NEWEST }),
    ),
    hits('ProvisioningAttempt', deps.attempts.list({ filter: { tokenReference: text }, first: NEWEST })),
    newest(deps, { transactionId: text }),
  ]);
  return found.flat();
}

/** Returns the newest transactions of the card, the customer or the wallet that this text names. */
async function newestOf(deps: SearchDeps, text: string): Promise<readonly SearchHit[]> {
  const number = idOf(text);
  const wallet = await deps.wallets.find(text);
  const filters: TransactionFilter[] = [
    ...(wallet === null ? [] : [{ customerId: wallet.customerId, reference: wallet.reference }]),
    ...(number === null ? [] : [{ cardId: number }, { customerId: number }]),
  ];
  return (await Promise.all(filters.map((filter) => newest(deps, filter)))).flat();
}

/** Returns objects whose id or name begins with this text, the kinds in turn. Endpoints also by a part of their URL. */
async function begun(deps: SearchDeps, text: string, first: number): Promise<readonly SearchHit[]> {
  const page = { filter: { text }, first };
  const programmes = deps.programmes.programmes().then((all) => ({
    rows: all.filter(({ programme, name }) => begins(programme, text) || begins(name, text)),
  }));
  return inTurn(
    await Promise.all([
      hits('Programme', programmes),
      hits('Terminal', deps.terminals.list(page)),
      hits('Wallet', deps.wallets.list(page)),
      hits('ApiKey', deps.keys.list(page)),
      hits('Endpoint', deps.endpoints.list(page)),
    ]),
  );
}

async function newest({ ledger }: SearchDeps, filter: TransactionFilter): Promise<readonly SearchHit[]> {
  return hits('Transaction', ledger.list({ filter, first: NEWEST }));
}

async function programmeOf({ programmes }: SearchDeps, text: string): Promise<Programme | null> {
  return (await programmes.programmes()).find(({ programme }) => programme === text) ?? null;
}

function begins(name: string, text: string): boolean {
  return name.toLowerCase().startsWith(text.toLowerCase());
}

/** Returns the number of a card or customer that a text writes; null for every other text, such as a terminal id with zeros. */
function idOf(text: string): number | null {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 0 && String(number) === text ? number : null;
}

async function hit<Name extends Kind>(
  kind: Name,
  found: Promise<Row<Name> | null> | null,
): Promise<SearchHit[]> {
  const row = await found;
  return row === null ? [] : [{ kind, row } as SearchHit];
}

async function hits<Name extends Kind>(
  kind: Name,
  found: Promise<{ readonly rows: readonly Row<Name>[] }> | null,
): Promise<SearchHit[]> {
  return ((await found)?.rows ?? []).map((row) => ({ kind, row }) as SearchHit);
}

/** Takes the first of each list, then the second of each, and so on. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** Keeps the first of equal hits. */
function distinct(all: readonly SearchHit[]): SearchHit[] {
  const seen = new Set<string>();
  return all.filter((each) => {
    const key = `${each.kind} ${nameOf(each)}`;
    return !seen.has(key) && seen.add(key);
  });
}

function nameOf({ kind, row }: SearchHit): string | number {
  switch (kind) {
    case 'Wallet':
      return row.reference;
    case 'Terminal':
      return row.terminalId;
    case 'Programme':
      return row.programme;
    case 'ApiKey':
      return row.keyId;
    default:
      return row.sequence;
  }
}
