import type { Sealer } from '../../core/access/seal.js';
import { type Network, readNetwork } from '../../core/provisioning/network.js';
import type { AddTerminalInput, Terminal } from '../../use-cases/directory/directory-port.js';
import { listIn } from '../access/api-keys.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { columnsOf, named } from '../engine/names.js';

export interface StoredTerminal {
  /** The terminal with all of these passwords. */
  readonly terminal: Terminal;
  readonly isDisabled: boolean;
  /** Current password first. The others are previous ones that expire. */
  readonly passwords: readonly { readonly password: Buffer; readonly expiresAtMs: number | null }[];
}

interface TerminalReader {
  find(terminalId: string): Operation<StoredTerminal | null>;
  /** Returns true when anything changed. */
  put(input: AddTerminalInput, nowMs: number): Operation<boolean>;
  /**
   * Sets the password. The current one is accepted for `overlapMs` more; left out, the setting's overlap applies.
   * An explicit `overlapMs` also limits the overlaps of earlier rotations: they end no later.
   * Returns false when the password is already the current one and no overlap was shortened.
   */
  setPassword(
    terminalId: string,
    password: string,
    when: { nowMs: number; overlapMs?: number },
  ): Step<boolean>;
}

export function createTerminalReader(
  dialect: StoreDialect,
  sealer: Sealer,
  overlapMs: number,
): TerminalReader {
  const statements = compileStatements(dialect);

  function* find(terminalId: string): Operation<StoredTerminal | null> {
    const { rows } = yield* run(statements.find, { terminalId });
    const [terminal] = rows;
    if (terminal === undefined) return null;
    const passwords = rows.flatMap(({ sealedPassword: sealed, expiresAtMs }) =>
      sealed === null ? [] : [{ password: sealer.open(sealed, passwordContext(terminalId)), expiresAtMs }],
    );
    return {
      terminal: {
        terminalId,
        programme: terminal.programme,
        checksumAlgorithm: terminal.checksumAlgorithm,
        allowedNetworks: networksOf(terminal.allowedAddresses),
        passwords: passwords.map(({ password }) => password),
      },
      isDisabled: terminal.isDisabled === 1,
      passwords,
    };
  }

  /** Lets the previous password expire. A password that was in use before can become the current one again. */
  function* setPassword(
    terminalId: string,
    text: string,
    when: { nowMs: number; overlapMs?: number },
  ): Step<boolean> {
    const { nowMs } = when;
    const password = Buffer.from(text, 'utf8');
    const current = (yield* find(terminalId))?.passwords[0];
    const expiresAtMs = nowMs + (when.overlapMs ?? overlapMs);
    const isShortened = when.overlapMs !== undefined && (yield* shorten(terminalId, expiresAtMs));
    if (current?.expiresAtMs === null && current.password.equals(password)) {
      if (isShortened) yield* run(statements.removePasswords, { terminalId, nowMs });
      return isShortened;
    }
    yield* run(statements.expirePasswords, { terminalId, expiresAtMs });
    yield* run(statements.removePasswords, { terminalId, nowMs });
    yield* run(statements.addPassword, {
      terminalId,
      sealed: sealer.seal(password, passwordContext(terminalId)),
    });
    return true;
  }

  function* shorten(terminalId: string, expiresAtMs: number): Step<boolean> {
    return (yield* run(statements.shortenOverlaps, { terminalId, expiresAtMs })).changes > 0;
  }

  return {
    find,
    setPassword,
    *put(input, nowMs) {
      const known = yield* find(input.terminalId);
      const wanted = {
        terminalId: input.terminalId,
        programme: input.programme,
        checksumAlgorithm: input.checksumAlgorithm ?? known?.terminal.checksumAlgorithm ?? 'sha256',
        isDisabled: Number(input.isDisabled ?? known?.isDisabled ?? false),
      };
      const isSame =
        known?.terminal.programme === wanted.programme &&
        known.terminal.checksumAlgorithm === wanted.checksumAlgorithm &&
        Number(known.isDisabled) === wanted.isDisabled;
      if (!isSame) yield* first(statements.put, wanted);
      const isNewPassword = yield* setPassword(input.terminalId, input.password, { nowMs });
      return isNewPassword || !isSame;
    },
  };
}

export function passwordContext(terminalId: string): string {
  return `terminal:${terminalId}`;
}

function compileStatements({ compiler }: StoreDialect) {
  return {
    find: compile((p: { terminalId: string }) =>
      compiler
        .selectFrom('terminals')
        .leftJoin('terminal_passwords', 'terminal_passwords.terminal_id', 'terminals.terminal_id')
        .select(named('programme', 'checksumAlgorithm', 'isDisabled', 'allowedAddresses'))
        .select(named('sealedPassword', 'expiresAtMs'))
        .where('terminals.terminal_id', '=', p.terminalId)
        .orderBy('terminal_passwords.sequence', 'desc'),
    ),
    put: compile(
      (
        p: Omit<AddTerminalInput, 'password' | 'isDisabled'> & {
          checksumAlgorithm: 'sha256' | 'sha1';
          isDisabled: number;
        },
      ) =>
        compiler
          .insertInto('terminals')
          .values(columnsOf(p, 'terminalId', 'programme', 'checksumAlgorithm', 'isDisabled'))
          .onConflict((conflict) =>
            conflict
              .column('terminal_id')
              .doUpdateSet(columnsOf(p, 'programme', 'checksumAlgorithm', 'isDisabled')),
          ),
    ),
    addPassword: compile((p: { terminalId: string; sealed: Buffer }) =>
      compiler
        .insertInto('terminal_passwords')
        .values({ terminal_id: p.terminalId, sealed_password: p.sealed, expires_at_ms: null }),
    ),
    expirePasswords: compile((p: { terminalId: string; expiresAtMs: number }) =>
      compiler
        .updateTable('terminal_passwords')
        .set({ expires_at_ms: p.expiresAtMs })
        .where('terminal_id', '=', p.terminalId)
        .where('expires_at_ms', 'is', null),
    ),
    shortenOverlaps: compile((p: { terminalId: string; expiresAtMs: number }) =>
      compiler
        .updateTable('terminal_passwords')
        .set({ expires_at_ms: p.expiresAtMs })
        .where('terminal_id', '=', p.terminalId)
        .where('expires_at_ms', '>', p.expiresAtMs),
    ),
    removePasswords: compile((p: { terminalId: string; nowMs: number }) =>
      compiler
        .deleteFrom('terminal_passwords')
        .where('terminal_id', '=', p.terminalId)
        .where('expires_at_ms', '<=', p.nowMs),
    ),
  };
}

/** Reads the column, a JSON list of networks. Null allows any address. An unreadable one is left out and admits nobody. */
function networksOf(written: string | null): readonly Network[] | null {
  return listIn(written)?.flatMap((network) => readNetwork(network) ?? []) ?? null;
}
