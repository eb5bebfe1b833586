import type { State } from '../../../src/core/transactions/life.js';
import type { Effect } from '../../../src/core/transactions/methods.js';
import {
  decideDuplicate,
  decideReversal,
  givesMoneyBack,
  leftEarly,
} from '../../../src/core/transactions/transaction.js';

const SAVED = {
  state: 'answered' as State,
  effect: 'money' as Effect,
  digest: 'content',
  checksum: 'checksum',
  customerId: 1001,
  cardId: 5001,
  keyId: null as string | null,
  settledAtMs: 1_000,
  repliedResultCode: null as number | null,
  terminalRepliedCode: null as number | null,
};

const CALL = {
  digest: 'content',
  checksum: 'checksum',
  customerId: 1001,
  cardId: 5001,
  keyId: null as string | null,
  effect: 'money' as Effect,
};

function decide(saved: Partial<typeof SAVED>, call: Partial<typeof CALL> = {}, dedupes = false): string {
  return decideDuplicate({
    saved: { ...SAVED, ...saved },
    asked: { ...CALL, ...call },
    nowMs: 61_000,
    dedupes,
    replayMs: 60_000,
  });
}

describe('a duplicate', () => {
  it.each<[State, string]>([
    ['pending', 'join'],
    ['answered', 'replay'],
    ['contradicted', 'replay'],
    ['refused', 'send_again'],
    ['queued', 'replay'],
    ['unmatched', 'replay'],
    ['in_doubt', 'still_in_doubt'],
  ])('of a row that is %s: %s', (state, decision) => {
    expect(decide({ state })).toBe(decision);
  });

  it('of an advice in doubt gets its acceptance, on every route', () => {
    for (const dedupes of [false, true])
      expect(decide({ state: 'in_doubt', effect: 'advice' }, { effect: 'advice' }, dedupes)).toBe('replay');
  });

  it('of a terminal for another card is the same call, unless a key made the first one', () => {
    const other = { cardId: 7001 };
    expect(decide({}, other)).toBe('replay');
    expect(decide({ keyId: 'key-1' }, other)).toBe('other_content');
    expect(decide({ keyId: 'key-1', effect: 'advice' }, { ...other, effect: 'advice' })).toBe('replay');
  });

  it('of an advice of a key is recognised by its checksum, whatever members the key added', () => {
    const saved = { keyId: 'key-1', effect: 'advice' as const, digest: 'with more' };
    expect(decide(saved, { effect: 'advice' })).toBe('replay');
    expect(decide(saved, { effect: 'advice', checksum: 'other' })).toBe('other_content');
  });

  it('under another checksum is the same call, as after a rotation of the password', () => {
    expect(decide({}, { checksum: 'other' })).toBe('replay');
  });

  it('in doubt is sent again only when the route dedupes', () => {
    expect(decide({ state: 'in_doubt' }, {}, true)).toBe('send_again');
  });

  it.each<State>(['answered', 'refused', 'in_doubt', 'contradicted'])(
    'of a terminal that got a decline of its money call gets it again where the row is %s',
    (state) => {
      expect(decide({ state, repliedResultCode: -7 }, {}, true)).toBe('replay');
      expect(decide({ state, keyId: 'key-1', terminalRepliedCode: -7 }, {}, true)).toBe('replay');
    },
  );

  it('of a terminal that got a decline joins the attempt that runs', () => {
    expect(decide({ state: 'pending', repliedResultCode: -7 })).toBe('join');
  });

  it('of a key is sent again although a terminal got a decline', () => {
    expect(decide({ state: 'refused', repliedResultCode: -7 }, { keyId: 'key-1' })).toBe('send_again');
  });

  it('of an answer without effect is replayed for a while', () => {
    const none = { effect: 'none' as never };
    expect(decide({ ...none, settledAtMs: 1_000 })).toBe('replay');
    expect(decide({ ...none, settledAtMs: 999 })).toBe('send_again');
  });

  it('of an answer without effect is not replayed for hours when a node ahead settled it', () => {
    const none = { effect: 'none' as never };
    expect(decide({ ...none, settledAtMs: 121_000 })).toBe('replay');
    expect(decide({ ...none, settledAtMs: 121_001 })).toBe('send_again');
  });

  it('is refused with other content, another principal or other field boundaries', () => {
    const other = { digest: 'other' };
    expect(decide({ keyId: 'key-1' }, { keyId: 'key-1', ...other })).toBe('other_content');
    expect(decide({}, { keyId: 'key-1', ...other })).toBe('other_content');
    expect(decide({}, { keyId: 'key-1', customerId: 1002 })).toBe('other_content');
    expect(decide({}, { ...other, checksum: 'other' })).toBe('other_content');
    expect(decide({ keyId: 'key-1' }, { keyId: 'key-2' })).toBe('other_principal');
    expect(decide({ keyId: 'key-1' }, { keyId: 'key-2', ...other })).toBe('other_principal');
    expect(decide({}, other)).toBe('boundary_mismatch');
  });
});

describe('a reversal', () => {
  const plain = {
    isExact: true,
    isReversedByGateway: false,
    isRecentAdvice: false,
  };

  it.each<[State, string]>([
    ['pending', 'wait'],
    ['queued', 'wait'],
    ['unmatched', 'wait'],
    ['refused', 'original_not_processed'],
    ['answered', 'send'],
    ['in_doubt', 'send'],
    ['contradicted', 'send'],
  ])('of a row that is %s: %s', (originalState, decision) => {
    expect(decideReversal({ ...plain, originalState })).toBe(decision);
  });

  it('waits while the wallet service may still book the advice that is in doubt', () => {
    expect(decideReversal({ ...plain, originalState: 'in_doubt', isRecentAdvice: true })).toBe('wait');
    expect(decideReversal({ ...plain, originalState: 'answered', isRecentAdvice: true })).toBe('send');
  });

  it('is sent although the only Deduct near its date was refused, because another one may be meant', () => {
    expect(decideReversal({ ...plain, originalState: 'refused', isExact: false })).toBe('send');
  });

  it('is not sent when the gateway gives the money back', () => {
    expect(decideReversal({ ...plain, originalState: 'contradicted', isReversedByGateway: true })).toBe(
      'reversed_by_gateway',
    );
  });

  const waiting: Parameters<typeof leftEarly>[0] = {
    ...{ state: 'queued' as const, channel: 'xmlrpc', nextAttemptAtMs: 5, sentAtMs: null },
    ...{ replyReason: null, resultCode: null },
  };
  const leased = { nextAttemptAtMs: null };

  it.each([
    [false, 'in_doubt', {}],
    [false, 'in_doubt', { state: 'unmatched' }],
    [true, 'in_doubt', { state: 'pending' }],
    [false, 'pending', { state: 'pending' }],
    [true, 'in_doubt', leased],
    [true, 'in_doubt', { sentAtMs: 1 }],
    [true, 'answered', { state: 'answered', sentAtMs: 1 }],
    [false, 'answered', { state: 'answered' }],
    [true, 'contradicted', { sentAtMs: 6 }],
    [false, 'contradicted', { sentAtMs: 7 }],
    [false, 'contradicted', leased],
    [false, 'in_doubt', { channel: 'gateway', sentAtMs: 1 }],
  ] as const)('left early (%s), of a row that is %s: %o', (expected, state, change) => {
    expect(leftEarly({ ...waiting, ...change }, { state, settledAtMs: 7 })).toBe(expected);
  });

  it.each([
    [true, {}],
    [true, { state: 'pending' }],
    [true, { state: 'in_doubt' }],
    [true, { channel: 'gateway', sentAtMs: 1 }],
    [false, { sentAtMs: 1 }],
    [false, { state: 'unmatched' }],
    [false, { state: 'answered', replyReason: 'original_not_processed' }],
    [true, { state: 'answered', resultCode: -9 }],
    [true, { state: 'answered', resultCode: 1, replyReason: 'settled_by_operator' }],
    [false, { state: 'answered', resultCode: -9, replyReason: 'settled_by_operator' }],
  ] as const)('gives money back (%s): %o', (expected, change) => {
    expect(givesMoneyBack({ ...waiting, ...change }, { state: 'pending', settledAtMs: null })).toBe(expected);
  });
});
