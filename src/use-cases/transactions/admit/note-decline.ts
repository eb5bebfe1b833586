import { DECLINES } from '../../../core/transactions/transaction.js';
import { CardwayError } from '../../../platform/errors.js';
import type { NoteRefused } from '../../access/refusal-port.js';
import type { Terminal } from '../../directory/directory-port.js';
import type { Caller } from '../call/call.js';

/** Tells operators why the gateway itself declined a call. */
export function noteDecline(
  onRefused: NoteRefused,
  about: {
    readonly caller: Caller;
    readonly terminal: Pick<Terminal, 'terminalId' | 'programme'>;
    readonly resultCode: keyof typeof DECLINES;
    /** Reason, without a full stop at its end. */
    readonly reason: string;
  },
): void {
  const { caller, terminal, resultCode, reason } = about;
  const { terminalId, programme } = terminal;
  onRefused({
    channel: caller.channel,
    error: new CardwayError(DECLINES[resultCode]).with({
      reason: `${reason} (resultCode ${String(resultCode)}).`,
      terminalId,
      programme,
      keyId: caller.key?.keyId,
    }),
    address: caller.address,
    httpRequestId: caller.httpRequestId,
    isDecline: true,
  });
}
