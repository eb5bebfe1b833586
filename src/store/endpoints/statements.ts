import type { DisabledReason } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { compile } from '../statement.js';
import { ENDPOINT } from './row.js';

export function compileEndpointStatements({ compiler }: StoreDialect) {
  const rows = compiler.selectFrom('endpoints').select(ENDPOINT);
  return {
    find: compile((p: { endpointId: string }) => rows.where('endpoint_id', '=', p.endpointId)),
    insert: compile(
      (p: { endpointId: string; programme: string; url: string; sealed: Buffer; nowMs: number }) =>
        compiler
          .insertInto('endpoints')
          .values({
            endpoint_id: p.endpointId,
            programme: p.programme,
            url: p.url,
            sealed_secret: p.sealed,
            created_at_ms: p.nowMs,
          })
          .returning(ENDPOINT),
    ),
    rotate: compile((p: { endpointId: string; sealed: Buffer; formerUntilMs: number }) =>
      compiler
        .updateTable('endpoints')
        .set((eb) => ({
          sealed_former_secret: eb.ref('sealed_secret'),
          former_secret_until_ms: p.formerUntilMs,
          sealed_secret: p.sealed,
        }))
        .where('endpoint_id', '=', p.endpointId)
        .returning(ENDPOINT),
    ),
    enable: compile((p: { endpointId: string }) =>
      compiler
        .updateTable('endpoints')
        .set({ disabled_at_ms: null, disabled_reason: null, failing_since_ms: null, warned_at_ms: null })
        .where('endpoint_id', '=', p.endpointId)
        .returning(ENDPOINT),
    ),
    disable: compile((p: { endpointId: string; nowMs: number; reason: DisabledReason }) =>
      compiler
        .updateTable('endpoints')
        .set({ disabled_at_ms: p.nowMs, disabled_reason: p.reason })
        .where('endpoint_id', '=', p.endpointId)
        .where('disabled_reason', 'is', null)
        .returning(ENDPOINT),
    ),
    /** Something got through. */
    recover: compile((p: { endpointId: string }) =>
      compiler
        .updateTable('endpoints')
        .set({ failing_since_ms: null, warned_at_ms: null })
        .where('endpoint_id', '=', p.endpointId)
        .where('failing_since_ms', 'is not', null),
    ),
    fail: compile((p: { endpointId: string; failingSinceMs: number; warnedAtMs: number | null }) =>
      compiler
        .updateTable('endpoints')
        .set({ failing_since_ms: p.failingSinceMs, warned_at_ms: p.warnedAtMs })
        .where('endpoint_id', '=', p.endpointId),
    ),
  };
}

export type EndpointStatements = ReturnType<typeof compileEndpointStatements>;
