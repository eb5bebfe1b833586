import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { type EntryOrigin, normalJson, VERSION } from './audit-entry.js';

/**
 * The chain of the audit log. Each entry of the chain has a text in one fixed form, which holds ids and keyed hashes of personal
 * values. Its hash covers the hash before it, so one published hash proves everything up to it, without a key. Its MAC proves that
 * a holder of the audit key chained it.
 *
 *   hash = SHA-256(prefix | hash before | text)       mac = HMAC-SHA256(audit key, position | hash)
 */

/** Returns the entry of the chain that records no change but a break that the sequencer found before it. */
export function breakText({ position, atMs }: { readonly position: number; readonly atMs: number }): string {
  return JSON.stringify({ v: VERSION, kind: 'break', position, at: atMs });
}

export function chainHash(before: string, text: string): string {
  return createHash('sha256').update(`cardway-audit-entry-v1\n${before}\n${text}`).digest('hex');
}

function macText(position: number, hash: string): string {
  return `cardway-audit-mac-v1\n${String(position)}\n${hash}`;
}

/** A key of the audit log: its MACs, and the signatures that anybody can check with its public key. */
export interface AuditKey {
  readonly keyNumber: number;
  /** Ed25519 (RFC 8032), 32 bytes in base64url. */
  readonly publicKey: string;
  macOfEntry(position: number, hash: string): string;
  /** HMAC-SHA256, 64 hex digits. */
  macOf(text: string): string;
  /** Ed25519 signature in base64url. */
  sign(text: string): string;
}

/** Derives the keys of one purpose each from 32 secret bytes (HKDF-SHA256). */
export function createAuditKey(keyNumber: number, secret: Buffer): AuditKey {
  const derive = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `cardway/audit/${use}`, 32));
  const macKey = derive('mac');
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, derive('sign')]),
    format: 'der',
    type: 'pkcs8',
  });
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const macOf = (text: string): string => createHmac('sha256', macKey).update(text).digest('hex');
  return {
    keyNumber,
    publicKey: der.subarray(SPKI_ED25519.length).toString('base64url'),
    macOfEntry: (position, hash) => macOf(macText(position, hash)),
    macOf,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

/** DER before the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the public key of these 32 bytes in base64url; null for anything else. */
function publicKeyOf(text: string): KeyObject | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== text) return null;
  return createPublicKey({ key: Buffer.concat([SPKI_ED25519, bytes]), format: 'der', type: 'spki' });
}

export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = publicKeyOf(publicKey);
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Signed statement from which the rest of the chain starts. */
export interface Checkpoint {
  readonly kind: 'start' | 'purge';
  /** Position of the last entry before the rest; 0 at the start. */
  readonly position: number;
  /** Hash of that entry; random at the start, so that no two databases have the same chain. */
  readonly hash: string;
  readonly atMs: number;
  /** Rows before this time are gone. A row that claims to be older was added. */
  readonly purgedBeforeMs: number;
}

export function checkpointText(checkpoint: Checkpoint): string {
  const { kind, position, hash, atMs, purgedBeforeMs } = checkpoint;
  return JSON.stringify({
    v: VERSION,
    kind: `checkpoint_${kind}`,
    position,
    hash,
    at: atMs,
    purgedBefore: purgedBeforeMs,
  });
}

/** Reads a checkpoint whose signature was found right; null where it is none. */
export function readCheckpoint(text: string): Checkpoint | null {
  const value = normalJson(text) as Partial<Record<string, unknown>> | null | undefined;
  if (value?.['v'] !== VERSION) return null;
  const checkpoint = {
    kind: value['kind'] === 'checkpoint_start' ? 'start' : 'purge',
    position: value['position'],
    hash: value['hash'],
    atMs: value['at'],
    purgedBeforeMs: value['purgedBefore'],
  } as Checkpoint;
  return checkpointText(checkpoint) === text ? checkpoint : null;
}

/** Head of the chain: what it holds up to now. Publish it where nobody who can write to the database can change it. */
export interface ChainPlace {
  readonly position: number;
  readonly hash: string;
}

export interface PublishedHead extends ChainPlace {
  readonly atMs: number;
  readonly publicKey: string;
  readonly signature: string;
}

export function headText({ position, hash }: ChainPlace, atMs: number): string {
  return `cardway-audit-head-v1\n${String(position)}\n${hash}\n${String(atMs)}`;
}

/**
 * Kinds of breaks: `changed` (an entry, or what it was chained from), `removed`, `added`, `moved` (it stands where another belongs),
 * `cut_off` (the end is missing).
 */
export type BreakKind = 'changed' | 'removed' | 'added' | 'moved' | 'cut_off';

/** First break of a chain. */
export interface ChainBreak {
  readonly kind: BreakKind;
  /** Position of the entry in the chain; null for a row that is not chained. */
  readonly position: number | null;
  /** Number of its row in the audit log, where known. */
  readonly sequence: number | null;
  /** Sentence for people. */
  readonly message: string;
}

/** Members of an entry's text that a verifier reads. */
interface EntryFacts {
  readonly kind: 'entry' | 'break';
  readonly position: number;
  readonly sequence: number | null;
  readonly origin: EntryOrigin;
}

/** Reads an entry's text; null where it has no known form. */
export function readEntry(text: string): EntryFacts | null {
  const value = normalJson(text) as Partial<Record<string, unknown>> | null | undefined;
  if (typeof value !== 'object' || value === null) return null;
  const { v, kind, position, sequence = null, origin = 'none' } = value;
  if (v !== VERSION || (kind !== 'entry' && kind !== 'break')) return null;
  if (typeof position !== 'number') return null;
  return {
    kind,
    position,
    sequence: typeof sequence === 'number' ? sequence : null,
    origin: origin as EntryOrigin,
  };
}

/** An entry as it stands in the chain or in an export. */
interface ChainedText extends ChainPlace {
  readonly text: string;
}

/** Checks a link of the chain without a key. Returns null where it is right. */
export function linkBreak(before: ChainPlace, entry: ChainedText): ChainBreak | null {
  const { position, hash, text } = entry;
  const facts = readEntry(text);
  const at = { position, sequence: facts?.sequence ?? null };
  const name = `Entry ${String(position)}`;
  if (position > before.position + 1) {
    const missing = before.position + 1;
    return {
      kind: 'removed',
      position: missing,
      sequence: null,
      message: `Entry ${String(missing)} was removed.`,
    };
  }
  if (position <= before.position)
    return {
      kind: 'added',
      ...at,
      message: `${name} stands there a second time, after entry ${String(before.position)}.`,
    };
  if (facts === null)
    return {
      kind: 'changed',
      ...at,
      message: `${name} was changed: it has no form that this version knows.`,
    };
  if (facts.position !== position)
    return {
      kind: 'moved',
      ...at,
      message: `${name} was moved: it was chained as entry ${String(facts.position)}.`,
    };
  if (!isSameText(chainHash(before.hash, text), hash))
    return { kind: 'changed', ...at, message: `${name} was changed, or the entry before it.` };
  if (facts.kind === 'break')
    return {
      kind: 'changed',
      ...at,
      message: `The gateway found the chain broken before entry ${String(position)}.`,
    };
  if (facts.origin !== 'writer')
    return {
      kind: 'added',
      ...at,
      message: `${name} was added: the gateway did not write it, or it was changed before it was chained.`,
    };
  return null;
}

/** Compares a verified part of the chain with published heads. */
export function headBreak(heads: readonly ChainPlace[], verified: ChainPlace): ChainBreak | null {
  const differs = heads.some(
    ({ position, hash }) => position === verified.position && hash !== verified.hash,
  );
  if (!differs) return null;
  return {
    kind: 'changed',
    position: verified.position,
    sequence: null,
    message: `Entry ${String(verified.position)} or one before it differs from the published head.`,
  };
}

/** Finds a published head beyond the end of the chain. */
export function cutOff(heads: readonly ChainPlace[], end: ChainPlace): ChainBreak | null {
  const beyond = heads.filter(({ position }) => position > end.position);
  if (beyond.length === 0) return null;
  const last = Math.max(...beyond.map(({ position }) => position));
  const first = end.position + 1;
  return {
    kind: 'cut_off',
    position: first,
    sequence: null,
    message: `The end was cut off: the chain ends with entry ${String(end.position)}, and a published head names entry ${String(last)}.`,
  };
}

/** Returns a head as the log shows it. The log hides hex of this length and members of the name `signature`. */
export function loggedHead({ position, hash, publicKey, signature, atMs }: PublishedHead): object {
  const head = `${String(position)}:${Buffer.from(hash, 'hex').toString('base64url')}`;
  return { position, head, atMs, publicKey, ed25519: signature };
}

/** Reads `<position>:<hash>`, the hash in hex or, as in the log, in base64url. Null for any other text. */
export function placeOf(text: string): ChainPlace | null {
  const [, position = '', hash = ''] = /^(\d{1,16}):([0-9a-f]{64}|[\w-]{43})$/.exec(text) ?? [];
  if (hash === '') return null;
  const isHex = hash.length === 64;
  return { position: Number(position), hash: isHex ? hash : Buffer.from(hash, 'base64url').toString('hex') };
}
