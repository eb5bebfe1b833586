import type { Role } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { compile } from '../statement.js';
import type { NamedRows } from './named-page.js';

const KEY = [
  'key_id',
  'role',
  'programme',
  'terminal_ids',
  'created_at_ms',
  'expires_at_ms',
  'last_used_at_ms',
  'is_disabled',
] as const;

export function compileKeyStatements({ compiler }: StoreDialect) {
  return {
    find: compile((p: { keyId: string }) =>
      compiler
        .selectFrom('api_keys')
        .select([...KEY, 'key_hash'])
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
        nowMs: number;
      }) =>
        compiler.insertInto('api_keys').values({
          key_id: p.keyId,
          key_hash: p.hash,
          role: p.role,
          programme: p.programme,
          terminal_ids: p.terminalIds,
          expires_at_ms: p.expiresAtMs,
          is_disabled: 0,
          created_at_ms: p.nowMs,
        }),
    ),
    update: compile((p: { keyId: string; expiresAtMs: number | null; isDisabled: number }) =>
      compiler
        .updateTable('api_keys')
        .set({ expires_at_ms: p.expiresAtMs, is_disabled: p.isDisabled })
        .where('key_id', '=', p.keyId),
    ),
    /** Of several nodes the latest use counts. */
    noteUse: compile((p: { keyId: string; usedAtMs: number }) =>
      compiler
        .updateTable('api_keys')
        .set({ last_used_at_ms: p.usedAtMs })
        .where('key_id', '=', p.keyId)
        .where((eb) => eb.or([eb('last_used_at_ms', 'is', null), eb('last_used_at_ms', '<', p.usedAtMs)])),
    ),
  };
}

export function listStatement({ compiler }: StoreDialect, wanted: NamedRows, programme: string | null) {
  return compile(() =>
    compiler
      .selectFrom('api_keys')
      .select(KEY)
      .$if(programme !== null, (q) => q.where('programme', '=', programme))
      .$if(wanted.above !== null, (q) => q.where('key_id', '>', wanted.above ?? ''))
      .$if(wanted.below !== null, (q) => q.where('key_id', '<', wanted.below ?? ''))
      .orderBy('key_id', wanted.isDescending ? 'desc' : 'asc')
      .limit(wanted.limit),
  );
}
