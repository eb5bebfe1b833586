/**
 * The audit log is a hash chain. The hash of each entry covers the hash before it, so one hash proves everything up to it:
 *
 *   hash = HMAC-SHA-256(audit key, JSON list of the hash before it and the values of the entry), in base64url
 */

/**
 * Author of a change: the id of a key, the name of a person, `cli:<user>` or `system`. The commit of the change uses up the approval
 * that stands beside the name.
 */
export type Actor = string | { readonly name: string; readonly approvalId: string };

/** Returns the author as the log names it. */
export function actorName(actor: Actor): string {
  return typeof actor === 'string' ? actor : actor.name;
}

/** A change, for the audit log. It holds no secret, and its texts are masked. */
export interface AuditEntry {
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  /** JSON texts. */
  readonly before: string;
  readonly after: string;
}

/** An entry as it stands in the log. */
export interface AuditRecord extends AuditEntry {
  readonly actor: string;
  /** Position in the log. The first entry has 1, and no number is left out. */
  readonly sequence: number;
  /** Random, 32 hex digits. */
  readonly entryId: string;
  readonly atMs: number;
  readonly hash: string;
}

/** A place in the log: an entry, and through its hash everything before it. */
export interface AuditPlace {
  readonly position: number;
  readonly hash: string;
}

/** Place before the first entry. */
export const LOG_START: AuditPlace = { position: 0, hash: '' };

/** Returns the hash of an entry. `keyedHash` gives HMAC-SHA-256 in hex. */
export function auditHash(
  keyedHash: (purpose: string, text: string) => string,
  hashBefore: string,
  entry: Omit<AuditRecord, 'hash'>,
): string {
  const { sequence, entryId, atMs, actor, action, subject, reason, before, after } = entry;
  // In JSON no value runs into the next one.
  const text = JSON.stringify([
    ...[hashBefore, sequence, entryId, atMs],
    ...[actor, action, subject, reason, before, after],
  ]);
  return Buffer.from(keyedHash('audit-entry', text), 'hex').toString('base64url');
}

/** First break of the log. */
export interface AuditBreak {
  readonly position: number;
  /** Sentence for people. */
  readonly message: string;
}

/** Checks that an entry follows a place. Null where it does. */
export function entryBreak(
  keyedHash: (purpose: string, text: string) => string,
  before: AuditPlace,
  entry: AuditRecord,
): AuditBreak | null {
  const position = before.position + 1;
  const name = `Entry ${String(position)}`;
  if (entry.sequence !== position)
    return { position, message: `${name} was removed, or entry ${String(entry.sequence)} was added.` };
  if (auditHash(keyedHash, before.hash, entry) === entry.hash) return null;
  return { position, message: `${name} was changed or added.` };
}

/** Compares a place of the log with logged heads. */
export function headBreak(heads: readonly AuditPlace[], { position, hash }: AuditPlace): AuditBreak | null {
  const differs = heads.some((head) => head.position === position && head.hash !== hash);
  if (!differs) return null;
  return { position, message: `Entry ${String(position)} or one before it differs from the logged head.` };
}

/** Finds a logged head beyond the end of the log. */
export function missingEnd(heads: readonly AuditPlace[], end: AuditPlace): AuditBreak | null {
  const last = heads.reduce((most, { position }) => Math.max(most, position), 0);
  if (last <= end.position) return null;
  const position = end.position + 1;
  const message = `The end from entry ${String(position)} on was removed: a logged head names entry ${String(last)}.`;
  return { position, message };
}

/** Writes a place as `<position>:<hash>`. */
export function placeText({ position, hash }: AuditPlace): string {
  return `${String(position)}:${hash}`;
}

/** Reads `<position>:<hash>`. Null for any other text. */
export function placeOf(text: string): AuditPlace | null {
  const [, position = '', hash = ''] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? [];
  return hash === '' ? null : { position: Number(position), hash };
}
