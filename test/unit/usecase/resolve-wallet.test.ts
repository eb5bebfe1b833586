import { type Method, methodTable } from '../../../src/core/transactions/methods.js';
import type { KnownCard, Wallet } from '../../../src/use-cases/directory/directory-port.js';
import type { TransactionCall } from '../../../src/use-cases/transactions/call/call.js';
import {
  type DirectoryMode,
  findNamedCard,
  judgeWallet,
  type ResolvedWallet,
  resolveWallet,
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
const OTHERS: Wallet = { ...WALLET, programme: 'theirs' };
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
    ['a terminal’s, by the default card', TERMINALS, WALLET, {}, 'found 1001 5002'],
    [
      'by the card that KLV 002 names',
      callOf(null, null, { transactionData: klv('77') }),
      WALLET,
      {},
      'found 1001 5003',
    ],
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
    ['by customer and card', callOf(1001, 5001), WALLET, {}, 'found 1001 5001'],
    ['of another customer', callOf(1002, 5001), WALLET, {}, 'unknown'],
    ['with another card', callOf(1001, 5009), WALLET, {}, 'unknown'],
    ['that nobody knows', TERMINALS, null, {}, 'unknown'],
    ['that nobody knows, with customer and card', callOf(1001, 5001), null, {}, 'unknown'],
    ['of another programme', TERMINALS, OTHERS, {}, 'unknown'],
    ['of another programme, without the directory', callOf(1001, 5001), OTHERS, ONLY_XML, 'unknown'],
    ['that is blocked', TERMINALS, BLOCKED, {}, 'blocked 1001 5002'],
    ['whose card is blocked', TERMINALS, CARD_BLOCKED, {}, 'blocked 1001 5001'],
    ['that is blocked, for a balance', TERMINALS, BLOCKED, { name: 'Balance' }, 'found 1001 5002'],
    ['that is blocked, for an advice', TERMINALS, BLOCKED, { name: 'DeductReversal' }, 'found 1001 5002'],
    ['that is unknown, for a terminal', TERMINALS, null, ONLY_XML, 'unknown'],
    ['without the directory', callOf(1, 9), null, ONLY_XML, 'found 1 9'],
    ['without the directory, and without a customer', callOf(null, 9), null, ONLY_XML, 'unknown'],
    ['with another card, without the directory', callOf(1001, 9), WALLET, ONLY_XML, 'found 1001 9'],
    ['of another customer, without the directory', callOf(1, 5001), WALLET, ONLY_XML, 'found 1 5001'],
    ['that is blocked, with another card', callOf(1, 9), BLOCKED, ONLY_XML, 'blocked 1 9'],
    ['with a known card', callOf(1, 9), null, known(), 'found 1 9'],
    ['with a blocked card', callOf(1, 9), null, known({ isBlocked: true }), 'blocked 1 9'],
    [
      'with a blocked card, for a balance',
      callOf(1, 9),
      null,
      { ...known({ isBlocked: true }), name: 'Balance' },
      'found 1 9',
    ],
    ['with a card of another programme', callOf(1, 9), null, known({ programme: 'theirs' }), 'unknown'],
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

describe('a look-up in the directory', () => {
  const directory = {
    terminal: () => Promise.resolve(null),
    wallet: (reference: string) => Promise.resolve(reference === 'w' ? WALLET : null),
    apiKey: () => Promise.resolve(null),
    card: (cardId: number) => Promise.resolve({ cardId, programme: 'ours', customerId: 1, isBlocked: true }),
  };
  const args = (call: TransactionCall, mode: DirectoryMode) => ({
    ...{ method: method('Deduct'), call, mode, terminal: { programme: 'ours' }, directory },
  });
  const OTHER = { reference: 'other' };

  it('judges the wallet of the reference, and the card that the call names', async () => {
    expect(await resolveWallet(args(TERMINALS, 'required'))).toMatchObject({ customerId: 1001 });
    expect(await resolveWallet(args(callOf(null, null, OTHER), 'required'))).toMatchObject({
      kind: 'unknown',
    });
    expect(await resolveWallet(args(callOf(1, 9, OTHER), 'xml-only'))).toMatchObject({ kind: 'blocked' });
  });

  it('reads the card of a call that need not be in the directory', async () => {
    const read = (mode: DirectoryMode, customerId: number | null, cardId: number | null) =>
      findNamedCard({ mode, call: { customerId, cardId }, directory });
    expect(await read('xml-only', 1, 9)).toMatchObject({ cardId: 9 });
    expect(await read('required', 1, 9)).toBeNull();
    expect(await read('xml-only', null, 9)).toBeNull();
    expect(await read('xml-only', 1, null)).toBeNull();
  });
});
