import type { Sealer } from '../../core/access/seal.js';
import { type Network, readNetwork } from '../../core/provisioning/network.js';
import type { Terminal } from '../../use-cases/directory/directory-port.js';
import { listIn } from '../access/api-keys.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { columnsOf, named } from '../engine/names.js';

export interface StoredTerminal {
  /** The current password comes first. */
  readonly terminal: Terminal;
  readonly isDisabled: boolean;
  /** Time from which the second password, the previous one, is over. Null without one. */
  readonly previousUntilMs: number | null;
}

interface Rotation {
  readonly nowMs: number;
  readonly overlapMs: number | undefined;
}

export function createTerminalReader(dialect: StoreDialect, sealer: Sealer, overlapMs: number) {
  const statements = compileStatements(dialect);
  const open = (terminalId: string, sealed: Buffer): Buffer =>
    sealer.open(sealed, passwordContext(terminalId));
  /** Returns a password as a new terminal stores it. */
  const seal = (terminalId: string, password: string): Buffer =>
    sealer.seal(Buffer.from(password, 'utf8'), passwordContext(terminalId));

  function* find(terminalId: string): Operation<StoredTerminal | null> {
    const row = yield* first(statements.find, { terminalId });
    if (row === null) return null;
    const { programme, checksumAlgorithm, sealedPassword, sealedPreviousPassword } = row;
    const sealed =
      sealedPreviousPassword === null ? [sealedPassword] : [sealedPassword, sealedPreviousPassword];
    return {
      terminal: {
        terminalId,
        programme,
        checksumAlgorithm,
        allowedNetworks: networksOf(row.allowedAddresses),
        passwords: sealed.map((each) => open(terminalId, each)),
      },
      isDisabled: row.isDisabled === 1,
      previousUntilMs: row.previousPasswordUntilMs,
    };
  }

  /**
   * Sets the password of a terminal. The current one is accepted for `overlapMs` more, and the one before it no longer; left out, the
   * setting's overlap applies. With the current password, an explicit `overlapMs` only limits the overlap of the previous one.
   * Returns whether anything changed.
   */
  function* setPassword(terminalId: string, password: string, when: Rotation): Step<boolean> {
    const row = yield* first(statements.find, { terminalId });
    if (row === null) return false;
    const untilMs = when.nowMs + (when.overlapMs ?? overlapMs);
    const isOver = untilMs <= when.nowMs;
    const isCurrent = open(terminalId, row.sealedPassword).equals(Buffer.from(password, 'utf8'));
    const isShortened = when.overlapMs !== undefined && untilMs < (row.previousPasswordUntilMs ?? 0);
    if (isCurrent && !isShortened) return false;
    const previous = isCurrent ? row.sealedPreviousPassword : row.sealedPassword;
    yield* run(statements.setPasswords, {
      terminalId,
      sealedPassword: isCurrent ? row.sealedPassword : seal(terminalId, password),
      sealedPreviousPassword: isOver ? null : previous,
      previousPasswordUntilMs: isOver ? null : untilMs,
    });
    return true;
  }

  return { find, seal, setPassword };
}

export function passwordContext(terminalId: string): string {
  return `terminal:${terminalId}`;
}

function compileStatements({ compiler }: StoreDialect) {
  return {
    find: compile((p: { terminalId: string }) =>
      compiler
        .selectFrom('terminals')
        .select(named('programme', 'checksumAlgorithm', 'isDisabled', 'allowedAddresses'))
        .select(named('sealedPassword', 'sealedPreviousPassword', 'previousPasswordUntilMs'))
        .where('terminal_id', '=', p.terminalId),
    ),
    setPasswords: compile(
      (p: {
        readonly terminalId: string;
        readonly sealedPassword: Buffer;
        readonly sealedPreviousPassword: Buffer | null;
        readonly previousPasswordUntilMs: number | null;
      }) =>
        compiler
          .updateTable('terminals')
          .set(columnsOf(p, 'sealedPassword', 'sealedPreviousPassword', 'previousPasswordUntilMs'))
          .where('terminal_id', '=', p.terminalId),
    ),
  };
}

/** Reads the column, a JSON list of networks. Null allows any address. An unreadable one is left out and admits nobody. */
function networksOf(written: string | null): readonly Network[] | null {
  return listIn(written)?.flatMap((network) => readNetwork(network) ?? []) ?? null;
}
