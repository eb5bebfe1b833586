/** Rows and facts for tests of the table of states. */
import {
  type Fact,
  justClaimed,
  type Life,
  type Move,
  next,
  type Outcome,
  type Reply,
  type State,
  type Withheld,
} from '../../../src/core/transactions/life.js';
import type { Effect } from '../../../src/core/transactions/methods.js';

const FIRST = { attempt: 1, reply: null };
export const TIMEOUT = { kind: 'doubt', cause: 'timeout', dedupes: true, ...FIRST } as const satisfies Fact;
export const REFUSAL = {
  kind: 'refusal',
  wasInDoubt: false,
  ...FIRST,
} as const satisfies Fact;

export const answer = (resultCode: number): Outcome => ({ kind: 'answer', resultCode, ...FIRST });
export const told = (resultCode: number): Fact => ({ kind: 'told', resultCode });
export const withheld = (as: Withheld['as']): Fact => ({ kind: 'withheld', attempt: 1, as });
export const operator =
  (resultCode: number) =>
  ({ state }: Life): Fact => ({
    ...{ kind: 'operator', resultCode, seen: state, lateSinceMs: Infinity },
  });

export const FACTS: Readonly<Record<string, Fact | ((row: Life) => Fact)>> = {
  'answer 1': answer(1),
  'answer -41': answer(-41),
  refusal: REFUSAL,
  'refusal after a doubt': { ...REFUSAL, wasInDoubt: true },
  doubt: { ...TIMEOUT, dedupes: false },
  'doubt, dedupes': TIMEOUT,
  'owner gone': { kind: 'owner_gone' },
  'operator 1': operator(1),
  'operator -9': operator(-9),
  'told 1': told(1),
  'told -7': told(-7),
  waiting: withheld('waiting'),
  unmatched: withheld('unmatched'),
  'original not processed': withheld('original_not_processed'),
  'reversed by gateway': withheld('reversed_by_gateway'),
  'reversed first': withheld('reversed_first'),
  'reversed in part': withheld('reversed_in_part'),
  'perhaps sent': withheld('perhaps_sent'),
};

/** What a row has in its state, where nothing else is said. A contradicted one was declined to its terminal. */
const OF_STATE: Readonly<Record<State, Partial<Life>>> = {
  pending: {},
  answered: { resultCode: 1 },
  refused: { errorCode: 'DOWNSTREAM_REFUSED', replyReason: 'refused', failure: 'status' },
  in_doubt: { errorCode: 'DOWNSTREAM_TIMEOUT', replyReason: 'timeout', failure: 'timeout' },
  queued: { replyReason: 'advice_accepted', isBeingSent: true },
  unmatched: { replyReason: 'advice_accepted' },
  contradicted: {
    ...{ resultCode: 1, errorCode: 'DOWNSTREAM_TIMEOUT' },
    ...{ repliedResultCode: -7, terminalRepliedCode: -7 },
  },
};

export const row = (effect: Effect, state: State, change: Partial<Life> = {}): Life => ({
  ...justClaimed({ effect, keyId: null }),
  state,
  ...OF_STATE[state],
  // An advice has no error: it is accepted.
  ...(effect === 'advice' && state === 'in_doubt' && { errorCode: null, replyReason: 'advice_accepted' }),
  ...change,
});
export const money = (state: State, change: Partial<Life> = {}): Life => row('money', state, change);
export const advice = (state: State, change: Partial<Life> = {}): Life => row('advice', state, change);

export const after = (given: Life, fact: Fact | ((row: Life) => Fact)): Move | null =>
  next(given, typeof fact === 'function' ? fact(given) : fact);

export const KEYED = { keyId: 'key-1' };
export const SENT_AGAIN = { attempt: 2 };
export const EARLIER_DECLINE = { repliedResultCode: -7, terminalRepliedCode: -7 };
export const HEARD_APPROVAL = { terminalRepliedCode: 1 };
export const toTerminal = (resultCode: number, errorCode: Reply['errorCode'] = 'UNAVAILABLE') => ({
  reply: { resultCode, errorCode, isToTerminal: true },
});
export const toKey = (resultCode: number) => ({
  reply: { resultCode, errorCode: 'UNAVAILABLE' as const, isToTerminal: false },
});
