import {
  composeEnvelope,
  readRequest,
  contentText,
  NOTHING_PASSED_THROUGH,
  type Envelope,
} from '../../core/envelope.js';
import { momentOf, shifted } from '../../core/moment.js';
import { maskEnvelope } from '../../core/mask.js';
import type { Method, MethodTable } from '../../core/methods.js';
import type {
  AuditEntry,
  Clock,
  ContentHasher,
  Directory,
  Downstream,
  Ledger,
  MatchedWallet,
  Sealer,
  TransactionRow,
  Wallet,
} from '../ports.js';
import { judgeWallet, type DirectoryMode } from './resolve-wallet.js';
import type { WalletLookup } from './wallet-lookup-port.js';

export interface MatchDeps {
  readonly ledger: Ledger;
  readonly methods: MethodTable;
  readonly directory: Directory;
  readonly directoryMode: DirectoryMode;
  readonly walletLookup: WalletLookup | null;
  readonly downstream: Pick<Downstream, 'route'>;
  readonly hasher: ContentHasher;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

export type Matched =
  | { readonly kind: 'queued' }
  /** The wallet is not known. */
  | { readonly kind: 'unknown' }
  /** The wallet is known, but customer or card, as the call names them, are not its own. */
  | { readonly kind: 'not_own' }
  /** The service that knows wallets did not say. */
  | { readonly kind: 'trouble' }
  /** It is not unmatched any more. */
  | { readonly kind: 'lost'; readonly row: TransactionRow | null };

/**
 * Makes an unmatched advice due once its wallet is known (contract 4.8): its bytes get the real customer and card, its request id
 * stays, and its original is looked for again.
 */
export async function matchAdvice(
  deps: MatchDeps,
  row: TransactionRow,
  audit?: AuditEntry,
): Promise<Matched> {
  const method = deps.methods.find(row.methodName);
  const found = await walletOf(deps, row);
  if (found === 'trouble') return { kind: 'trouble' };
  if (found === null || method === undefined) return { kind: 'unknown' };
  const sealed = await deps.ledger.sealedBody(row.requestId);
  if (sealed === null) return { kind: 'lost', row };
  const wallet = matchedWallet(deps, { row, method, wallet: found, sealed });
  if (wallet === null) return { kind: 'not_own' };
  return deps.ledger.requeue({
    requestId: row.requestId,
    attempt: row.attempt,
    atMs: deps.clock.nowMs(),
    wallet,
    ...(audit === undefined ? {} : { audit }),
  });
}

async function walletOf(
  deps: MatchDeps,
  { reference, programme, methodName }: TransactionRow,
): Promise<Wallet | 'trouble' | null> {
  const known = await deps.directory.wallet(reference);
  if (known !== null || deps.walletLookup === null) return known;
  const deadline = shifted(momentOf(deps.clock), deps.downstream.route(methodName).timeoutMs);
  const heard = await deps.walletLookup.find({ reference, programme, deadline });
  if (heard.kind === 'trouble') return 'trouble';
  return heard.kind === 'known' ? heard.wallet : null;
}

/** Null where customer or card, as the call names them, are not the wallet's own. */
function matchedWallet(
  { sealer, hasher, directoryMode }: MatchDeps,
  about: {
    readonly row: TransactionRow;
    readonly method: Method;
    readonly wallet: Wallet;
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
  const judged = judgeWallet({ method, call, terminal: row, mode: directoryMode }, about.wallet);
  if (judged.kind !== 'found') return null;
  // In the order of a call that comes now: contents are compared in it, whatever order the caller's own bytes have.
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
    request: JSON.stringify(maskEnvelope(envelope, method)),
    contentHash: hasher.keyedHash('content', contentText(envelope, method)),
    reverses: method.reverses ?? [],
  };
}
