import {
  type ChainBreak,
  type ChainPlace,
  type Checkpoint,
  cutOff,
  headBreak,
  readEntry,
} from '../../core/access/audit-chain.js';
import type { VerifiedPart, VerifyOrder } from '../../use-cases/access/audit-chain.js';
import { databaseNowMs, first, type Operation, run, type Step } from '../engine/operation.js';
import { originOf, rowBreak } from './audit-links.js';
import { type AuditState, chainedThrough, type ChainParts, NOTHING, READ_AT_ONCE } from './audit-state.js';

/** Creates the verification of a part of the chain. It changes nothing. */
export function createVerify({
  state,
  dialect,
  sealer,
}: ChainParts & { readonly state: AuditState }): (order: VerifyOrder) => Operation<VerifiedPart> {
  const { statements } = state;

  /** Verifies a part. A purge or a new key may come between two statements, so a break is looked at a second time. */
  function* verifyPart(order: VerifyOrder): Operation<VerifiedPart> {
    const part = yield* verifyOnce(order);
    return part.broken === null ? part : yield* verifyOnce(order);
  }

  function* verifyOnce({ after, heads, limit }: VerifyOrder): Step<VerifiedPart> {
    const known = yield* state.keys();
    const last = yield* state.checkpoint(known);
    if (last === null) {
      const message = 'The chain and its signed checkpoint were removed.';
      return ended(NOTHING, 0, { kind: 'removed', position: 0, sequence: null, message });
    }
    if (!last.isRight) {
      const message = 'The signed checkpoint that the chain starts from was changed.';
      const { position } = last.checkpoint;
      return ended(last.checkpoint, 0, { kind: 'changed', position, sequence: null, message });
    }
    const isFirst = after === null || after.position <= last.checkpoint.position;
    const before = yield* first(statements.link, {
      position: isFirst ? last.checkpoint.position : after.position,
    });
    if (!isFirst && before === null) {
      const { position } = after;
      const message = `Entry ${String(position)} was removed, or the end was cut off before it.`;
      return ended(NOTHING, 0, { kind: 'removed', position, sequence: null, message });
    }
    const from: ChainPlace = isFirst
      ? last.checkpoint
      : { position: after.position, hash: after.hash ?? before?.hash ?? '' };
    const { rows } = yield* run(statements.links, { after: from.position, limit });
    let end: ChainPlace = { position: from.position, hash: from.hash };
    let keyNumber = before === null ? null : keyAfter(before);
    let checked = 0;
    const startBreak = isFirst ? headBreak(heads, end) : null;
    if (startBreak !== null) return ended(end, checked, startBreak);
    for (const row of rows) {
      const broken = rowBreak(row, { known, heads, before: end, keyNumber });
      if (broken !== null) return ended(end, checked, broken);
      end = { position: row.position, hash: row.hash };
      keyNumber = keyAfter(row);
      checked += 1;
    }
    if (rows.length === limit) return { checked, end, isEnd: false, pending: 0, broken: null };
    const { pending, broken } = yield* tail(last.checkpoint);
    return { checked, end, isEnd: true, pending, broken: cutOff(heads, end) ?? broken };
  }

  /** Looks at rows of the log that no entry of the chain names. */
  function* tail(checkpoint: Checkpoint): Step<Pick<VerifiedPart, 'pending' | 'broken'>> {
    const early = yield* earlyEntry(state, checkpoint);
    if (early !== null) return { pending: 0, broken: early };
    const [nowMs, through] = [yield* databaseNowMs(dialect), yield* chainedThrough(state)];
    let pending = 0;
    for (let after = BEFORE_ALL; ;) {
      const { rows } = yield* run(statements.outside, { after, limit: READ_AT_ONCE });
      for (const row of rows) {
        const isRepeated =
          row.entryId !== null && (yield* first(statements.byId, { entryId: row.entryId })) !== null;
        const origin = originOf(row, { sealer, checkpoint, nowMs, isRepeated, through });
        if (row.chainPosition !== null || origin === 'none') {
          const { sequence } = row;
          const message = `Row ${String(sequence)} of the audit log was added, or its entry of the chain was removed.`;
          return { pending, broken: { kind: 'added', position: null, sequence, message } };
        }
        pending += 1;
        after = row.sequence;
      }
      if (rows.length < READ_AT_ONCE) return { pending, broken: null };
    }
  }

  return verifyPart;
}

/** Somebody may have added a row before the first one. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** Returns the number of the key that the next entry must have. */
function keyAfter({ entry, keyNumber }: { readonly entry: string; readonly keyNumber: number }): number {
  return readEntry(entry)?.keyNumber ?? keyNumber;
}

function ended(end: ChainPlace, checked: number, broken: ChainBreak): VerifiedPart {
  const { position, hash } = end;
  return { checked, end: { position, hash }, isEnd: true, pending: 0, broken };
}

/** Finds an entry before the checkpoint, where a purge leaves none. */
function* earlyEntry({ statements }: AuditState, checkpoint: Checkpoint): Step<ChainBreak | null> {
  const early = yield* first(statements.early, { through: checkpoint.position });
  if (early === null) return null;
  const { position, sequence } = early;
  const message = `Entry ${String(position)} was added: the chain starts from a checkpoint behind it.`;
  return { kind: 'added', position, sequence, message };
}
