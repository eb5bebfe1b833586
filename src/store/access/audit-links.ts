import {
  type AuditKey,
  type ChainBreak,
  type ChainPlace,
  type Checkpoint,
  headBreak,
  isSameText,
  linkBreak,
  readEntry,
} from '../../core/access/audit-chain.js';
import {
  type BesideEntry,
  type EntryOrigin,
  entryText,
  type NumberedContent,
  sealedText,
} from '../../core/access/audit-entry.js';
import type { Sealer } from '../../core/access/seal.js';
import type { StoredLink, UnchainedRow } from './audit-statements.js';
import { SEAL_PURPOSE } from './audit-state.js';

function contentOf(link: StoredLink): NumberedContent | null {
  const { row, at, actor, action, subject, reason, before, after } = link;
  if (row === null || at === null || actor === null || action === null || subject === null) return null;
  if (reason === null || before === null || after === null) return null;
  return { sequence: row, entryId: link.rowEntryId, atMs: at, actor, action, subject, reason, before, after };
}

function besideOf({ beside }: StoredLink): BesideEntry {
  try {
    const value: unknown = JSON.parse(beside);
    return typeof value === 'object' && value !== null ? (value as BesideEntry) : {};
  } catch {
    return {};
  }
}

/** Checks an entry of the chain and its row of the log. Returns null where both are right. */
export function rowBreak(
  link: StoredLink,
  part: {
    readonly known: ReadonlyMap<number, AuditKey>;
    readonly heads: readonly ChainPlace[];
    readonly before: ChainPlace;
  },
): ChainBreak | null {
  const { position, hash, entry: text } = link;
  const broken = linkBreak(part.before, { position, hash, text });
  if (broken !== null) return broken;
  const facts = readEntry(text);
  const sequence = facts?.sequence ?? null;
  const key = part.known.get(link.keyNumber);
  if (key === undefined || !isSameText(key.macOfEntry(position, hash), link.mac)) {
    const message = `Entry ${String(position)} was added or changed: the gateway did not chain it.`;
    return { kind: 'changed', position, sequence, message };
  }
  if (facts?.kind === 'entry') {
    const content = contentOf(link);
    const at = `Row ${String(sequence)} of the audit log (entry ${String(position)})`;
    if (link.sequence !== sequence)
      return {
        kind: 'changed',
        position,
        sequence,
        message: `Entry ${String(position)} names another row than it was chained with.`,
      };
    if (content === null) return { kind: 'removed', position, sequence, message: `${at} was removed.` };
    const isSame =
      link.chainPosition === position &&
      // It stops a copied row from being chained a second time.
      link.entryId === content.entryId &&
      entryText(content, { position, origin: facts.origin }, besideOf(link)) === text;
    if (!isSame) return { kind: 'changed', position, sequence, message: `${at} was changed.` };
  }
  return headBreak(part.heads, { position, hash });
}

/**
 * Decides where a row came from that the chain does not have yet. `isRepeated`: the chain has its random id.
 */
export function originOf(
  row: UnchainedRow,
  {
    sealer,
    checkpoint,
    isRepeated,
  }: {
    readonly sealer: Pick<Sealer, 'keyedHash'>;
    readonly checkpoint: Checkpoint;
    readonly isRepeated: boolean;
  },
): EntryOrigin {
  if (row.entryId === null || row.seal === null) return 'none';
  const seal = sealer.keyedHash(SEAL_PURPOSE, sealedText(row.entryId, row));
  const isOurs = isSameText(seal, row.seal) && !isRepeated && row.atMs >= checkpoint.purgedBeforeMs;
  return isOurs ? 'writer' : 'none';
}
