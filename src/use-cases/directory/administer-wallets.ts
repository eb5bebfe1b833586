import { keepText } from '../../core/keep.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import { inReach, listInReach } from '../access/authenticate-key.js';
import { type Administrator, demand, found, hasLength } from '../access/administrator.js';
import type {
  ImportedLines,
  ImportLines,
  NamedPageRequest,
  RejectedLine,
  WalletFilter,
  WalletImports,
  WalletLine,
  WalletPut,
  WalletRecords,
} from './administration-port.js';
import { beyondClient } from './beyond-client.js';
import type { Wallet } from './directory-port.js';

export type PutWallet = Omit<WalletPut, 'actor' | 'authority' | 'programme'> & {
  /** Programme of the wallet. Left out, it is the administrator's own. */
  readonly programme?: string | undefined;
};

/** Lines in one commit. More of them would hold the event loop for more than 20 ms. */
export const IMPORT_LINES_MAX = 100;

export type AdministerWallets = ReturnType<typeof createAdministerWallets>;

/**
 * Administration of wallets and their cards, for operators and for backends of one programme. The audit log has every change.
 * Errors: BAD_REQUEST (names the field), FORBIDDEN (names the field: a wallet or card of another programme, or a change that a
 * client key may not make), NOT_FOUND, UNAVAILABLE.
 */
export function createAdministerWallets(deps: {
  readonly wallets: WalletRecords;
  readonly walletImports: WalletImports;
}) {
  const { wallets } = deps;
  const there = (who: Administrator, name: string, wallet: Wallet | null): Promise<Wallet> =>
    found(wallet, {
      what: 'Wallet',
      name: [...name].slice(0, 40).join(''),
      some: (first) => wallets.list({ filter: { programme: who.programme }, first }),
      nameOf: ({ reference }) => reference,
    });
  return {
    /** Returns null where none exists, or where the reader may not see it. */
    find: async (who: Administrator, by: { reference: string } | { cardId: number }) =>
      inReach(
        who,
        'reference' in by ? await wallets.find(by.reference) : await wallets.findByCard(by.cardId),
      ),
    list: (who: Administrator, page: NamedPageRequest<WalletFilter>) => listInReach(who, page, wallets),
    async put(who: Administrator, wallet: PutWallet) {
      const programme = wallet.programme ?? who.programme;
      if (programme === null) throw badRequest('programme', 'programme is missing.');
      if (who.programme !== null && programme !== who.programme) {
        throw new CardwayError('FORBIDDEN', {
          field: 'programme',
          message: 'The key may not act for this programme.',
        });
      }
      // Every terminal of the programme uses the wallet, so some terminals cannot own it.
      if (who.terminalIds !== null)
        throw beyondClient(
          'reference',
          'is no terminal: a key that is bound to terminals changes no wallets',
        );
      checkWallet(wallet);
      const authority = who.programme === null ? 'operator' : 'client';
      return wallets.put({ ...wallet, programme, authority, actor: who.actor });
    },
    async setBlocked(
      who: Administrator,
      args: { readonly reference: string; readonly cardId: number | null; readonly isBlocked: boolean },
    ) {
      await there(who, args.reference, inReach(who, await wallets.find(args.reference)));
      const changed = await wallets.setBlocked({ ...args, actor: who.actor });
      if (changed !== null) return changed;
      throw new CardwayError('NOT_FOUND', { message: 'The wallet has no such card.' });
    },
    async move(who: Administrator, args: { readonly reference: string; readonly programme: string }) {
      return there(who, args.reference, await wallets.move({ ...args, actor: who.actor }));
    },
    /** Moves a card to another wallet of its programme. */
    async moveCard(who: Administrator, args: { readonly cardId: number; readonly reference: string }) {
      await there(who, args.reference, await wallets.find(args.reference));
      const moved = await wallets.moveCard({ ...args, actor: who.actor });
      if (moved !== null) return moved;
      throw new CardwayError('NOT_FOUND', { message: `Card ${String(args.cardId)} is not known.` });
    },
    /**
     * Imports some lines of a file in one commit. Wrong lines are rejected, and the others imported. Errors: BAD_REQUEST for too many
     * lines at once.
     */
    async import({ actor }: Administrator, { file, lines, ...how }: ImportLines): Promise<ImportedLines> {
      demand('file', hasLength(file, 1, 1000), 'must have 1 to 1000 characters');
      demand('lines', lines.length <= IMPORT_LINES_MAX, `may have ${String(IMPORT_LINES_MAX)} entries`);
      const wrong = lines.flatMap(problemsOf);
      const right = lines.filter(({ line }) => !wrong.some((each) => each.line === line));
      const done = await deps.walletImports.take({ ...how, actor, file: keepText(file), lines: right });
      return { ...done, rejected: [...wrong, ...done.rejected] };
    },
  };
}

/** Checks the reference and the ids as the interfaces do (docs/reference/protocol.md#fields). */
function checkWallet({ reference, customerId, cards = [] }: PutWallet): void {
  demand('reference', hasLength(reference, 1, 255), 'must have 1 to 255 characters');
  demand('customer_id', isId(customerId), 'must be an integer from 0 to 9007199254740991');
  demand('cards', cards.length <= CARDS_MAX, `may have ${String(CARDS_MAX)} entries`);
  const ids = new Set(cards.map(({ cardId }) => cardId));
  demand('cards', ids.size === cards.length, 'names a card twice');
  for (const { cardId, trackingNumber } of cards) {
    demand('cards.card_id', isId(cardId), 'must be an integer from 0 to 9007199254740991');
    const isTracking = trackingNumber == null || hasLength(trackingNumber, 1, TRACKING_MAX);
    demand('cards.tracking_number', isTracking, `must have 1 to ${String(TRACKING_MAX)} characters`);
  }
}

const CARDS_MAX = 50;
/** Greatest length of a KLV value (docs/reference/protocol.md#klv). */
const TRACKING_MAX = 99;

function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Returns what is wrong with a line, by the column of its file. */
function problemsOf({ line, reference, customerId, card }: WalletLine): readonly RejectedLine[] {
  try {
    demand('reference', hasLength(reference, 1, 255), 'must have 1 to 255 characters');
    demand('reference', !/\p{Cc}/u.test(reference), 'must not hold control characters');
    // A spreadsheet shows no blank around a reference, and the calls of terminals do not have it.
    const isClean = !/^\s|\s$|\p{Cf}/u.test(reference);
    demand('reference', isClean, 'must not begin or end with a blank, or hold an invisible character');
    demand('customer_id', isId(customerId), 'must be an integer from 0 to 9007199254740991');
    demand('card_id', isId(card?.cardId ?? 0), 'must be an integer from 0 to 9007199254740991');
    const isTracking = /^\P{Cc}{1,99}$/u.test(card?.trackingNumber ?? 'none');
    demand(
      'tracking_number',
      isTracking,
      `must have 1 to ${String(TRACKING_MAX)} characters, and no control character`,
    );
    return [];
  } catch (error) {
    if (!(error instanceof CardwayError)) throw error;
    return [{ line, field: error.field ?? 'line', problem: error.message }];
  }
}
