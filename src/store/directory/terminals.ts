import type { Sealer } from '../../core/access/seal.js';
import { readNetwork } from '../../core/access/network.js';
import type { Terminal } from '../../use-cases/directory/directory-port.js';
import { listIn } from '../access/api-keys.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { named } from '../engine/names.js';

export interface StoredTerminal {
  /** The current password comes first. */
  readonly terminal: Terminal;
  readonly isDisabled: boolean;
  /** Time from which the second password, the previous one, is over. Null without one. */
  readonly previousUntilMs: number | null;
}

export function createTerminalReader({ compiler }: StoreDialect, sealer: Sealer) {
  const passwords = createPasswords(sealer);
  const byId = compile((p: { terminalId: string }) =>
    compiler
      .selectFrom('terminals')
      .select(named('programme', 'checksumAlgorithm', 'isDisabled', 'allowedAddresses'))
      .select(named('sealedPassword', 'sealedPreviousPassword', 'previousPasswordUntilMs'))
      .select((eb) =>
        eb
          .selectFrom('programmes')
          .select('currency')
          .whereRef('programmes.programme', '=', 'terminals.programme')
          .as('currency'),
      )
      .where('terminal_id', '=', p.terminalId),
  );
  return function* find(terminalId: string): Operation<StoredTerminal | null> {
    const row = yield* first(byId, { terminalId });
    if (row === null) return null;
    const { programme, currency, checksumAlgorithm, sealedPassword, sealedPreviousPassword: previous } = row;
    // An unreadable network is left out and admits nobody.
    const networks = listIn(row.allowedAddresses)?.flatMap((network) => readNetwork(network) ?? []);
    return {
      terminal: {
        terminalId,
        programme,
        currency,
        checksumAlgorithm,
        allowedNetworks: networks ?? null,
        passwords: [sealedPassword, ...(previous === null ? [] : [previous])].map((sealed) =>
          passwords.open(terminalId, sealed),
        ),
      },
      isDisabled: row.isDisabled === 1,
      previousUntilMs: row.previousPasswordUntilMs,
    };
  };
}

/** Returns the seal of passwords. Each opens only as the password of its terminal. */
export function createPasswords(sealer: Sealer) {
  return {
    open: (terminalId: string, sealed: Buffer): Buffer => sealer.open(sealed, passwordContext(terminalId)),
    seal: (terminalId: string, password: string): Buffer =>
      sealer.seal(Buffer.from(password), passwordContext(terminalId)),
  };
}

export function passwordContext(terminalId: string): string {
  return `terminal:${terminalId}`;
}
