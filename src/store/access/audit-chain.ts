import { sql } from 'kysely';
import {
  actorName,
  type AuditBreak,
  type AuditPlace,
  type AuditRecord,
  entryBreak,
  headBreak,
  missingEnd,
} from '../../core/access/audit.js';
import type { Sealer } from '../../core/access/seal.js';
import { CardwayError } from '../../platform/errors.js';
import type {
  AuditChain,
  AuditPurgeOrder,
  VerifiedPart,
  VerifyOrder,
} from '../../use-cases/access/audit-chain.js';
import type { StoreDialect } from '../engine/dialect.js';
import { AUDIT_LOG } from '../engine/locks.js';
import { named } from '../engine/names.js';
import { first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createAuditPlaces, type AuditPlaces } from './audit.js';
import type { StoreParts } from '../parts.js';

/** Creates the verification and the purge of the audit log. */
export function createAuditChain(args: StoreParts): AuditChain {
  const { connection } = args;
  const places = createAuditPlaces(args);
  const verify = createVerify({ ...args, places });
  return {
    async head() {
      const head = await connection.read(places.head());
      return head.position === 0 ? null : head;
    },
    verify: (order) => connection.read(verify(order)),
    purge: createAuditPurge({ ...args, places }),
  };
}

function createVerify({
  dialect,
  sealer,
  places,
}: StoreParts & { readonly places: AuditPlaces }): (order: VerifyOrder) => Operation<VerifiedPart> {
  const statements = compileReads(dialect);

  return function* verify({ after, heads, limit }) {
    const { rows } = yield* run(statements.entries, { from: after?.position ?? BEFORE_ALL, limit });
    // Read after the entries: those that a purge deleted meanwhile do not count.
    const purged = yield* places.purged();
    const early = yield* first(statements.through, { position: purged.position });
    if (early !== null) {
      const position = Number(early.sequence);
      return ended(purged, { position, message: `Entry ${String(position)} was added.` });
    }
    const start = after === null || after.position <= purged.position ? purged : placeAfter(after, rows[0]);
    if (start === null) {
      const position = after?.position ?? 0;
      const message = `Entry ${String(position)} was changed or removed.`;
      return ended({ position, hash: after?.hash ?? '' }, { position, message });
    }
    const part = followed(start, rows, { heads, keyedHash: sealer.keyedHash });
    const isEnd = part.broken !== null || rows.length < limit;
    return { ...part, isEnd, broken: part.broken ?? (isEnd ? missingEnd(heads, part.end) : null) };
  };
}

type StoredEntry = Omit<AuditRecord, 'sequence' | 'atMs'> & {
  readonly sequence: string;
  readonly atMs: string;
};

/** Returns the place that a part begins after. Null where its entry is another one, or gone. */
function placeAfter(
  { position, hash }: NonNullable<VerifyOrder['after']>,
  row: StoredEntry | undefined,
): AuditPlace | null {
  const isThere = Number(row?.sequence) === position && (hash === null || hash === row?.hash);
  return row !== undefined && isThere ? { position, hash: row.hash } : null;
}

/** Goes on from a place as long as each entry follows the one before it. */
function followed(
  start: AuditPlace,
  rows: readonly StoredEntry[],
  { heads, keyedHash }: Pick<VerifyOrder, 'heads'> & Pick<Sealer, 'keyedHash'>,
): Pick<VerifiedPart, 'entries' | 'end' | 'broken'> {
  const entries: AuditRecord[] = [];
  let end = start;
  let broken = headBreak(heads, end);
  for (const row of rows) {
    const entry = { ...row, sequence: Number(row.sequence), atMs: Number(row.atMs) };
    if (entry.sequence <= start.position) continue;
    broken ??= entryBreak(keyedHash, end, entry);
    if (broken !== null) break;
    end = { position: entry.sequence, hash: entry.hash };
    entries.push(entry);
    broken = headBreak(heads, end);
  }
  return { entries, end, broken };
}

function ended(end: AuditPlace, broken: AuditBreak): VerifiedPart {
  return { entries: [], end, isEnd: true, broken };
}

/** Somebody may have added an entry before the first one. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

function compileReads({ compiler }: StoreDialect) {
  // Numbers come as texts: somebody may have written one that no number of this program holds.
  const sequence = sql<string>`cast(sequence as text)`.as('sequence');
  return {
    entries: compile((p: { from: number; limit: number }) =>
      compiler
        .selectFrom('audit_log')
        .select([sequence, sql<string>`cast(at_ms as text)`.as('atMs')])
        .select(named('entryId', 'actor', 'action', 'subject', 'reason', 'before', 'after', 'hash'))
        .where('sequence', '>=', p.from)
        .orderBy('audit_log.sequence')
        .limit(p.limit),
    ),
    through: compile((p: { position: number }) =>
      compiler
        .selectFrom('audit_log')
        .select(sequence)
        .where('sequence', '<=', p.position)
        .orderBy('audit_log.sequence')
        .limit(sql.lit(1)),
    ),
  };
}

/** Entries of one commit, so that no payment waits for long behind it. */
const PURGED_AT_ONCE = 500;

function createAuditPurge(args: StoreParts & { readonly places: AuditPlaces }): AuditChain['purge'] {
  const { dialect, commits, clock, places, audit } = args;
  const verify = createVerify(args);
  const remove = compile((p: { position: number }) =>
    dialect.compiler.deleteFrom('audit_log').where('sequence', '<=', p.position),
  );

  function* record({ actor, reason }: AuditPurgeOrder, action: string, after: object): Step<void> {
    const texts = { before: 'null', after: JSON.stringify(after) };
    yield* audit({ actor, action, subject: 'audit-log', reason, ...texts, atMs: clock.nowMs() });
  }

  function* purgeSome(order: AuditPurgeOrder, isFirst: boolean): Operation<number> {
    yield* dialect.lock(AUDIT_LOG);
    const { entries, broken } = yield* verify({ after: null, heads: [], limit: PURGED_AT_ONCE });
    const kept = entries.findIndex(({ atMs }) => atMs >= order.beforeMs);
    const old = kept === -1 ? entries : entries.slice(0, kept);
    // A purge behind a changed entry would hide the change.
    if (broken !== null && kept === -1)
      throw new CardwayError('UNAVAILABLE', {
        message: `${broken.message} Run cardway audit verify, and follow the runbook.`,
      });
    const last = old.at(-1);
    if (last === undefined) return 0;
    yield* run(remove, { position: last.sequence });
    yield* places.keepPurged({ position: last.sequence, hash: last.hash });
    if (isFirst) yield* record(order, 'purge_audit_log', { beforeMs: order.beforeMs });
    return old.length;
  }

  return async (order) => {
    let deleted = 0;
    for (;;) {
      const isFirst = deleted === 0;
      const some = await commits.submit(() => purgeSome(order, isFirst), { isHousekeeping: true });
      deleted += some;
      if (some < PURGED_AT_ONCE) break;
    }
    const ended = { ...order, actor: actorName(order.actor) };
    if (deleted > 0) await commits.submit(() => record(ended, 'purge_audit_log_ends', { deleted }));
    return { deleted };
  };
}
