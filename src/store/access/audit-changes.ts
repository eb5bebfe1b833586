import type { ChainPlace } from '../../core/access/audit-chain.js';
import type { Clock } from '../../platform/clock.js';
import { CardwayError } from '../../platform/errors.js';
import type { AuditChain, AuditPurged, AuditPurgeOrder } from '../../use-cases/access/audit-chain.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, type Operation, run } from '../engine/operation.js';
import { compileAuditEntry } from './audit.js';
import { rowBreak } from './audit-links.js';
import { type AuditState, BROKEN, IN_TURN, READ_AT_ONCE } from './audit-state.js';

/** Creates the deletion of old entries. */
export function createAuditPurge(args: {
  readonly state: AuditState;
  readonly dialect: StoreDialect;
  readonly commits: CommitQueue;
  readonly clock: Clock;
}): AuditChain['purge'] {
  const { state, dialect, commits, clock } = args;
  const { statements } = state;
  const audit = compileAuditEntry(dialect);

  function* record(order: AuditPurgeOrder, action: string, after: object): Operation<void> {
    const { actor, reason } = order;
    const texts = { before: 'null', after: JSON.stringify(after) };
    yield* run(audit, { actor, action, subject: 'audit-log', reason, ...texts, atMs: clock.nowMs() });
  }

  function* purgeSome(order: AuditPurgeOrder, isFirst: boolean): Operation<AuditPurged> {
    const nowMs = yield* databaseNowMs(dialect);
    const known = yield* state.keys();
    const { key, checkpoint, problem } = yield* state.read();
    if (problem !== null) throw new CardwayError('UNAVAILABLE', { message: BROKEN });
    const { rows } = yield* run(statements.links, { after: checkpoint.position, limit: READ_AT_ONCE });
    let end: ChainPlace = checkpoint;
    let deleted = 0;
    for (const row of rows) {
      if (row.at !== null && row.at >= order.beforeMs) break;
      // A checkpoint after a changed entry would hide the change.
      const broken = rowBreak(row, { known, heads: [], before: end });
      if (broken !== null) throw new CardwayError('UNAVAILABLE', { message: `${broken.message} ${BROKEN}` });
      end = row;
      deleted += 1;
    }
    if (deleted === 0) return { deleted, through: checkpoint.position };
    yield* run(statements.deleteRows, { through: end.position });
    yield* run(statements.deleteLinks, { through: end.position });
    yield* run(statements.removeCheckpoint, { position: checkpoint.position });
    yield* state.saveCheckpoint(key, {
      ...checkpoint,
      kind: 'purge',
      position: end.position,
      hash: end.hash,
      atMs: nowMs,
      purgedBeforeMs: Math.max(checkpoint.purgedBeforeMs, order.beforeMs),
    });
    if (isFirst) yield* record(order, 'purge_audit_log', { beforeMs: order.beforeMs });
    return { deleted, through: end.position };
  }

  return async (order) => {
    const total = { deleted: 0, through: 0 };
    for (;;) {
      const isFirst = total.deleted === 0;
      const some = await commits.submit(() => purgeSome(order, isFirst), {
        ...IN_TURN,
        // The first commit also uses up the approval of a second person.
        isHousekeeping: !isFirst,
      });
      total.deleted += some.deleted;
      total.through = Math.max(total.through, some.through);
      if (some.deleted < READ_AT_ONCE) break;
    }
    if (total.deleted > 0)
      await commits.submit(() =>
        record(order, 'purge_audit_log_ends', { deleted: total.deleted, through: total.through }),
      );
    return total;
  };
}
