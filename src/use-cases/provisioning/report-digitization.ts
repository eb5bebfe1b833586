import type { DigitizationEventType } from '../../core/events/event.js';
import { type DigitizationPayload, digitizationPayload } from '../../core/provisioning/digitization-event.js';
import {
  digitizationEventType,
  isDigitizationReport,
  lastFourDigits,
} from '../../core/provisioning/digitization-report.js';
import { checkField, MAX } from '../../core/provisioning/token-authorization.js';
import { checkFields } from '../../core/transactions/method-limits.js';
import type { Method, MethodTable } from '../../core/transactions/methods.js';
import { resultText } from '../../core/transactions/result-codes.js';
import { keepText } from '../../core/keep.js';
import type { Clock } from '../../platform/clock.js';
import { badRequest, CardwayError, unknownMethod } from '../../platform/errors.js';
import { programmeOf } from '../access/authenticate-key.js';
import type { NoteRefused } from '../access/refusal-port.js';
import type { ApiKey, CardDirectory, Directory } from '../directory/directory-port.js';
import { authenticateTerminal, type DateWindow } from '../transactions/authenticate-terminal.js';
import {
  type Caller,
  textField,
  type TransactionCall,
  type TransactionResult,
} from '../transactions/call.js';
import { noteDecline } from '../transactions/note-decline.js';
import { type DirectoryMode, resolveWallet } from '../transactions/resolve-wallet.js';
import type { Transact } from '../transactions/transact.js';
import type { ContentHasher } from '../ports.js';
import type { Attempts, DigitizationReportInput } from './attempt-port.js';
import { foreignCard } from './authorize-token.js';
import { unknownCard } from './secret-deps.js';

/** Report in the network's own words. Nothing is checked yet. */
interface DigitizationReport {
  readonly cardId: number;
  readonly walletId: string;
  readonly tokenReference: string;
  readonly tokenRequestorId: string;
  /** Null means complete. */
  readonly event: string | null;
  readonly reportId: string | null;
  readonly deviceType: string | null;
  /** Digitized card number, whole or masked. Only its last four digits are used further. */
  readonly digitizedPan: string | null;
  readonly panLastFour: string | null;
  readonly reasonCode: string | null;
}

export type ReportDigitization = (
  network: ApiKey,
  report: DigitizationReport,
) => Promise<DigitizationPayload>;

/**
 * Accepts a report about a digitized card, sent with the network's key (docs/reference/provisioning.md#digitizations). Returns
 * the event of the report; a repeated report returns the same event. Errors: BAD_REQUEST, and those of recordDigitization.
 */
export function createReportDigitization(deps: RecordDigitizationDeps): ReportDigitization {
  return async (network, report) => {
    const programme = programmeOf(network);
    const type = eventTypeOf(report.event);
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
  throw badRequest(
    'event',
    'event must be complete, Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception.',
  );
}

function panLastFourOf({ digitizedPan, panLastFour }: DigitizationReport): string | null {
  if (digitizedPan !== null && digitizedPan !== '') {
    const lastFour = /^[\dXx*]{8,23}$/.test(digitizedPan) ? lastFourDigits(digitizedPan) : null;
    if (lastFour !== null) return lastFour;
    throw badRequest(
      'digitized_pan',
      'digitized_pan must be a card number, whole or masked but for its last four digits.',
    );
  }
  if (panLastFour === null || panLastFour === '') return null;
  if (/^\d{4}$/.test(panLastFour)) return panLastFour;
  throw badRequest('pan_last_four', 'pan_last_four must be four digits.');
}

interface TerminalDigitizationDeps extends RecordDigitizationDeps {
  readonly methods: MethodTable;
  readonly clock: Clock;
  readonly directory: Directory & CardDirectory;
  readonly directoryMode: DirectoryMode;
  readonly dateWindow: DateWindow;
  readonly onRefused: NoteRefused;
}

/**
 * Records the processor's digitization messages among the calls of terminals, and passes all other calls on. The messages are
 * AdministrativeMessage calls `digitization.complete` or `digitization.event.*`
 * (docs/reference/provisioning.md#digitization-messages). They pass the same checks in the same order as every other call, and
 * are not forwarded. Nothing is recorded for a call that fails a check.
 */
export function recordDigitizationMessages(deps: TerminalDigitizationDeps, transact: Transact): Transact {
  return (call, caller) =>
    caller.channel === 'xmlrpc' && isDigitizationReport(call.methodName, call.fields['messageName'])
      ? recordReportedDigitization(deps, call, caller)
      : transact(call, caller);
}

async function recordReportedDigitization(
  deps: TerminalDigitizationDeps,
  given: TransactionCall,
  caller: Caller,
): Promise<TransactionResult> {
  const method = methodOf(deps.methods, given.methodName);
  const checked = checkFields(method, given.fields);
  if (checked.kind === 'bad') throw new CardwayError('BAD_REQUEST', checked);
  const type = eventTypeOfCall(given);
  const data = messageData(given);
  const tokenReference = data('token_unique_reference') ?? missingReference();
  const { proof, call } = await authenticateTerminal({
    ...deps,
    method,
    call: given,
    caller,
    window: deps.dateWindow,
  });
  const { terminal } = proof;
  caller.checks?.proven({ terminalId: terminal.terminalId, effect: method.effect });
  const wallet = await resolveWallet({ ...deps, method, call, terminal, mode: deps.directoryMode });
  if (wallet.kind !== 'found') {
    noteDecline(deps.onRefused, { caller, terminal, resultCode: -4, reason: wallet.reason });
    return unknownWallet();
  }
  const { isRepeat } = await recordDigitization(deps, {
    programme: terminal.programme,
    cardId: wallet.cardId,
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
  return {
    status: 'success',
    message: '',
    customerId: wallet.customerId,
    requestId: null,
    replayed: isRepeat,
    response: { resultCode: 1 },
  };
}

function methodOf(methods: MethodTable, name: string): Method {
  const method = methods.find(name);
  if (method === undefined) throw unknownMethod(name);
  return method;
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

/** Returns the decline for an unknown wallet, as for every call (docs/reference/protocol.md#wallet-resolution). */
function unknownWallet(): TransactionResult {
  return {
    status: 'failed',
    message: resultText(-4) ?? '',
    customerId: null,
    requestId: null,
    replayed: false,
    response: { resultCode: -4 },
  };
}

interface RecordDigitizationDeps {
  readonly attempts: Pick<Attempts, 'report'>;
  readonly hasher: ContentHasher;
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
  const outcome = await deps.attempts.report({
    ...report,
    deviceType: emptyAsNull(report.deviceType, keepText),
    reasonCode: emptyAsNull(report.reasonCode, keepText),
    walletId: emptyAsNull(report.walletId, keepText),
    tokenRequestorId: emptyAsNull(report.tokenRequestorId, keepText),
    reportId: emptyAsNull(report.reportId, (id) => keptId(deps, id)),
  });
  switch (outcome.kind) {
    case 'recorded':
      return { payload: digitizationPayload(outcome.event), isRepeat: outcome.isRepeat };
    case 'unknown_card':
      throw unknownCard(report.cardId);
    case 'foreign_card':
      throw foreignCard();
    case 'conflict':
      throw new CardwayError('IDEMPOTENCY_CONFLICT', {
        field: 'card_id',
        message: 'The token was approved or reported before for another card.',
      });
  }
}

/** An id with a card number is kept as its hash. Its cut form could be that of another id. */
function keptId({ hasher }: RecordDigitizationDeps, id: string): string {
  return keepText(id) === id ? id : hasher.keyedHash('report-id', id);
}

/** Treats empty KLV values as absent. They are common. */
function emptyAsNull(text: string | null, map: (text: string) => string): string | null {
  return text === null || text === '' ? null : map(text);
}
