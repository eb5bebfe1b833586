import {
  type AuditKey,
  chainHash,
  type ChainPlace,
  type Checkpoint,
  checkpointText,
  createAuditKey,
  isSameText,
  isSignedBy,
  readCheckpoint,
} from '../../core/access/audit-chain.js';
import { sealedText } from '../../core/access/audit-entry.js';
import type { RandomBytes, Sealer } from '../../core/access/seal.js';
import { CardwayError } from '../../platform/errors.js';
import type { AuditSeal, StoreDialect } from '../engine/dialect.js';
import { AUDIT_CHAIN } from '../engine/locks.js';
import { databaseNowMs, first, run, type Step } from '../engine/operation.js';
import { type CheckpointRow, compileAuditStatements, type LinkRow } from './audit-statements.js';

const KEY_BYTES = 32;
const ID_BYTES = 16;
export const SEAL_PURPOSE = 'audit-entry';

/** Rows of one statement of long work. */
export const READ_AT_ONCE = 500;
/** Rows of one commit, so that no payment waits for long behind it. */
export const CHANGED_AT_ONCE = 50;
/** Options of every commit that changes the chain. */
export const IN_TURN = { isHousekeeping: true, isQuiet: true, locks: [AUDIT_CHAIN] };

export const auditKeyContext = (keyNumber: number): string => `audit-key:${String(keyNumber)}`;

/** Creates the seal of entries. Its key is derived from the root of hashes, so it stays the same when the master key changes. */
export function createAuditSeal(sealer: Pick<Sealer, 'keyedHash'>, random: RandomBytes): AuditSeal {
  return (entry) => {
    const entryId = random(ID_BYTES).toString('hex');
    return { entryId, seal: sealer.keyedHash(SEAL_PURPOSE, sealedText(entryId, entry)) };
  };
}

export interface ChainParts {
  readonly dialect: StoreDialect;
  readonly sealer: Sealer;
  readonly random: RandomBytes;
}

/** State of the chain at one moment. */
export interface ChainState {
  readonly key: AuditKey;
  readonly checkpoint: Checkpoint;
  readonly head: ChainPlace;
  /** Fault of the head or the checkpoint; null if there is none. */
  readonly problem: string | null;
}

export type AuditState = ReturnType<typeof createAuditState>;

/** Creates the keys and checkpoints of the chain. */
function createAuditKeys(parts: ChainParts) {
  const { dialect, sealer, random } = parts;
  const statements = compileAuditStatements(dialect);
  /** Opened keys, by number and sealed value. */
  const opened = new Map<string, AuditKey>();

  function openKey(row: { keyNumber: number; sealedKey: Buffer }): AuditKey {
    const name = `${String(row.keyNumber)} ${row.sealedKey.toString('hex')}`;
    const known = opened.get(name);
    if (known !== undefined) return known;
    const key = createAuditKey(row.keyNumber, sealer.open(row.sealedKey, auditKeyContext(row.keyNumber)));
    opened.set(name, key);
    return key;
  }

  function* keys(): Step<ReadonlyMap<number, AuditKey>> {
    const { rows } = yield* run(statements.keys, {});
    return new Map(rows.map((row) => [row.keyNumber, openKey(row)]));
  }

  function* addKey(keyNumber: number, nowMs: number): Step<AuditKey> {
    const secret = random(KEY_BYTES);
    const sealedKey = sealer.seal(secret, auditKeyContext(keyNumber));
    yield* run(statements.addKey, { keyNumber, sealedKey, createdAtMs: nowMs });
    return openKey({ keyNumber, sealedKey });
  }

  /** Reads the last checkpoint. Null without one; `isRight` says whether its signature is. */
  function* checkpoint(known: ReadonlyMap<number, AuditKey>): Step<{
    readonly checkpoint: Checkpoint;
    readonly isRight: boolean;
    readonly row: CheckpointRow;
  } | null> {
    const row = yield* first(statements.checkpoint, {});
    if (row === null) return null;
    const key = known.get(row.keyNumber);
    const read = readCheckpoint(row.checkpoint);
    const isRight =
      key !== undefined &&
      read?.position === row.position &&
      isSignedBy(key.publicKey, row.checkpoint, row.signature);
    const unknown: Checkpoint = { ...NOTHING, position: row.position };
    return { checkpoint: read ?? unknown, isRight, row };
  }

  function* saveCheckpoint(key: AuditKey, saved: Checkpoint): Step<void> {
    const text = checkpointText(saved);
    yield* run(statements.addCheckpoint, {
      position: saved.position,
      checkpoint: text,
      signature: key.sign(text),
      keyNumber: key.keyNumber,
    });
  }

  return { keys, addKey, checkpoint, saveCheckpoint, statements };
}

/** Creates the operations on the chain that all of its work shares. */
export function createAuditState(parts: ChainParts) {
  const { dialect, random } = parts;
  const { keys, addKey, checkpoint, saveCheckpoint, statements } = createAuditKeys(parts);

  function* begin(): Step<void> {
    if ((yield* keys()).size > 0) return;
    const nowMs = yield* databaseNowMs(dialect);
    const key = yield* addKey(1, nowMs);
    yield* saveCheckpoint(key, {
      kind: 'start',
      // Entries without a start: somebody removed it, and the chain goes on behind them.
      position: (yield* first(statements.head, {}))?.position ?? 0,
      hash: random(KEY_BYTES).toString('hex'),
      atMs: nowMs,
      purgedBeforeMs: 0,
    });
  }

  function* read(): Step<ChainState> {
    const known = yield* keys();
    const key = [...known.values()].at(-1);
    if (key === undefined) throw new CardwayError('UNAVAILABLE', { message: NO_CHAIN });
    const last = yield* checkpoint(known);
    if (last === null)
      throw new CardwayError('UNAVAILABLE', {
        message:
          'The checkpoints of the audit log are gone. Restore a backup, or ask who can write to the database.',
      });
    const head = yield* first(statements.head, {});
    if (!last.isRight)
      return {
        key,
        checkpoint: { ...last.checkpoint, purgedBeforeMs: 0 },
        head: head ?? last.checkpoint,
        problem: 'the checkpoint of the audit log was changed',
      };
    if (head === null || head.position < last.checkpoint.position)
      return { key, checkpoint: last.checkpoint, head: last.checkpoint, problem: null };
    const mac = known.get(head.keyNumber)?.macOfEntry(head.position, head.hash) ?? '';
    const isRight = isSameText(mac, head.mac);
    const problem = isRight ? null : `entry ${String(head.position)} of the audit log was changed`;
    return { key, checkpoint: last.checkpoint, head, problem };
  }

  function* append(
    state: Pick<ChainState, 'key'>,
    after: ChainPlace,
    entry: { readonly text: string } & Partial<
      Omit<LinkRow, 'position' | 'entry' | 'hash' | 'mac' | 'keyNumber'>
    >,
  ): Step<ChainPlace> {
    const { key } = state;
    const position = after.position + 1;
    const hash = chainHash(after.hash, entry.text);
    yield* run(statements.append, {
      position,
      sequence: entry.sequence ?? null,
      entryId: entry.entryId ?? null,
      entry: entry.text,
      hash,
      mac: key.macOfEntry(position, hash),
      keyNumber: key.keyNumber,
      beside: entry.beside ?? '{}',
    });
    return { position, hash };
  }

  return { keys, addKey, checkpoint, saveCheckpoint, begin, read, append, statements };
}

export const NOTHING: Checkpoint = {
  kind: 'start',
  position: 0,
  hash: '',
  atMs: 0,
  purgedBeforeMs: 0,
};

const NO_CHAIN = 'The audit log has no chain yet. Start a gateway, or run cardway migrate.';
export const BROKEN = 'Run cardway audit verify, and follow the runbook.';
