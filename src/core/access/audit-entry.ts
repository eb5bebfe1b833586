import { createHmac } from 'node:crypto';
import type { RandomBytes } from './seal.js';

/** A row of the audit log, as its change wrote it. */
export interface AuditContent {
  readonly atMs: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  /** JSON texts. */
  readonly before: string;
  readonly after: string;
}

/** Row of the audit log with its number, and with the random id that its writer gave it. Null where nobody with the key wrote it. */
export interface NumberedContent extends AuditContent {
  readonly sequence: number;
  readonly entryId: string | null;
}

/** Returns the text that the writer of an entry seals, so that nobody else can add one. */
export function sealedText(entryId: string, content: AuditContent): string {
  const { atMs, actor, action, subject, reason, before, after } = content;
  return JSON.stringify([VERSION, entryId, atMs, actor, action, subject, reason, before, after]);
}

/**
 * Origin of a chained entry. `writer`: its seal was right. `none`: nobody with the key wrote it like that, so it was added or
 * changed.
 */
export type EntryOrigin = 'writer' | 'none';

/** Personal values of an entry: by the path of each value, the key of its hash in hex. */
export type BesideEntry = Readonly<Record<string, string>>;

interface Place {
  readonly position: number;
  readonly origin: EntryOrigin;
}

/** Composes the text of an entry, with a new key for each personal value. */
export function composeEntry(
  content: NumberedContent,
  place: Place,
  random: RandomBytes,
): { readonly text: string; readonly beside: BesideEntry } {
  const beside: Record<string, string> = {};
  const text = textOf(content, place, (path, raw) => {
    if (!isPersonal(content.action, path, raw)) return null;
    const key = random(SALT_BYTES).toString('hex');
    beside[path] = key;
    return hashOfValue(key, raw);
  });
  return { text, beside };
}

/** Returns the text that an entry must have, from its row and the keys beside it. */
export function entryText(content: NumberedContent, place: Place, beside: BesideEntry): string {
  return textOf(content, place, (path, raw) => {
    const known = Object.hasOwn(beside, path) ? beside[path] : undefined;
    if (known === undefined) return null;
    return hashOfValue(known, raw);
  });
}

export const VERSION = 1;
const SALT_BYTES = 16;

function hashOfValue(key: string, raw: string): string {
  const bytes = Buffer.from(key, 'hex');
  // A key has one spelling. Reading hex would ignore what somebody writes behind it.
  if (bytes.length !== SALT_BYTES || bytes.toString('hex') !== key) return '';
  return createHmac('sha256', bytes).update(raw).digest('hex');
}

/** Returns the hash of the personal value at a path. Null means that the value is not personal. */
type HashOf = (path: string, raw: string) => string | null;

function textOf(content: NumberedContent, { position, origin }: Place, hashOf: HashOf): string {
  const { sequence, entryId, atMs, action } = content;
  const plain = (name: 'actor' | 'subject' | 'reason'): unknown => hashed(name, content[name], hashOf);
  return JSON.stringify({
    v: VERSION,
    kind: 'entry',
    position,
    sequence,
    id: entryId,
    at: atMs,
    origin,
    actor: plain('actor'),
    action,
    subject: plain('subject'),
    reason: plain('reason'),
    before: valueText('before', content.before, hashOf),
    after: valueText('after', content.after, hashOf),
  });
}

function hashed(path: string, value: unknown, hashOf: HashOf): unknown {
  const hash = hashOf(path, JSON.stringify(value));
  return hash === null ? value : { hash };
}

/** A JSON text is one personal value where it is no object, and where it is not in the form in which the program writes it. */
function valueText(name: 'before' | 'after', text: string, hashOf: HashOf): unknown {
  const value = normalJson(text);
  if (value === undefined || typeof value !== 'object') {
    const hash = hashOf(name, text);
    return hash === null ? (value ?? text) : { hash };
  }
  return mapLeaves(value, name, (path, leaf) => hashed(path, leaf, hashOf));
}

/** Parses a JSON text. Undefined where the program would write the value in another way. */
export function normalJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces values by path. Names in a path are escaped as in a JSON pointer (RFC 6901). */
function mapLeaves(value: unknown, path: string, leaf: (path: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => mapLeaves(item, `${path}/${String(index)}`, leaf));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        mapLeaves(item, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, leaf),
      ]),
    );
  }
  return leaf(path, value);
}

/**
 * Decides what is personal. The answer is "yes" for everything that no table names, so that a new member cannot put a name into the
 * chain, where nobody could erase it. Only the sequencer asks: later changes of the tables leave old entries valid.
 */
function isPersonal(action: string, path: string, raw: string): boolean {
  if (raw === 'null' || raw === 'true' || raw === 'false' || raw === '""') return false;
  if (path === 'actor') return raw !== '"system"';
  if (path === 'subject') return !PLAIN_SUBJECTS.has(action);
  const names = path.split('/').slice(1);
  return !names.some((name) => PLAIN_MEMBERS.has(name));
}

/** Actions whose subject is the id of a thing, not of a person. */
const PLAIN_SUBJECTS: ReadonlySet<string> = new Set([
  'add_terminal',
  'set_terminal',
  'rotate_terminal_password',
  'disable_terminal',
  'enable_terminal',
  'put_programme',
  'add_shared_key',
  'set_shared_key_state',
  'add_endpoint',
  'enable_endpoint',
  'disable_endpoint',
  'rotate_endpoint_secret',
  'resend_delivery',
  'resend_event',
  'resend_deliveries',
  'export',
  'purge_begins',
  'purge_ends',
  'purge_audit_log',
  'purge_audit_log_ends',
  'request_approval',
  'approve_request',
  'reject_request',
  'use_approval',
]);

/** Members of `before` and `after` that describe things, not people. Their contents are plain too. */
const PLAIN_MEMBERS: ReadonlySet<string> = new Set([
  'permission',
  'field',
  'expiresAtMs',
  'programme',
  'role',
  'checksumAlgorithm',
  'state',
  'resultCode',
  'format',
  'currency',
  'digits',
  'algorithm',
  'stepSeconds',
  'derivation',
  'validitySeconds',
  'verifier',
  'documents',
  'endpointId',
  'eventId',
  'sharedKeyId',
  'expiresAtMs',
  'createdAtMs',
  'endsAtMs',
  'previousPasswordUntilMs',
  'deleted',
  'kept',
  'added',
  'changed',
  'entries',
  'values',
  'positions',
  'beforeMs',
  'through',
]);
