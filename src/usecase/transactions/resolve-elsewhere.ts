import { CardwayError } from '../../errors.js';
import type { Ledger, Moment, TransactionRow } from '../ports.js';
import type { AuthenticatedTerminal } from './authenticate-terminal.js';
import { textField, type TransactionCall } from './call.js';
import { NOT_PROCESSED, savedCall } from './former-owner.js';
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
  args: JudgeArguments & { readonly proof: AuthenticatedTerminal; readonly deadline: Moment },
): Promise<ResolvedWallet> {
  const { call, terminal } = args;
  const saved = await savedCall(deps.ledger, call, args.proof);
  const asBefore = saved === null ? call : withOwnerOf(call, saved);
  if (saved !== null && !NOT_PROCESSED.has(saved.state)) return ownerOf(asBefore);
  const heard = await deps.lookup.find({
    reference: textField(call, 'reference'),
    programme: terminal.programme,
    deadline: args.deadline,
  });
  if (heard.kind === 'trouble') {
    throw new CardwayError('UNAVAILABLE', {
      message: 'The wallet cannot be looked up at the moment.',
      cause: new Error(`Wallet look-up: ${heard.reason}.`),
    });
  }
  return judgeWallet({ ...args, call: asBefore }, heard.kind === 'known' ? heard.wallet : null);
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
