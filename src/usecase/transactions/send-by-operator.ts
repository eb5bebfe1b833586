import { CardwayError } from '../../errors.js';
import { matchAdvice, type Matched, type MatchDeps } from './match-advice.js';
import type { ApiKey, AuditEntry, RequeueOutcome, TransactionRow } from '../ports.js';

export type SendByOperator = (operator: ApiKey, requestId: string) => Promise<TransactionRow>;

/**
 * An operator has a queued or unmatched advice sent now (contract 4.8). It is made due; the next round of housekeeping sends it, on
 * whichever node that is. An unmatched one must have a wallet that is known by now. Who did it is kept in the same commit.
 * Errors: NOT_FOUND, BAD_REQUEST (it does not wait to be sent, or its wallet is still unknown), UNAVAILABLE.
 */
export function createSendByOperator(deps: MatchDeps): SendByOperator {
  return async (operator, requestId) => {
    const row = await deps.ledger.find(requestId);
    if (row === null) throw new CardwayError('NOT_FOUND', { message: 'No transaction has this request id.' });
    const sent = await send(deps, row, auditOf(operator, row));
    if (sent.kind === 'unknown' || sent.kind === 'not_own') {
      throw refusal(
        'request_id names an advice whose wallet, customer or card is still unknown; add the wallet to the directory first.',
      );
    }
    if (sent.kind === 'trouble') {
      throw new CardwayError('UNAVAILABLE', { message: 'The wallet cannot be looked up at the moment.' });
    }
    const now = await deps.ledger.find(requestId);
    // Somebody else was faster: it is being sent, or was.
    const isUnderWay = now !== null && now.effect === 'advice' && now.state !== 'unmatched';
    if (sent.kind === 'queued' || isUnderWay) return now ?? row;
    throw notWaiting(now ?? row);
  };
}

async function send(
  deps: MatchDeps,
  row: TransactionRow,
  audit: AuditEntry,
): Promise<Matched | RequeueOutcome> {
  if (row.state === 'unmatched') return matchAdvice(deps, row, audit);
  if (row.state !== 'queued') throw notWaiting(row);
  const { requestId, attempt } = row;
  return deps.ledger.requeue({ requestId, attempt, atMs: deps.clock.nowMs(), wallet: null, audit });
}

function auditOf({ keyId }: ApiKey, row: TransactionRow): AuditEntry {
  return {
    actor: keyId,
    action: 'send_transaction',
    subject: row.requestId,
    reason: '',
    before: JSON.stringify({ state: row.state, customerId: row.customerId, cardId: row.cardId }),
    after: JSON.stringify({ state: 'queued' }),
  };
}

function notWaiting({ state }: TransactionRow): CardwayError {
  return refusal(
    `request_id names a transaction that is ${state}; only queued and unmatched advices can be sent.`,
  );
}

function refusal(message: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field: 'request_id', message });
}
