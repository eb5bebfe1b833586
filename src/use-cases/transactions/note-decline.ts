import { CardwayError, type ErrorCode } from '../../platform/errors.js';
import type { NoteRefused } from '../access/refusal-port.js';
import type { Terminal } from '../directory/directory-port.js';
import type { Caller } from './call.js';

/** resultCode of a decline by the gateway itself, and the error that comes nearest to it. */
const NEAREST = {
  [-4]: 'NOT_FOUND',
  [-29]: 'FORBIDDEN',
  [-3]: 'IDEMPOTENCY_CONFLICT',
} as const satisfies Record<number, ErrorCode>;

/** Tells operators why the gateway itself declined a call. No transaction is saved, so they would not find it elsewhere. */
export function noteDecline(
  onRefused: NoteRefused,
  about: {
    readonly caller: Caller;
    readonly terminal: Pick<Terminal, 'terminalId' | 'programme'>;
    readonly resultCode: keyof typeof NEAREST;
    /** Reason, without a full stop at its end. */
    readonly reason: string;
  },
): void {
  const { caller, terminal, resultCode, reason } = about;
  const { terminalId, programme } = terminal;
  onRefused({
    channel: caller.channel,
    error: new CardwayError(NEAREST[resultCode]).with({
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
