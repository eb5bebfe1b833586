import { type ChainPlace, readEntry } from '../../core/access/audit-chain.js';
import { entryText, eraseValues, personalValues } from '../../core/access/audit-entry.js';
import type { Clock } from '../../platform/clock.js';
import { CardwayError } from '../../platform/errors.js';
import type {
  AuditChain,
  AuditPurged,
  AuditPurgeOrder,
  Erased,
  EraseOrder,
} from '../../use-cases/access/audit-chain.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, type Operation, run } from '../engine/operation.js';
import { compileAuditEntry } from './audit.js';
import { besideOf, contentOf, rowBreak } from './audit-links.js';
import { type AuditState, BROKEN, CHANGED_AT_ONCE, IN_TURN, READ_AT_ONCE } from './audit-state.js';
import type { StoredLink } from './audit-statements.js';

interface ChangeParts {
  readonly state: AuditState;
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  /** Yields entries after a position, up to another one. */
  readonly pages: (after: number, through: number) => AsyncIterable<readonly StoredLink[]>;
}

/** Creates the erasure of personal values. */
export function createErase(args: ChangeParts): AuditChain['erase'] {
  const { state, dialect, connection, commits, clock, pages } = args;
  const { statements } = state;
  const audit = compileAuditEntry(dialect);

  function* eraseSome(positions: readonly number[], order: EraseOrder): Operation<Erased> {
    const known = yield* state.keys();
    const erased: number[] = [];
    let values = 0;
    for (const position of positions) {
      const { rows } = yield* run(statements.links, { after: position - 1, limit: 1 });
      const row = rows.find((found) => found.position === position);
      const content = row === undefined ? null : contentOf(row);
      if (row === undefined || content === null) continue;
      const paths = pathsToErase(row, order.of);
      const key = known.get(row.keyNumber);
      if (paths.size === 0 || key === undefined) continue;
      // A value that somebody else changed stays unchanged, as evidence.
      const facts = readEntry(row.entry);
      const beside = besideOf(row);
      if (facts === null || entryText(content, { position, origin: facts.origin }, beside) !== row.entry)
        continue;
      const next = eraseValues({ position, content, beside }, paths, (text) => key.macOf(text));
      yield* run(statements.rewrite, { ...next.content, sequence: content.sequence });
      yield* run(statements.setBeside, { position, beside: JSON.stringify(next.beside) });
      erased.push(position);
      values += paths.size;
    }
    if (erased.length > 0)
      yield* run(audit, {
        atMs: clock.nowMs(),
        actor: order.actor,
        action: 'erase_audit_values',
        subject: order.of.kind,
        reason: order.reason,
        before: 'null',
        after: JSON.stringify({ positions: erased, values }),
      });
    return { entries: erased.length, values };
  }

  return async (order) => {
    const { head } = await connection.readAside(state.read());
    const total = { entries: 0, values: 0 };
    for await (const rows of pages(0, head.position)) {
      const positions = rows
        .filter((row) => pathsToErase(row, order.of).size > 0)
        .map(({ position }) => position);
      for (let start = 0; start < positions.length; start += CHANGED_AT_ONCE) {
        const some = positions.slice(start, start + CHANGED_AT_ONCE);
        const erased = order.isDryRun
          ? countErased(rows, some, order.of)
          : await commits.submit(() => eraseSome(some, order), IN_TURN);
        total.entries += erased.entries;
        total.values += erased.values;
      }
    }
    return total;
  };
}

/** Returns the paths of an entry's personal values that an order erases. */
function pathsToErase(link: StoredLink, of: EraseOrder['of']): ReadonlySet<string> {
  const content = contentOf(link);
  if (content === null) return new Set();
  const values = personalValues(content, besideOf(link));
  if (of.kind === 'actor') {
    const raw = JSON.stringify(of.name);
    return new Set(values.filter((value) => value.raw === raw).map(({ path }) => path));
  }
  const isAbout =
    of.kind === 'customer'
      ? values.some(({ path, raw }) => path.endsWith('/customerId') && raw === String(of.customerId))
      : content.subject === of.name;
  return new Set(isAbout ? values.map(({ path }) => path).filter((path) => path !== 'actor') : []);
}

function countErased(
  rows: readonly StoredLink[],
  positions: readonly number[],
  of: EraseOrder['of'],
): Erased {
  const found = rows.filter(({ position }) => positions.includes(position));
  return {
    entries: found.length,
    values: found.reduce((sum, row) => sum + pathsToErase(row, of).size, 0),
  };
}

/** Creates the deletion of old entries. */
export function createAuditPurge(args: Omit<ChangeParts, 'pages'>): AuditChain['purge'] {
  const { state, dialect, connection, commits, clock } = args;
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
    if (problem !== null && !order.acceptsBreaks) throw new CardwayError('UNAVAILABLE', { message: BROKEN });
    const { rows } = yield* run(statements.links, { after: checkpoint.position, limit: READ_AT_ONCE });
    let end: ChainPlace = checkpoint;
    let deleted = 0;
    for (const row of rows) {
      if (row.at !== null && row.at >= order.beforeMs) break;
      // A checkpoint after a changed entry would hide the change.
      const broken = rowBreak(row, { known, heads: [], before: end });
      if (broken !== null && !order.acceptsBreaks)
        throw new CardwayError('UNAVAILABLE', { message: `${broken.message} ${BROKEN}` });
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
    if (isFirst)
      yield* record(order, 'purge_audit_log', {
        beforeMs: order.beforeMs,
        acceptsBreaks: order.acceptsBreaks,
      });
    return { deleted, through: end.position };
  }

  return async (order) => {
    const total = { deleted: 0, through: 0 };
    for (;;) {
      const isFirst = total.deleted === 0;
      const some = order.isDryRun
        ? await connection.readAside(countOld(state, order))
        : await commits.submit(() => purgeSome(order, isFirst), {
            ...IN_TURN,
            // The first commit also uses up the approval of a second person.
            isHousekeeping: !isFirst,
          });
      total.deleted += some.deleted;
      total.through = Math.max(total.through, some.through);
      if (some.deleted < READ_AT_ONCE || order.isDryRun) break;
    }
    if (total.deleted > 0 && !order.isDryRun)
      await commits.submit(() =>
        record(order, 'purge_audit_log_ends', { deleted: total.deleted, through: total.through }),
      );
    return total;
  };
}

function* countOld(state: AuditState, { beforeMs }: AuditPurgeOrder): Operation<AuditPurged> {
  const { checkpoint } = yield* state.read();
  let position = checkpoint.position;
  let deleted = 0;
  for (;;) {
    const { rows } = yield* run(state.statements.links, { after: position, limit: READ_AT_ONCE });
    for (const row of rows) {
      if (row.at !== null && row.at >= beforeMs) return { deleted, through: position };
      position = row.position;
      deleted += 1;
    }
    if (rows.length < READ_AT_ONCE) return { deleted, through: position };
  }
}
