import type { AttemptFilter, AttemptRow } from '../../usecase/provisioning/attempt-port.js';
import { connectionOf } from '../connection.type.js';
import { isoTime, timeOf } from '../time.js';
import { AttemptStateName, ProvisioningAttempt, type ProvisioningAttemptFilter } from './attempt.type.js';

export const ProvisioningAttemptConnection = connectionOf(ProvisioningAttempt, 'ProvisioningAttempt');

export function attemptView(row: AttemptRow, isOperator: boolean): ProvisioningAttempt {
  return {
    id: row.attemptId,
    attemptId: row.attemptId,
    state: AttemptStateName[row.state],
    programme: row.programme,
    cardId: row.cardId,
    customerId: row.customerId,
    keyId: row.sharedKeyId,
    issuedAt: isoTime(row.issuedAtMs),
    expiresAt: isoTime(row.expiresAtMs),
    verifiedAt: isoTime(row.verifiedAtMs),
    authorizedAt: isoTime(row.authorizedAtMs),
    digitizedAt: isoTime(row.digitizedAtMs),
    tokenReference: row.tokenReference,
    walletId: row.walletId,
    wrongCodes: isOperator ? row.wrongCodes : null,
    driftSteps: isOperator ? row.driftSteps : null,
    history: row.history.map((change) => ({
      at: isoTime(change.atMs),
      actor: change.actor,
      from: change.fromState === null ? null : AttemptStateName[change.fromState],
      to: AttemptStateName[change.toState],
      reason: change.reason,
    })),
  };
}

/** Errors: BAD_REQUEST (a time that is none). */
export function attemptFilterOf(filter: ProvisioningAttemptFilter): AttemptFilter {
  return {
    ...(filter.cardId == null ? {} : { cardId: filter.cardId }),
    ...(filter.state == null ? {} : { state: filter.state }),
    ...(filter.time?.from == null ? {} : { issuedFromMs: timeOf('time.from', filter.time.from) }),
    ...(filter.time?.to == null ? {} : { issuedToMs: timeOf('time.to', filter.time.to) }),
  };
}
