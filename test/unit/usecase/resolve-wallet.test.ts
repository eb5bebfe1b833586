import { type Method, methodTable } from '../../../src/core/transactions/methods.js';
import type { KnownCard, Wallet } from '../../../src/use-cases/directory/directory-port.js';
import type { TransactionCall } from '../../../src/use-cases/transactions/call/call.js';
import {
  type DirectoryMode,
  judgeWallet,
  type ResolvedWallet,
} from '../../../src/use-cases/transactions/admit/resolve-wallet.js';

const method = (name: string): Method => {
  const found = methodTable().find(name);
  if (found === undefined) throw new Error(`${name} is gone.`);
  return found;
};

const card = (cardId: number, more: Partial<Wallet['cards'][number]> = {}) => ({
  ...{ cardId, trackingNumber: null, isDefault: false, isBlocked: false },
  ...more,
});

const WALLET: Wallet = {
  reference: 'w',
  programme: 'ours',
  customerId: 1001,
  isBlocked: false,
  cards: [card(5001), card(5002, { isDefault: true }), card(5003, { trackingNumber: '77' })],
};
const BLOCKED: Wallet = { ...WALLET, isBlocked: true };
const CARD_BLOCKED: Wallet = { ...WALLET, cards: [card(5001, { isBlocked: true, isDefault: true })] };
const NO_DEFAULT: Wallet = { ...WALLET, cards: [card(5001)] };

const callOf = (
  customerId: number | null,
  cardId: number | null,
  fields: TransactionCall['fields'] = {},
): TransactionCall => ({
  methodName: 'Deduct',
  fields: { reference: 'w', ...fields },
  customerId,
  cardId,
  requestId: null,
  passThrough: { request: {}, envelope: {} },
});
const TERMINALS = callOf(null, null);
const klv = (trackingNumber: string) => ({ tracking_number: trackingNumber });

const judge = (
  call: TransactionCall,
  wallet: Wallet | null,
  { mode = 'required', name = 'Deduct', named = null }: Options = {},
): ResolvedWallet =>
  judgeWallet({ method: method(name), call, terminal: { programme: 'ours' }, mode }, wallet, named);

interface Options {
  readonly mode?: DirectoryMode;
  readonly name?: string;
  readonly named?: KnownCard | null;
}

const ONLY_XML: Options = { mode: 'xml-only' };
const known = (more: Partial<KnownCard> = {}): Options => ({
  mode: 'xml-only',
  named: { cardId: 9, programme: 'ours', customerId: 1, isBlocked: false, ...more },
});

describe('the wallet of a call', () => {
  it.each<[string, TransactionCall, Wallet | null, Options, string]>([
    [
      'by the card that a message names',
      callOf(null, null, { messageData: klv('77') }),
      WALLET,
      {},
      'found 1001 5003',
    ],
    [
      'by the default card for an unknown KLV 002',
      callOf(null, null, { transactionData: klv('78') }),
      WALLET,
      {},
      'found 1001 5002',
    ],
    ['without a default card', TERMINALS, NO_DEFAULT, {}, 'unknown'],
    ['of another customer', callOf(1002, 5001), WALLET, {}, 'unknown'],
    ['with another card', callOf(1001, 5009), WALLET, {}, 'unknown'],
    ['that nobody knows, with customer and card', callOf(1001, 5001), null, {}, 'unknown'],
    ['whose card is blocked', TERMINALS, CARD_BLOCKED, {}, 'blocked 1001 5001'],
    ['that is blocked, for a balance', TERMINALS, BLOCKED, { name: 'Balance' }, 'found 1001 5002'],
    ['that is blocked, for an advice', TERMINALS, BLOCKED, { name: 'DeductReversal' }, 'found 1001 5002'],
    ['that is unknown, for a terminal', TERMINALS, null, ONLY_XML, 'unknown'],
    ['without the directory, and without a customer', callOf(null, 9), null, ONLY_XML, 'unknown'],
    ['with another card, without the directory', callOf(1001, 9), WALLET, ONLY_XML, 'found 1001 9'],
    ['of another customer, without the directory', callOf(1, 5001), WALLET, ONLY_XML, 'found 1 5001'],
    ['with a known card', callOf(1, 9), null, known(), 'found 1 9'],
    ['with a blocked card', callOf(1, 9), null, known({ isBlocked: true }), 'blocked 1 9'],
    [
      'with a blocked card, for a balance',
      callOf(1, 9),
      null,
      { ...known({ isBlocked: true }), name: 'Balance' },
      'found 1 9',
    ],
  ])('%s', (_name, call, wallet, options, expected) => {
    const resolved = judge(call, wallet, options);
    const ids = [
      'customerId' in resolved ? resolved.customerId : null,
      'cardId' in resolved ? resolved.cardId : null,
    ];
    expect([resolved.kind, ...ids.filter((id) => id !== null)].join(' ')).toBe(expected);
  });

  it('is unknown for a reason that operators read', () => {
    expect(judge(callOf(1002, 5001), WALLET)).toMatchObject({ reason: expect.stringContaining('customer') });
    expect(judge(callOf(1001, 5009), WALLET)).toMatchObject({ reason: expect.stringContaining('card') });
  });
});
