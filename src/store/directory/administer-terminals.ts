import { sql } from 'kysely';
import { sealedLength } from '../../core/access/seal.js';
import { badRequest } from '../../platform/errors.js';
import type {
  TerminalFilter,
  TerminalInfo,
  TerminalRecords,
} from '../../use-cases/directory/administration-port.js';
import { listIn, textOf } from '../access/api-keys.js';
import type { StoreDialect } from '../engine/dialect.js';
import { columnsOf, named } from '../engine/names.js';
import { firstOnce, type Operation, runOnce, type Step } from '../engine/operation.js';
import { createNamedList, equal } from '../engine/windowed-list.js';
import type { Record, StoreParts } from '../parts.js';
import { createProgrammes } from './programmes.js';
import { createPasswords } from './terminals.js';

/** Returns the terminals for administration by operators. */
export function createTerminalRecords(args: StoreParts): TerminalRecords {
  const { dialect, connection, change } = args;
  const { compiler } = dialect;
  const list = createNamedList(args, 'terminal_id', createMatching(dialect));
  const passwords = createPasswords(args.sealer);
  const programmes = createProgrammes(dialect);
  const rotate = createRotate(args);
  const find = (terminalId: string): Step<TerminalInfo | null> => findTerminal(dialect, terminalId);

  return {
    async countShortPasswords(bytesMin) {
      const short = compiler
        .selectFrom('terminals')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where(sql<number>`length(sealed_password)`, '<', sealedLength(bytesMin));
      return (await connection.read(firstOnce(short)))?.total ?? 0;
    },
    find: (terminalId) => connection.read(find(terminalId)),
    async list(page) {
      const found = await list(page);
      return { ...found, rows: found.rows.map(infoOf) };
    },
    add: ({ actor, password, ...terminal }) =>
      change(function* (record, nowMs) {
        const { terminalId, ...after } = terminal;
        yield* programmes.require(terminal.programme);
        if ((yield* find(terminalId)) !== null)
          throw badRequest('terminal_id', 'terminal_id names a terminal that is there already.');
        yield* runOnce(
          compiler.insertInto('terminals').values({
            ...columnsOf(terminal, 'terminalId', 'programme', 'checksumAlgorithm'),
            sealed_password: passwords.seal(terminalId, password),
            is_disabled: 0,
            allowed_addresses: textOf(terminal.allowedAddresses),
            created_at_ms: nowMs,
          }),
        );
        record({ actor, action: 'add_terminal', subject: terminalId, before: null, after });
        return { ...terminal, isDisabled: false, previousPasswordUntilMs: null, createdAtMs: nowMs };
      }),
    change: ({ actor, action, terminalId, ...wanted }) =>
      change(function* (record) {
        const known = yield* find(terminalId);
        if (known === null) return null;
        yield* programmes.require(wanted.programme ?? null);
        const next = { ...known, ...wanted };
        if (JSON.stringify(next) === JSON.stringify(known)) return known;
        const columns = {
          ...columnsOf(next, 'programme', 'checksumAlgorithm'),
          is_disabled: Number(next.isDisabled),
          allowed_addresses: textOf(next.allowedAddresses),
        };
        yield* runOnce(compiler.updateTable('terminals').set(columns).where('terminal_id', '=', terminalId));
        const [before, after] = [auditFieldsOf(known), auditFieldsOf(next)];
        record({ actor, action, subject: terminalId, before, after });
        return next;
      }),
    rotatePassword: (rotation) => change((record, nowMs) => rotate(rotation, record, nowMs)),
  };
}

/**
 * Creates the rotation of a password. The current one is accepted for `overlapMs` more, and the one before it no longer. With the
 * current password, an explicit `overlapMs` only limits the overlap of the previous one.
 */
function createRotate({ dialect, sealer, settings }: StoreParts) {
  const { compiler } = dialect;
  const passwords = createPasswords(sealer);

  return function* rotate(
    { actor, terminalId, password, overlapMs }: Parameters<TerminalRecords['rotatePassword']>[0],
    record: Record,
    nowMs: number,
  ): Operation<TerminalInfo | null> {
    const known = yield* findTerminal(dialect, terminalId);
    const stored = yield* firstOnce(
      compiler
        .selectFrom('terminals')
        .select(named('sealedPassword', 'sealedPreviousPassword'))
        .where('terminal_id', '=', terminalId),
    );
    if (known === null || stored === null) return null;
    const endsAtMs = nowMs + (overlapMs ?? settings.passwordOverlapMs);
    const isCurrent = passwords.open(terminalId, stored.sealedPassword).equals(Buffer.from(password));
    const isShortened = overlapMs !== undefined && endsAtMs < (known.previousPasswordUntilMs ?? 0);
    if (isCurrent && !isShortened) return known;
    const isOver = endsAtMs <= nowMs;
    const previousPasswordUntilMs = isOver ? null : endsAtMs;
    const previous = isCurrent ? stored.sealedPreviousPassword : stored.sealedPassword;
    yield* runOnce(
      compiler
        .updateTable('terminals')
        .set({
          sealed_password: isCurrent ? stored.sealedPassword : passwords.seal(terminalId, password),
          sealed_previous_password: isOver ? null : previous,
          previous_password_until_ms: previousPasswordUntilMs,
        })
        .where('terminal_id', '=', terminalId),
    );
    const before = { previousPasswordUntilMs: known.previousPasswordUntilMs };
    const after = { previousPasswordUntilMs };
    record({ actor, action: 'rotate_terminal_password', subject: terminalId, before, after });
    return { ...known, previousPasswordUntilMs };
  };
}

function* findTerminal(dialect: StoreDialect, terminalId: string): Step<TerminalInfo | null> {
  const row = yield* firstOnce(selectRows(dialect).where('terminal_id', '=', terminalId));
  return row === null ? null : infoOf(row);
}

function auditFieldsOf(info: TerminalInfo): object {
  const { programme, checksumAlgorithm, isDisabled, allowedAddresses } = info;
  return { programme, checksumAlgorithm, isDisabled, allowedAddresses };
}

type TerminalRow = Omit<TerminalInfo, 'isDisabled' | 'allowedAddresses'> & {
  readonly isDisabled: number;
  readonly allowedAddresses: string | null;
};

function infoOf({ isDisabled, allowedAddresses, ...row }: TerminalRow): TerminalInfo {
  return { ...row, isDisabled: isDisabled === 1, allowedAddresses: listIn(allowedAddresses) };
}

function selectRows({ compiler }: StoreDialect) {
  return compiler
    .selectFrom('terminals')
    .select(named('terminalId', 'programme', 'checksumAlgorithm', 'isDisabled', 'allowedAddresses'))
    .select(named('previousPasswordUntilMs', 'createdAtMs'));
}

function createMatching(dialect: StoreDialect) {
  return ({ programme, text }: TerminalFilter) =>
    selectRows(dialect)
      .where(equal({ programme }))
      .$if(text != null, (q) => q.where(dialect.hasPrefix('terminal_id', text ?? '')));
}
