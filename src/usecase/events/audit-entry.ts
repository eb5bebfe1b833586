import type { ApiKey, AuditEntry } from '../ports.js';

/** What an operator did to an endpoint, a delivery or an event; `after` says how. */
export function auditEntry(
  operator: ApiKey,
  action: string,
  subject: string,
  after: Readonly<Record<string, unknown>> = {},
): AuditEntry {
  return {
    actor: operator.keyId,
    action,
    subject,
    reason: '',
    before: '{}',
    after: JSON.stringify(after),
  };
}
