import { deriveRequestId } from '../../core/request-id.js';
import { CardwayError } from '../../errors.js';
import type { Ledger, TransactionRow } from '../ports.js';
import type { AuthenticatedTerminal } from './authenticate-terminal.js';
import { textField, wireDateOf, type TransactionCall } from './call.js';
import { judgeWallet, type JudgeArguments, type ResolvedWallet } from './resolve-wallet.js';
import type { WalletLookup } from './wallet-lookup-port.js';

/**
 * Customer and card of a call whose wallet the directory does not have, from the customer's own service.
 *
 * The ledger is asked first: a call that was made before keeps the customer and card that it had, whatever the service says now
 * and whether or not it can be reached, so that it has the same request id and hears its saved answer. Only where it would be sent anew
 * although nothing was processed, the service must still know the wallet.
 *
 * Errors: UNAVAILABLE when the service cannot say; nothing was saved or sent then.
 */
export async function resolveElsewhere(
  deps: { readonly ledger: Ledger; readonly lookup: WalletLookup },
  args: JudgeArguments & { readonly proof: AuthenticatedTerminal; readonly deadlineMs: number },
): Promise<ResolvedWallet> {
  const { call, terminal } = args;
  const saved = await savedCall(deps.ledger, call, args.proof);
  const asBefore = saved === null ? call : withOwnerOf(call, saved);
  if (saved !== null && !NOT_PROCESSED.has(saved.state)) return ownerOf(asBefore);
  const heard = await deps.lookup.find({
    reference: textField(call, 'reference'),
    programme: terminal.programme,
    deadlineMs: args.deadlineMs,
  });
  if (heard.kind === 'trouble') {
    throw new CardwayError('UNAVAILABLE', {
      message: 'The wallet cannot be looked up at the moment.',
      cause: new Error(`Wallet look-up: ${heard.reason}.`),
    });
  }
  return judgeWallet({ ...args, call: asBefore }, heard.kind === 'known' ? heard.wallet : null);
}

/** What a retry of sends again, because nothing came of it. */
const NOT_PROCESSED: ReadonlySet<string> = new Set(['refused', 'failed']);

/** The row that this call left when it was made before: by its request id, or for terminals by its checksum. */
async function savedCall(
  ledger: Ledger,
  call: TransactionCall,
  proof: AuthenticatedTerminal,
): Promise<TransactionRow | null> {
  const requestIdOf = (cardId: number): string =>
    deriveRequestId({ cardId, wireDate: wireDateOf(call), checksum: proof.checksum });
  const requestId = call.requestId ?? (call.cardId === null ? null : requestIdOf(call.cardId));
  if (requestId !== null) return ledger.find(requestId);
  const { checksum, checksumKey, borders } = proof;
  const { terminalId } = proof.terminal;
  const alike = await ledger.withChecksum({ terminalId, checksum, checksumKey, borders });
  return alike.find((row) => row.requestId === requestIdOf(row.cardId ?? 0)) ?? null;
}

/** A caller that names customer and card is compared with the row by its own words. */
function withOwnerOf(call: TransactionCall, { customerId, cardId }: TransactionRow): TransactionCall {
  return { ...call, customerId: call.customerId ?? customerId, cardId: call.cardId ?? cardId };
}

function ownerOf({ customerId, cardId }: TransactionCall): ResolvedWallet {
  return customerId === null || cardId === null
    ? { kind: 'unknown', message: 'The wallet is not known.' }
    : { kind: 'found', customerId, cardId };
}
