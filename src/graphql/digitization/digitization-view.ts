import { eventId } from '../../core/event.js';
import { walletProvider } from '../../core/wallet-provider.js';
import type {
  DigitizationFilter as Filter,
  DigitizationRow,
} from '../../usecase/provisioning/attempt-port.js';
import { connectionOf } from '../connection.type.js';
import { isoTime, timeOf } from '../time.js';
import { WalletProviderName } from './digitization-complete.type.js';
import { Digitization, DigitizationStateName, type DigitizationFilter } from './digitization.type.js';

export const DigitizationConnection = connectionOf(Digitization, 'Digitization');

export function digitizationView(row: DigitizationRow): Digitization {
  return {
    tokenReference: row.tokenReference,
    state: DigitizationStateName[row.state],
    programme: row.programme,
    cardId: row.cardId,
    customerId: row.customerId,
    wallet: WalletProviderName[walletProvider(row.walletId)],
    walletId: row.walletId,
    tokenRequestorId: row.tokenRequestorId,
    deviceType: row.deviceType,
    panLastFour: row.panLastFour,
    attemptId: row.attemptId,
    reasonCode: row.reasonCode,
    lastEvent: row.lastEvent,
    lastEventId: eventId(row.lastEventSequence),
    reportedAt: isoTime(row.reportedAtMs),
    changedAt: isoTime(row.changedAtMs),
  };
}

/** Errors: BAD_REQUEST (a time that is none). */
export function digitizationFilterOf(filter: DigitizationFilter): Filter {
  return {
    ...(filter.cardId == null ? {} : { cardId: filter.cardId }),
    ...(filter.state == null ? {} : { state: filter.state }),
    ...(filter.tokenReference == null ? {} : { tokenReference: filter.tokenReference }),
    ...(filter.time?.from == null ? {} : { reportedFromMs: timeOf('time.from', filter.time.from) }),
    ...(filter.time?.to == null ? {} : { reportedToMs: timeOf('time.to', filter.time.to) }),
  };
}
