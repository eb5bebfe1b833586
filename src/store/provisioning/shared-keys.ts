import type { Actor } from '../../core/access/audit.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type { ProvisioningAdmin, SharedKeyInfo } from '../../use-cases/provisioning/provisioning-port.js';
import { createProgrammes } from '../directory/programmes.js';
import { databaseNowMs, firstOnce, runOnce } from '../engine/operation.js';
import { columnsOf, named } from '../engine/names.js';
import { sharedKeyContext } from './agreements.js';
import type { StoreParts } from '../parts.js';

/** Creates the shared keys, which are sealed. Each opens only as the key of its programme under its own id. */
export function createSharedKeys(
  args: StoreParts,
): Pick<ProvisioningAdmin, 'sharedKeys' | 'addSharedKey' | 'setSharedKeyState'> {
  const { dialect, connection, sealer, change } = args;
  const { compiler } = dialect;
  const programmes = createProgrammes(dialect);
  const keys = compiler.selectFrom('shared_keys').select(INFO);
  const find = (programme: string, sharedKeyId: string) =>
    firstOnce(
      keys
        .select('sealed_key as sealedKey')
        .where('programme', '=', programme)
        .where('shared_key_id', '=', sharedKeyId),
    );

  return {
    async sharedKeys({ programme }) {
      const all = keys.orderBy('programme').orderBy('created_at_ms').orderBy('shared_key_id');
      const { rows } = await connection.readAside(runOnce(all));
      return rows.filter((row) => programme === undefined || row.programme === programme);
    },
    addSharedKey: ({ actor, programme, sharedKeyId, key, state = 'active' }) =>
      change(function* (record) {
        yield* programmes.require(programme);
        const known = yield* find(programme, sharedKeyId);
        const context = sharedKeyContext(programme, sharedKeyId);
        if (known !== null) {
          const { sealedKey, ...info } = known;
          if (sealer.open(sealedKey, context).equals(key)) return info;
          throw badRequest(
            'key_id',
            'key_id names another shared key of this programme already; ids are never used again.',
          );
        }
        const nowMs = yield* databaseNowMs(dialect);
        const info = { programme, sharedKeyId, state, createdAtMs: nowMs, changedAtMs: nowMs };
        const row = { ...info, sealedKey: sealer.seal(key, context) };
        yield* runOnce(compiler.insertInto('shared_keys').values(columnsOf(row, ...INFO_NAMES, 'sealedKey')));
        record({
          ...about(actor, info),
          action: 'add_shared_key',
          before: { state: null },
          after: { state },
        });
        return info;
      }),
    setSharedKeyState: ({ programme, sharedKeyId, state, actor }) =>
      change(function* (record) {
        const found = yield* find(programme, sharedKeyId);
        if (found === null)
          throw new CardwayError('NOT_FOUND', { message: 'The programme has no such shared key.' });
        const { sealedKey: _, ...known } = found;
        if (known.state === state) return known;
        if (known.state === 'retired')
          throw badRequest('state', 'The shared key is retired, and stays so; add a new one.');
        const info = { ...known, state, changedAtMs: yield* databaseNowMs(dialect) };
        yield* runOnce(
          compiler
            .updateTable('shared_keys')
            .set(columnsOf(info, 'state', 'changedAtMs'))
            .where('programme', '=', programme)
            .where('shared_key_id', '=', sharedKeyId),
        );
        const change = { before: { state: known.state }, after: { state } };
        record({ ...about(actor, info), action: 'set_shared_key_state', ...change });
        return info;
      }),
  };
}

function about(actor: Actor, { programme, sharedKeyId }: SharedKeyInfo) {
  return { actor, subject: `${programme} ${sharedKeyId}` };
}

const INFO_NAMES = ['programme', 'sharedKeyId', 'state', 'createdAtMs', 'changedAtMs'] as const;
const INFO = named(...INFO_NAMES);
