import type { Method } from '../../core/methods.js';
import { deriveRequestId } from '../../core/request-id.js';
import type { Ledger, TransactionRow } from '../ports.js';
import type { AuthenticatedTerminal } from './authenticate-terminal.js';
import { wireDateOf, type Caller, type TransactionCall } from './call.js';

export interface Owner {
  readonly customerId: number;
  readonly cardId: number;
}

interface ProvenCall {
  readonly call: TransactionCall;
  readonly caller: Pick<Caller, 'key'>;
  readonly proof: AuthenticatedTerminal;
}

/**
 * Returns the row that this very call left when it was made before: over the same field texts, under the request id of a caller with a
 * key, or for a call without a key the one with its checksum. Null where it is new.
 */
export async function savedCall(
  ledger: Pick<Ledger, 'find' | 'keyless'>,
  { call, caller, proof }: ProvenCall,
): Promise<TransactionRow | null> {
  const row = await rowOfChecksum(ledger, { call, caller, proof });
  return row?.borders === proof.borders ? row : null;
}

/** The same over whatever field texts: others than those of the call are a text that was cut anew. */
export async function rowOfChecksum(
  ledger: Pick<Ledger, 'find' | 'keyless'>,
  { call, caller, proof: { checksum, checksumKey, terminal } }: ProvenCall,
): Promise<TransactionRow | null> {
  const { terminalId } = terminal;
  const row =
    caller.key === null
      ? await ledger.keyless({ terminalId, checksum, checksumKey })
      : await ledger.find(ownRequestId(call, checksum));
  return row?.terminalId === terminalId && row.checksum === checksum ? row : null;
}

/**
 * The call with the request id, customer and card that a call without a key was saved with: they were the directory's choice, which may
 * be another one now.
 */
export function asSaved(call: TransactionCall, row: TransactionRow): TransactionCall {
  const { requestId, customerId, cardId } = row;
  return { ...call, requestId, customerId, cardId };
}

/**
 * Customer and card of a call that takes money and was made before, where the directory refuses it now: the wallet was blocked or
 * taken away since. A decline would be a lie about money that has moved, or may have; the call hears what became of it. Null for
 * any other call, and for one of which nothing came: that would be sent anew.
 */
export function formerOwner(
  row: TransactionRow | null,
  args: Pick<ProvenCall, 'call' | 'caller'> & { readonly method: Method },
): Owner | null {
  if (args.method.effect !== 'money' || row === null || NOT_PROCESSED.has(row.state)) return null;
  // A caller that names customer and card is compared with the row by its own words.
  return ownerOf(args.caller.key === null ? row : args.call);
}

/** Null where the wallet is not known. */
export function ownerOf({ customerId, cardId }: Pick<TransactionRow, 'customerId' | 'cardId'>): Owner | null {
  return customerId === null || cardId === null ? null : { customerId, cardId };
}

/** What a retry sends again, because nothing came of it. */
export const NOT_PROCESSED: ReadonlySet<string> = new Set(['refused', 'failed']);

function ownRequestId(call: TransactionCall, checksum: string): string {
  return (
    call.requestId ?? deriveRequestId({ cardId: call.cardId ?? 0, wireDate: wireDateOf(call), checksum })
  );
}
