import { sql } from 'kysely';
import { sealedLength } from '../../core/access/seal.js';
import { badRequest, type CardwayError } from '../../platform/errors.js';
import type {
  NewTerminal,
  TerminalFilter,
  TerminalInfo,
  TerminalRecords,
} from '../../use-cases/directory/administration-port.js';
import { listIn, textOf } from '../access/api-keys.js';
import type { Change } from '../access/audit.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run, runOnce, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createNamedList, equal } from '../engine/windowed-list.js';
import { createProgrammes } from './programmes.js';
import { createTerminalReader } from './terminals.js';
import { columnsOf, named } from '../engine/names.js';
import type { StoreParts } from '../parts.js';

/** Returns the terminals for administration by operators. `invalidate` gets the id of each changed terminal. */
export function createTerminalRecords(
  args: StoreParts & {
    readonly change: Change;
    readonly invalidate: (terminalId: string) => void;
  },
): TerminalRecords {
  const { dialect, connection, settings, change } = args;
  const statements = compileStatements(dialect);
  const list = createNamedList(args, 'terminal_id', createMatching(dialect));
  const passwords = createTerminalReader(dialect, args.sealer, settings.passwordOverlapMs);
  const programmes = createProgrammes(dialect);

  function* find(terminalId: string): Step<TerminalInfo | null> {
    const row = yield* first(statements.find, { terminalId });
    return row === null ? null : infoOf(row);
  }
  const invalidating = async <T>(terminalId: string, changed: Promise<T>): Promise<T> => {
    const result = await changed;
    args.invalidate(terminalId);
    return result;
  };
  return {
    countShortPasswords: (bytesMin) => connection.read(countShort(dialect, bytesMin)),
    find: (terminalId) => connection.read(find(terminalId)),
    async list(page) {
      const found = await list(page);
      return { ...found, rows: found.rows.map(infoOf) };
    },
    add: ({ actor, password, ...terminal }) =>
      invalidating(
        terminal.terminalId,
        change(function* (record, nowMs) {
          yield* programmes.require(terminal.programme);
          if ((yield* find(terminal.terminalId)) !== null) throw terminalExists();
          const allowedText = textOf(terminal.allowedAddresses);
          const sealedPassword = passwords.seal(terminal.terminalId, password);
          yield* run(statements.insert, { ...terminal, sealedPassword, allowedText, nowMs });
          const { terminalId, ...after } = terminal;
          record({ actor, action: 'add_terminal', subject: terminalId, before: null, after });
          return { ...terminal, isDisabled: false, previousPasswordUntilMs: null, createdAtMs: nowMs };
        }),
      ),
    change: ({ actor, action, terminalId, ...wanted }) =>
      invalidating(
        terminalId,
        change(function* (record) {
          const known = yield* find(terminalId);
          if (known === null) return null;
          yield* programmes.require(wanted.programme ?? null);
          const next = { ...known, ...wanted };
          if (JSON.stringify(next) === JSON.stringify(known)) return known;
          yield* run(statements.update, storedOf(next));
          const [before, after] = [terminalAuditFieldsOf(known), terminalAuditFieldsOf(next)];
          record({ actor, action, subject: terminalId, before, after });
          return next;
        }),
      ),
    rotatePassword: ({ actor, terminalId, password, overlapMs }) =>
      invalidating(
        terminalId,
        change(function* (record, nowMs) {
          const known = yield* find(terminalId);
          if (known === null) return null;
          if (!(yield* passwords.setPassword(terminalId, password, { nowMs, overlapMs }))) return known;
          const next = (yield* find(terminalId)) ?? known;
          const [before, after] = [known, next].map(({ previousPasswordUntilMs }) => ({
            previousPasswordUntilMs,
          }));
          record({ actor, action: 'rotate_terminal_password', subject: terminalId, before, after });
          return next;
        }),
      ),
  };
}

function terminalExists(): CardwayError {
  return badRequest('terminal_id', 'terminal_id names a terminal that is there already.');
}

function terminalAuditFieldsOf({
  programme,
  checksumAlgorithm,
  isDisabled,
  allowedAddresses,
}: TerminalInfo): object {
  return { programme, checksumAlgorithm, isDisabled, allowedAddresses };
}

function storedOf(info: TerminalInfo) {
  return { ...info, allowedText: textOf(info.allowedAddresses), isDisabled: Number(info.isDisabled) };
}

type TerminalRow = Omit<TerminalInfo, 'isDisabled' | 'allowedAddresses'> & {
  readonly isDisabled: number;
  readonly allowedAddresses: string | null;
};

function infoOf(row: TerminalRow): TerminalInfo {
  const { terminalId, programme, checksumAlgorithm, previousPasswordUntilMs, createdAtMs } = row;
  return {
    terminalId,
    programme,
    checksumAlgorithm,
    isDisabled: row.isDisabled === 1,
    allowedAddresses: listIn(row.allowedAddresses),
    previousPasswordUntilMs,
    createdAtMs,
  };
}

const ROW = named(
  'terminalId',
  'programme',
  'checksumAlgorithm',
  'isDisabled',
  'createdAtMs',
  'allowedAddresses',
  'previousPasswordUntilMs',
);

function* countShort({ compiler }: StoreDialect, bytesMin: number): Operation<number> {
  const { rows } = yield* runOnce(
    compiler
      .selectFrom('terminals')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(sql<number>`length(sealed_password)`, '<', sealedLength(bytesMin)),
  );
  return rows[0]?.total ?? 0;
}

function createMatching({ compiler, hasPrefix }: StoreDialect) {
  return ({ programme, text }: TerminalFilter) =>
    compiler
      .selectFrom('terminals')
      .select(ROW)
      .where(equal({ programme }))
      .$if(text != null, (q) => q.where(hasPrefix('terminal_id', text ?? '')));
}

function compileStatements({ compiler }: StoreDialect) {
  return {
    find: compile((p: { terminalId: string }) =>
      compiler.selectFrom('terminals').select(ROW).where('terminal_id', '=', p.terminalId),
    ),
    insert: compile(
      (
        p: Omit<NewTerminal, 'actor' | 'password'> & {
          sealedPassword: Buffer;
          allowedText: string | null;
          nowMs: number;
        },
      ) =>
        compiler.insertInto('terminals').values({
          ...columnsOf(p, 'terminalId', 'programme', 'checksumAlgorithm', 'sealedPassword'),
          is_disabled: 0,
          created_at_ms: p.nowMs,
          allowed_addresses: p.allowedText,
        }),
    ),
    update: compile(
      (p: Omit<TerminalInfo, 'isDisabled'> & { allowedText: string | null; isDisabled: number }) =>
        compiler
          .updateTable('terminals')
          .set({
            ...columnsOf(p, 'programme', 'checksumAlgorithm', 'isDisabled'),
            allowed_addresses: p.allowedText,
          })
          .where('terminal_id', '=', p.terminalId),
    ),
  };
}
