import { badRequest } from '../../platform/errors.js';
import type { KeyFilter, KeyInfo, KeyRecords } from '../../use-cases/directory/administration-port.js';
import { createProgrammes } from '../directory/programmes.js';
import type { StoreDialect } from '../engine/dialect.js';
import { firstOnce, run, runOnce, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createNamedList, equal } from '../engine/windowed-list.js';
import { createApiKeys, infoOf, selectKeys, textOf } from './api-keys.js';
import { columnsOf } from '../engine/names.js';
import type { StoreParts } from '../parts.js';

/** Returns the keys for administration by operators. */
export function createKeyRecords(args: StoreParts): KeyRecords {
  const { dialect, connection, commits } = args;
  const { compiler } = dialect;
  const list = createNamedList(args, 'key_id', createMatching(dialect));
  const noteUse = compileNoteUse(dialect);
  const find = (keyId: string) => firstOnce(selectKeys(dialect).where('key_id', '=', keyId));

  return {
    async find(keyId) {
      const row = await connection.read(find(keyId));
      return row === null ? null : infoOf(row);
    },
    async list(page) {
      const found = await list(page);
      return { ...found, rows: found.rows.map(infoOf) };
    },
    create: createCreate(args),
    change: ({ actor, action, keyId, ...wanted }) =>
      args.change(function* (record) {
        const row = yield* find(keyId);
        if (row === null) return null;
        const known = infoOf(row);
        const next = { ...known, ...wanted };
        if (JSON.stringify(next) !== JSON.stringify(known)) {
          const stored = { ...next, isDisabled: Number(next.isRevoked) };
          const columns = columnsOf(stored, 'expiresAtMs', 'isDisabled', 'documents');
          yield* runOnce(compiler.updateTable('api_keys').set(columns).where('key_id', '=', keyId));
          const [before, after] = [auditFieldsOf(known), auditFieldsOf(next)];
          record({ actor, action, subject: keyId, before, after });
        }
        return next;
      }),
    noteUses: (uses) =>
      commits.submit(
        function* () {
          for (const use of uses) yield* run(noteUse, use);
        },
        { isHousekeeping: true },
      ),
  };
}

function createCreate(args: StoreParts): KeyRecords['create'] {
  const { dialect } = args;
  const { compiler } = dialect;
  const programmes = createProgrammes(dialect);
  const apiKeys = createApiKeys(dialect, args.sealer);

  function* requireTerminals(programme: string | null, terminalIds: readonly string[]): Step<void> {
    const terminals = compiler.selectFrom('terminals').select('programme');
    for (const terminalId of terminalIds) {
      const terminal = yield* firstOnce(terminals.where('terminal_id', '=', terminalId));
      if (terminal?.programme === programme) continue;
      throw badRequest('terminal_ids', `terminal_ids: the programme has no terminal ${terminalId}.`);
    }
  }

  return async ({ actor, key: saved, bootstrap, ...wanted }) => {
    const { keyId, programme, terminalIds } = wanted;
    const key = saved ?? `${KEY_PREFIX}${args.random(KEY_BYTES).toString('base64url')}`;
    const info = await args.change(function* (record, nowMs) {
      yield* programmes.require(programme);
      yield* requireTerminals(programme, terminalIds ?? []);
      if ((yield* firstOnce(selectKeys(dialect).where('key_id', '=', keyId))) !== null)
        throw badRequest('key_id', 'key_id names a key that is there already.');
      yield* runOnce(
        compiler.insertInto('api_keys').values({
          ...columnsOf(wanted, 'keyId', 'role', 'programme', 'expiresAtMs', 'documents'),
          key_hash: apiKeys.hash(key),
          terminal_ids: textOf(terminalIds),
          is_disabled: 0,
          created_at_ms: nowMs,
        }),
      );
      const made: KeyInfo = { ...wanted, createdAtMs: nowMs, lastUsedAtMs: null, isRevoked: false };
      record({
        actor,
        action: bootstrap === undefined ? 'create_key' : 'bootstrap_key',
        subject: keyId,
        reason: bootstrap?.reason ?? '',
        before: null,
        after: auditFieldsOf(made),
      });
      return made;
    });
    return { info, key };
  };
}

/** Prefix that makes a key recognisable where it should not be. */
const KEY_PREFIX = 'cardway_';
const KEY_BYTES = 32;

function auditFieldsOf(info: KeyInfo): object {
  const { role, programme, terminalIds, expiresAtMs, isRevoked, documents } = info;
  return { role, programme, terminalIds, expiresAtMs, isRevoked, documents };
}

/** Keeps the latest use of several nodes. */
function compileNoteUse({ compiler }: StoreDialect) {
  return compile((p: { keyId: string; usedAtMs: number }) =>
    compiler
      .updateTable('api_keys')
      .set({ last_used_at_ms: p.usedAtMs })
      .where('key_id', '=', p.keyId)
      .where((eb) => eb.or([eb('last_used_at_ms', 'is', null), eb('last_used_at_ms', '<', p.usedAtMs)])),
  );
}

function createMatching(dialect: StoreDialect) {
  return ({ programme, role, text }: KeyFilter) =>
    selectKeys(dialect)
      .where(equal({ programme, role }))
      .$if(text != null, (q) => q.where(dialect.hasPrefix('key_id', text ?? '')));
}
