import { sql } from 'kysely';
import type { NumberedContent } from '../../core/access/audit-entry.js';
import type { StoreDialect } from '../engine/dialect.js';
import { columnsOf, named } from '../engine/names.js';
import { compile } from '../engine/statement.js';

/** An entry of the chain. */
export interface LinkRow {
  readonly position: number;
  readonly sequence: number | null;
  readonly entryId: string | null;
  readonly entry: string;
  readonly hash: string;
  readonly mac: string;
  readonly keyNumber: number;
  readonly beside: string;
}

export interface CheckpointRow {
  readonly position: number;
  readonly checkpoint: string;
  readonly signature: string;
  readonly keyNumber: number;
}

/** A row of the audit log that no entry of the chain names. */
export interface UnchainedRow extends NumberedContent {
  readonly seal: string | null;
  readonly chainPosition: number | null;
}

/** An entry of the chain with its row of the log. The columns of the row are null where it is gone or where none belongs to it. */
export interface StoredLink extends LinkRow {
  readonly row: number | null;
  readonly rowEntryId: string | null;
  readonly chainPosition: number | null;
  readonly at: number | null;
  readonly actor: string | null;
  readonly action: string | null;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

export function compileAuditStatements(dialect: StoreDialect) {
  return {
    ...keyStatements(dialect),
    ...chainStatements(dialect),
    ...linkStatements(dialect),
    ...changeStatements(dialect),
  };
}

function keyStatements({ compiler }: StoreDialect) {
  return {
    keys: compile(() =>
      compiler.selectFrom('audit_keys').select(named('keyNumber', 'sealedKey')).orderBy('key_number'),
    ),
    addKey: compile((p: { keyNumber: number; sealedKey: Buffer; createdAtMs: number }) =>
      compiler.insertInto('audit_keys').values(columnsOf(p, 'keyNumber', 'sealedKey', 'createdAtMs')),
    ),
    checkpoint: compile(() =>
      compiler
        .selectFrom('audit_checkpoints')
        .select(named('position', 'checkpoint', 'signature', 'keyNumber'))
        .orderBy('position', 'desc')
        .limit(sql.lit(1)),
    ),
    addCheckpoint: compile((p: CheckpointRow) =>
      compiler
        .insertInto('audit_checkpoints')
        .values(columnsOf(p, 'position', 'checkpoint', 'signature', 'keyNumber')),
    ),
    removeCheckpoint: compile((p: { position: number }) =>
      compiler.deleteFrom('audit_checkpoints').where('position', '=', p.position),
    ),
  };
}

function chainStatements({ compiler }: StoreDialect) {
  const row = named(
    'sequence',
    'entryId',
    'seal',
    'chainPosition',
    'atMs',
    'actor',
    'action',
    'subject',
    'reason',
    'before',
    'after',
  );
  const outside = compiler
    .selectFrom('audit_log')
    .select(row)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('audit_chain')
            .select('position')
            .whereRef('audit_chain.sequence', '=', 'audit_log.sequence'),
        ),
      ),
    );
  return {
    head: compile(() =>
      compiler
        .selectFrom('audit_chain')
        .select(named('position', 'hash', 'mac', 'keyNumber', 'entry'))
        .orderBy('position', 'desc')
        .limit(sql.lit(1)),
    ),
    link: compile((p: { position: number }) =>
      compiler
        .selectFrom('audit_chain')
        .select(named('position', 'hash', 'entry', 'keyNumber'))
        .where('position', '=', p.position),
    ),
    early: compile((p: { through: number }) =>
      compiler
        .selectFrom('audit_chain')
        .select(['position', 'sequence'])
        .where('position', '<=', p.through)
        .orderBy('position')
        .limit(sql.lit(1)),
    ),
    byId: compile((p: { entryId: string }) =>
      compiler.selectFrom('audit_chain').select('position').where('entry_id', '=', p.entryId),
    ),
    append: compile((p: LinkRow) =>
      compiler
        .insertInto('audit_chain')
        .values(
          columnsOf(p, 'position', 'sequence', 'entryId', 'entry', 'hash', 'mac', 'keyNumber', 'beside'),
        ),
    ),
    mark: compile((p: { sequence: number; position: number }) =>
      compiler
        .updateTable('audit_log')
        .set({ chain_position: p.position })
        .where('sequence', '=', p.sequence),
    ),
    unchained: compile((p: { limit: number }) =>
      outside.where('chain_position', 'is', null).orderBy('sequence').limit(p.limit),
    ),
    outside: compile((p: { after: number; limit: number }) =>
      outside.where('sequence', '>', p.after).orderBy('sequence').limit(p.limit),
    ),
  };
}

function linkStatements({ compiler }: StoreDialect) {
  return {
    links: compile((p: { after: number; limit: number }) =>
      compiler
        .selectFrom('audit_chain')
        .leftJoin('audit_log', 'audit_log.sequence', 'audit_chain.sequence')
        .select([
          'audit_chain.position as position',
          'audit_chain.sequence as sequence',
          'audit_chain.entry_id as entryId',
          'audit_chain.entry as entry',
          'audit_chain.hash as hash',
          'audit_chain.mac as mac',
          'audit_chain.key_number as keyNumber',
          'audit_chain.beside as beside',
          'audit_log.sequence as row',
          'audit_log.entry_id as rowEntryId',
          'audit_log.chain_position as chainPosition',
          'audit_log.at_ms as at',
          'audit_log.actor as actor',
          'audit_log.action as action',
          'audit_log.subject as subject',
          'audit_log.reason as reason',
          'audit_log.before as before',
          'audit_log.after as after',
        ])
        .where('audit_chain.position', '>', p.after)
        .orderBy('audit_chain.position')
        .limit(p.limit),
    ),
  };
}

function changeStatements({ compiler }: StoreDialect) {
  return {
    deleteRows: compile((p: { through: number }) =>
      compiler.deleteFrom('audit_log').where('sequence', 'in', (eb) =>
        eb
          .selectFrom('audit_chain')
          .select((inner) => inner.ref('audit_chain.sequence').$notNull().as('sequence'))
          .where('position', '<=', p.through)
          .where('sequence', 'is not', null),
      ),
    ),
    deleteLinks: compile((p: { through: number }) =>
      compiler.deleteFrom('audit_chain').where('position', '<=', p.through),
    ),
  };
}
