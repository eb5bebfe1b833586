import type { Actor } from '../../core/access/audit.js';
import { badRequest, type CardwayError } from '../../platform/errors.js';
import type {
  KeyFilter,
  KeyInfo,
  KeyRecords,
  NewKey,
} from '../../use-cases/directory/administration-port.js';
import type { DocumentPolicy, Role } from '../../use-cases/directory/directory-port.js';
import { createProgrammes } from '../directory/programmes.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createNamedList, equal } from '../engine/windowed-list.js';
import { createApiKeys, listIn, textOf } from './api-keys.js';
import type { Change } from './audit.js';
import { columnsOf, named } from '../engine/names.js';
import type { StoreParts } from '../parts.js';

/** Returns the keys for administration by operators. `invalidate` gets the hash of each changed key. */
export function createKeyRecords(args: KeyParts): KeyRecords {
  const { dialect, connection } = args;
  const statements = compileKeyStatements(dialect);
  const list = createNamedList(args, 'key_id', createMatching(dialect));
  /** Changes a key. Records nothing in the audit log where nothing changes. */
  const changeOf = async (
    keyId: string,
    done: { readonly actor: Actor; readonly action: string },
    wanted: Partial<Pick<KeyInfo, 'isRevoked' | 'expiresAtMs' | 'documents'>>,
  ): Promise<KeyInfo | null> => {
    const changed = await args.change(function* (record) {
      const row = yield* first(statements.find, { keyId });
      if (row === null) return null;
      const known = infoOf(row);
      const next = { ...known, ...wanted };
      const { expiresAtMs, isRevoked, documents } = next;
      if (JSON.stringify(next) === JSON.stringify(known)) return { next: known, hash: row.keyHash };
      const isDisabled = Number(isRevoked);
      yield* run(statements.update, { keyId, expiresAtMs, isDisabled, documents });
      record({
        ...done,
        subject: keyId,
        before: keyAuditFieldsOf(known),
        after: keyAuditFieldsOf(next),
      });
      return { next, hash: row.keyHash };
    });
    if (changed !== null) args.invalidate(changed.hash);
    return changed?.next ?? null;
  };

  return {
    async find(keyId) {
      const row = await connection.read(first(statements.find, { keyId }));
      return row === null ? null : infoOf(row);
    },
    async list(page) {
      const found = await list(page);
      return { ...found, rows: found.rows.map(infoOf) };
    },
    create: createCreate(args),
    revoke: ({ actor, keyId }) => changeOf(keyId, { actor, action: 'revoke_key' }, { isRevoked: true }),
    setExpiry: ({ actor, keyId, expiresAtMs }) =>
      changeOf(keyId, { actor, action: 'set_key_expiry' }, { expiresAtMs }),
    setDocuments: ({ actor, keyId, documents }) =>
      changeOf(keyId, { actor, action: 'set_key_documents' }, { documents }),
    noteUses: (uses) =>
      args.commits.submit(
        function* () {
          for (const use of uses) yield* run(statements.noteUse, use);
        },
        { isHousekeeping: true },
      ),
  };
}

interface KeyParts extends StoreParts {
  readonly change: Change;
  readonly invalidate: (hash: string) => void;
}

function createCreate(args: KeyParts): KeyRecords['create'] {
  const { dialect } = args;
  const statements = compileKeyStatements(dialect);
  const programmes = createProgrammes(dialect);
  const apiKeys = createApiKeys(dialect, args.sealer);

  function* requireTerminals({
    terminalIds,
    programme,
  }: Pick<NewKey, 'terminalIds' | 'programme'>): Step<void> {
    for (const terminalId of terminalIds ?? []) {
      const terminal = yield* first(statements.terminal, { terminalId });
      if (terminal?.programme !== programme) throw unknownTerminal(terminalId);
    }
  }

  return async ({ actor, key: saved, bootstrap, ...wanted }) => {
    const { keyId } = wanted;
    const key = saved ?? `${KEY_PREFIX}${args.random(KEY_BYTES).toString('base64url')}`;
    const info = await args.change(function* (record, nowMs) {
      yield* programmes.require(wanted.programme);
      yield* requireTerminals(wanted);
      if ((yield* first(statements.find, { keyId })) !== null) throw keyExists();
      const terminalIds = textOf(wanted.terminalIds);
      const hash = apiKeys.hash(key);
      yield* run(statements.insert, { ...wanted, terminalIds, hash, nowMs });
      const made: KeyInfo = { ...wanted, createdAtMs: nowMs, lastUsedAtMs: null, isRevoked: false };
      record({
        actor,
        action: bootstrap === undefined ? 'create_key' : 'bootstrap_key',
        subject: keyId,
        reason: bootstrap?.reason ?? '',
        before: null,
        after: keyAuditFieldsOf(made),
      });
      return made;
    });
    return { info, key };
  };
}

/** Prefix that makes a key recognisable where it should not be. */
const KEY_PREFIX = 'cardway_';
const KEY_BYTES = 32;

function keyAuditFieldsOf(info: KeyInfo): object {
  const { role, programme, terminalIds, expiresAtMs, isRevoked, documents } = info;
  return { role, programme, terminalIds, expiresAtMs, isRevoked, documents };
}

function infoOf(
  row: Omit<KeyInfo, 'isRevoked' | 'terminalIds'> & {
    isDisabled: number;
    terminalIds: string | null;
  },
): KeyInfo {
  // Member by member: a row may have the hash of the key beside these.
  const { keyId, role, programme, createdAtMs, expiresAtMs, lastUsedAtMs, documents } = row;
  return {
    keyId,
    role,
    programme,
    terminalIds: listIn(row.terminalIds),
    createdAtMs,
    expiresAtMs,
    lastUsedAtMs,
    isRevoked: row.isDisabled === 1,
    documents,
  };
}

function keyExists(): CardwayError {
  return badRequest('key_id', 'key_id names a key that is there already.');
}

function unknownTerminal(terminalId: string): CardwayError {
  return badRequest('terminal_ids', `terminal_ids: the programme has no terminal ${terminalId}.`);
}

const KEY = named(
  'keyId',
  'role',
  'programme',
  'terminalIds',
  'createdAtMs',
  'expiresAtMs',
  'lastUsedAtMs',
  'isDisabled',
  'documents',
);

interface KeyUpdate {
  readonly keyId: string;
  readonly expiresAtMs: number | null;
  readonly isDisabled: number;
  readonly documents: DocumentPolicy;
}

function compileKeyStatements({ compiler }: StoreDialect) {
  return {
    find: compile((p: { keyId: string }) =>
      compiler
        .selectFrom('api_keys')
        .select([...KEY, ...named('keyHash')])
        .where('key_id', '=', p.keyId),
    ),
    terminal: compile((p: { terminalId: string }) =>
      compiler.selectFrom('terminals').select('programme').where('terminal_id', '=', p.terminalId),
    ),
    insert: compile(
      (p: {
        keyId: string;
        hash: string;
        role: Role;
        programme: string | null;
        terminalIds: string | null;
        expiresAtMs: number | null;
        documents: DocumentPolicy;
        nowMs: number;
      }) =>
        compiler.insertInto('api_keys').values({
          ...columnsOf(p, 'keyId', 'role', 'programme', 'terminalIds', 'expiresAtMs', 'documents'),
          key_hash: p.hash,
          is_disabled: 0,
          created_at_ms: p.nowMs,
        }),
    ),
    update: compile((p: KeyUpdate) =>
      compiler
        .updateTable('api_keys')
        .set(columnsOf(p, 'expiresAtMs', 'isDisabled', 'documents'))
        .where('key_id', '=', p.keyId),
    ),
    /** Keeps the latest use of several nodes. */
    noteUse: compile((p: { keyId: string; usedAtMs: number }) =>
      compiler
        .updateTable('api_keys')
        .set({ last_used_at_ms: p.usedAtMs })
        .where('key_id', '=', p.keyId)
        .where((eb) => eb.or([eb('last_used_at_ms', 'is', null), eb('last_used_at_ms', '<', p.usedAtMs)])),
    ),
  };
}

function createMatching({ compiler, hasPrefix }: StoreDialect) {
  return ({ programme, role, text }: KeyFilter) =>
    compiler
      .selectFrom('api_keys')
      .select(KEY)
      .where(equal({ programme, role }))
      .$if(text != null, (q) => q.where(hasPrefix('key_id', text ?? '')));
}
