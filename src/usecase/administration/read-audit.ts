import { requirePageSize } from '../page-size.js';
import type { AuditFilter, AuditLog, AuditRecord, Page, PageRequest } from '../ports.js';

/** The audit log, for operators, newest first. Errors: BAD_REQUEST for a page that is too long. */
export type ReadAudit = (page: PageRequest<AuditFilter>) => Promise<Page<AuditRecord>>;

export function createReadAudit(deps: { readonly audit: AuditLog; readonly pageSizeMax: number }): ReadAudit {
  return async (page) => {
    requirePageSize(page, deps.pageSizeMax);
    return deps.audit.list(page);
  };
}
