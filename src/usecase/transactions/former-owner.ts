import type { Method } from '../../core/methods.js';
import { deriveRequestId, isSameButCard } from '../../core/request-id.js';
import { CardwayError } from '../../errors.js';
import type { Ledger, TransactionRow } from '../ports.js';
import type { AuthenticatedTerminal } from './authenticate-terminal.js';
import { wireDateOf, type TransactionCall } from './call.js';
import { isCardChosen } from './compose.js';

export interface Owner {
  readonly customerId: number;
  readonly cardId: number;
}

/**
 * Customer and card of a call that takes money and was made before, where the directory refuses it now: the wallet was blocked or
 * taken away since. A decline would be a lie about money that has moved, or may have; the call hears what became of it. Null for
 * any other call, and for one of which nothing came: that would be sent anew.
 */
export async function formerOwner(
  ledger: Pick<Ledger, 'withChecksum'>,
  args: { readonly method: Method; readonly call: TransactionCall; readonly proof: AuthenticatedTerminal },
): Promise<Owner | null> {
  if (args.method.effect !== 'money') return null;
  const row = await savedCall(ledger, args.call, args.proof);
  return row === null || NOT_PROCESSED.has(row.state) ? null : ownerIn({ ...row, ...named(args.call) });
}

/** Of a row that a claim has just met. Null where the wallet was not known then. */
export async function savedOwner(ledger: Pick<Ledger, 'find'>, requestId: string): Promise<Owner | null> {
  const row = await ledger.find(requestId);
  if (row !== null) return ownerIn(row);
  throw new CardwayError('INTERNAL', { cause: new Error('A claim met a row that cannot be found.') });
}

/** The row that this very call left: with its checksum, over its field texts, under its request id but for a card that was chosen for it. */
export async function savedCall(
  ledger: Pick<Ledger, 'withChecksum'>,
  call: TransactionCall,
  proof: AuthenticatedTerminal,
): Promise<TransactionRow | null> {
  const { checksum, checksumKey, borders, terminal } = proof;
  const alike = await ledger.withChecksum({
    terminalId: terminal.terminalId,
    checksum,
    checksumKey,
    borders,
  });
  const own =
    call.requestId ?? deriveRequestId({ cardId: call.cardId ?? 0, wireDate: wireDateOf(call), checksum });
  const isChosen = isCardChosen(call);
  return (
    alike.find(({ requestId }) => requestId === own || (isChosen && isSameButCard(requestId, own))) ?? null
  );
}

/** What a retry sends again, because nothing came of it. */
export const NOT_PROCESSED: ReadonlySet<string> = new Set(['refused', 'failed']);

function ownerIn({ customerId, cardId }: Pick<TransactionRow, 'customerId' | 'cardId'>): Owner | null {
  return customerId === null || cardId === null ? null : { customerId, cardId };
}

/** A caller that names customer and card is compared with the row by its own words. */
function named({ customerId, cardId }: TransactionCall): Partial<Owner> {
  return { ...(customerId === null ? {} : { customerId }), ...(cardId === null ? {} : { cardId }) };
}
