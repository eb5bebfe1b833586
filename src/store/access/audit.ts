import { sql } from 'kysely';
import {
  actorName,
  type AuditEntry,
  auditHash,
  type AuditPlace,
  type AuditRecord,
  LOG_START,
  placeOf,
  placeText,
} from '../../core/access/audit.js';
import type { AuditFilter, AuditLog } from '../../use-cases/directory/administration-port.js';
import { AUDIT_LOG, DIRECTORY } from '../engine/locks.js';
import { createMetadataTable } from '../engine/metadata.js';
import { columnsOf, named } from '../engine/names.js';
import { first, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createList, during, equal, type ListParts } from '../engine/windowed-list.js';
import { createApprovalUse } from './approval-use.js';
import type { AppendAudit, Change, Done, StoreParts, WrittenEntry } from '../parts.js';

export function createAppendAudit(args: Pick<StoreParts, 'dialect' | 'sealer' | 'random'>): AppendAudit {
  const { dialect, sealer, random } = args;
  const places = createAuditPlaces(args);
  const approvalUse = createApprovalUse(dialect);
  const insert = compile((p: AuditRecord) =>
    dialect.compiler.insertInto('audit_log').values(columnsOf(p, ...COLUMNS)),
  );

  function* add({ atMs, ...entry }: WrittenEntry): Step<void> {
    const head = yield* places.head();
    const entryId = random(ID_BYTES).toString('hex');
    const kept = { ...storable(entry), atMs, entryId, sequence: head.position + 1 };
    yield* run(insert, { ...kept, hash: auditHash(sealer.keyedHash, head.hash, kept) });
  }

  return function* append(entry) {
    const { actor, atMs } = entry;
    const used = typeof actor === 'string' ? null : yield* approvalUse(actor);
    yield* dialect.lock(AUDIT_LOG);
    yield* add(entry);
    if (used !== null) yield* add({ ...used, atMs });
  };
}

const ID_BYTES = 16;
const COLUMNS = [
  ...(['sequence', 'entryId', 'atMs', 'actor', 'action'] as const),
  ...(['subject', 'reason', 'before', 'after', 'hash'] as const),
] as const;

/** Returns the texts as every database gives them back, without NUL and halves of surrogate pairs. A hash over other texts would show a change that nobody made. */
function storable({ actor, action, subject, reason, before, after }: AuditEntry) {
  const kept = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '\uFFFD');
  return {
    actor: kept(actorName(actor)),
    action: kept(action),
    subject: kept(subject),
    reason: kept(reason),
    before: kept(before),
    after: kept(after),
  };
}

/** Name of the fact that holds the last purged place. A keyed hash proves that a gateway saved it. */
const PURGED = 'audit_purged';

export type AuditPlaces = ReturnType<typeof createAuditPlaces>;

/** Creates the places of the log that the next entry or a verification starts from. */
export function createAuditPlaces({ dialect, sealer }: Pick<StoreParts, 'dialect' | 'sealer'>) {
  const metadata = createMetadataTable(dialect);
  const last = compile(() =>
    dialect.compiler
      .selectFrom('audit_log')
      .select(['sequence as position', 'hash'])
      .orderBy('sequence', 'desc')
      .limit(sql.lit(1)),
  );
  const proved = (place: string): string => `${sealer.keyedHash(PURGED, place)} ${place}`;

  /** Returns the last place that was purged. */
  function* purged(): Step<AuditPlace> {
    const value = (yield* metadata.find(PURGED)) ?? '';
    const text = value.slice(value.indexOf(' ') + 1);
    return value === proved(text) ? (placeOf(text) ?? LOG_START) : LOG_START;
  }
  return {
    purged,
    *head(): Step<AuditPlace> {
      return (yield* first(last, {})) ?? (yield* purged());
    },
    keepPurged: (place: AuditPlace) => metadata.put(PURGED, proved(placeText(place))),
  };
}

/** Creates the audit log for people: newest first, filtered, in pages. */
export function createAuditList(args: ListParts): AuditLog {
  const matching = ({ actor, action, subject, fromMs, toMs }: AuditFilter) =>
    args.dialect.compiler
      .selectFrom('audit_log')
      .select(named(...COLUMNS))
      .where(equal({ actor, action, subject }))
      .where(during('at_ms', fromMs, toMs));
  return { list: createList(args, 'audit_log', matching) };
}

/** Creates the changes of an administrator. `onChanged` is called after each one. */
export function createChange(
  { commits, clock, audit }: Pick<StoreParts, 'commits' | 'clock' | 'audit'>,
  onChanged: () => void,
): Change {
  return async (operation, locks = [DIRECTORY]) => {
    try {
      return await commits.submit(
        function* () {
          const atMs = clock.nowMs();
          const recorded: Done[] = [];
          const result = yield* operation((done) => void recorded.push(done), atMs);
          for (const [index, { before, after, reason = '', ...done }] of recorded.entries()) {
            const texts = { before: JSON.stringify(before), after: JSON.stringify(after) };
            // The first entry uses up the approval.
            const actor = index === 0 ? done.actor : actorName(done.actor);
            yield* audit({ ...done, ...texts, actor, reason, atMs });
          }
          return result;
        },
        { locks },
      );
    } finally {
      onChanged();
    }
  };
}
