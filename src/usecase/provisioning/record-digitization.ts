import { digitizationPayload, type DigitizationPayload } from '../../core/digitization-event.js';
import { maskText } from '../../core/scrub.js';
import { CardwayError } from '../../errors.js';
import type { Attempts, ReportInput } from './attempt-port.js';
import { foreignCard } from './authorize-token.js';

export interface RecordDigitizationDeps {
  readonly attempts: Pick<Attempts, 'report'>;
  /** How long a verified attempt is good for a token; null for ever. */
  readonly verifiedForMs: number | null;
}

export interface RecordedDigitization {
  readonly payload: DigitizationPayload;
  readonly isRepeat: boolean;
}

/**
 * Records a checked report, from whichever door: the event with its deliveries, the attempt and the token in one commit.
 * Errors: NOT_FOUND (card), FORBIDDEN (a card of another programme), IDEMPOTENCY_CONFLICT (the token is another card's),
 * UNAVAILABLE.
 */
export async function recordDigitization(
  deps: RecordDigitizationDeps,
  report: Omit<ReportInput, 'verifiedForMs'>,
): Promise<RecordedDigitization> {
  const outcome = await deps.attempts.report({
    ...report,
    deviceType: emptyAsNull(report.deviceType, maskText),
    reasonCode: emptyAsNull(report.reasonCode, maskText),
    walletId: emptyAsNull(report.walletId, maskText),
    tokenRequestorId: emptyAsNull(report.tokenRequestorId),
    reportId: emptyAsNull(report.reportId),
    verifiedForMs: deps.verifiedForMs,
  });
  switch (outcome.kind) {
    case 'recorded':
      return { payload: digitizationPayload(outcome.event), isRepeat: outcome.isRepeat };
    case 'unknown_card':
      throw new CardwayError('NOT_FOUND', { field: 'card_id', message: 'The card is not known.' });
    case 'foreign_card':
      throw foreignCard();
    case 'conflict':
      throw new CardwayError('IDEMPOTENCY_CONFLICT', {
        field: 'card_id',
        message: 'The token was reported before for another card.',
      });
  }
}

/** Empty KLV values are common and say nothing. */
function emptyAsNull(text: string | null, map = (kept: string) => kept): string | null {
  return text === null || text === '' ? null : map(text);
}
