import { type DigitizationEventType, eventId } from '../../core/events/event.js';
import { type DigitizationPayload, digitizationPayload } from '../../core/provisioning/digitization-event.js';
import {
  digitizationEventType,
  isDigitizationReport,
  lastFourDigits,
} from '../../core/provisioning/digitization-report.js';
import { checkField, MAX } from '../../core/provisioning/token-authorization.js';
import { keepText } from '../../core/keep.js';
import { badRequest } from '../../platform/errors.js';
import { programmeOf } from '../access/authenticate-key.js';
import type { ApiKey, Terminal } from '../directory/directory-port.js';
import { textField, type TransactionCall, type TransactionResult } from '../transactions/call/call.js';
import { gatewayResult } from '../transactions/call/reply.js';
import type { ContentHasher, Observer } from '../ports.js';
import type { Attempts, DigitizationReportInput } from './attempt-port.js';

/** Report in the network's own words. Nothing is checked yet. */
interface DigitizationReport {
  readonly cardId: number;
  readonly walletId: string;
  readonly tokenReference: string;
  readonly tokenRequestorId: string;
  /** Left out, it means complete. */
  readonly event?: string | null;
  readonly reportId?: string | null;
  readonly deviceType: string | null;
  /** Digitized card number, whole or masked. Only its last four digits are used further. */
  readonly digitizedPan?: string | null;
  readonly panLastFour?: string | null;
  readonly reasonCode?: string | null;
}

export type ReportDigitization = (
  network: ApiKey,
  report: DigitizationReport,
) => Promise<DigitizationPayload>;

/**
 * Accepts a report about a digitized card, sent with the network's key (docs/digitization.md#reports). Returns
 * the event of the report; a repeated report returns the same event. Errors: BAD_REQUEST, and those of recordDigitization.
 */
export function createReportDigitization(deps: RecordDigitizationDeps): ReportDigitization {
  return async (network, report) => {
    const programme = programmeOf(network);
    const type = eventTypeOf(report.event ?? null);
    requireFields(report);
    const { payload } = await recordDigitization(deps, {
      programme,
      cardId: report.cardId,
      isCardAssumed: false,
      type,
      tokenReference: report.tokenReference,
      tokenRequestorId: report.tokenRequestorId,
      walletId: report.walletId,
      deviceType: report.deviceType,
      panLastFour: panLastFourOf(report),
      reasonCode: report.reasonCode ?? null,
      reportId: report.reportId ?? null,
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
  throw badRequest(
    'event',
    'event must be complete, Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception.',
  );
}

function panLastFourOf({ digitizedPan, panLastFour }: DigitizationReport): string | null {
  if (digitizedPan != null && digitizedPan !== '') {
    const lastFour = /^[\dXx*]{8,23}$/.test(digitizedPan) ? lastFourDigits(digitizedPan) : null;
    if (lastFour !== null) return lastFour;
    throw badRequest(
      'digitized_pan',
      'digitized_pan must be a card number, whole or masked but for its last four digits.',
    );
  }
  if (panLastFour == null || panLastFour === '') return null;
  if (/^\d{4}$/.test(panLastFour)) return panLastFour;
  throw badRequest('pan_last_four', 'pan_last_four must be four digits.');
}

/** The processor's report, in a call of a terminal. */
export interface TerminalReport {
  readonly type: DigitizationEventType;
  readonly tokenReference: string;
}

/**
 * Returns the report in a call: an AdministrativeMessage `digitization.complete` or `digitization.event.*`
 * (docs/digitization.md#reports). Null for every other call. Errors: BAD_REQUEST.
 */
export function digitizationOf(call: TransactionCall): TerminalReport | null {
  if (!isDigitizationReport(call.methodName, call.fields['messageName'])) return null;
  const type = eventTypeOfCall(call);
  return { type, tokenReference: messageData(call)('token_unique_reference') ?? missingReference() };
}

/** Records the report of a proven call. Errors: those of recordDigitization. */
export async function recordTerminalReport(
  deps: RecordDigitizationDeps,
  { type, tokenReference }: TerminalReport,
  about: {
    readonly call: TransactionCall;
    readonly terminal: Pick<Terminal, 'terminalId' | 'programme'>;
    readonly customerId: number;
    readonly cardId: number;
  },
): Promise<TransactionResult> {
  const { call, terminal, customerId, cardId } = about;
  const data = messageData(call);
  const { isRepeat } = await recordDigitization(deps, {
    programme: terminal.programme,
    cardId,
    isCardAssumed: true,
    type,
    tokenReference,
    tokenRequestorId: data('token_requestor_id'),
    walletId: data('mdes_digitized_wallet_id'),
    deviceType: data('digitized_device_id'),
    panLastFour: lastFourDigits(data('mdes_digitized_pan') ?? data('visa_digitized_pan') ?? ''),
    reasonCode: data('digitization_event_reason_code'),
    reportId: `${textField(call, 'transactionId')} ${textField(call, 'transactionDate')}`,
    actor: terminal.terminalId,
  });
  return { ...gatewayResult({ customerId, requestId: null }, 1), replayed: isRepeat };
}

function eventTypeOfCall(call: TransactionCall): DigitizationEventType {
  const type = digitizationEventType(textField(call, 'messageName'));
  if (type !== null) return type;
  throw badRequest(
    'message_name',
    'message_name must be digitization.complete, or digitization.event. with Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception.',
  );
}

/** Returns a reader of members of the message's KLV text. The reader returns null where a member is missing or empty. */
function messageData(call: TransactionCall): (name: string) => string | null {
  const data = call.fields['messageData'];
  const members = data !== null && typeof data === 'object' && !Array.isArray(data) ? data : {};
  return (name) => {
    const value = (members as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
}

/** Refuses a report without a token reference, because it could not be distinguished from another one. */
function missingReference(): never {
  throw badRequest(
    'message_data.token_unique_reference',
    'message_data.token_unique_reference (KLV 913) is missing.',
  );
}

interface RecordDigitizationDeps {
  readonly attempts: Pick<Attempts, 'report'>;
  readonly hasher: ContentHasher;
  readonly observer: Pick<Observer, 'alert'>;
}

interface RecordedDigitization {
  readonly payload: DigitizationPayload;
  readonly isRepeat: boolean;
}

/**
 * Records a checked report from any interface: the event with its deliveries, the attempt and the token, in one commit. Errors:
 * NOT_FOUND (card), FORBIDDEN (a card of another programme), IDEMPOTENCY_CONFLICT (the token is another card's), UNAVAILABLE.
 */
async function recordDigitization(
  deps: RecordDigitizationDeps,
  report: DigitizationReportInput,
): Promise<RecordedDigitization> {
  const { event, isRepeat, isDeclined } = await deps.attempts.report({
    ...report,
    deviceType: emptyAsNull(report.deviceType, keepText),
    reasonCode: emptyAsNull(report.reasonCode, keepText),
    walletId: emptyAsNull(report.walletId, keepText),
    tokenRequestorId: emptyAsNull(report.tokenRequestorId, keepText),
    reportId: emptyAsNull(report.reportId, (id) => keptId(deps, id)),
  });
  if (isDeclined === 1) deps.observer.alert('declined_token_active', { eventId: eventId(event.sequence) });
  return { payload: digitizationPayload(event), isRepeat };
}

/** An id with a card number is kept as its hash. Its cut form could be that of another id. */
function keptId({ hasher }: RecordDigitizationDeps, id: string): string {
  return keepText(id) === id ? id : hasher.keyedHash('report-id', id);
}

/** Treats empty KLV values as absent. They are common. */
function emptyAsNull(text: string | null, map: (text: string) => string): string | null {
  return text === null || text === '' ? null : map(text);
}
