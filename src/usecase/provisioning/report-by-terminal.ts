import type { DigitizationEventType } from '../../core/digitization-event.js';
import {
  digitizationEventType,
  isDigitizationReport,
  lastFourDigits,
} from '../../core/digitization-report.js';
import { checkFields } from '../../core/method-limits.js';
import type { Method, MethodTable } from '../../core/methods.js';
import { resultText } from '../../core/result-codes.js';
import { CardwayError } from '../../errors.js';
import { authenticateTerminal, type DateWindow } from '../transactions/authenticate-terminal.js';
import {
  textField,
  type Caller,
  type TransactionCall,
  type TransactionResult,
} from '../transactions/call.js';
import type { Clock, Directory } from '../ports.js';
import { recordDigitization, type RecordDigitizationDeps } from './record-digitization.js';
import { resolveWallet, type DirectoryMode } from '../transactions/resolve-wallet.js';
import type { Transact } from '../transactions/transact.js';

export interface ReportByTerminalDeps extends RecordDigitizationDeps {
  readonly methods: MethodTable;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly directoryMode: DirectoryMode;
  readonly dateWindow: DateWindow;
}

/**
 * Calls of terminals as they come, with the processor's digitization messages taken out: an AdministrativeMessage
 * `digitization.complete` or `digitization.event.*` (wire.md 3.4) is recorded here and not forwarded. It passes the same checks in
 * the same order as every other call; nothing is recorded for one that fails.
 */
export function withDigitizationReports(deps: ReportByTerminalDeps, transact: Transact): Transact {
  return (call, caller) =>
    caller.door === 'xmlrpc' && isDigitizationReport(call.methodName, call.fields['messageName'])
      ? report(deps, call, caller)
      : transact(call, caller);
}

async function report(
  deps: ReportByTerminalDeps,
  given: TransactionCall,
  caller: Caller,
): Promise<TransactionResult> {
  const method = methodOf(deps.methods, given.methodName);
  const checked = checkFields(method, given.fields);
  if (checked.kind === 'bad') throw new CardwayError('BAD_REQUEST', checked);
  const type = eventTypeOf(given);
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
  const wallet = await resolveWallet({ ...deps, method, call, terminal, mode: deps.directoryMode });
  if (wallet.kind !== 'found') return unknownWallet();
  const { isRepeat } = await recordDigitization(deps, {
    programme: terminal.programme,
    cardId: wallet.cardId,
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
  if (method === undefined) throw new CardwayError('UNKNOWN_METHOD');
  return method;
}

function eventTypeOf(call: TransactionCall): DigitizationEventType {
  const type = digitizationEventType(textField(call, 'messageName'));
  if (type !== null) return type;
  throw new CardwayError('BAD_REQUEST', {
    field: 'message_name',
    message:
      'message_name must be digitization.complete, or digitization.event. with Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception.',
  });
}

/** A member of the message's KLV text; null where it is not there, or empty. */
function messageData(call: TransactionCall): (name: string) => string | null {
  const data = call.fields['messageData'];
  const members = data !== null && typeof data === 'object' && !Array.isArray(data) ? data : {};
  return (name) => {
    const value = (members as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
}

/** Without it, one report could not be told from another. */
function missingReference(): never {
  throw new CardwayError('BAD_REQUEST', {
    field: 'message_data.token_unique_reference',
    message: 'message_data.token_unique_reference (KLV 913) is missing.',
  });
}

/** As for every call about a wallet that is not known (contract 4.3). */
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
