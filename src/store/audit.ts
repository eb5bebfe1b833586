import type { AuditEntry } from '../usecase/ports.js';
import type { StoreDialect } from './dialect/dialect.js';
import { compile } from './statement.js';

/** The audit log is only ever added to, in the commit of what it tells. */
export function compileAuditEntry({ compiler }: StoreDialect) {
  return compile((p: AuditEntry & { readonly atMs: number }) =>
    compiler.insertInto('audit_log').values({
      at_ms: p.atMs,
      actor: p.actor,
      action: p.action,
      subject: p.subject,
      reason: p.reason,
      before: p.before,
      after: p.after,
    }),
  );
}
