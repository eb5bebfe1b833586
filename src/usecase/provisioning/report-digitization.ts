import type { DigitizationEventType, DigitizationPayload } from '../../core/digitization-event.js';
import { digitizationEventType, lastFourDigits } from '../../core/digitization-report.js';
import { checkField, MAX } from '../../core/token-fields.js';
import { CardwayError } from '../../errors.js';
import type { ApiKey } from '../ports.js';
import { programmeOf } from '../access/reach.js';
import { recordDigitization, type RecordDigitizationDeps } from './record-digitization.js';

/** A report in the network's own words, nothing checked. */
export interface DigitizationReport {
  readonly cardId: number;
  readonly walletId: string;
  readonly tokenReference: string;
  readonly tokenRequestorId: string;
  /** Null: complete. */
  readonly event: string | null;
  readonly reportId: string | null;
  readonly deviceType: string | null;
  /** The digitized card number, whole or masked. Nothing but its last four digits goes any further. */
  readonly digitizedPan: string | null;
  readonly panLastFour: string | null;
  readonly reasonCode: string | null;
}

export type ReportDigitization = (
  network: ApiKey,
  report: DigitizationReport,
) => Promise<DigitizationPayload>;

/**
 * Takes a report of the network's key about a digitized card (contract section 7 and 8). Resolves with the event that it became; for
 * the same report again, with the same one.
 * Errors: BAD_REQUEST, and those of recordDigitization.
 */
export function createReportDigitization(deps: RecordDigitizationDeps): ReportDigitization {
  return async (network, report) => {
    const programme = programmeOf(network);
    const type = eventTypeOf(report.event);
    requireFields(report);
    const { payload } = await recordDigitization(deps, {
      programme,
      cardId: report.cardId,
      type,
      tokenReference: report.tokenReference,
      tokenRequestorId: report.tokenRequestorId,
      walletId: report.walletId,
      deviceType: report.deviceType,
      panLastFour: panLastFourOf(report),
      reasonCode: report.reasonCode,
      reportId: report.reportId,
      actor: network.keyId,
    });
    return payload;
  };
}

function requireFields(report: DigitizationReport): void {
  checkField.integer('card_id', report.cardId);
  checkField.text('wallet_id', report.walletId, MAX.walletId);
  checkField.text('token_reference', report.tokenReference, MAX.tokenReference);
  checkField.text('token_requestor_id', report.tokenRequestorId, MAX.tokenRequestorId);
  checkField.optional('report_id', report.reportId, MAX.reportId);
  checkField.optional('device_type', report.deviceType, MAX.deviceType);
  checkField.optional('reason_code', report.reasonCode, MAX.reasonCode);
}

function eventTypeOf(event: string | null): DigitizationEventType {
  const type = event === null ? 'digitization.complete' : digitizationEventType(event);
  if (type !== null) return type;
  throw new CardwayError('BAD_REQUEST', {
    field: 'event',
    message:
      'event must be complete, Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception.',
  });
}

function panLastFourOf({ digitizedPan, panLastFour }: DigitizationReport): string | null {
  if (digitizedPan !== null && digitizedPan !== '') {
    const lastFour = /^[\dXx*]{8,23}$/.test(digitizedPan) ? lastFourDigits(digitizedPan) : null;
    if (lastFour !== null) return lastFour;
    throw new CardwayError('BAD_REQUEST', {
      field: 'digitized_pan',
      message: 'digitized_pan must be a card number, whole or masked but for its last four digits.',
    });
  }
  if (panLastFour === null || /^\d{4}$/.test(panLastFour)) return panLastFour;
  throw new CardwayError('BAD_REQUEST', {
    field: 'pan_last_four',
    message: 'pan_last_four must be four digits.',
  });
}
