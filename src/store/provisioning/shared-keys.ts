import type { Actor } from '../../core/access/audit.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type {
  AddSharedKeyInput,
  SharedKeyChange,
  SharedKeyInfo,
  SharedKeyState,
} from '../../use-cases/provisioning/provisioning-port.js';
import { createProgrammes } from '../directory/programmes.js';
import type { StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { columnsOf, named } from '../engine/names.js';
import { sharedKeyContext } from './agreements.js';
import type { AppendAudit, StoreParts } from '../parts.js';

/** Creates the shared keys, which are sealed. Each opens only as the key of its programme under its own id. */
export function createSharedKeys(
  dialect: StoreDialect,
  { sealer, audit }: Pick<StoreParts, 'sealer' | 'audit'>,
) {
  const statements = compileStatements(dialect);
  const programmes = createProgrammes(dialect);
  const record = createRecord(audit);

  const opened = (programme: string, row: { sharedKeyId: string; sealedKey: Buffer }): Buffer =>
    sealer.open(row.sealedKey, sharedKeyContext(programme, row.sharedKeyId));

  return {
    *list(programme: string | undefined): Operation<readonly SharedKeyInfo[]> {
      const { rows } = yield* run(statements.list, {});
      return rows.filter((row) => programme === undefined || row.programme === programme);
    },
    *add(input: AddSharedKeyInput): Operation<SharedKeyInfo> {
      const { programme, sharedKeyId } = input;
      yield* programmes.require(programme);
      const known = yield* first(statements.find, { programme, sharedKeyId });
      if (known !== null) {
        if (!opened(programme, known).equals(input.key)) throw sharedKeyExists();
        return infoOf(known);
      }
      const nowMs = yield* databaseNowMs(dialect);
      const info = {
        programme,
        sharedKeyId,
        state: input.state ?? 'active',
        createdAtMs: nowMs,
        changedAtMs: nowMs,
      };
      yield* run(statements.insert, {
        ...info,
        sealedKey: sealer.seal(input.key, sharedKeyContext(programme, sharedKeyId)),
      });
      yield* record({ actor: input.actor, action: 'add_shared_key', before: null, after: info });
      return info;
    },
    *setState({ programme, sharedKeyId, state, actor }: SharedKeyChange): Operation<SharedKeyInfo> {
      const known = yield* first(statements.find, { programme, sharedKeyId });
      if (known === null)
        throw new CardwayError('NOT_FOUND', { message: 'The programme has no such shared key.' });
      if (known.state === state) return infoOf(known);
      if (known.state === 'retired') throw retired();
      const info = { ...infoOf(known), state, changedAtMs: yield* databaseNowMs(dialect) };
      yield* run(statements.setState, info);
      yield* record({ actor, action: 'set_shared_key_state', before: known.state, after: info });
      return info;
    },
  };
}

function createRecord(audit: AppendAudit) {
  return function* record(change: {
    readonly actor: Actor;
    readonly action: string;
    readonly before: SharedKeyState | null;
    readonly after: SharedKeyInfo;
  }): Step<void> {
    const { actor, action, before, after } = change;
    yield* audit({
      actor,
      action,
      subject: `${after.programme} ${after.sharedKeyId}`,
      reason: '',
      before: JSON.stringify({ state: before }),
      after: JSON.stringify({ state: after.state }),
      atMs: after.changedAtMs,
    });
  };
}

function infoOf(row: SharedKeyInfo): SharedKeyInfo {
  const { programme, sharedKeyId, state, createdAtMs, changedAtMs } = row;
  return { programme, sharedKeyId, state, createdAtMs, changedAtMs };
}

function sharedKeyExists(): CardwayError {
  return badRequest(
    'key_id',
    'key_id names another shared key of this programme already; ids are never used again.',
  );
}

function retired(): CardwayError {
  return badRequest('state', 'The shared key is retired, and stays so; add a new one.');
}

const INFO = named('programme', 'sharedKeyId', 'state', 'createdAtMs', 'changedAtMs');

function compileStatements({ compiler }: StoreDialect) {
  const keys = compiler.selectFrom('shared_keys');
  return {
    find: compile((p: { programme: string; sharedKeyId: string }) =>
      keys
        .select([...named('sealedKey'), ...INFO])
        .where('programme', '=', p.programme)
        .where('shared_key_id', '=', p.sharedKeyId),
    ),
    list: compile(() =>
      keys.select(INFO).orderBy('programme').orderBy('created_at_ms').orderBy('shared_key_id'),
    ),
    insert: compile((p: SharedKeyInfo & { readonly sealedKey: Buffer }) =>
      compiler
        .insertInto('shared_keys')
        .values(columnsOf(p, 'programme', 'sharedKeyId', 'sealedKey', 'state', 'createdAtMs', 'changedAtMs')),
    ),
    setState: compile((p: SharedKeyInfo) =>
      compiler
        .updateTable('shared_keys')
        .set({ state: p.state, changed_at_ms: p.changedAtMs })
        .where('programme', '=', p.programme)
        .where('shared_key_id', '=', p.sharedKeyId),
    ),
  };
}
