import type { AuditEntry } from '../../../core/access/audit.js';
import {
  composeEnvelope,
  type Envelope,
  NOTHING_PASSED_THROUGH,
  readRequest,
} from '../../../core/transactions/envelope.js';
import { keepEnvelope } from '../../../core/keep.js';
import type { Method, MethodTable } from '../../../core/transactions/methods.js';
import { inTurn } from '../../../platform/background.js';
import type { Clock } from '../../../platform/clock.js';
import type { CardDirectory, Directory, KnownCard, Wallet } from '../../directory/directory-port.js';
import type { ContentHasher, Sealer } from '../../ports.js';
import { type CardOwner, ownerOf } from '../call/compose.js';
import type { Ledger, MatchedWallet, TransactionRow } from '../ledger-port.js';
import {
  type DirectoryMode,
  findNamedCard,
  judgeWallet,
  type ResolvedWallet,
} from '../admit/resolve-wallet.js';

export interface MatchDeps {
  readonly ledger: Ledger;
  readonly methods: MethodTable;
  readonly directory: Directory & CardDirectory;
  readonly directoryMode: DirectoryMode;
  readonly hasher: ContentHasher;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

export type Matched =
  | { readonly kind: 'queued' }
  /** The wallet is not known. */
  | { readonly kind: 'unknown' }
  /** The wallet is known, but not with the programme of the terminal, or the customer and card that the call names. */
  | { readonly kind: 'not_own' }
  /** It is no longer unmatched. */
  | { readonly kind: 'lost'; readonly row: TransactionRow | null };

/**
 * Makes an unmatched advice due once its customer and card are known (docs/reference/transactions.md#unmatched-advices): those of
 * its original, else those of its wallet. Its bytes get them, its request id stays, and its original is looked for again.
 */
export async function matchAdvice(
  deps: MatchDeps,
  row: TransactionRow,
  audit?: AuditEntry,
): Promise<Matched> {
  const method = deps.methods.find(row.methodName);
  const owner = await ownerOfOriginal(deps.ledger, row, method);
  const found = owner === null ? await deps.directory.wallet(row.reference) : null;
  if ((owner === null && found === null) || method === undefined) return { kind: 'unknown' };
  const sealed = await deps.ledger.sealedBody(row.requestId);
  if (sealed === null) return { kind: 'lost', row };
  const named = await findNamedCard({ ...deps, mode: deps.directoryMode, call: row });
  const wallet = matchedWallet(deps, { row, method, owner, wallet: found, named, sealed });
  if (wallet === null) return { kind: 'not_own' };
  return deps.ledger.requeue({
    requestId: row.requestId,
    attempt: row.attempt,
    atMs: deps.clock.nowMs(),
    wallet,
    ...(audit === undefined ? {} : { audit }),
  });
}

/**
 * Returns the customer and card of the transaction that a reversal reverses. Since that was sent, the wallet may have moved to
 * another programme. Null for another advice, without an original, and where the advice names others.
 */
async function ownerOfOriginal(
  ledger: Pick<Ledger, 'find'>,
  { originalRequestId, programme, customerId, cardId }: TransactionRow,
  method: Method | undefined,
): Promise<CardOwner | null> {
  if (originalRequestId === null || (method?.reverses ?? []).length === 0) return null;
  const original = await ledger.find(originalRequestId);
  if (original?.programme !== programme) return null;
  const owner = ownerOf(original);
  const isOwn =
    (customerId ?? owner?.customerId) === owner?.customerId && (cardId ?? owner?.cardId) === owner?.cardId;
  return isOwn ? owner : null;
}

/** Returns null where the programme of the terminal, or the customer or card that the call names, is not the wallet's own. */
function matchedWallet(
  { sealer, directoryMode }: MatchDeps,
  about: {
    readonly row: TransactionRow;
    readonly method: Method;
    /** Owner of the original. Null where the wallet decides. */
    readonly owner: CardOwner | null;
    readonly wallet: Wallet | null;
    readonly named: KnownCard | null;
    readonly sealed: Buffer;
  },
): MatchedWallet | null {
  const { row, method, sealed } = about;
  const context = `transaction:${row.requestId}`;
  const saved = JSON.parse(sealer.open(sealed, context).toString('utf8')) as Envelope;
  const { methodName, customerId, cardId, requestId } = row;
  const passThrough = NOTHING_PASSED_THROUGH;
  const { fields, passedOn } = readRequest(method, saved.request);
  const call = { methodName, fields, customerId, cardId, requestId, passThrough };
  const judged =
    about.owner ??
    ownerIn(judgeWallet({ method, call, terminal: row, mode: directoryMode }, about.wallet, about.named));
  if (judged === null) return null;
  // Composed in the order of a new call, because contents are compared in that order, whatever the order of the caller's bytes.
  const envelope = composeEnvelope({
    method,
    fields,
    customerId: judged.customerId,
    cardId: judged.cardId,
    requestId,
    passThrough: { request: passedOn, envelope: saved },
  });
  const isAsSaved = saved.customer_id === judged.customerId && saved.card_id === judged.cardId;
  return {
    customerId: judged.customerId,
    cardId: judged.cardId,
    sealedBody: isAsSaved ? sealed : sealer.seal(Buffer.from(JSON.stringify(envelope)), context),
    request: JSON.stringify(keepEnvelope(envelope, method)),
    reverses: method.reverses ?? [],
  };
}

function ownerIn(judged: ResolvedWallet): CardOwner | null {
  return judged.kind === 'found' ? judged : null;
}

export interface MatchUnmatchedDeps extends MatchDeps {
  readonly matchEveryMs: number;
  /** Number of rows in one look. */
  readonly batchMax: number;
}

/**
 * Returns a check whether the wallets of unmatched advices are now known: added on this node or on another one. Each look reads
 * some rows, newest first, and the next one continues after them. The cost therefore does not grow with their number. One look
 * asks for an unknown wallet only once.
 */
export function createMatchUnmatched(deps: MatchUnmatchedDeps): () => Promise<void> {
  let nextLookMs = deps.clock.monotonicMs();
  let behind: number | undefined;
  return async () => {
    if (deps.clock.monotonicMs() < nextLookMs) return;
    nextLookMs = deps.clock.monotonicMs() + deps.matchEveryMs;
    const { rows, hasNextPage } = await deps.ledger.listOpen({
      filter: { state: 'unmatched' },
      first: deps.batchMax,
      ...(behind === undefined ? {} : { after: behind }),
    });
    behind = hasNextPage ? rows.at(-1)?.sequence : undefined;
    const unknown = new Set<string>();
    await inTurn(rows, async (row) => {
      const named = JSON.stringify([row.programme, row.reference]);
      if (unknown.has(named) && row.originalRequestId === null) return;
      const advice = await deps.ledger.find(row.requestId);
      if (advice === null) return;
      const { kind } = await matchAdvice(deps, advice);
      if (kind === 'unknown') unknown.add(named);
    });
  };
}
