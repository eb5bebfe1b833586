import { createHash, createHmac } from 'node:crypto';
import {
  type AuditKey,
  type ChainBreak,
  type ChainPlace,
  cutOff,
  headBreak,
  isSignedBy,
  linkBreak,
  readCheckpoint,
} from './audit-chain.js';

/**
 * Signed export of the audit log: NDJSON. The first line has the checkpoint, each further one an entry with its personal values, and
 * the last one the head and the signature over everything before it. The public key is enough to verify it.
 */

export function exportHead(head: {
  readonly checkpoint: string;
  readonly signature: string;
  readonly publicKey: string;
  readonly atMs: number;
}): string {
  const { checkpoint, signature, publicKey, atMs } = head;
  return `${JSON.stringify({ kind: 'cardway-audit-export', v: 1, at: atMs, publicKey, checkpoint, signature })}\n`;
}

/** A personal value beside an entry: its JSON, and the key of its hash. */
interface ExportedValue {
  readonly path: string;
  readonly raw: string;
  readonly key: string;
}

export function exportEntry(entry: {
  readonly position: number;
  readonly hash: string;
  readonly mac: string;
  readonly keyNumber: number;
  readonly text: string;
  readonly values: readonly ExportedValue[];
}): string {
  const { position, hash, mac, keyNumber, text } = entry;
  const values = Object.fromEntries(entry.values.map(({ path, raw, key }) => [path, [raw, key]]));
  return `${JSON.stringify({ position, hash, mac, key: keyNumber, entry: text, values })}\n`;
}

export function exportEnd(end: {
  readonly key: Pick<AuditKey, 'sign'>;
  readonly head: ChainPlace;
  readonly entries: number;
  readonly sha256: string;
}): string {
  const { position, hash } = end.head;
  const text = endText({ ...end, position, hash });
  return `${JSON.stringify({ kind: 'end', entries: end.entries, position, hash, sha256: end.sha256, signature: end.key.sign(text) })}\n`;
}

function endText(end: ChainPlace & { readonly entries: number; readonly sha256: string }): string {
  return `cardway-audit-export-v1\n${String(end.entries)}\n${String(end.position)}\n${end.hash}\n${end.sha256}`;
}

export interface VerifiedExport {
  /** Position after which the file begins: 0, or the last entry that a purge deleted. */
  readonly start: number;
  readonly entries: number;
  readonly end: ChainPlace;
  /** Public key that signed it, as the file names it. */
  readonly publicKey: string | null;
  readonly broken: ChainBreak | null;
}

/** Verifies an export line by line, without a secret. */
interface ExportVerifier {
  /** Takes the next line, without its line feed. */
  line(text: string): void;
  end(): VerifiedExport;
}

interface Wanted {
  /** The key that must have signed. Null accepts the one in the file. */
  readonly publicKey: string | null;
  readonly heads: readonly ChainPlace[];
}

/** State of a verifier after the lines so far. */
interface Progress {
  start: number;
  entries: number;
  publicKey: string | null;
  place: ChainPlace;
  broken: ChainBreak | null;
  isEnded: boolean;
  /** Position that is missing. It decides between "removed" and "moved" when the rest has been read. */
  missing: number | null;
}

/** Creates a verifier of one file. */
export function createExportVerifier(wanted: Wanted): ExportVerifier {
  const { heads } = wanted;
  const digest = createHash('sha256');
  const now: Progress = {
    ...{ start: 0, entries: 0, publicKey: null, place: { position: 0, hash: '' } },
    ...{ broken: null, isEnded: false, missing: null },
  };
  let count = 0;
  return {
    line(text) {
      count += 1;
      if (now.isEnded) return fail(now, 'Lines follow the last line of the export.', 'added');
      const value = membersOf(text);
      if (count > 1 && value?.['kind'] === 'end') return readEnd(now, value, digest.digest('hex'));
      digest.update(`${text}\n`);
      if (value === null) return fail(now, `Line ${String(count)} is no JSON object.`);
      if (count === 1) readHead(now, value, wanted);
      else readLine(now, value, { heads, count });
    },
    end() {
      const { start, entries, place, publicKey } = now;
      if (!now.isEnded)
        fail(
          now,
          'The end was cut off: the last line of the export is missing.',
          'cut_off',
          place.position + 1,
        );
      return { start, entries, end: place, publicKey, broken: now.broken ?? cutOff(heads, place) };
    },
  };
}

function fail(
  now: Progress,
  message: string,
  kind: ChainBreak['kind'] = 'changed',
  position: number | null = null,
): void {
  now.broken ??= { kind, position, sequence: null, message };
}

function readHead(now: Progress, value: Members, { publicKey: wantedKey, heads }: Wanted): void {
  const publicKey = textIn(value, 'publicKey');
  now.publicKey = publicKey;
  const [checkpoint, signature] = [textIn(value, 'checkpoint'), textIn(value, 'signature')];
  const read = checkpoint === null ? null : readCheckpoint(checkpoint);
  if (value['kind'] !== 'cardway-audit-export' || value['v'] !== 1 || publicKey === null || read === null)
    return fail(now, 'The first line is not that of an export of the audit log.');
  now.start = read.position;
  now.place = { position: read.position, hash: read.hash };
  if (wantedKey !== null && wantedKey !== publicKey)
    return fail(now, 'The export was signed with another key than the given public key.');
  if (!isSignedBy(publicKey, checkpoint ?? '', signature ?? ''))
    return fail(now, 'The checkpoint was changed.');
  now.broken ??= headBreak(heads, now.place);
}

function readLine(
  now: Progress,
  value: Members,
  { heads, count }: { readonly heads: readonly ChainPlace[]; readonly count: number },
): void {
  const [position, hash, text] = [value['position'], textIn(value, 'hash'), textIn(value, 'entry')];
  if (typeof position !== 'number' || hash === null || text === null)
    return fail(now, `Line ${String(count)} is no entry.`);
  if (now.broken !== null) {
    if (position === now.missing) now.broken = movedBreak(position);
    return;
  }
  now.broken = linkBreak(now.place, { position, hash, text });
  if (now.broken?.kind === 'removed') now.missing = now.broken.position;
  if (now.broken !== null) return;
  if (!areValuesRight(text, value['values'])) {
    const message = `Entry ${String(position)} was changed: a value differs from its hash.`;
    return fail(now, message, 'changed', position);
  }
  now.place = { position, hash };
  now.entries += 1;
  now.broken = headBreak(heads, now.place);
}

function readEnd(now: Progress, value: Members, sha256: string): void {
  now.isEnded = true;
  const { place, publicKey } = now;
  const end = {
    entries: Number(value['entries']),
    position: Number(value['position']),
    hash: textIn(value, 'hash') ?? '',
    sha256: textIn(value, 'sha256') ?? '',
  };
  if (now.broken !== null) return;
  if (end.position > place.position) {
    const message = `The end was cut off: the last line names entry ${String(end.position)}.`;
    return fail(now, message, 'cut_off', place.position + 1);
  }
  const isRight =
    end.sha256 === sha256 &&
    end.entries === now.entries &&
    end.position === place.position &&
    end.hash === place.hash &&
    publicKey !== null &&
    isSignedBy(publicKey, endText(end), textIn(value, 'signature') ?? '');
  if (!isRight) fail(now, 'The file was changed: its signature does not fit its content.');
}

function movedBreak(position: number): ChainBreak {
  return {
    kind: 'moved',
    position,
    sequence: null,
    message: `Entry ${String(position)} was moved: it stands further back.`,
  };
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(text: string): Members | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;
  } catch {
    return null;
  }
}

function textIn(value: Members, name: string): string | null {
  const member = value[name];
  return typeof member === 'string' ? member : null;
}

/** Compares each value beside an entry with its hash in the entry. */
function areValuesRight(text: string, values: unknown): boolean {
  if (typeof values !== 'object' || values === null) return false;
  const entry: unknown = JSON.parse(text);
  return Object.entries(values).every(([path, value]: [string, unknown]) => {
    if (!Array.isArray(value) || value.length !== 2) return false;
    const [raw, key] = value as [unknown, unknown];
    if (typeof raw !== 'string' || typeof key !== 'string') return false;
    return createHmac('sha256', Buffer.from(key, 'hex')).update(raw).digest('hex') === hashAt(entry, path);
  });
}

function hashAt(entry: unknown, path: string): unknown {
  let value = entry;
  for (const name of path.split('/')) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Members)[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return typeof value === 'object' && value !== null ? (value as Members)['hash'] : null;
}
