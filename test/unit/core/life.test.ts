/** Tests every cell of the table of states: what each fact makes of each row (docs/reference/transactions.md#states). */
import {
  type Fact,
  isOpenToOperators,
  type Life,
  type Move,
  type State,
  type Withheld,
} from '../../../src/core/transactions/life.js';
import type { Effect } from '../../../src/core/transactions/methods.js';
import {
  advice,
  after,
  answer,
  EARLIER_DECLINE,
  FACTS,
  HEARD_APPROVAL,
  KEYED,
  money,
  operator,
  REFUSAL,
  row,
  SENT_AGAIN,
  TIMEOUT,
  toKey,
  told,
  toTerminal,
  withheld,
} from './life-rows.js';

/** States after a fact, by the state before. `-`: nothing changes. Advices that are queued are being sent. */
const STATES: Readonly<Record<Effect, string>> = {
  none: `
                           | pending  | answered | refused
    answer 1               | answered | -        | -
    answer -41             | answered | -        | -
    refusal                | refused  | -        | -
    doubt                  | refused  | -        | -
    doubt, dedupes         | refused  | -        | -
    owner gone             | refused  | -        | -
    operator 1             | -        | -        | -
    operator -9            | -        | -        | -
    told 1                 | -        | -        | -
    told -7                | -        | -        | -
    waiting                | -        | -        | -
  `,
  state: `
                           | pending  | answered | refused  | in_doubt
    answer 1               | answered | -        | -        | answered
    answer -41             | answered | -        | -        | answered
    refusal                | refused  | -        | -        | refused
    refusal after a doubt  | in_doubt | -        | -        | in_doubt
    doubt                  | in_doubt | -        | -        | in_doubt
    doubt, dedupes         | in_doubt | -        | -        | in_doubt
    owner gone             | in_doubt | -        | -        | -
    operator 1             | -        | -        | -        | answered
    operator -9            | -        | -        | -        | answered
    told 1                 | -        | -        | -        | -
    told -7                | -        | -        | -        | -
    waiting                | -        | -        | -        | -
  `,
  money: `
                           | pending  | answered | refused  | in_doubt | contradicted
    answer 1               | answered | -        | -        | answered | -
    answer -41             | answered | -        | -        | answered | -
    refusal                | refused  | -        | -        | refused  | -
    refusal after a doubt  | in_doubt | -        | -        | in_doubt | -
    doubt                  | in_doubt | -        | -        | in_doubt | -
    doubt, dedupes         | in_doubt | -        | -        | in_doubt | -
    owner gone             | in_doubt | -        | -        | -        | -
    operator 1             | -        | -        | -        | answered | answered
    operator -9            | -        | -        | -        | answered | -
    told 1                 | -        | answered | -        | -        | -
    told -7                | pending  | -        | refused  | in_doubt | -
    waiting                | -        | -        | -        | -        | -
  `,
  advice: `
                           | pending   | answered | in_doubt | queued    | unmatched
    answer 1               | answered  | -        | answered | answered  | -
    answer -41             | answered  | -        | answered | answered  | -
    refusal                | queued    | -        | in_doubt | queued    | -
    refusal after a doubt  | queued    | -        | in_doubt | queued    | -
    doubt                  | in_doubt  | -        | in_doubt | in_doubt  | -
    doubt, dedupes         | queued    | -        | in_doubt | queued    | -
    owner gone             | queued    | -        | -        | -         | -
    operator 1             | -         | -        | answered | answered  | answered
    operator -9            | -         | -        | answered | answered  | answered
    told 1                 | -         | -        | -        | -         | -
    told -7                | -         | -        | -        | -         | -
    waiting                | queued    | -        | -        | queued    | -
    unmatched              | unmatched | -        | -        | unmatched | unmatched
    original not processed | answered  | -        | -        | answered  | answered
    reversed by gateway    | answered  | -        | -        | answered  | answered
    reversed first         | answered  | -        | -        | answered  | answered
    reversed in part       | in_doubt  | -        | -        | in_doubt  | in_doubt
    perhaps sent           | in_doubt  | -        | -        | in_doubt  | in_doubt
  `,
};

function cellsOf(effect: Effect): readonly (readonly [fact: string, state: State, to: string])[] {
  const [head = [], ...lines] = STATES[effect]
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const states = head.slice(1) as State[];
  return lines.flatMap(([fact = '', ...to]) =>
    states.map((state, index) => [fact, state, to[index] ?? ''] as const),
  );
}

describe.each(['none', 'state', 'money', 'advice'] as const)('of effect %s', (effect) => {
  it.each(cellsOf(effect))('%s to a row that is %s: %s', (fact, state, to) => {
    expect(after(row(effect, state), FACTS[fact]!)?.state ?? '-').toBe(to);
  });
});

/** `null`: nothing changes. */
type Case = [what: string, given: Life, fact: Fact | ((row: Life) => Fact), to: Partial<Move> | null];

function expectMove(given: Life, fact: Fact | ((row: Life) => Fact), to: Partial<Move> | null): void {
  const move = after(given, fact);
  if (to === null) expect(move).toBeNull();
  else expect(move).toMatchObject(to);
}

describe('the error and the reason that a row has after', () => {
  it.each<Case>([
    ['an answer', money('in_doubt'), answer(-41), { errorCode: null, replyReason: null, resultCode: -41 }],
    ['a refusal', money('pending'), REFUSAL, { errorCode: 'DOWNSTREAM_REFUSED', replyReason: 'refused' }],
    [
      'a refusal after a doubt',
      money('pending', SENT_AGAIN),
      { ...REFUSAL, wasInDoubt: true, attempt: 2 },
      { state: 'in_doubt', errorCode: 'IN_DOUBT', replyReason: 'refused' },
    ],
    ['a time-out', money('pending'), TIMEOUT, { errorCode: 'DOWNSTREAM_TIMEOUT', replyReason: 'timeout' }],
    [
      'an unusable answer',
      row('none', 'pending'),
      { ...TIMEOUT, cause: 'invalid' },
      { state: 'refused', errorCode: 'DOWNSTREAM_INVALID', replyReason: 'invalid_answer' },
    ],
    [
      'a note of a doubt, which keeps both',
      money('in_doubt'),
      { ...TIMEOUT, cause: 'invalid' },
      { writes: 'outcome', state: 'in_doubt', errorCode: 'DOWNSTREAM_TIMEOUT', replyReason: 'timeout' },
    ],
    [
      'a doubt about an advice',
      advice('pending'),
      TIMEOUT,
      { state: 'queued', errorCode: null, replyReason: 'advice_accepted' },
    ],
    [
      'the end of its owner',
      money('pending'),
      { kind: 'owner_gone' },
      { writes: 'decision', failure: 'lease_ended', errorCode: 'IN_DOUBT', replyReason: null },
    ],
    ['the end of its owner', row('none', 'pending'), { kind: 'owner_gone' }, { errorCode: 'UNAVAILABLE' }],
    [
      'the end of the owner of an advice',
      advice('pending'),
      { kind: 'owner_gone' },
      { errorCode: null, replyReason: 'advice_accepted' },
    ],
    [
      'an approval that contradicts, which keeps what the terminal heard',
      money('in_doubt', EARLIER_DECLINE),
      answer(1),
      { state: 'contradicted', errorCode: 'DOWNSTREAM_TIMEOUT', replyReason: null, resultCode: 1 },
    ],
    [
      'an approval that contradicts the reply to its own attempt',
      money('pending'),
      { ...answer(1), ...toTerminal(-9) },
      { state: 'contradicted', errorCode: 'UNAVAILABLE', repliedResultCode: -9 },
    ],
    [
      'an approval that contradicts a decline without an error',
      money('pending', EARLIER_DECLINE),
      answer(1),
      { state: 'contradicted', errorCode: 'IN_DOUBT' },
    ],
    [
      'the word of an operator',
      money('in_doubt'),
      operator(-9),
      {
        writes: 'outcome',
        failure: 'timeout',
        errorCode: null,
        replyReason: 'settled_by_operator',
        resultCode: -9,
      },
    ],
    [
      'the end of a contradiction',
      money('contradicted'),
      operator(1),
      {
        writes: 'decision',
        resultCode: 1,
        errorCode: 'DOWNSTREAM_TIMEOUT',
        replyReason: 'made_good_by_operator',
        ...EARLIER_DECLINE,
      },
    ],
    [
      'the answer to an advice that is its reply',
      advice('pending'),
      answer(1),
      { errorCode: null, replyReason: null },
    ],
    [
      'the answer to an advice that was accepted before',
      advice('queued'),
      answer(1),
      { errorCode: null, replyReason: 'advice_accepted' },
    ],
    [
      'the decline of an advice, which is accepted all the same',
      advice('pending'),
      { ...answer(-17), ...toTerminal(1, null) },
      { resultCode: -17, replyReason: 'advice_accepted', repliedResultCode: 1 },
    ],
  ])('%s', (_, given, fact, to) => {
    expectMove(given, fact, to);
  });

  it.each<[Withheld['as'], Move['replyReason'], number | null]>([
    ['waiting', 'advice_accepted', null],
    ['unmatched', 'advice_accepted', null],
    ['original_not_processed', 'original_not_processed', 1],
    ['reversed_by_gateway', 'reversed_by_gateway', 1],
    ['reversed_first', 'reversed_first', 1],
    ['reversed_in_part', 'advice_accepted', null],
    ['perhaps_sent', 'advice_accepted', null],
  ])('an advice was withheld as %s', (as, replyReason, resultCode) => {
    const given = advice('queued', { failure: 'status' });
    const kept = { writes: 'decision', failure: 'status', errorCode: null } as const;
    expectMove(given, withheld(as), { ...kept, replyReason, resultCode });
    const why: Fact = { kind: 'withheld', attempt: 1, as, failure: 'unknown_route' };
    expectMove(given, why, { failure: 'unknown_route' });
  });
});

describe('the reply that a terminal has heard', () => {
  const replies = (repliedResultCode: number | null, terminalRepliedCode: number | null) => ({
    repliedResultCode,
    terminalRepliedCode,
  });
  const [NONE, DECLINE] = [replies(null, null), replies(-7, -7)];

  it.each<Case>([
    ['is the first one', money('pending'), { ...TIMEOUT, ...toTerminal(-9) }, replies(-9, -9)],
    ['stays', money('pending', DECLINE), { ...TIMEOUT, ...toTerminal(-9) }, DECLINE],
    ['stays', money('in_doubt', DECLINE), { ...REFUSAL, ...toTerminal(-9) }, DECLINE],
    ['stays', money('pending', DECLINE), { kind: 'owner_gone' }, DECLINE],
    ['stays', money('in_doubt', DECLINE), operator(-9), DECLINE],
    ['is none where nobody waited', money('pending'), TIMEOUT, NONE],
    ['is none where it gets the answer itself', money('pending'), answer(1), NONE],
    ['is not that of a key', money('pending'), { ...TIMEOUT, ...toKey(-9) }, NONE],
    ['is not that of a key', money('pending', KEYED), { ...TIMEOUT, ...toKey(-9) }, replies(-9, null)],
    [
      'stands beside the last one of a key',
      money('pending', { ...KEYED, ...replies(-9, -7) }),
      { ...TIMEOUT, ...toKey(-3) },
      replies(-3, -7),
    ],
    [
      'stands beside that of a key',
      money('pending', { ...KEYED, ...replies(-9, null) }),
      { ...TIMEOUT, ...toTerminal(-7) },
      replies(-9, -7),
    ],
    ['comes while its call runs', money('pending'), told(-7), { writes: 'reply', ...replies(-7, -7) }],
    ['comes for a doubt', money('in_doubt'), told(-7), { writes: 'reply', ...replies(-7, -7) }],
    [
      'comes for the call of a key',
      money('refused', { ...KEYED, ...replies(-9, null) }),
      told(-3),
      { writes: 'reply', errorCode: 'DOWNSTREAM_REFUSED', ...replies(-9, -3) },
    ],
    ['is not told again', money('in_doubt', DECLINE), told(-3), null],
    ['is not told again after an approval', money('answered', HEARD_APPROVAL), told(1), null],
    ['is an approval that it read', money('answered'), told(1), { writes: 'reply', ...replies(null, 1) }],
    ['is an approval that it read', money('answered', KEYED), told(1), replies(null, 1)],
    ['is no decline of an approval', money('answered'), told(-7), null],
    ['is no approval of a doubt', money('in_doubt'), told(1), null],
  ])('%s', (_, given, fact, to) => {
    expectMove(given, fact, to);
  });

  it.each<Case>([
    [
      'an answer after a decline',
      money('in_doubt', DECLINE),
      answer(1),
      { state: 'contradicted', ...DECLINE },
    ],
    ['an answer to a call that still runs', money('pending', DECLINE), answer(2), { state: 'contradicted' }],
    [
      'an answer to the call of a key',
      money('pending', { ...KEYED, ...replies(-9, -7) }),
      answer(1),
      { state: 'contradicted', ...replies(-9, -7) },
    ],
    [
      'the word of an operator',
      money('in_doubt', DECLINE),
      operator(1),
      { state: 'contradicted', ...DECLINE },
    ],
  ])('is contradicted by an approval: %s', (_, given, fact, to) => {
    expectMove(given, fact, to);
  });

  it.each<Case>([
    ['a decline', money('in_doubt', DECLINE), answer(-41), { resultCode: -41 }],
    ['a decline of an operator', money('in_doubt', DECLINE), operator(-9), { resultCode: -9 }],
    [
      'an approval where only a key got a decline',
      money('in_doubt', { ...KEYED, ...replies(-9, null) }),
      answer(1),
      {},
    ],
    ['an approval of what is not money', row('state', 'in_doubt', DECLINE), answer(1), {}],
    ['an approval of an advice', advice('in_doubt', DECLINE), answer(1), {}],
  ])('is not contradicted by %s', (_, given, fact, to) => {
    expectMove(given, fact, { state: 'answered', ...to });
  });
});

describe('a reversal that left in doubt', () => {
  const LEFT = { hasEarlyReversal: true };

  it.each<Case>([
    [
      'contradicts an approval',
      money('in_doubt', LEFT),
      answer(1),
      { state: 'contradicted', errorCode: 'DOWNSTREAM_TIMEOUT' },
    ],
    [
      'contradicts an approval of the next attempt',
      money('pending', LEFT),
      answer(1),
      { state: 'contradicted' },
    ],
    [
      'contradicts an approval of an operator',
      money('in_doubt', LEFT),
      operator(1),
      { state: 'contradicted' },
    ],
    ['contradicts no decline', money('in_doubt', LEFT), answer(-41), { state: 'answered' }],
    ['contradicts no decline of an operator', money('in_doubt', LEFT), operator(-9), { state: 'answered' }],
    ['hinders no refusal', money('in_doubt', LEFT), REFUSAL, { state: 'refused' }],
  ])('%s', (_, given, fact, to) => {
    expectMove(given, fact, to);
  });
});

describe('the word of an operator', () => {
  const word = (resultCode: number, change: Partial<Life> = {}): Life =>
    money('answered', { resultCode, replyReason: 'settled_by_operator', ...change });
  const heard = (repliedResultCode: number | null, terminalRepliedCode: number | null) => ({
    ...({ state: 'contradicted', resultCode: 1, errorCode: 'IN_DOUBT', replyReason: null } as const),
    ...{ repliedResultCode, terminalRepliedCode },
  });

  it.each<Case>([
    [
      'is about another state than the operator saw',
      money('in_doubt'),
      { kind: 'operator', resultCode: 1, seen: 'contradicted', lateSinceMs: Infinity },
      null,
    ],
    [
      'is about another state than the operator saw',
      money('contradicted'),
      { kind: 'operator', resultCode: 1, seen: 'in_doubt', lateSinceMs: Infinity },
      null,
    ],
    [
      'comes while the late answer of a time-out may still come',
      money('in_doubt', { failure: 'timeout', settledAtMs: 1001 }),
      { kind: 'operator', resultCode: 1, seen: 'in_doubt', lateSinceMs: 1000 },
      null,
    ],
    ['approves, and the answer comes', word(1), answer(1), null],
    ['approves, and a decline comes', word(1), answer(-41), null],
    ['declines, and a decline comes', word(-9), answer(-41), null],
    ['declines, and an approval comes: it was the reply', word(-9), answer(1), heard(-9, -9)],
    [
      'declines, and an approval comes: a terminal keeps its reply',
      word(-9, EARLIER_DECLINE),
      answer(1),
      heard(-7, -7),
    ],
    ['declines, and an approval comes for a key', word(-9, KEYED), answer(1), heard(-9, null)],
    ['declines, and an approval of an earlier attempt comes', word(-9, SENT_AGAIN), answer(1), heard(-9, -9)],
    [
      'declines, and the approval of an advice comes',
      advice('answered', { resultCode: -9, replyReason: 'settled_by_operator' }),
      answer(1),
      null,
    ],
    [
      'has closed a contradiction, and its approval comes again',
      money('answered', { replyReason: 'made_good_by_operator', ...EARLIER_DECLINE }),
      answer(1),
      null,
    ],
  ])('%s', (_, given, fact, to) => {
    expectMove(given, fact, to);
  });

  it.each<[State, boolean]>([
    ['pending', false],
    ['answered', false],
    ['refused', false],
    ['in_doubt', true],
    ['queued', true],
    ['unmatched', true],
    ['contradicted', true],
  ])('is asked for where a row is %s: %s', (state, isOpen) => {
    expect(isOpenToOperators(state)).toBe(isOpen);
  });
});

describe('an approval whose commit was not acknowledged', () => {
  it.each<Case>([
    [
      'contradicts the reply that its terminal got instead',
      money('answered'),
      { ...answer(1), ...toTerminal(-9) },
      { state: 'contradicted', errorCode: 'UNAVAILABLE', repliedResultCode: -9, terminalRepliedCode: -9 },
    ],
    [
      'is what a terminal read since',
      money('answered', HEARD_APPROVAL),
      { ...answer(1), ...toTerminal(-9) },
      null,
    ],
    ['contradicts nothing for a key', money('answered', KEYED), { ...answer(1), ...toKey(-9) }, null],
    [
      'contradicts no other answer',
      money('answered', { resultCode: -41 }),
      { ...answer(1), ...toTerminal(-9) },
      null,
    ],
  ])('%s', (_, given, fact, to) => {
    expectMove(given, fact, to);
  });
});

describe('an outcome of another attempt', () => {
  const [EARLIER, LATER] = [{ attempt: 1 }, { attempt: 3 }];

  it.each<Case>([
    [
      'earlier: an answer settles the one that runs',
      money('pending', SENT_AGAIN),
      { ...answer(1), ...EARLIER },
      { state: 'answered' },
    ],
    [
      'earlier: an answer settles the one in doubt',
      money('in_doubt', SENT_AGAIN),
      { ...answer(1), ...EARLIER },
      { state: 'answered' },
    ],
    [
      'earlier: an answer settles the advice that waits',
      advice('queued', { ...SENT_AGAIN, isBeingSent: false }),
      { ...answer(1), ...EARLIER },
      { state: 'answered' },
    ],
    ['earlier: a refusal proves nothing', money('pending', SENT_AGAIN), { ...REFUSAL, ...EARLIER }, null],
    ['earlier: a refusal proves nothing', money('in_doubt', SENT_AGAIN), { ...REFUSAL, ...EARLIER }, null],
    ['earlier: a doubt is no news', money('pending', SENT_AGAIN), { ...TIMEOUT, ...EARLIER }, null],
    [
      'earlier: an advice that is sent now is not withheld',
      advice('queued', SENT_AGAIN),
      withheld('waiting'),
      null,
    ],
    ['later: an answer is of another row', money('pending', SENT_AGAIN), { ...answer(1), ...LATER }, null],
    ['later: a refusal is of another row', money('pending', SENT_AGAIN), { ...REFUSAL, ...LATER }, null],
    ['later: a doubt is of another row', money('pending', SENT_AGAIN), { ...TIMEOUT, ...LATER }, null],
  ])('%s', (_, given, fact, to) => {
    expectMove(given, fact, to);
  });
});

describe('an advice that waits, and is not being sent,', () => {
  const given = advice('queued', { isBeingSent: false });

  it.each<Case>([
    ['is settled by a late answer', given, answer(1), { state: 'answered' }],
    ['is not refused', given, REFUSAL, null],
    ['is in no doubt', given, { ...TIMEOUT, dedupes: false }, null],
  ])('%s', (_, waiting, fact, to) => {
    expectMove(waiting, fact, to);
  });
});
