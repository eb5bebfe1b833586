import { CardwayError } from '../../errors.js';
import type { Ledger, Moment } from '../ports.js';
import type { AuthenticatedTerminal } from './authenticate-terminal.js';
import { textField, type Caller } from './call.js';
import { judgeWallet, type JudgeArguments, type ResolvedWallet } from './resolve-wallet.js';
import { asSaved, NOT_PROCESSED, ownerOf, savedCall } from './saved-call.js';
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
  args: JudgeArguments & {
    readonly caller: Caller;
    readonly proof: AuthenticatedTerminal;
    readonly deadline: Moment;
  },
): Promise<ResolvedWallet> {
  const { call, caller, terminal } = args;
  const saved = await savedCall(deps.ledger, args);
  // A caller with a key names customer and card, and is compared with the row by its own words.
  const asBefore = saved === null || caller.key !== null ? call : asSaved(call, saved);
  if (saved !== null && !NOT_PROCESSED.has(saved.state)) {
    const owner = ownerOf(asBefore);
    return owner === null
      ? { kind: 'unknown', message: 'The wallet is not known.' }
      : { kind: 'found', ...owner };
  }
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
